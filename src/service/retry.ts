/**
 * The retry policy of a run. Windows are fetched in parallel from one service, so they share its limits: if the service asks for
 * a pause, all windows wait; if it is overloaded, fewer requests run at once.
 */

import { ReportingError } from '../core/errors.ts';
import { FIRST_BACKOFF_MS, MAX_BACKOFF_MS, MAX_RETRY_AFTER_MS } from '../core/limits.ts';
import { formatDuration } from '../core/text.ts';
import { OVERLOADED_STATUSES } from './network-errors.ts';

/** The throttle adds a permit after this many consecutive good responses per permit. */
const GOOD_RESPONSES_PER_PERMIT = 4;

/** A retry policy for a waiting user: two attempts, at most 10 seconds apart. */
export const TWO_ATTEMPTS = { retries: 1, retryForMs: 10_000, maxRetryAfterMs: 10_000, concurrency: 1 };

/** The limits of a retry policy, and its view of the outside world. */
export interface RetryOptions {
  /** Time for the retries of a window; 0 for none. The last attempt begins when the time is over. */
  readonly retryForMs: number;
  /** Most attempts after the first; undefined for no limit besides the time. */
  readonly retries?: number | undefined;
  /** True if `retryForMs` also limits the total time in which at least one window of the run is retried. */
  readonly isOfRun?: boolean;
  /** Longest pause to accept from the service. Default: `MAX_RETRY_AFTER_MS`, or `retryForMs` if that is longer. */
  readonly maxRetryAfterMs?: number;
  /** Most attempts at once; fewer while the service is overloaded. */
  readonly concurrency: number;
  readonly now: () => Date;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called before each wait. */
  readonly onWait?: (wait: Wait) => void;
  /** Called with the new limit of attempts at once. */
  readonly onConcurrency?: (concurrency: number) => void;
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
  const { retryForMs, retries, maxRetryAfterMs = Math.max(MAX_RETRY_AFTER_MS, retryForMs) } = options;
  const acquire = createThrottle(options.concurrency, options.onConcurrency);
  const nowMs = (): number => options.now().getTime();
  /** No request may begin before this time: the service asked for a pause. */
  let pauseUntilMs = 0;
  /** Windows that are retried, since when there is one, and the time before that in which there was one. */
  const outage = { windows: 0, sinceMs: 0, beforeMs: 0 };

  function outageMs(): number {
    return outage.beforeMs + (outage.windows === 0 ? 0 : Math.max(0, nowMs() - outage.sinceMs));
  }

  function beginOutage(): void {
    if (outage.windows++ === 0) outage.sinceMs = nowMs();
  }

  function endOutage(): void {
    const elapsedMs = outageMs();
    outage.windows -= 1;
    if (outage.windows === 0) outage.beforeMs = elapsedMs;
  }

  async function waitForPause(signal: AbortSignal): Promise<void> {
    for (;;) {
      const ms = pauseUntilMs - nowMs();
      if (ms <= 0) return;
      await options.sleep(ms, signal);
    }
  }

  async function attemptOnce<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await waitForPause(signal);
    const release = await acquire(signal);
    let outcome: Outcome = 'other';
    try {
      await waitForPause(signal);
      const result = await attempt();
      outcome = 'good';
      return result;
    } catch (error) {
      if (error instanceof ReportingError && OVERLOADED_STATUSES.has(error.facts.status ?? 0)) outcome = 'overloaded';
      throw error;
    } finally {
      release(outcome);
    }
  }

  function rejectPause(error: ReportingError, afterMs: number): ReportingError {
    const hint = `the service asks to wait ${Math.ceil(afterMs / 1000)} s, longer than a run waits: try again after that`;
    return error.with({}, { hint });
  }

  return {
    /*
     * From a window's first failure on, only its back-offs and its attempts use up the time for its retries. Time in which it may
     * not send a request is free, because other windows and the service decide on it: the run-wide pause after a `Retry-After`, and
     * the wait for a permit of the throttle. Repeated pauses still use up the time: each costs as much as the back-off that it
     * replaces.
     */
    async run(attempt, signal) {
      let firstMs: number | undefined;
      let spentMs = 0;
      let isLast = retryForMs === 0;
      let isRetried = false;
      try {
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
            const failure = error.with(
              attempts === 1 ? { attempts } : { attempts, elapsedMs: Math.max(0, endMs - firstMs!) },
            );
            if (error.retry === undefined || attempts === error.retry.attempts) throw failure;
            if (!isRetried) beginOutage();
            isRetried = true;
            const { afterMs = 0 } = error.retry;
            const isTooLong = afterMs > maxRetryAfterMs;
            if (afterMs > 0 && !isTooLong) pauseUntilMs = Math.max(pauseUntilMs, endMs + afterMs);
            // The first attempt costs nothing. A clock that is set back gives no extra time.
            if (attempts > 1) spentMs += Math.max(0, endMs - begunMs);
            const leftOfRunMs = options.isOfRun === true ? retryForMs - outageMs() : Number.POSITIVE_INFINITY;
            if (isLast || (retries !== undefined && attempts > retries) || leftOfRunMs <= 0) throw failure;
            if (isTooLong) throw rejectPause(failure, afterMs);
            const leftMs = Math.max(0, retryForMs - spentMs);
            const backoffMs = backoff(attempts, options.random());
            isLast = backoffMs >= leftMs;
            spentMs += Math.min(backoffMs, leftMs);
            // Never less than the back-off: a service may ask for an immediate retry each time.
            const wait: Wait = {
              ms: Math.max(Math.min(backoffMs, leftMs, leftOfRunMs), afterMs),
              retry: attempts,
              error: failure,
            };
            options.onWait?.(wait);
            await options.sleep(wait.ms, signal).finally(() => options.onWaited?.(wait));
          }
        }
      } finally {
        if (isRetried) endOutage();
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

/**
 * Resolves with a function that releases the permit when one is free; rejects with the signal's reason when it is aborted.
 */
type Throttle = (signal: AbortSignal) => Promise<(outcome: Outcome) => void>;

type Outcome = 'good' | 'overloaded' | 'other';

/**
 * Creates a throttle with `permits` permits. An overloaded response halves their number, down to one; further overloaded responses to
 * requests that began before the change do not count. Good responses raise the number again. `onChange` receives each new number.
 */
export function createThrottle(permits: number, onChange: (permits: number) => void = () => undefined): Throttle {
  const waiting: (() => void)[] = [];
  let allowed = permits;
  let taken = 0;
  let goodInARow = 0;
  /** Rises each time the number of permits falls. */
  let generation = 0;

  function change(next: number): void {
    if (next === allowed) return;
    allowed = next;
    onChange(allowed);
  }

  function adjust(outcome: Outcome, acquiredIn: number): void {
    if (outcome === 'overloaded' && acquiredIn === generation) {
      generation++;
      goodInARow = 0;
      change(Math.max(1, Math.floor(allowed / 2)));
    }
    if (outcome !== 'good' || allowed === permits) return;
    goodInARow++;
    if (goodInARow < allowed * GOOD_RESPONSES_PER_PERMIT) return;
    goodInARow = 0;
    change(allowed + 1);
  }

  function admit(): void {
    while (taken < allowed && waiting.length > 0) {
      taken++;
      waiting.shift()!();
    }
  }

  return (signal) =>
    new Promise((resolve, reject) => {
      const admitted = (): void => {
        signal.removeEventListener('abort', onAbort);
        const acquiredIn = generation;
        resolve((outcome) => {
          taken--;
          adjust(outcome, acquiredIn);
          admit();
        });
      };
      const onAbort = (): void => {
        const index = waiting.indexOf(admitted);
        if (index !== -1) waiting.splice(index, 1);
        reject(signal.reason);
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', onAbort);
      waiting.push(admitted);
      admit();
    });
}
