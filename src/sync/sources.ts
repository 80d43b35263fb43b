/**
 * The source of a month's records: the client that they were pulled for, and the end date of the requests. Each record names it.
 * With another source in `_dataset.json`, the month counts as missing. The base URL and the time zone are no part of it.
 */

import { hashOf } from '../core/hash.ts';
import { recordOptionsOf } from '../sandbox/record-options.ts';
import type { Dataset } from './dataset.ts';

/** Enough of a hash to tell a few sources apart. */
const SOURCE_LENGTH = 8;

type SourceSettings = Pick<Dataset, 'profiles' | 'endDate' | 'earlierSources'>;

/** The source of the records of a client; undefined if the dataset does not have the client. */
export function sourceOf(
  { profiles, endDate }: Omit<SourceSettings, 'earlierSources'>,
  profile: string,
): string | undefined {
  const client = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
  if (client === undefined) return undefined;
  const identity =
    'sandbox' in client ? Object.values(recordOptionsOf(client.sandbox)) : client.clientId.toLowerCase();
  return hashOf(JSON.stringify([identity, endDate])).slice(0, SOURCE_LENGTH);
}

/** True if the records of a client have the source that the dataset has now. `source` is the one that their file names. */
export type SourceCheck = (profile: string, source: string | undefined) => boolean;

/** Creates the check for a dataset. The records of a client that the dataset does not have pass. */
export function createSourceCheck(dataset: SourceSettings): SourceCheck {
  const sources = new Map(
    Object.keys(dataset.profiles).map((profile) => [profile, sourceOf(dataset, profile)] as const),
  );
  return (profile, source) => {
    const current = sources.get(profile);
    return current === undefined || (source ?? dataset.earlierSources.get(profile) ?? current) === current;
  };
}

/**
 * The sources of records that do not name theirs, because an earlier release wrote them: for each client that `after` has no more,
 * or with another source, that of the time before the first change.
 */
export function findEarlierSources(
  before: SourceSettings,
  after: SourceSettings,
): ReadonlyMap<string, string> {
  const changed = Object.keys(before.profiles).flatMap((profile) => {
    const source = sourceOf(before, profile)!;
    return source === sourceOf(after, profile) ? [] : [[profile, source] as const];
  });
  return new Map([...changed, ...before.earlierSources]);
}
