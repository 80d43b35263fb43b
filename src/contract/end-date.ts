/** Whether the service counts `end_date` as inside the range: the interface does not say (its parts 4 and 8). */

import { addDays } from '../core/calendar-date.ts';
import type { DateRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { splitIntoWindows, type Window } from '../core/windows.ts';
import { MAX_WINDOW_DAYS } from './wire.ts';

/** The ways to ask for a last day: by its own date, or by the day after it. */
export const END_DATES = ['inclusive', 'exclusive'] as const;
export type EndDate = (typeof END_DATES)[number];

/** What `start_date` and `end_date` say, so that the answer has all days of `window`. */
export function askedRange(window: DateRange, endDate: EndDate): DateRange {
  return endDate === 'inclusive' ? window : { from: window.from, to: addDays(window.to, 1) };
}

/** Days of a window that is valid however the limit is counted: `end_date - start_date` is at most 30. */
export function maxWindowDays(endDate: EndDate): number {
  return endDate === 'inclusive' ? MAX_WINDOW_DAYS : MAX_WINDOW_DAYS - 1;
}

export interface WindowChoice {
  /** Undefined for as many as the service allows. */
  readonly windowDays: number | undefined;
  readonly byDay: boolean;
  readonly endDate: EndDate;
  /** Where the way to ask for the last day comes from, in words to show. */
  readonly endDateSource: string;
}

const LAST_DATE = '9999-12-31';

/** The windows to ask for. Throws a usage error for windows that are too long for the way to ask, or a last day that it cannot ask for. */
export function askedWindows(range: DateRange, choice: WindowChoice): readonly Window[] {
  const { endDate, endDateSource } = choice;
  const most = maxWindowDays(endDate);
  const days = choice.byDay ? 1 : (choice.windowDays ?? most);
  if (days > most) {
    throw new ReportingError(
      'usage',
      `--window-days ${days} is too long for an exclusive end date (${endDateSource}): the day after counts too`,
      { hint: `--window-days takes ${most} at most with it` },
    );
  }
  if (endDate === 'exclusive' && range.to === LAST_DATE) {
    throw new ReportingError('usage', `there is no day after ${range.to} to end an exclusive range with`);
  }
  return splitIntoWindows(range, days);
}
