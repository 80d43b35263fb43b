/**
 * The private place on disk where the windows of one run wait until all of them are in: a directory that only this
 * user can enter, under the system's temporary one. It holds report data, never credentials.
 */

import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { ReportingError } from '../core/reporting-error.ts';
import { removeLeftovers, temporaryName } from '../disk/leftovers.ts';

export interface Spool {
  /** Path of the file for the window at `index`. Nothing is there until it is written. */
  filePath(index: number): string;
  /** Path of a further file, a new one each time. */
  scratchPath(): string;
  /** Removes the directory and all that is in it. Never throws: a leftover is no reason to fail a finished run. */
  remove(): Promise<void>;
}

const DIRECTORY_PREFIX = 'reporting-';
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

/** Makes a fresh directory under `parent`, and clears away what runs that were killed left there. */
export async function createSpool(parent: string): Promise<Spool> {
  const directory = path.join(parent, temporaryName(DIRECTORY_PREFIX));
  await mkdir(directory, { mode: DIRECTORY_MODE }).catch((error: unknown) => {
    throw spoolError(parent, error);
  });
  await removeLeftovers(parent, DIRECTORY_PREFIX);
  let scratchFiles = 0;
  return {
    scratchPath: () => path.join(directory, `rows-${++scratchFiles}.ndjson`),
    filePath: (index) => path.join(directory, `window-${String(index + 1).padStart(4, '0')}.ndjson`),
    remove: () => rm(directory, { recursive: true, force: true }).catch(() => undefined),
  };
}

/** A file in the spool, empty: what an earlier attempt left in it is gone. */
export async function openSpoolFile(file: string): Promise<FileHandle> {
  return open(file, 'w', FILE_MODE).catch((error: unknown) => {
    throw spoolError(file, error);
  });
}

/** The error for a spool that cannot be made, written or read. */
export function spoolError(file: string, error: unknown): ReportingError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ReportingError(
    'output',
    `cannot keep the windows in the temporary directory ${file}: ${reason}`,
    {
      hint: 'free some space there, or name another directory with TMPDIR=/path/with/space',
      cause: error,
    },
  );
}
