/** Whether the service counts `end_date` as inside the range: the interface does not say (its parts 4 and 8). */

import { addDays } from '../core/calendar-date.ts';
import type { DateRange } from '../core/date-range.ts';
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
