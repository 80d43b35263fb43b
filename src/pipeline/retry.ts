/**
 * The one policy by which a run asks again. Windows are asked for in parallel, but share one service: when it asks to
 * be left alone, all of them wait, and when it is overloaded, fewer are asked for at once.
 */

import { ReportingError } from '../core/reporting-error.ts';
import { createThrottle } from './throttle.ts';

export interface RetryOptions {
  /** Attempts after the first. */
  readonly retries: number;
  /** Attempts under way at once; fewer while the service says that it is overloaded. */
  readonly concurrency: number;
  readonly now: () => Date;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** Told of each wait before it begins. */
  readonly onWait?: (wait: Wait) => void;
  /** Told how many attempts are under way at once from here on. */
  readonly onConcurrency?: (concurrency: number) => void;
  /** Told that a wait is over. */
  readonly onWaited?: () => void;
}

export interface Wait {
  readonly ms: number;
  /** The attempt that comes after the wait, and the last one that there may be; the first is 1. */
  readonly nextAttempt: number;
  readonly maxAttempts: number;
  readonly error: ReportingError;
}

export interface RetryPolicy {
  /** The result of the first attempt that succeeds; throws the error of the last one, with the number of attempts. */
  run<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Statuses by which a service says that it is asked too much (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const OVERLOADED = new Set([429, 503]);

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
/** A service that asks for a longer pause than this is not waited for. */
export const MAX_RETRY_AFTER_MS = 120_000;

export function createRetryPolicy(options: RetryOptions): RetryPolicy {
  const maxAttempts = options.retries + 1;
  const throttle = createThrottle(options.concurrency, options.onConcurrency);
  /** The service asked for no request before this time. */
  let pauseUntilMs = 0;

  async function waitForPause(signal: AbortSignal): Promise<void> {
    for (;;) {
      const ms = pauseUntilMs - options.now().getTime();
      if (ms <= 0) return;
      await options.sleep(ms, signal);
    }
  }

  function pauseBefore(nextAttempt: number, error: ReportingError): number {
    const afterMs = error.retry?.afterMs;
    if (afterMs === undefined) return backoff(nextAttempt - 1, options.random());
    pauseUntilMs = Math.max(pauseUntilMs, options.now().getTime() + afterMs);
    return afterMs;
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

  return {
    async run(attempt, signal) {
      for (let attempts = 1; ; attempts++) {
        try {
          return await attemptOnce(attempt, signal);
        } catch (error) {
          if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
          const told = error.with({ attempts });
          if (error.retry === undefined || attempts === maxAttempts) throw told;
          if ((error.retry.afterMs ?? 0) > MAX_RETRY_AFTER_MS) throw withoutWait(told, error.retry.afterMs!);
          const ms = pauseBefore(attempts + 1, error);
          options.onWait?.({ ms, nextAttempt: attempts + 1, maxAttempts, error });
          await options.sleep(ms, signal);
          options.onWaited?.();
        }
      }
    },
  };
}

/** Exponential backoff with full jitter: anything from nothing to twice the ceiling of the attempt before. */
function backoff(failures: number, random: number): number {
  return random * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1));
}

function withoutWait(error: ReportingError, afterMs: number): ReportingError {
  const seconds = Math.ceil(afterMs / 1000);
  const most = MAX_RETRY_AFTER_MS / 1000;
  return error.with(
    {},
    {
      hint: `the service asks to wait ${seconds} s, longer than the ${most} s that are waited at most: try again later`,
    },
  );
}
