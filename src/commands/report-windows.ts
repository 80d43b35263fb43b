/** The windows that a report asks for, and how it asks for them. */

import { type EndDate, maxWindowDays } from '../contract/end-date.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { splitIntoWindows, type Window } from '../core/windows.ts';
import type { ProfileInUse } from './credential-options.ts';
import { findEndDate, requireEndDate } from './end-date.ts';
import type { ReportOptions } from './report-options.ts';
import type { ChosenRanges } from './report-range.ts';

const LAST_DATE = '9999-12-31';

export interface ReportWindows {
  readonly windows: readonly Window[];
  /** None without a comparison. */
  readonly comparedWindows: readonly Window[];
  readonly endDate: EndDate;
}

/** `profile` is undefined where no profile is used. Throws a usage error for windows that are too long for the way to ask. */
export async function chooseWindows(
  { range, compared }: ChosenRanges,
  options: ReportOptions,
  profile: (() => Promise<ProfileInUse>) | undefined,
): Promise<ReportWindows> {
  const found = await findEndDate(options, profile);
  const endDate = requireEndDate(found);
  const most = maxWindowDays(endDate);
  const days = options.byDay === true ? 1 : (options.windowDays ?? most);
  if (days > most) {
    throw new ReportingError(
      'usage',
      `--window-days ${days} is too long for an exclusive end date (${found.source}): the day after counts too`,
      { hint: `--window-days takes ${most} at most with it` },
    );
  }
  if (endDate === 'exclusive' && range.to === LAST_DATE) {
    throw new ReportingError('usage', `there is no day after ${range.to} to end an exclusive range with`);
  }
  return {
    windows: splitIntoWindows(range, days),
    comparedWindows: compared === undefined ? [] : splitIntoWindows(compared, days),
    endDate,
  };
}
