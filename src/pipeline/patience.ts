/**
 * How long a window that fails is tried again. Its patience is a time that is spent from its first failure on, by its back-offs
 * and by its attempts, and by nothing else. Time in which the window may not ask is free, since other windows and the
 * service decide on it: the run-wide pause after a `Retry-After`, and the wait for a permit of the throttle.
 *
 * A service that asks for one pause after another exhausts the patience nevertheless: a pause costs as much as the back-off
 * that it replaces.
 */
export interface Patience {
  /**
   * Takes note of a failed attempt that lasted `attemptMs`. Returns how long to back off before the next one; undefined if that was
   * the last.
   */
  backoffAfter(attemptMs: number): number | undefined;
}

export interface PatienceOptions {
  /** Time for retries, in milliseconds; 0 for none. The last attempt begins when it is over. */
  readonly retryForMs: number;
  /** Attempts after the first, at most; undefined for as many as the time allows. */
  readonly retries?: number | undefined;
  /** At least 0, below 1. */
  readonly random: () => number;
}

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 10_000;

export function createPatience({ retryForMs, retries, random }: PatienceOptions): Patience {
  let failures = 0;
  let spentMs = 0;
  let wasLast = retryForMs === 0;
  return {
    backoffAfter(attemptMs) {
      failures++;
      // Patience begins with the first failure, however long that took. A clock that is set back gives none.
      if (failures > 1) spentMs += Math.max(0, attemptMs);
      if (wasLast || (retries !== undefined && failures > retries)) return undefined;
      const leftMs = Math.max(0, retryForMs - spentMs);
      const backoffMs = backoff(failures, random());
      wasLast = backoffMs >= leftMs;
      const ms = Math.min(backoffMs, leftMs);
      spentMs += ms;
      return ms;
    },
  };
}

/** Exponential back-off with full jitter: anything from nothing to a ceiling that doubles with each failure. */
function backoff(failures: number, random: number): number {
  return random * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1));
}
