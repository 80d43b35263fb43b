/**
 * Stores the bodies that a run has received, so that a later run can resume a failed one. The directory's name is a hash of the
 * base URL, the client id, the report and how it was requested, never of the token. Each run has a directory of its own in it:
 * a recording that is never finished.
 *
 * Several runs may store the same window at once. A run removes only its own directory, and windows of runs that have ended. So
 * no run loses a window that another run still needs.
 */

import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Credentials } from '../api/credentials.ts';
import { ContentHash, hashOf } from '../core/hash.ts';
import { RESUME_MAX_AGE_MS } from '../core/limits.ts';
import type { DateRange } from '../dates/range.ts';
import { createDurableFile, type DurableFile, withOutputErrors } from '../fs/durable-files.ts';
import { isRunning, lastChangeMs, processIdOf, temporaryName } from '../fs/temporary-files.ts';
import type { Answer, Body } from '../json/unexpected-body.ts';
import { recordedChunks } from './open-recording.ts';
import { type RecordedWindow, type RecordingIdentity, STATUS, windowFile } from './recording-index.ts';
import { createTokenWatch } from './token-watch.ts';
import { addToJournal, JOURNAL, readJournal, startJournal } from './window-journal.ts';

/** A body that an earlier run has stored. Reading it throws if its file has changed. */
interface StoredBody {
  readonly chunks: AsyncIterable<Buffer>;
  readonly answer: Answer;
}

/** A body that is stored while it is read. A failure to store it ends neither. */
interface CopiedBody {
  readonly chunks: AsyncIterable<Buffer>;
  /** Stores the body, which was read to its end. Throws the failure to store it. */
  keep(): Promise<void>;
}

/** The stored windows of one client, one report and one way to request it. */
export interface ResumeStore {
  /** The bodies of a window that earlier runs have stored in the last day, the newest first. */
  find(window: DateRange): readonly StoredBody[];
  copy(window: DateRange, body: Pick<Body, 'chunks' | 'answer'>): CopiedBody;
  /** Deletes these windows, except for those of other runs that are still running. Never throws. */
  delete(windows: readonly DateRange[]): Promise<void>;
}

interface ResumeOptions {
  /** No file may hold the token, which a run may renew. */
  readonly owner: Pick<Credentials, 'token'>;
  readonly now: () => Date;
}

/** Increase it when the format of the directories changes. */
const VERSION = 8;
/** A process in another container may look ended from here, but still be running. */
const MAX_UNFINISHED_AGE_MS = 60 * 60 * 1000;
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Names the files in messages. */
const SHOWN = 'the directory of stored windows';

/** The directory of an earlier run that has windows. */
interface EarlierRun {
  readonly location: string;
  readonly hasEnded: boolean;
  readonly windows: readonly RecordedWindow[];
}

/** Opens the store in the directory `root`, which all runs share, and removes files that are older than a day. */
export async function openResumeStore(
  root: string,
  identity: RecordingIdentity,
  { owner, now }: ResumeOptions,
): Promise<ResumeStore> {
  const key = hashOf(JSON.stringify([VERSION, identity])).slice(0, 32);
  const directory = path.join(root, key);
  const own = path.join(directory, temporaryName(''));
  const head = JSON.stringify(key);
  const fileOf = (window: DateRange): string => windowFile(identity, window);
  let journal: Promise<void> | undefined;
  await removeOld(root, now().getTime());

  const earlier: EarlierRun[] = [];
  for (const name of await readdir(directory).catch(() => [])) {
    const location = path.join(directory, name);
    const pid = processIdOf(name);
    if (pid === undefined) continue;
    const windows = await readJournal(location, head, identity, now());
    earlier.push({ location, hasEnded: pid === process.pid || !isRunning(pid), windows });
  }

  /** Creates the directory and its journal with the first window. */
  function openJournal(): Promise<void> {
    journal ??= withOutputErrors(SHOWN, async () => {
      await mkdir(own, { recursive: true, mode: DIRECTORY_MODE });
      await startJournal(own, [], { shown: SHOWN, head, mode: FILE_MODE });
    });
    return journal;
  }

  /** Removes windows of runs that have ended, and their directories with the last ones. */
  async function removeEarlier(windows: readonly DateRange[]): Promise<void> {
    for (const { location, hasEnded } of earlier) {
      if (!hasEnded) continue;
      for (const window of windows)
        await rm(path.join(location, fileOf(window)), { force: true }).catch(() => undefined);
      const rest = await readdir(location).catch(() => []);
      if (!rest.some((name) => name.endsWith('.json')))
        await rm(location, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  return {
    find({ from, to }) {
      const found = earlier.flatMap(({ location, windows }) =>
        windows
          .filter((window) => window.from === from && window.to === to)
          .map((window) => ({
            chunks: recordedChunks({ location, directory: SHOWN }, window),
            answer: window,
          })),
      );
      return found.sort((one, other) => other.answer.receivedAt.getTime() - one.answer.receivedAt.getTime());
    },
    copy({ from, to }, { chunks, answer }) {
      const file = fileOf({ from, to });
      const content = new ContentHash();
      const watch = createTokenWatch(owner.token);
      let saved: DurableFile | undefined;
      let isWhole = false;
      let failure: unknown;
      const attempt = async (work: () => Promise<void>): Promise<void> => {
        if (failure !== undefined) return;
        await work().catch((error: unknown) => {
          failure = error;
        });
      };
      async function* copied(): AsyncGenerator<Buffer> {
        await attempt(async () => {
          await openJournal();
          saved = await createDurableFile(path.join(own, file), SHOWN, { mode: FILE_MODE, replaces: true });
        });
        try {
          for await (const chunk of chunks) {
            await attempt(async () => {
              watch.check(chunk);
              content.add(chunk);
              await saved!.write(chunk);
            });
            yield chunk;
          }
          await attempt(() => saved!.finish());
          isWhole = failure === undefined;
        } finally {
          if (!isWhole) await saved?.discard();
        }
      }
      return {
        chunks: copied(),
        async keep() {
          const { headers = new Map<string, string>(), receivedAt = now() } = answer ?? {};
          const facts = { status: STATUS, contentType: undefined, ...content.facts(), headers, receivedAt };
          const window = { from, to, file, ...facts, attempts: 1, warnings: [] };
          await attempt(() => addToJournal(own, window, SHOWN));
          if (failure !== undefined) throw failure;
          await removeEarlier([window]);
        },
      };
    },
    async delete(windows) {
      await rm(own, { recursive: true, force: true }).catch(() => undefined);
      await removeEarlier(windows);
      await rmdir(directory).catch(() => undefined);
    },
  };
}

/** Removes what no run has changed for a day, directories of killed runs without a window, and empty ones. Never throws. */
async function removeOld(root: string, nowMs: number): Promise<void> {
  for (const key of await readdir(root).catch(() => [])) {
    const directory = path.join(root, key);
    for (const name of await readdir(directory).catch(() => [])) {
      const location = path.join(directory, name);
      const changedMs = await lastChangeMs(location);
      const maxAgeMs = (await isUnfinished(location)) ? MAX_UNFINISHED_AGE_MS : RESUME_MAX_AGE_MS;
      if (changedMs !== undefined && nowMs - changedMs > maxAgeMs)
        await rm(location, { recursive: true, force: true }).catch(() => undefined);
    }
    await rmdir(directory).catch(() => undefined);
  }
}

/** True for the directory of a run that has ended before its first window. */
async function isUnfinished(directory: string): Promise<boolean> {
  const pid = processIdOf(path.basename(directory));
  if (pid === undefined || isRunning(pid)) return false;
  const [, window = ''] = (await readFile(path.join(directory, JOURNAL), 'utf8').catch(() => '')).split('\n');
  return window === '';
}
