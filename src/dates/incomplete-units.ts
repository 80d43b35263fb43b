/**
 * The units of time that a range holds only in part: its first and its last week, month, quarter or year can reach beyond it, and
 * that of today is not over.
 */

import { unitAround, unitName, unitStart } from './calendar.ts';
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

interface IncompleteUnits {
  /** The first day of the unit that begins before the range. */
  readonly first?: CalendarDate;
  /** The last day of the unit that ends after the range. */
  readonly last?: CalendarDate;
  /** The name of the unit of today, unless it is the first or the last. */
  readonly current?: string;
  /** The names of these units, in order, each once. */
  readonly names: readonly string[];
}

/** The units that the range holds in part, or that are not over. Of days, only today is not whole. */
export function incompleteUnits(
  { from, to, today }: ReportRange,
  { unit, weekStart }: { readonly unit: DateUnit; readonly weekStart: Weekday },
): IncompleteUnits {
  if (unit === 'day') return today === undefined ? { names: [] } : { current: today, names: [today] };
  const first = unitStart(from, unit, weekStart);
  // The last week of the year 9999 has no last day.
  const last = unit === 'week' ? dayWithin(unitStart(to, unit, weekStart), 6) : unitAround(to, unit, weekStart).to;
  const nameOf = (day: CalendarDate): string => unitName(day, unit, weekStart);
  const cut = [...(first < from ? [nameOf(from)] : []), ...(last > to ? [nameOf(to)] : [])];
  const current = today === undefined || cut.includes(nameOf(today)) ? undefined : nameOf(today);
  return {
    ...(first < from && { first }),
    ...(last > to && { last }),
    ...(current !== undefined && { current }),
    names: [...new Set([...cut, ...(current === undefined ? [] : [current])])].sort(),
  };
}
