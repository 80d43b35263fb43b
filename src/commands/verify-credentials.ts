import type { Credentials } from '../contract/credentials.ts';
import { addDays } from '../core/calendar-date.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { revenue } from '../reports/revenue.ts';
import type { Ports } from './ports.ts';

/**
 * Asks the service for one day, yesterday, as the smallest request that needs both credentials. Throws the service's
 * refusal, with `hint`, or the failure to reach it.
 */
export async function verifyCredentials(
  credentials: Credentials,
  ports: Ports,
  { hint }: { readonly hint: string },
): Promise<void> {
  const { signal } = ports;
  const yesterday = addDays(ports.today(), -1);
  const service = await ports.openService(credentials, { loginHint: hint });
  try {
    const retry = ports.createRetryPolicy({ retries: 1 });
    const ask = () => service.fetchWindow(revenue, { from: yesterday, to: yesterday }, signal);
    const { chunks } = await retry.run(ask, signal);
    await chunks[Symbol.asyncIterator]().return?.();
  } catch (error) {
    if (error instanceof ReportingError && error.kind !== 'interrupted' && error.kind !== 'auth') {
      throw error.with({}, { message: `the credentials could not be checked: ${error.message}`, hint });
    }
    throw error;
  } finally {
    service.close();
  }
}
