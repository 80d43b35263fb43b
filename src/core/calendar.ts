/**
 * The calendar's longer units: weeks, months, quarters and years. The only file that knows temporal-polyfill, of which
 * it takes the functions for plain dates: they know no clock and no zone. Loading it takes some 10 ms (measured with
 * Node 20), so it is imported where such a unit is asked for.
 */

import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import { addDays, type CalendarDate, parseCalendarDate } from './calendar-date.ts';
import type { DateRange } from './date-range.ts';
import type { Weekday } from './weekday.ts';

export type CalendarUnit = 'week' | 'month' | 'quarter' | 'year';

/** The week, month, quarter or year that `date` is in, from its first day to its last. Throws a RangeError outside the years 0001 to 9999. */
export function unitAround(date: CalendarDate, unit: CalendarUnit, weekStart: Weekday): DateRange {
  const day = toRecord(date);
  switch (unit) {
    case 'week': {
      const from = addDays(date, -((PlainDate.dayOfWeek(day) - weekStart + 7) % 7));
      return { from, to: addDays(from, 6) };
    }
    case 'month':
      return toRange(PlainDate.startOfMonth(day), PlainDate.endOfMonth(day));
    case 'quarter': {
      const first = PlainDate.subtractMonths(PlainDate.startOfMonth(day), (day.month - 1) % 3);
      return toRange(first, PlainDate.endOfMonth(PlainDate.addMonths(first, 2)));
    }
    case 'year':
      return toRange(PlainDate.startOfYear(day), PlainDate.endOfYear(day));
  }
}

/**
 * The same day of the month, `months` earlier; where that month is shorter, its last day. Throws a RangeError outside
 * the years 0001 to 9999.
 */
export function monthsBefore(date: CalendarDate, months: number): CalendarDate {
  return toCalendarDate(PlainDate.subtractMonths(toRecord(date), months));
}

/**
 * Week `week` of `year`, from Monday to Sunday, by ISO 8601: week 1 is the one that 4 January is in. Undefined for a
 * week that the year does not have. Throws a RangeError outside the years 0001 to 9999.
 */
export function isoWeek(year: number, week: number): DateRange | undefined {
  const firstMonday = toCalendarDate(PlainDate.startOfWeek(PlainDate.create(year, 1, 4)));
  const from = addDays(firstMonday, 7 * (week - 1));
  return PlainDate.yearOfWeek(toRecord(from)) === year ? { from, to: addDays(from, 6) } : undefined;
}

/** The week that `date` is in, by ISO 8601: `2026-W05`. The first days of January may be in a week of the year before. */
export function isoWeekName(date: CalendarDate): string {
  const day = toRecord(date);
  const year = String(PlainDate.yearOfWeek(day)).padStart(4, '0');
  return `${year}-W${String(PlainDate.weekOfYear(day)).padStart(2, '0')}`;
}

function toRecord(date: CalendarDate): PlainDate.Record {
  return PlainDate.create(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)));
}

function toRange(from: PlainDate.Record, to: PlainDate.Record): DateRange {
  return { from: toCalendarDate(from), to: toCalendarDate(to) };
}

function toCalendarDate(record: PlainDate.Record): CalendarDate {
  const text = PlainDate.toString(record);
  const date = parseCalendarDate(text);
  if (date === undefined) throw new RangeError(`${text} is outside the years 0001 to 9999`);
  return date;
}
