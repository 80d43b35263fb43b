/** Calendar weeks, months, quarters and years: the one around a day, and the one with a given name. */

import {
  addDays,
  type CalendarDate,
  type CalendarUnit,
  calendarDateOf,
  daysBetween,
  MONDAY,
  parseCalendarDate,
  type Weekday,
} from './date.ts';
import type { DateRange } from './range.ts';

/** The first day of the calendar, which is a Monday. */
const FIRST_DAY = parseCalendarDate('0001-01-01')!;
/** The number of months in each unit of whole months. */
export const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const;
const THURSDAY = 4;
const WEEK_PATTERN = /^(?!0000)(\d{4})-w(\d{2})$/i;
const SPAN_PATTERN = /^(\d{4})(?:-(?:(\d{2})|q([1-4])|w(\d{2})))?$/i;

/** The week, month, quarter or year that contains `date`. Throws a RangeError outside the years 0001 to 9999. */
export function unitAround(date: CalendarDate, unit: CalendarUnit, weekStart: Weekday): DateRange {
  const { year, month } = yearMonthDay(date);
  switch (unit) {
    case 'week': {
      const from = weekStartOf(date, weekStart);
      return { from, to: addDays(from, 6) };
    }
    case 'month':
      return monthsFrom(year, month, 1);
    case 'quarter':
      return monthsFrom(year, month - ((month - 1) % 3), 3);
    case 'year':
      return monthsFrom(year, 1, 12);
  }
}

/** The first day of the unit that contains `date`. Unlike `unitAround`, it accepts a week that ends after the year 9999. */
export function unitStart(date: CalendarDate, unit: CalendarUnit, weekStart: Weekday): CalendarDate {
  return unit === 'week' ? weekStartOf(date, weekStart) : unitAround(date, unit, weekStart).from;
}

/** The calendar months that `range` is in, ascending; the first and the last are cut to it. */
export function splitIntoMonths(range: DateRange): readonly DateRange[] {
  const months: DateRange[] = [];
  for (let { from } = range; ; ) {
    const { to } = unitAround(from, 'month', MONDAY);
    if (to >= range.to) return [...months, { from, to: range.to }];
    months.push({ from, to });
    from = addDays(to, 1);
  }
}

/**
 * The same day of the month, `months` earlier, or the last day of a shorter month. Throws a RangeError outside the years
 * 0001 to 9999.
 */
export function monthsBefore(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = yearMonthDay(date);
  const { to } = monthsFrom(year, month - months, 1);
  return addDays(to, Math.min(0, day - yearMonthDay(to).day));
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
  const from = addDays(weekStartOf(calendarDateOf(year, 1, 4), MONDAY), 7 * (week - 1));
  return yearMonthDay(thursdayOf(from)).year === year ? from : undefined;
}

/** The ISO 8601 week of `date`: `2026-W05`. The first days of January can belong to the last week of the previous year. */
export function isoWeekName(date: CalendarDate): string {
  const thursday = thursdayOf(date);
  const { year } = yearMonthDay(thursday);
  const week = Math.floor(daysBetween(calendarDateOf(year, 1, 1), thursday) / 7) + 1;
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
  const firstMonth =
    quarter === undefined ? (month ?? '01') : String(3 * Number(quarter) - 2).padStart(2, '0');
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

/** The Thursday of the ISO 8601 week of `date`, which decides the week's year. It is always in the years 0001 to 9999. */
function thursdayOf(date: CalendarDate): CalendarDate {
  return addDays(date, THURSDAY - weekdayOf(date));
}

function weekStartOf(date: CalendarDate, weekStart: Weekday): CalendarDate {
  return addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));
}

/** The day of the week of `date`. */
export function weekdayOf(date: CalendarDate): Weekday {
  return ((daysBetween(FIRST_DAY, date) % 7) + 1) as Weekday;
}

/** `count` whole months from month `month` of `year`. */
function monthsFrom(year: number, month: number, count: number): DateRange {
  return { from: calendarDateOf(year, month, 1), to: calendarDateOf(year, month + count, 0) };
}

function yearMonthDay(date: CalendarDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}
