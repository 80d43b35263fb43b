/** The locks of a dataset: of each month while it is pulled, and of the settings while a run extends them. */

import { ReportingError } from '../core/errors.ts';
import { LOCK_WAIT_MS } from '../core/limits.ts';
import { formatDuration } from '../core/text.ts';
import { outputError } from '../fs/durable-files.ts';
import { acquireLock, LockError, STALE_LOCK_MS } from '../fs/lock.ts';
import { unreadable } from '../fs/paths.ts';
import type { Uses } from '../services.ts';
import type { Place } from './tree.ts';

const LOCK_POLL_MS = 1000;

/**
 * Acquires the lock in `place`. Throws an output error or a configuration error for one that cannot be written or read, and a
 * locked error if another run still holds it after the wait: it is `doing` that to `what`.
 */
export async function acquireOwn(
  [file, shown]: Place,
  { signal, now, sleep }: Uses<'signal' | 'now' | 'sleep'>,
  { what, doing, ...facts }: { readonly what: string; readonly doing: string; readonly profile?: string },
): ReturnType<typeof acquireLock> {
  const options = { waitMs: LOCK_WAIT_MS, pollMs: LOCK_POLL_MS, staleMs: STALE_LOCK_MS, signal, now, sleep };
  try {
    return await acquireLock(file, options);
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    if (error.reason === 'unwritable') throw outputError(shown, error.cause);
    if (error.reason === 'unreadable') throw unreadable(shown, error.cause);
    const owner = error.pid === undefined ? 'another sync' : `another sync (process ${error.pid})`;
    const waited = formatDuration(LOCK_WAIT_MS);
    throw new ReportingError('E-locked', `${what}: ${owner} is ${doing} it, after a wait of ${waited}`, {
      ...facts,
      hint: 'run again when it is done',
    });
  }
}
