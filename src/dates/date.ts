/**
 * Plain calendar dates: a day without a time or a zone, in the proleptic Gregorian calendar.
 * Arithmetic counts whole days in UTC, where every day has 24 hours, so no clock change can lose or double a day.
 */

import { ReportingError } from '../core/errors.ts';

declare const calendarDate: unique symbol;

/** A day that exists, as `YYYY-MM-DD`. Text order is date order. */
export type CalendarDate = string & { readonly [calendarDate]: true };

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
/** The name of the time zone without an offset. */
export const UTC = 'UTC';
export const MS_PER_MINUTE = 60_000;
export const MS_PER_DAY = 86_400_000;

/** The date that `text` spells as `YYYY-MM-DD`. Undefined for other texts: `2026-02-30`, `2026-2-3`, year 0000. */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year === 0) return undefined;
  const date = fromDayNumber(toDayNumber(year, month, day));
  return date === text ? date : undefined;
}

/**
 * The date of a day in a month. Both can be out of range: month 13 is the next January, and day 0 is the last day of the
 * previous month. Throws a usage error outside the years 0001 to 9999.
 */
export function calendarDateOf(year: number, month: number, day: number): CalendarDate {
  return fromDayNumber(toDayNumber(year, month, day)) ?? rejectYear();
}

/** The date `days` after `date`, or before it if `days` is negative. Throws a usage error outside the years 0001 to 9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days) ?? rejectYear();
}

function rejectYear(): never {
  throw new ReportingError('E-date', 'the range reaches beyond the years 0001 to 9999');
}

/** Like `addDays`, but returns `date` if the result would be outside the years 0001 to 9999. */
export function dayWithin(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days) ?? date;
}

/** Days from `from` to `to`: 0 for the same day, negative if `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** The calendar date at `instant` in `timeZone`, an IANA name. Without one, the date in the system's zone. */
export function calendarDateAt(instant: Date, timeZone?: string): CalendarDate {
  return fromDayNumber(Math.floor(wallClockMs(instant, timeZone) / MS_PER_DAY))!;
}

/** By zone: to make one takes fifty times as long as to use it. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** The date and time that a clock in `timeZone` shows at `instant`, in milliseconds as if they were in UTC. */
export function wallClockMs(instant: Date, timeZone: string | undefined): number {
  if (timeZone === undefined) return instant.getTime() - instant.getTimezoneOffset() * MS_PER_MINUTE;
  // Without the locale data, which takes a tenth of a short run.
  if (timeZone === UTC) return instant.getTime();
  const known = FORMATS.get(timeZone);
  const format =
    known ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  FORMATS.set(timeZone, format);
  const parts = new Map(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]));
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type)!;
  const seconds = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return seconds + (((instant.getTime() % 1000) + 1000) % 1000);
}

function dayNumber(date: CalendarDate): number {
  return toDayNumber(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)));
}

/** Days since 1970-01-01. Uses `setUTCFullYear`, because `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
function toDayNumber(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / MS_PER_DAY;
}

function fromDayNumber(days: number): CalendarDate | undefined {
  const date = new Date(days * MS_PER_DAY);
  const year = date.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return undefined;
  return date.toISOString().slice(0, 10) as CalendarDate;
}

/** A day of the week, by its number in ISO 8601: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const MONDAY: Weekday = 1;

/** English names, from Monday to Sunday. */
export const WEEKDAY_NAMES = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** The weekday with this name. */
export function weekdayNamed(name: string): Weekday {
  return (WEEKDAY_NAMES.indexOf(name) + 1) as Weekday;
}

/** The units of the calendar that have several days, shortest first. */
export const CALENDAR_UNITS = ['week', 'month', 'quarter', 'year'] as const;
export type CalendarUnit = (typeof CALENDAR_UNITS)[number];

/** The units of time that rows can be grouped by, shortest first. */
export const DATE_UNITS = ['day', ...CALENDAR_UNITS] as const;
export type DateUnit = (typeof DATE_UNITS)[number];
