/** Calendar weeks, months, quarters and years: their days, their names, and their positions in a span of time. */

import {
  addDays,
  type CalendarDate,
  type CalendarUnit,
  calendarDateOf,
  type DateUnit,
  daysBetween,
  dayWithin,
  MONDAY,
  parseCalendarDate,
  WEEKDAY_NAMES,
  type Weekday,
} from './date.ts';
import type { DateRange } from './range.ts';

/** The first day of the calendar, which is a Monday. */
const FIRST_DAY = parseCalendarDate('0001-01-01')!;
/** The number of months in each unit of whole months. */
export const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const;
/** English names, from January to December. */
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The number of the unit that contains `date`. Units in a row have consecutive numbers. */
function unitNumber(date: CalendarDate, unit: DateUnit, weekStart: Weekday): number {
  if (unit === 'day') return daysBetween(FIRST_DAY, date);
  if (unit === 'week') return Math.floor((daysBetween(FIRST_DAY, date) + MONDAY - weekStart) / 7);
  return Math.floor(monthNumber(date) / MONTHS_OF[unit]);
}

/** The first day of the unit with a number. Throws a usage error outside the years 0001 to 9999. */
function firstDayOf(number: number, unit: DateUnit, weekStart: Weekday): CalendarDate {
  if (unit === 'day') return addDays(FIRST_DAY, number);
  if (unit === 'week') return addDays(FIRST_DAY, 7 * number + weekStart - MONDAY);
  return monthStart(number * MONTHS_OF[unit]);
}

/** Months since January of the year 0. */
export function monthNumber(date: CalendarDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** The first day of the month with a `monthNumber`. */
export function monthStart(month: number): CalendarDate {
  return calendarDateOf(0, month + 1, 1);
}

/** The last day of the month with a `monthNumber`. */
function monthEnd(month: number): CalendarDate {
  return calendarDateOf(0, month + 2, 0);
}

/** The first day of the unit that contains `date`. Unlike `unitAround`, it accepts a week that ends after the year 9999. */
export function unitStart(date: CalendarDate, unit: DateUnit, weekStart: Weekday): CalendarDate {
  return firstDayOf(unitNumber(date, unit, weekStart), unit, weekStart);
}

/** The week, month, quarter or year that contains `date`. Throws a usage error outside the years 0001 to 9999. */
export function unitAround(date: CalendarDate, unit: CalendarUnit, weekStart: Weekday): DateRange {
  const from = unitStart(date, unit, weekStart);
  return { from, to: unit === 'week' ? addDays(from, 6) : monthEnd(monthNumber(from) + MONTHS_OF[unit] - 1) };
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
 * The same day of the month, `months` earlier, or the last day of a shorter month. Throws a usage error outside the years
 * 0001 to 9999.
 */
export function monthsBefore(date: CalendarDate, months: number): CalendarDate {
  const last = monthEnd(monthNumber(date) - months);
  return addDays(last, Math.min(0, Number(date.slice(8)) - Number(last.slice(8))));
}

/** The day of the week of `date`. */
export function weekdayOf(date: CalendarDate): Weekday {
  return ((daysBetween(FIRST_DAY, date) % 7) + 1) as Weekday;
}

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
  const span = { unit, weekStart, first: unitStart(first, unit, weekStart) };
  return { ...span, count: positionOf(last, span) + 1 };
}

/** The position of the unit that `day` is in: negative before the span, and at least its count after it. */
export function positionOf(day: CalendarDate, { unit, weekStart, first }: Omit<TimeSpan, 'count'>): number {
  return unitNumber(day, unit, weekStart) - unitNumber(first, unit, weekStart);
}

/** The first day of the unit at a position. */
export function dayAt(position: number, { unit, weekStart, first }: TimeSpan): CalendarDate {
  return firstDayOf(unitNumber(first, unit, weekStart) + position, unit, weekStart);
}

/**
 * The name of the unit that contains `date`, as groups have it and users type it: `2026-01-31`, `2026-W05`, `2026-01`, `2026-Q1`,
 * `2026`. A week that does not begin on a Monday is named by its first day. Names of the same unit sort by time.
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
  const week = Math.floor(daysBetween(unitStart(thursday, 'year', MONDAY), thursday) / 7) + 1;
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, '0')}`;
}

const WEEK_PATTERN = /^(?!0000)(\d{4})-w(\d{2})$/i;
const SPAN_PATTERN = /^(\d{4})(?:-(?:(\d{2})|q([1-4])))?$/i;

/**
 * The days of a calendar day, month, quarter, ISO 8601 week (Monday to Sunday) or year: `2026-01-31`, `2026-01`, `2026-Q1`,
 * `2026-W05`, `2026`. Undefined for other texts, and for a date that does not exist, such as 2025-W53. Throws a
 * usage error for a week that ends after the year 9999.
 */
export function parseCalendarSpan(text: string): DateRange | undefined {
  const first = parseSpanStart(text);
  if (first === undefined || parseCalendarDate(text) !== undefined) return first && { from: first, to: first };
  const unit = /w/i.test(text) ? 'week' : /q/i.test(text) ? 'quarter' : text.length === 4 ? 'year' : 'month';
  return unitAround(first, unit, MONDAY);
}

/** The first day of a span that `parseCalendarSpan` accepts, or of a week that ends after the year 9999. */
export function parseSpanStart(text: string): CalendarDate | undefined {
  const [, weekYear, week] = WEEK_PATTERN.exec(text) ?? [];
  if (week !== undefined) return isoWeekStart(weekYear!, Number(week));
  const [, year, month, quarter] = SPAN_PATTERN.exec(text) ?? [];
  const firstMonth = quarter === undefined ? (month ?? '01') : String(3 * Number(quarter) - 2).padStart(2, '0');
  return parseCalendarDate(year === undefined ? text : `${year}-${firstMonth}-01`);
}

/** The Monday of a week of `year` by ISO 8601: week 1 contains 4 January. Undefined if the year does not have that week. */
function isoWeekStart(year: string, week: number): CalendarDate | undefined {
  const from = addDays(unitStart(parseCalendarDate(`${year}-01-04`)!, 'week', MONDAY), 7 * (week - 1));
  return thursdayOf(from).startsWith(year) ? from : undefined;
}

/** The Thursday of the ISO 8601 week of `date`, which decides the week's year. It is always in the years 0001 to 9999. */
function thursdayOf(date: CalendarDate): CalendarDate {
  return addDays(date, 4 - weekdayOf(date));
}

/** `Oct`. */
export function shortMonth(day: CalendarDate): string {
  return MONTHS[Number(day.slice(5, 7)) - 1]!.slice(0, 3);
}

/** `Wednesday`. */
export function weekdayName(day: CalendarDate): string {
  const name = WEEKDAY_NAMES[weekdayOf(day) - 1]!;
  return name[0]!.toUpperCase() + name.slice(1);
}

/** True for a month of the years 0001 to 9999: `2026-01`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-\d{2}$/.test(text) && parseCalendarDate(`${text}-01`) !== undefined;
}

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
