/**
 * Ranges of calendar days, and their split into windows that are small enough for one request. A mistake here would lose a day
 * or count it twice, so this file knows calendar dates only: no clock, no time zone, no milliseconds.
 */

import { countOf } from '../core/text.ts';
import { addDays, type CalendarDate, daysBetween, parseCalendarDate } from './date.ts';

/** The days of further ranges are counted: `and 17 more days`. */
const MAX_RANGES = 10;

/** Calendar days from `from` to `to`, both included; `from` is never after `to`. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** The number of days in the range, including both ends: at least 1. */
export function countDays(range: DateRange): number {
  return daysBetween(range.from, range.to) + 1;
}

/** The days of the range, ascending. */
export function daysOf(range: DateRange): readonly CalendarDate[] {
  return Array.from({ length: countDays(range) }, (_, index) => addDays(range.from, index));
}

/** The same days in the fewest ranges, ascending: adjacent and overlapping ranges become one. */
export function mergeRanges(ranges: readonly DateRange[]): readonly DateRange[] {
  const merged: DateRange[] = [];
  for (const range of [...ranges].sort((a, b) => daysBetween(b.from, a.from))) {
    const last = merged.at(-1);
    if (last === undefined || daysBetween(last.to, range.from) > 1) merged.push(range);
    else if (range.to > last.to) merged[merged.length - 1] = { from: last.from, to: range.to };
  }
  return merged;
}

/** The range as text: `2026-01-01..2026-01-31`, and one day as `2026-01-31`. */
export function formatRange({ from, to }: DateRange): string {
  return from === to ? from : `${from}..${to}`;
}

/** The range in words: `2026-01-01 to 2026-01-31`, and one day as `2026-01-31`. */
export function wordRange({ from, to }: DateRange): string {
  return from === to ? from : `${from} to ${to}`;
}

/**
 * The windows of `range`, each of at most `maxWindowDays` calendar days: ascending, contiguous, without overlap. All but the
 * last are full. Throws a RangeError unless `maxWindowDays` is a whole number >= 1.
 */
export function splitIntoWindows(range: DateRange, maxWindowDays: number): readonly DateRange[] {
  if (!Number.isInteger(maxWindowDays) || maxWindowDays < 1) {
    throw new RangeError(`a window of ${maxWindowDays} days`);
  }
  const windows: DateRange[] = [];
  for (let { from } = range; ; ) {
    const to = addDays(from, Math.min(maxWindowDays - 1, daysBetween(from, range.to)));
    windows.push({ from, to });
    if (to === range.to) return windows;
    from = addDays(to, 1);
  }
}

/** The runs of consecutive days in `days`. */
export function rangesOf(days: readonly CalendarDate[]): readonly DateRange[] {
  return mergeRanges(days.map((day) => ({ from: day, to: day })));
}

/** The days in the text of a day or a range; undefined for another text. */
export function parseDays(text: string): DateRange | undefined {
  const [from, to = from, ...more] = text.split('..').map((each) => parseCalendarDate(each));
  return from === undefined || to === undefined || to < from || more.length > 0 ? undefined : { from, to };
}

/** Days as text: `2026-02-10..2026-02-12, 2026-02-20`. After ten ranges: `and 17 more days`. */
export function formatDays(days: readonly CalendarDate[]): string {
  const ranges = rangesOf(days);
  const shown = ranges.slice(0, MAX_RANGES).map(formatRange);
  const rest = ranges.slice(MAX_RANGES).reduce((sum, range) => sum + countDays(range), 0);
  return `${shown.join(', ')}${rest === 0 ? '' : ` and ${countOf(rest, 'more day')}`}`;
}

/** Says that a report has records of these days, which are after today. */
export function wordLaterDays(days: readonly CalendarDate[]): string {
  return `records of ${countOf(days.length, 'day')} after today (${formatDays(days)}) are included`;
}

/** A window of a report as messages name it: `revenue 2026-01-01..2026-01-31`. */
export function wordWindow({ report, window }: { readonly report: string; readonly window: DateRange }): string {
  return `${report} ${formatRange(window)}`;
}
