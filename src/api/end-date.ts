/**
 * The range of days that a request names. The interface does not say whether `end_date` is part of the range (parts 4 and 8),
 * so the user can choose.
 */

import { ReportingError } from '../core/errors.ts';
import { splitIntoUnits } from '../dates/calendar.ts';
import { addDays, MONDAY } from '../dates/date.ts';
import { countDays, type DateRange, splitIntoWindows } from '../dates/range.ts';
import { type CalendarWindow, type EndDate, MAX_WINDOW_DAYS, type WindowSize } from './wire.ts';

const LAST_DATE = '9999-12-31';

/** The values of `start_date` and `end_date` that request all days of `window`. */
export function requestedRange(window: DateRange, endDate: EndDate): DateRange {
  return endDate === 'inclusive' ? window : { from: window.from, to: addDays(window.to, 1) };
}

interface WindowChoice {
  /** Undefined for the longest valid window. */
  readonly size: WindowSize | undefined;
  readonly endDate: EndDate;
  /** The option or setting that `endDate` comes from, for messages. */
  readonly endDateSource: string;
}

/** Splits the range into windows. Throws a usage error for windows that are too long, or for a last day that has no next day. */
export function requestedWindows(
  range: DateRange,
  { size, endDate, endDateSource }: WindowChoice,
): readonly DateRange[] {
  const maxDays = maxWindowDays(endDate);
  const days = typeof size === 'number' ? size : maxDays;
  if (days > maxDays) {
    throw new ReportingError(
      'E-date',
      `--windows ${days} is too long for an exclusive end date (${endDateSource}), which adds a day to each request`,
      { hint: `use --windows ${maxDays} or less` },
    );
  }
  if (endDate === 'exclusive' && range.to === LAST_DATE) {
    throw new ReportingError('E-date', `a range with an exclusive end date cannot include ${range.to}, the last date`);
  }
  // With an exclusive end date, a month of 31 days is too long for one request.
  const spans = size === 'month' ? splitIntoUnits(range, 'month', MONDAY) : [range];
  return spans.flatMap((span) => splitIntoWindows(span, days));
}

/** True for a window that `requestedWindows` can give. */
export function isRequestable(
  window: DateRange,
  { unit, endDate }: { readonly unit: CalendarWindow | undefined; readonly endDate: EndDate },
): boolean {
  if (unit !== undefined && splitIntoUnits(window, unit, MONDAY).length > 1) return false;
  return countDays(window) <= maxWindowDays(endDate);
}

/** With this many days, `end_date - start_date` is at most 30, which is valid however the service counts. */
function maxWindowDays(endDate: EndDate): number {
  return endDate === 'inclusive' ? MAX_WINDOW_DAYS : MAX_WINDOW_DAYS - 1;
}
