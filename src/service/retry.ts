/**
 * The retry policy of a run. Windows are fetched in parallel from one service, so they share its limits: the number of requests at
 * once, and the pauses that the service asks for.
 */

import { interruptible } from '../core/async.ts';
import { ReportingError } from '../core/errors.ts';
import { FIRST_BACKOFF_MS, MAX_BACKOFF_MS, MAX_RETRY_AFTER_MS } from '../core/limits.ts';
import { formatDuration } from '../core/text.ts';

/** A retry policy for a waiting user: two attempts, at most 10 seconds apart. */
export const TWO_ATTEMPTS = { retries: 1, retryForMs: 10_000, maxRetryAfterMs: 10_000, concurrency: 1 };

/** The limits of a retry policy, and its view of the outside world. */
export interface RetryOptions {
  /** Time for the retries of a window; 0 for none. The last attempt begins when the time is over. */
  readonly retryForMs: number;
  /** Most attempts after the first; undefined for no limit besides the time. */
  readonly retries?: number | undefined;
  /** True if `retryForMs` also limits the time in which no window of the run succeeds. */
  readonly isOfRun?: boolean;
  /** Longest pause to accept from the service. Default: `MAX_RETRY_AFTER_MS`, or `retryForMs` if that is longer. */
  readonly maxRetryAfterMs?: number;
  readonly concurrency: number;
  readonly now: () => Date;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called before each wait. */
  readonly onWait?: (wait: Wait) => void;
  /** Called after each wait, also if it was aborted, with the value that `onWait` received. */
  readonly onWaited?: (wait: Wait) => void;
}

/** A wait before a retry. */
export interface Wait {
  readonly ms: number;
  /** Number of the retry after the wait: 1 is the second attempt. */
  readonly retry: number;
  readonly error: ReportingError;
}

/** Runs attempts, and repeats them while their failures may pass. */
export interface RetryPolicy {
  /**
   * Returns the result of the first successful attempt. Throws the error of the last one, with the number and time of the
   * attempts.
   */
  run<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Creates the policy of a run, which all its windows share. */
export function createRetryPolicy(options: RetryOptions): RetryPolicy {
  const { retryForMs, retries, isOfRun = false, concurrency, onWait, onWaited } = options;
  const { maxRetryAfterMs = Math.max(MAX_RETRY_AFTER_MS, retryForMs) } = options;
  const nowMs = (): number => options.now().getTime();
  /** No request may begin before this time: the service asked for a pause. */
  let pauseUntilMs = 0;
  /** The time of the first failure since the last success of any window. */
  let failingSinceMs: number | undefined;
  let active = 0;
  const waiting: (() => void)[] = [];

  async function attemptOnce<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    while (active >= concurrency) {
      await interruptible(new Promise<void>((resolve) => waiting.push(resolve)), signal);
    }
    active++;
    try {
      for (let ms = pauseUntilMs - nowMs(); ms > 0; ms = pauseUntilMs - nowMs()) await options.sleep(ms, signal);
      const result = await attempt();
      failingSinceMs = undefined;
      return result;
    } finally {
      active--;
      for (const wake of waiting.splice(0)) wake();
    }
  }

  return {
    /*
     * From a window's first failure on, only its back-offs and its attempts use up the time for its retries. Time in which it may
     * not send a request is free, because other windows and the service decide on it: the run-wide pause after a `Retry-After`, and
     * the wait for one of the attempts at once. Repeated pauses still use up the time: each costs as much as the back-off that it
     * replaces.
     */
    async run(attempt, signal) {
      let firstMs: number | undefined;
      let spentMs = 0;
      let isLast = retryForMs === 0;
      for (let attempts = 1; ; attempts++) {
        let begunMs = 0;
        try {
          return await attemptOnce(() => {
            begunMs = nowMs();
            firstMs ??= begunMs;
            return attempt();
          }, signal);
        } catch (error) {
          if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
          // The abort reason may be the failure of another window, which this window must not retry.
          signal.throwIfAborted();
          const endMs = nowMs();
          const elapsed = attempts === 1 ? {} : { elapsedMs: Math.max(0, endMs - firstMs!) };
          const failure = error.with({ attempts, ...elapsed });
          if (error.retry === undefined || attempts === error.retry.attempts) throw failure;
          const { afterMs = 0 } = error.retry;
          const isTooLong = afterMs > maxRetryAfterMs;
          if (afterMs > 0 && !isTooLong) pauseUntilMs = Math.max(pauseUntilMs, endMs + afterMs);
          // The first attempt costs nothing. A clock that is set back gives no extra time.
          if (attempts > 1) spentMs += Math.max(0, endMs - begunMs);
          failingSinceMs ??= endMs;
          const leftOfRunMs = isOfRun ? retryForMs - (endMs - failingSinceMs) : Number.POSITIVE_INFINITY;
          if (isLast || (retries !== undefined && attempts > retries) || leftOfRunMs <= 0) throw failure;
          if (isTooLong) {
            const seconds = Math.ceil(afterMs / 1000);
            const hint = `the service asks to wait ${seconds} s, longer than a run waits: try again after that`;
            throw failure.with({}, { hint });
          }
          const leftMs = Math.max(0, retryForMs - spentMs);
          const backoffMs = backoff(attempts, options.random());
          isLast = backoffMs >= leftMs;
          spentMs += Math.min(backoffMs, leftMs);
          // Never less than the back-off: a service may ask for an immediate retry each time.
          const ms = Math.max(Math.min(backoffMs, leftMs, leftOfRunMs), afterMs);
          const wait: Wait = { ms, retry: attempts, error: failure };
          onWait?.(wait);
          await options.sleep(ms, signal).finally(() => onWaited?.(wait));
        }
      }
    },
  };
}

/** `retry 3 in 2.1 s` */
export function describeWait({ retry, ms }: Wait): string {
  return `retry ${retry} in ${formatDuration(ms)}`;
}

/** Exponential back-off with full jitter: a random time from 0 to a ceiling that doubles with each failure. */
function backoff(failures: number, random: number): number {
  return random * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1));
}
