import { domainRecords, revenueRecords, toJson } from '../../src/sandbox/sample-records.ts';
import { daysFrom } from './daily-service.ts';
import { type StoredProfile, storeProfiles } from './profiles.ts';
import type { Home } from './run-cli.ts';
import { sendJson, sendStatus, startService } from './service.ts';

/** The service's address in the documentation, which does not exist. */
export const EXAMPLE_URL = 'https://reports.example.com/v2/reporting';

/** The clients of the documentation. The service refuses the token of `corto`. */
const CLIENT_IDS = {
  acme: '0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d',
  brava: '7d444840-9dc0-11d1-b245-5ffdce74fad2',
  corto: '3f2a6c1e-58b7-4d09-a2c4-6e1f0d9b7a35',
};
const REFUSED = 'corto';

/**
 * Stores the documentation's profiles, of accounts at a service on loopback with the sandbox's records. Returns the
 * service's address.
 */
export async function storeAccounts(home: Home, names: readonly string[]): Promise<string> {
  const clients = Object.entries(CLIENT_IDS);
  const service = await startService(({ path, query, headers }, response) => {
    const seed = 1 + clients.findIndex(([, id]) => id === headers['client-id']);
    if (headers['reporting-api-token'] === tokenOf(REFUSED)) return sendStatus(response, 401);
    const recordsOf = path.endsWith('/domains') ? domainRecords : revenueRecords;
    const days = daysFrom(query.start_date!, query.end_date!);
    sendJson(response, toJson(recordsOf(days, seed)));
  });
  // As long as the address in the documentation, so that tables are aligned.
  const baseUrl = service.baseUrl.replace('/v2', '/r/v2');
  const profiles = clients.filter(([name]) => names.includes(name));
  const stored = profiles.map(([name, clientId]): [string, StoredProfile] => [
    name,
    { baseUrl, clientId, token: tokenOf(name) },
  ]);
  storeProfiles(home, Object.fromEntries(stored), { profile: names[0] });
  return baseUrl;
}

function tokenOf(name: string): string {
  return `canary-${name}-Tr0ub4dor`;
}
