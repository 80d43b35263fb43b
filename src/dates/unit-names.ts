/** The names of calendar units, as groups have them and as users type them: written here, and read back here. */

import { unitAround, unitStart, weekdayOf } from './calendar.ts';
import {
  addDays,
  type CalendarDate,
  calendarDateOf,
  type DateUnit,
  daysBetween,
  MONDAY,
  parseCalendarDate,
  type Weekday,
} from './date.ts';
import type { DateRange } from './range.ts';

const THURSDAY = 4;
const WEEK_PATTERN = /^(?!0000)(\d{4})-w(\d{2})$/i;
const SPAN_PATTERN = /^(\d{4})(?:-(?:(\d{2})|q([1-4])|w(\d{2})))?$/i;

/**
 * The name of the unit that contains `date`: `2026-01-31`, `2026-W05`, `2026-01`, `2026-Q1`, `2026`. A week that does not begin
 * on a Monday is named by its first day. Names of the same unit sort by time.
 */
export function unitName(date: CalendarDate, unit: DateUnit, weekStart: Weekday): string {
  switch (unit) {
    case 'day':
      return date;
    case 'week':
      return weekStart === MONDAY ? isoWeekName(date) : unitStart(date, 'week', weekStart);
    case 'month':
      return date.slice(0, 7);
    case 'quarter':
      return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
    case 'year':
      return date.slice(0, 4);
  }
}

/** The ISO 8601 week of `date`: `2026-W05`. The first days of January can belong to the last week of the previous year. */
function isoWeekName(date: CalendarDate): string {
  const thursday = thursdayOf(date);
  const week = Math.floor(daysBetween(calendarDateOf(yearOf(thursday), 1, 1), thursday) / 7) + 1;
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, '0')}`;
}

/**
 * The days of a calendar day, month, quarter, ISO 8601 week (Monday to Sunday) or year: `2026-01-31`, `2026-01`, `2026-Q1`,
 * `2026-W05`, `2026`. Undefined for other texts, and for a date that does not exist, such as 2025-W53. Throws a
 * RangeError for a week that ends after the year 9999.
 */
export function parseCalendarSpan(text: string): DateRange | undefined {
  const day = parseCalendarDate(text);
  if (day !== undefined) return { from: day, to: day };
  const [isNamed, year, month, quarter, week] = SPAN_PATTERN.exec(text) ?? [];
  const firstMonth = quarter === undefined ? (month ?? '01') : String(3 * Number(quarter) - 2).padStart(2, '0');
  const first = parseCalendarDate(`${year}-${firstMonth}-01`);
  if (isNamed === undefined || first === undefined) return undefined;
  if (week !== undefined) return isoWeek(Number(year), Number(week));
  const unit = month !== undefined ? 'month' : quarter !== undefined ? 'quarter' : 'year';
  return unitAround(first, unit, MONDAY);
}

/** The first day of a span that `parseCalendarSpan` accepts, or of a week that ends after the year 9999. */
export function parseSpanStart(text: string): CalendarDate | undefined {
  const [, year, week] = WEEK_PATTERN.exec(text) ?? [];
  return week === undefined ? parseCalendarSpan(text)?.from : isoWeekStart(Number(year), Number(week));
}

/**
 * Week `week` of `year` by ISO 8601, from Monday to Sunday: week 1 contains 4 January. Undefined if the year does not
 * have that week. Throws a RangeError outside the years 0001 to 9999.
 */
export function isoWeek(year: number, week: number): DateRange | undefined {
  const from = isoWeekStart(year, week);
  return from && { from, to: addDays(from, 6) };
}

function isoWeekStart(year: number, week: number): CalendarDate | undefined {
  const from = addDays(unitStart(calendarDateOf(year, 1, 4), 'week', MONDAY), 7 * (week - 1));
  return yearOf(thursdayOf(from)) === year ? from : undefined;
}

/** The Thursday of the ISO 8601 week of `date`, which decides the week's year. It is always in the years 0001 to 9999. */
function thursdayOf(date: CalendarDate): CalendarDate {
  return addDays(date, THURSDAY - weekdayOf(date));
}

function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}
