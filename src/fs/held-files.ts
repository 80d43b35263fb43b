/**
 * Files that another program has open. Windows does not replace or remove them: Excel keeps them open for hours, a virus
 * scanner or a search indexer for moments. Other systems have no such rule.
 */

import { promises } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from './paths.ts';

/** Codes of Node for ERROR_ACCESS_DENIED and ERROR_SHARING_VIOLATION (libuv, src/win/error.c), as graceful-fs has them. */
const HELD = new Set<unknown>(['EPERM', 'EACCES', 'EBUSY']);

/** True for the error of a file that another program may have open. */
export function isHeld(error: unknown): boolean {
  return process.platform === 'win32' && HELD.has(codeOf(error));
}

/** The waits between attempts: 3 seconds in total. */
const WAITS_MS = [10, 20, 40, 80, 150, 200, 500, 1000, 1000];

/**
 * The result of `work`. On Windows, tries again while another program has the file open, and throws the system's error at last, or the
 * reason of an aborted signal.
 */
export async function untilFree<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const ms of WAITS_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isHeld(error)) throw error;
    }
    await delay(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
  return work();
}

/** Removes a file, which may be missing. On Windows, waits for other programs that have it open. */
export function removeFile(file: string): Promise<void> {
  return untilFree(() => promises.rm(file, { force: true }));
}
