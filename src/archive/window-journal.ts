/** The journal in a directory of bodies: the windows that are complete and on disk. A body without a line in it does not count. */

import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseObject } from '../core/json-object.ts';
import { RESUME_MAX_AGE_MS } from '../core/limits.ts';
import { withOutputErrors, writeDurably } from '../fs/durable-files.ts';
import { formatWindow, parseWindow, type RecordedWindow, type RecordingIdentity } from './recording-index.ts';

/** The name of the file. */
export const JOURNAL = '_windows.ndjson';

interface JournalOptions {
  readonly shown: string;
  /** The first line: it distinguishes requests whose windows must not be mixed. */
  readonly head: string;
  readonly mode?: number | undefined;
}

/** Writes a journal of these windows in place of an older one. Throws an output error. */
export async function startJournal(
  directory: string,
  windows: readonly RecordedWindow[],
  { shown, head, mode }: JournalOptions,
): Promise<void> {
  const lines = [head, ...windows.map(lineOf)];
  await writeDurably(path.join(directory, JOURNAL), shown, `${lines.join('\n')}\n`, { mode });
}

/** Adds a window whose body is on disk. Throws an output error. */
export async function addToJournal(directory: string, window: RecordedWindow, shown: string): Promise<void> {
  await withOutputErrors(shown, async () => {
    const handle = await open(path.join(directory, JOURNAL), 'a');
    try {
      await handle.appendFile(`${lineOf(window)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
}

function lineOf(window: RecordedWindow): string {
  return JSON.stringify(formatWindow(window));
}

/** The windows of the last day in a journal that begins with `head`. Never throws. */
export async function readJournal(
  directory: string,
  head: string,
  identity: RecordingIdentity,
  now: Date,
): Promise<readonly RecordedWindow[]> {
  const text = await readFile(path.join(directory, JOURNAL), 'utf8').catch(() => '');
  const [first, ...lines] = text.split('\n');
  if (first !== head) return [];
  return lines.flatMap((line) => {
    const window = parseWindow(parseObject(line), identity);
    return window !== undefined && isFresh(window, now) ? [window] : [];
  });
}

function isFresh({ receivedAt }: RecordedWindow, now: Date): boolean {
  const ageMs = now.getTime() - receivedAt.getTime();
  return ageMs >= 0 && ageMs <= RESUME_MAX_AGE_MS;
}
