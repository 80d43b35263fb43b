/** Calendar weeks, months, quarters and years around a day, and days some months away. */

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

/** The week, month, quarter or year that contains `date`. Throws a RangeError outside the years 0001 to 9999. */
export function unitAround(date: CalendarDate, unit: CalendarUnit, weekStart: Weekday): DateRange {
  if (unit === 'week') {
    const from = weekStartOf(date, weekStart);
    return { from, to: addDays(from, 6) };
  }
  const { year, month } = yearMonthDay(date);
  const months = MONTHS_OF[unit];
  return monthsFrom(year, month - ((month - 1) % months), months);
}

/** The first day of the unit that contains `date`. Unlike `unitAround`, it accepts a week that ends after the year 9999. */
export function unitStart(date: CalendarDate, unit: CalendarUnit, weekStart: Weekday): CalendarDate {
  return unit === 'week' ? weekStartOf(date, weekStart) : unitAround(date, unit, weekStart).from;
}

/** The calendar months that `range` is in, ascending; the first and the last are cut to it. */
export function splitIntoMonths(range: DateRange): readonly DateRange[] {
  return splitIntoUnits(range, 'month', MONDAY);
}

/** The units that `range` is in, ascending; the first and the last are cut to it. */
export function splitIntoUnits(range: DateRange, unit: CalendarUnit, weekStart: Weekday): readonly DateRange[] {
  const units: DateRange[] = [];
  for (let { from } = range; ; ) {
    const { to } = unitAround(from, unit, weekStart);
    if (to >= range.to) return [...units, { from, to: range.to }];
    units.push({ from, to });
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
