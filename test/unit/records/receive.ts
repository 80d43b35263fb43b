/** Receives windows from test bodies, in directories that are removed when the test ends. */

import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { parseCalendarDate } from '../../../src/dates/date.ts';
import type { DateRange } from '../../../src/dates/range.ts';
import { splitLines } from '../../../src/records/spool.ts';
import { receiveWindow, type WindowRecords } from '../../../src/records/window-records.ts';

export const JANUARY = createWindow('2026-01-01', '2026-01-31');
export const FEBRUARY = createWindow('2026-02-01', '2026-02-28');

export interface Received {
  /** The chunks of the body. */
  readonly chunks: readonly (string | Buffer)[];
  readonly file: string;
  readonly window?: DateRange;
}

export async function freshDirectory(): Promise<string> {
  // The temporary directory of macOS is a link, and that of Windows may have a short name.
  const directory = await mkdtemp(path.join(await realpath(tmpdir()), 'reporting-test-'));
  onTestFinished(() => rm(directory, { recursive: true, maxRetries: 5 }));
  return directory;
}

/** False on Windows, where files have access lists instead. */
export const HAS_MODES = process.platform !== 'win32';

/** The permission bits of a file; undefined on a system without them. */
export async function modeOf(file: string): Promise<number | undefined> {
  return HAS_MODES ? (await stat(file)).mode & 0o777 : undefined;
}

export function receive({ chunks, file, window = JANUARY }: Received) {
  return receiveWindow({ chunks: stream(chunks), endIsKnown: true }, window, { report: 'revenue', file });
}

/** A window with these records, in a new directory. */
export async function receiveRecords(records: readonly string[], window = JANUARY): Promise<WindowRecords> {
  const file = path.join(await freshDirectory(), 'records');
  return receive({ chunks: [`{"data":[${records.join(',')}]}`], file, window });
}

/** The lines of blocks, without their line feeds. */
export async function collectLines(blocks: AsyncIterable<Buffer>): Promise<string[]> {
  const lines: string[] = [];
  for await (const block of blocks) lines.push(...splitLines(block));
  return lines;
}

async function* stream(chunks: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

function createWindow(from: string, to: string): DateRange {
  return { from: parseCalendarDate(from)!, to: parseCalendarDate(to)! };
}
