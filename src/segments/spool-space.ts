import { statfs } from 'node:fs/promises';
import { spoolError } from './spool.ts';

/** Where a spool would be made, and how much fits. */
export interface SpoolSpace {
  readonly directory: string;
  /** What a user without privileges may still fill. */
  readonly freeBytes: number;
}

/** Throws an output error for a directory that is not there. */
export async function spoolSpace(directory: string): Promise<SpoolSpace> {
  const { bavail, bsize } = await statfs(directory).catch((error: unknown) => {
    throw spoolError(directory, error);
  });
  return { directory, freeBytes: bavail * bsize };
}
