/** The windows that a report asks for, and how it asks for them. */

import { askedWindows } from '../../contract/asked-windows.ts';
import type { EndDate } from '../../contract/end-date.ts';
import type { Window } from '../../core/windows.ts';
import { findEndDate, requireEndDate } from '../end-date.ts';
import type { ProfileInUse } from '../find-credentials.ts';
import type { ReportOptions } from './options.ts';
import type { ChosenRanges } from './range.ts';

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
  const { windowDays, byDay = false } = options;
  const choice = { windowDays, byDay, endDate, endDateSource: found.source };
  return {
    windows: askedWindows(range, choice),
    comparedWindows: compared === undefined ? [] : askedWindows(compared, choice),
    endDate,
  };
}
