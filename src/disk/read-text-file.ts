import { readFile } from 'node:fs/promises';
import { interruptible } from '../core/interruptible.ts';
import { ReportingError } from '../core/reporting-error.ts';

/**
 * All of a file, as text. Throws a configuration error that says what the file is: `what` completes "cannot read …".
 * Whoever is at the other end of a pipe may never write: `signal` does not wait for that.
 */
export async function readTextFile(location: string, what: string, signal: AbortSignal): Promise<string> {
  try {
    return await interruptible(readFile(location, 'utf8'), signal);
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ReportingError('config', `cannot read ${what}: ${PROBLEMS[code] ?? code}`);
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};
