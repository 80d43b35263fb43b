/**
 * The one policy by which a run asks again. Windows are asked for in parallel, but share one service: when it asks to
 * be left alone, all of them wait, and when it is overloaded, fewer are asked for at once.
 */

import { formatDuration } from '../core/duration.ts';
import { MAX_RETRY_AFTER_MS } from '../core/limits.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { createPatience, type PatienceOptions } from './patience.ts';
import { createThrottle } from './throttle.ts';

export interface RetryOptions extends PatienceOptions {
  /** Longest pause that the service may ask for, in milliseconds; two minutes, or `retryForMs` if that is longer. */
  readonly maxRetryAfterMs?: number;
  /** Attempts under way at once; fewer while the service says that it is overloaded. */
  readonly concurrency: number;
  readonly now: () => Date;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told of each wait before it begins. */
  readonly onWait?: (wait: Wait) => void;
  /** Told how many attempts are under way at once from here on. */
  readonly onConcurrency?: (concurrency: number) => void;
  /** Told that a wait is over. */
  readonly onWaited?: () => void;
}

export interface Wait {
  readonly ms: number;
  /** The attempt that comes after the wait, without the first: 1 is the second attempt. */
  readonly retry: number;
  readonly error: ReportingError;
}

export interface RetryPolicy {
  /** The result of the first attempt that succeeds; throws the error of the last one, with the number of attempts and their time. */
  run<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Statuses by which a service says that it is asked too much (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const OVERLOADED = new Set([429, 503]);

export function createRetryPolicy(options: RetryOptions): RetryPolicy {
  const { maxRetryAfterMs = Math.max(MAX_RETRY_AFTER_MS, options.retryForMs) } = options;
  const throttle = createThrottle(options.concurrency, options.onConcurrency);
  const nowMs = (): number => options.now().getTime();
  /** The service asked for no request before this time. */
  let pauseUntilMs = 0;

  async function waitForPause(signal: AbortSignal): Promise<void> {
    for (;;) {
      const ms = pauseUntilMs - nowMs();
      if (ms <= 0) return;
      await options.sleep(ms, signal);
    }
  }

  /** One attempt, with a place of its own while it lasts. */
  async function attemptOnce<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await waitForPause(signal);
    const place = await throttle.enter(signal);
    let outcome: 'good' | 'overloaded' | 'other' = 'other';
    try {
      await waitForPause(signal);
      const result = await attempt();
      outcome = 'good';
      return result;
    } catch (error) {
      if (error instanceof ReportingError && OVERLOADED.has(error.facts.status ?? 0)) outcome = 'overloaded';
      throw error;
    } finally {
      place.leave(outcome);
    }
  }

  function withoutWait(error: ReportingError, afterMs: number): ReportingError {
    const asked = `the service asks to wait ${Math.ceil(afterMs / 1000)} s`;
    const hint =
      options.maxRetryAfterMs === undefined
        ? `${asked}, and a run waits ${Math.floor(maxRetryAfterMs / 1000)} s at most: try again later, or with a longer --retry-for`
        : `${asked}: try again then`;
    return error.with({}, { hint });
  }

  return {
    async run(attempt, signal) {
      const patience = createPatience(options);
      let firstMs: number | undefined;
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
          // The reason may be the failure of another window: it is not this one's to retry.
          signal.throwIfAborted();
          const endMs = nowMs();
          const told = error.with(
            attempts === 1 ? { attempts } : { attempts, elapsedMs: Math.max(0, endMs - firstMs!) },
          );
          if (error.retry === undefined) throw told;
          const { afterMs = 0 } = error.retry;
          const isTooLong = afterMs > maxRetryAfterMs;
          if (afterMs > 0 && !isTooLong) pauseUntilMs = Math.max(pauseUntilMs, endMs + afterMs);
          const backoffMs = patience.backoffAfter(endMs - begunMs);
          if (backoffMs === undefined) throw told;
          if (isTooLong) throw withoutWait(told, afterMs);
          // Not less than the back-off: a service that always asks for a retry at once would be asked without end.
          const ms = Math.max(backoffMs, afterMs);
          options.onWait?.({ ms, retry: attempts, error });
          await options.sleep(ms, signal);
          options.onWaited?.();
        }
      }
    },
  };
}

/** `retry 3 in 2.1 s` */
export function describeWait({ retry, ms }: Wait): string {
  return `retry ${retry} in ${formatDuration(ms)}`;
}
