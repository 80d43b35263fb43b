import path from 'node:path';
import { type ErrorKind, ReportingError } from '../core/reporting-error.ts';

export interface PathUse {
  readonly kind: ErrorKind;
  /** Completes "cannot …". */
  readonly what: string;
}

/**
 * The absolute path of `file`. `workingDirectory` is empty if it was removed while a shell was in it: then a relative path
 * leads nowhere, and an error of that kind is thrown.
 */
export function absolutePath(workingDirectory: string, file: string, { kind, what }: PathUse): string {
  if (workingDirectory !== '' || path.isAbsolute(file)) return path.resolve(workingDirectory, file);
  throw new ReportingError(kind, `cannot ${what}: the current directory does not exist`, {
    hint: 'change to a directory that exists, or give an absolute path',
  });
}
