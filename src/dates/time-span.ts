/** Consecutive units of time with a position for each day, week, month, quarter or year. */

import { MONTHS_OF, unitStart } from './calendar.ts';
import { addDays, type CalendarDate, calendarDateOf, type DateUnit, daysBetween, type Weekday } from './date.ts';

/** Consecutive units of time. The first has position 0. */
export interface TimeSpan {
  readonly unit: DateUnit;
  readonly weekStart: Weekday;
  /** The first day of the first unit. */
  readonly first: CalendarDate;
  /** Number of units, at least 1. */
  readonly count: number;
}

/** The span from the unit of `first` to the unit of `last`. */
export function spanOf(
  first: CalendarDate,
  last: CalendarDate,
  { unit, weekStart }: Pick<TimeSpan, 'unit' | 'weekStart'>,
): TimeSpan {
  const start = unit === 'day' ? first : unitStart(first, unit, weekStart);
  return { unit, weekStart, first: start, count: unitsBetween(start, last, unit) + 1 };
}

/** The position of the unit that `day` is in: negative before the span, and at least its count after it. */
export function positionOf(day: CalendarDate, { unit, first }: TimeSpan): number {
  return unitsBetween(first, day, unit);
}

/** The number of units from the one that begins on `first` to the one that contains `day`; negative if `day` is earlier. */
function unitsBetween(first: CalendarDate, day: CalendarDate, unit: DateUnit): number {
  if (unit === 'day' || unit === 'week') return Math.floor(daysBetween(first, day) / (unit === 'week' ? 7 : 1));
  return Math.floor((monthNumber(day) - monthNumber(first)) / MONTHS_OF[unit]);
}

/** Months since January of the year 0. */
export function monthNumber(date: CalendarDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** The first day of the unit at a position. */
export function dayAt(position: number, { unit, first }: TimeSpan): CalendarDate {
  if (unit === 'day' || unit === 'week') return addDays(first, position * (unit === 'week' ? 7 : 1));
  return monthStart(monthNumber(first) + position * MONTHS_OF[unit]);
}

/** The first day of the month with a `monthNumber`. */
export function monthStart(month: number): CalendarDate {
  return calendarDateOf(Math.floor(month / 12), (month % 12) + 1, 1);
}
