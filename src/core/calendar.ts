/** Weeks, months, quarters and years of the calendar, and months before a day. */

import {
  addDays,
  type CalendarDate,
  calendarDateOf,
  daysBetween,
  parseCalendarDate,
} from './calendar-date.ts';
import type { DateRange } from './date-range.ts';
import { MONDAY, type Weekday } from './weekday.ts';

export type CalendarUnit = 'week' | 'month' | 'quarter' | 'year';

/** The first day of the calendar, which is a Monday. */
const FIRST_DAY = parseCalendarDate('0001-01-01')!;
const THURSDAY = 4;

/** The week, month, quarter or year that `date` is in, from its first day to its last. Throws a RangeError outside the years 0001 to 9999. */
export function unitAround(date: CalendarDate, unit: CalendarUnit, weekStart: Weekday): DateRange {
  const { year, month } = yearMonthDay(date);
  switch (unit) {
    case 'week': {
      const from = addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));
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

/**
 * The same day of the month, `months` earlier; where that month is shorter, its last day. Throws a RangeError outside
 * the years 0001 to 9999.
 */
export function monthsBefore(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = yearMonthDay(date);
  const { to } = monthsFrom(year, month - months, 1);
  return addDays(to, Math.min(0, day - yearMonthDay(to).day));
}

/**
 * Week `week` of `year`, from Monday to Sunday, by ISO 8601: week 1 is the one that 4 January is in. Undefined for a
 * week that the year does not have. Throws a RangeError outside the years 0001 to 9999.
 */
export function isoWeek(year: number, week: number): DateRange | undefined {
  const first = unitAround(calendarDateOf(year, 1, 4), 'week', MONDAY);
  const from = addDays(first.from, 7 * (week - 1));
  return yearMonthDay(thursdayOf(from)).year === year ? { from, to: addDays(from, 6) } : undefined;
}

/** The week that `date` is in, by ISO 8601: `2026-W05`. The first days of January may be in a week of the year before. */
export function isoWeekName(date: CalendarDate): string {
  const thursday = thursdayOf(date);
  const { year } = yearMonthDay(thursday);
  const week = Math.floor(daysBetween(calendarDateOf(year, 1, 1), thursday) / 7) + 1;
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, '0')}`;
}

/** A week by ISO 8601 belongs to the year of its Thursday. It is never outside the years 0001 to 9999. */
function thursdayOf(date: CalendarDate): CalendarDate {
  return addDays(date, THURSDAY - weekdayOf(date));
}

function weekdayOf(date: CalendarDate): Weekday {
  return ((daysBetween(FIRST_DAY, date) % 7) + 1) as Weekday;
}

/** `count` whole months from month `month` of `year`. */
function monthsFrom(year: number, month: number, count: number): DateRange {
  return { from: calendarDateOf(year, month, 1), to: calendarDateOf(year, month + count, 0) };
}

function yearMonthDay(date: CalendarDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}
