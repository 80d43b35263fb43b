import type { Credentials } from '../api/credentials.ts';
import { revenue } from '../api/reports.ts';
import { wireRequest } from '../api/wire.ts';
import { ReportingError } from '../core/errors.ts';
import { addDays } from '../dates/date.ts';
import type { Uses } from '../services.ts';
import type { NetworkChoices } from './settings.ts';

interface VerifyHints {
  /** The hint if the service refuses the credentials. */
  readonly refusalHint: string;
  /** How to check the address. */
  readonly addressHint: string;
}

/** A retry policy for a waiting user: two attempts, at most 10 seconds apart. */
export const TWO_ATTEMPTS = { retries: 1, retryForMs: 10_000, maxRetryAfterMs: 10_000, concurrency: 1 };

/**
 * Checks credentials with the smallest request that needs them: one day, yesterday. Throws the service's refusal, or an error
 * that the credentials could not be checked.
 */
export async function verifyCredentials(
  credentials: Credentials,
  network: NetworkChoices,
  services: Uses<'signal' | 'today' | 'openService' | 'createRetryPolicy'>,
  hints: VerifyHints,
): Promise<void> {
  const { signal } = services;
  const yesterday = addDays(services.today(), -1);
  const window = { from: yesterday, to: yesterday };
  const service = await services.openService(credentials, { ...hints, network });
  try {
    const retry = services.createRetryPolicy(TWO_ATTEMPTS);
    const request = {
      report: revenue.name,
      window,
      ...wireRequest(credentials.baseUrl, revenue, window, 'json'),
      subject: 'the test request',
    };
    const { chunks } = await retry.run(() => service.fetchWindow(request, signal), signal);
    await chunks[Symbol.asyncIterator]().return?.();
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind === 'interrupted' || error.kind === 'auth') throw error;
    // There is no option for the time limit.
    const hint = error.code === 'E-timeout' ? hints.addressHint : undefined;
    throw error.with({}, { message: `the credentials could not be checked: ${error.message}`, hint });
  } finally {
    service.close();
  }
}
