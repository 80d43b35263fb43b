/**
 * The units of time that a range holds only in part: its first and its last week, month, quarter or year can reach beyond it, and
 * that of today is not over.
 */

import { unitName, unitStart } from './calendar.ts';
import { addDays, type CalendarDate, type DateUnit, dayWithin, type Weekday } from './date.ts';
import type { DateRange } from './range.ts';

/** The days of a report. */
export interface ReportRange extends DateRange {
  /** The current day, if it is in the range: its unit of time is not over. */
  readonly today?: CalendarDate;
}

/** The days of the range that are over; undefined if none is. */
export function finishedDays({ from, to, today }: ReportRange): DateRange | undefined {
  if (today === undefined || today > to) return { from, to };
  return today <= from ? undefined : { from, to: addDays(today, -1) };
}

/** The names of the units that the range holds in part, or that are not over, in order. Of days, only today is not whole. */
export function incompleteUnits(
  { from, to, today }: ReportRange,
  { unit, weekStart }: { readonly unit: DateUnit; readonly weekStart: Weekday },
): readonly string[] {
  const nameOf = (day: CalendarDate): string => unitName(day, unit, weekStart);
  // No day follows the last one of the year 9999.
  const next = dayWithin(to, 1);
  const days = [
    ...(unitStart(from, unit, weekStart) < from ? [from] : []),
    ...(today === undefined ? [] : [today]),
    ...(next > to && nameOf(next) === nameOf(to) ? [to] : []),
  ];
  return [...new Set(days.map(nameOf))];
}
