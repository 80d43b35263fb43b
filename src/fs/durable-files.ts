/** Files that survive a power failure, and the errors of writing them. */

import { open } from 'node:fs/promises';
import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { shellWord } from '../core/text.ts';
import { codeOf } from './paths.ts';

/** Lets the rename survive a power failure. Ignores errors: not every file system supports it. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its directory does not exist',
  ENOTDIR: 'its directory is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is used up',
};

/** The output error for `file`, which could not be written. An error that is not the system's is returned unchanged. */
export function outputError(file: string, error: unknown): Error {
  if (error instanceof ReportingError || !(error instanceof Error)) return error as Error;
  const reason = REASONS[String(codeOf(error))] ?? error.message;
  return new ReportingError('output', `cannot write ${file}: ${reason}`, {
    hint:
      codeOf(error) === 'ENOENT' ? `create it first: mkdir -p ${shellWord(path.dirname(file))}` : undefined,
    cause: error,
  });
}
