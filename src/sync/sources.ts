/**
 * The source of a month's records: the client that they were pulled for, and the end date of the requests. Each record names it, so
 * that a month of another dataset is found. The base URL and the time zone are no part of it.
 */

import { hashOf } from '../core/hash.ts';
import { recordOptionsOf } from '../sandbox/record-options.ts';
import type { Dataset } from './dataset.ts';

/** Enough of a hash to tell a few sources apart. */
const SOURCE_LENGTH = 8;

/** The message about a record with another source. */
export const OTHER_SOURCE = 'was pulled with another end date or client id';

/** The source of the records of each client of a dataset, by folder. */
export function sourcesOf({ profiles, endDate }: Pick<Dataset, 'profiles' | 'endDate'>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(profiles).map(([profile, client]) => {
      const identity =
        'sandbox' in client ? Object.values(recordOptionsOf(client.sandbox)) : client.clientId.toLowerCase();
      return [profile, hashOf(JSON.stringify([identity, endDate])).slice(0, SOURCE_LENGTH)];
    }),
  );
}
