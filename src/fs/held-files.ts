/**
 * Files that another program has open. Windows does not replace or remove them: Excel keeps them open for hours, a virus
 * scanner or a search indexer for moments. Other systems have no such rule.
 */

import { promises } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from './paths.ts';

/** Codes of Node for ERROR_ACCESS_DENIED and ERROR_SHARING_VIOLATION (libuv, src/win/error.c), as graceful-fs has them. */
const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** The waits between attempts: 3 seconds in total. */
const WAITS_MS = [10, 20, 40, 80, 150, 200, 500, 1000, 1000];

/** How long to wait for the other program. */
interface HeldFileOptions {
  /** Ends a wait with its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly platform?: NodeJS.Platform;
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/** A file that another program still has open after all waits. Its cause is the system's error. */
export class HeldFileError extends Error {
  override readonly name = 'HeldFileError';
  /** The code of the system's error. */
  readonly code: unknown;

  constructor(cause: unknown) {
    super('another program has the file open', { cause });
    this.code = codeOf(cause);
  }
}

/** The result of `work`. On Windows, tries again while another program has the file open, and throws a HeldFileError at last. */
export async function untilFree<T>(
  work: () => Promise<T>,
  { signal, platform = process.platform, sleep = wait }: HeldFileOptions = {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (platform !== 'win32' || !HELD.has(String(codeOf(error)))) throw error;
      const ms = WAITS_MS[attempt];
      if (ms === undefined) throw new HeldFileError(error);
      await sleep(ms, signal);
      signal?.throwIfAborted();
    }
  }
}

/** Removes a file, which may be missing. On Windows, waits for other programs that have it open. */
export function removeFile(file: string): Promise<void> {
  return untilFree(() => promises.rm(file, { force: true }));
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<unknown> {
  // The caller throws the reason of the signal.
  return delay(ms, undefined, { signal }).catch(() => undefined);
}
