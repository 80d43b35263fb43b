/** How the last day of a window is asked for: as the option says, or the profile, or by its own date. */

import { Option } from 'commander';
import { END_DATES, type EndDate } from '../contract/end-date.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { profileSource, type Sourced } from '../profiles/resolve-credentials.ts';
import type { ProfileInUse } from './find-credentials.ts';

export interface EndDateOptions {
  readonly endDate?: EndDate;
}

export function endDateOption(description: string): Option {
  return new Option('--end-date <way>', description).choices(END_DATES);
}

/** The way as it was written, and where it comes from. `profile` is asked only for what the option leaves open. */
export async function findEndDate(
  { endDate }: EndDateOptions,
  profile: (() => Promise<ProfileInUse>) | undefined,
): Promise<Sourced> {
  if (endDate !== undefined) return { value: endDate, source: '--end-date' };
  const inUse = await profile?.();
  const stored = inUse?.profile?.endDate;
  return inUse === undefined || stored === undefined
    ? { value: 'inclusive', source: 'default' }
    : { value: stored, source: profileSource(inUse.profileName) };
}

/** Throws a configuration error for what is none of the ways, and says where it comes from. */
export function requireEndDate({ value, source }: Sourced): EndDate {
  const known = END_DATES.find((each) => each === value);
  if (known !== undefined) return known;
  throw new ReportingError('config', `the end date ${JSON.stringify(value)} (${source}) is no way to ask`, {
    hint: `it is one of ${END_DATES.join(', ')}; \`reporting login --end-date inclusive\` stores it`,
  });
}
