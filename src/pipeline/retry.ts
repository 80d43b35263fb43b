/**
 * The one policy by which a run asks again. Windows are asked for in parallel, but share one service: when it asks to
 * be left alone, all of them wait.
 */

import { ReportingError } from '../core/reporting-error.ts';

export interface RetryOptions {
  /** Attempts after the first. */
  readonly retries: number;
  readonly now: () => Date;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** Told of each wait before it begins. */
  readonly onWait?: (wait: Wait) => void;
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

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
/** A service that asks for a longer pause than this is not waited for. */
export const MAX_RETRY_AFTER_MS = 120_000;

export function createRetryPolicy(options: RetryOptions): RetryPolicy {
  const maxAttempts = options.retries + 1;
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

  return {
    async run(attempt, signal) {
      for (let attempts = 1; ; attempts++) {
        await waitForPause(signal);
        try {
          return await attempt();
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
