import type { Credentials } from '../contract/credentials.ts';
import { addDays } from '../core/calendar-date.ts';
import { formatRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { revenue } from '../reports/revenue.ts';
import type { NetworkChoices, Ports } from './ports.ts';

export interface VerifyHints {
  /** What to do when the service refuses the credentials. */
  readonly ifRefused: string;
  /** What to do when it could not be asked. */
  readonly ifNotReached?: string;
  /** Longest wait for the answer to begin, in milliseconds; a minute. */
  readonly headTimeoutMs?: number;
}

/** A second attempt, after a wait that a person can bear. */
export const TWO_ATTEMPTS = { retries: 1, retryForMs: 10_000, maxRetryAfterMs: 10_000, concurrency: 1 };

/**
 * Asks the service for one day, yesterday, as the smallest request that needs both credentials. Throws the service's
 * refusal, or the failure to ask it.
 */
export async function verifyCredentials(
  credentials: Credentials,
  network: NetworkChoices,
  ports: Ports,
  hints: VerifyHints,
): Promise<void> {
  const { signal } = ports;
  const yesterday = addDays(ports.today(), -1);
  const service = await ports.openService(credentials, {
    refusalHint: hints.ifRefused,
    network,
    ...(hints.headTimeoutMs === undefined ? {} : { headTimeoutMs: hints.headTimeoutMs }),
  });
  try {
    const retry = ports.createRetryPolicy(TWO_ATTEMPTS);
    const ask = () => service.fetchWindow(revenue, { from: yesterday, to: yesterday }, signal);
    const { chunks } = await retry.run(ask, signal);
    await chunks[Symbol.asyncIterator]().return?.();
  } catch (error) {
    if (error instanceof ReportingError && error.kind === 'auth') {
      const day = `${revenue.name} ${formatRange({ from: yesterday, to: yesterday })}`;
      throw error.with({}, { message: error.message.replace(day, 'the credentials') });
    }
    if (error instanceof ReportingError && error.kind !== 'interrupted') {
      const message = `the credentials could not be checked: ${error.message}`;
      throw error.with(
        {},
        { message, hint: error.kind === 'unavailable' ? (hints.ifNotReached ?? error.hint) : error.hint },
      );
    }
    throw error;
  } finally {
    service.close();
  }
}
