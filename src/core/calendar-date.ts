/**
 * Plain calendar dates: a day without a time or a zone, in the proleptic Gregorian calendar.
 * Arithmetic counts whole days in UTC, where every day has 24 hours, so no clock change can lose or double a day.
 */

declare const calendarDate: unique symbol;

/** A day that exists, as `YYYY-MM-DD`. Text order is date order. */
export type CalendarDate = string & { readonly [calendarDate]: true };

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const MS_PER_DAY = 86_400_000;

/** The date that `text` spells as `YYYY-MM-DD`, or undefined if it spells none: `2026-02-30`, `2026-2-3`, year 0000. */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year === 0) return undefined;
  const date = fromDayNumber(toDayNumber(year, month, day));
  return date === text ? date : undefined;
}

/**
 * The date of a day in a month, which both may count beyond their ends: month 13 is the next January, day 0 the last of
 * the month before. Throws a RangeError outside the years 0001 to 9999.
 */
export function calendarDateOf(year: number, month: number, day: number): CalendarDate {
  const date = fromDayNumber(toDayNumber(year, month, day));
  if (date !== undefined) return date;
  throw new RangeError(`day ${day} of month ${month} of ${year} is outside the years 0001 to 9999`);
}

/** The date `days` after `date`; before it, if `days` is negative. Throws a RangeError outside the years 0001 to 9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const result = fromDayNumber(dayNumber(date) + days);
  if (result === undefined)
    throw new RangeError(`${days} days from ${date} is outside the years 0001 to 9999`);
  return result;
}

/** As `addDays`, but `date` itself where the result would be outside the years 0001 to 9999. */
export function dayWithin(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days) ?? date;
}

/** Days from `from` to `to`: 0 for the same day, negative if `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** The calendar date that a clock on the wall shows at `instant` in `timeZone` (IANA name; without one, the system's zone). */
export function calendarDateAt(instant: Date, timeZone?: string): CalendarDate {
  if (timeZone === undefined) {
    return fromDayNumber(toDayNumber(instant.getFullYear(), instant.getMonth() + 1, instant.getDate()))!;
  }
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const parts = new Map(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]));
  return fromDayNumber(toDayNumber(parts.get('year')!, parts.get('month')!, parts.get('day')!))!;
}

function dayNumber(date: CalendarDate): number {
  return toDayNumber(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)));
}

/** Days since 1970-01-01. `setUTCFullYear`, because `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
function toDayNumber(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / MS_PER_DAY;
}

function fromDayNumber(days: number): CalendarDate | undefined {
  const date = new Date(days * MS_PER_DAY);
  const year = date.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return undefined;
  return date.toISOString().slice(0, 10) as CalendarDate;
}
