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
export function isHeld(error: unknown, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' && HELD.has(codeOf(error));
}

/** The waits between attempts: 3 seconds in total. */
const WAITS_MS = [10, 20, 40, 80, 150, 200, 500, 1000, 1000];

/** How long to wait for the other program. */
interface HeldFileOptions {
  /** Ends a wait with its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly platform?: NodeJS.Platform;
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/** The result of `work`. On Windows, tries again while another program has the file open, and throws the system's error at last. */
export async function untilFree<T>(
  work: () => Promise<T>,
  { signal, platform = process.platform, sleep = wait }: HeldFileOptions = {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const ms = WAITS_MS[attempt];
      if (ms === undefined || !isHeld(error, platform)) throw error;
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
