import { addDays, type CalendarDate, daysBetween } from './calendar-date.ts';

/** Calendar days from `from` to `to`, both included; `from` is never after `to`. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Days in the range, both ends counted: at least 1. */
export function countDays(range: DateRange): number {
  return daysBetween(range.from, range.to) + 1;
}

/** The days of the range, ascending. */
export function daysOf(range: DateRange): readonly CalendarDate[] {
  return Array.from({ length: countDays(range) }, (_, index) => addDays(range.from, index));
}

/** The same days in as few ranges as possible, ascending: ranges that touch or overlap become one. */
export function mergeRanges(ranges: readonly DateRange[]): readonly DateRange[] {
  const merged: DateRange[] = [];
  for (const range of [...ranges].sort((a, b) => daysBetween(b.from, a.from))) {
    const last = merged.at(-1);
    if (last === undefined || daysBetween(last.to, range.from) > 1) merged.push(range);
    else if (range.to > last.to) merged[merged.length - 1] = { from: last.from, to: range.to };
  }
  return merged;
}

/** As people write a range: `2026-01-01..2026-01-31`. */
export function formatRange(range: DateRange): string {
  return `${range.from}..${range.to}`;
}
