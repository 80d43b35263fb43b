/**
 * The values of `--from`, `--to` and `--period`: calendar days, months, quarters, weeks and years, and words that depend on
 * today, such as `7d` and `last-month`. Parsing needs no clock; the `resolve` functions get today's date.
 */

import { ReportingError } from '../core/errors.ts';
import { MONTHS_OF, monthsBefore, parseCalendarSpan, unitAround } from './calendar.ts';
import { addDays, CALENDAR_UNITS, type CalendarDate, type CalendarUnit, calendarDateOf, type Weekday } from './date.ts';
import type { DateRange } from './range.ts';

/** A parsed start or end date: a span of the calendar, or a number of units before today. */
export type DateExpression =
  | { readonly kind: 'span'; readonly span: DateRange }
  | { readonly kind: 'ago'; readonly count: number; readonly unit: AgoUnit };

type AgoUnit = 'd' | 'w' | 'm' | 'y';

/** The index of a word is the number of days ago. */
export const DATE_WORDS: readonly string[] = ['today', 'yesterday'];

/** The parsed start or end date. Ignores case and surrounding white space. Undefined if it cannot be read. */
export function parseDateExpression(text: string): DateExpression | undefined {
  const typed = text.trim().toLowerCase();
  const daysAgo = DATE_WORDS.indexOf(typed);
  if (daysAgo !== -1) return { kind: 'ago', count: daysAgo, unit: 'd' };
  const [, count, unit] = /^(\d+)([dwmy])$/.exec(typed) ?? [];
  if (count !== undefined) return { kind: 'ago', count: Number(count), unit: unit as AgoUnit };
  const span = parseCalendarSpan(typed);
  return span && { kind: 'span', span };
}

/**
 * The day `count` days, weeks, months or years before `today`. A shorter month gives its last day: three months before
 * 31 May is the last day of February. Throws a RangeError before the year 0001.
 */
export function resolveAgo(count: number, unit: AgoUnit, today: CalendarDate): CalendarDate {
  if (unit === 'd') return addDays(today, -count);
  if (unit === 'w') return addDays(today, -7 * count);
  return monthsBefore(today, unit === 'm' ? count : 12 * count);
}

type Period =
  | { readonly kind: 'span'; readonly span: DateRange }
  /** `count` days, the last of them `endsAgo` days before today. */
  | { readonly kind: 'days'; readonly count: number; readonly endsAgo: 0 | 1 }
  /** From the first day of the current unit to yesterday or today. */
  | { readonly kind: 'this'; readonly unit: CalendarUnit }
  /** The `count` whole units before the current one. */
  | { readonly kind: 'last'; readonly unit: CalendarUnit; readonly count: number }
  /** A whole quarter of the current year; `quarter` is 1 to 4. */
  | { readonly kind: 'quarter'; readonly quarter: number };

/** A period whose days depend on today's date. */
export type RelativePeriod = Exclude<Period, { kind: 'span' }>;

const WORDS: ReadonlyMap<string, Period> = new Map<string, Period>([
  ['today', { kind: 'days', count: 1, endsAgo: 0 }],
  ['yesterday', { kind: 'days', count: 1, endsAgo: 1 }],
  ...CALENDAR_UNITS.flatMap((unit): [string, Period][] => [
    [`this-${unit}`, { kind: 'this', unit }],
    [`last-${unit}`, { kind: 'last', unit, count: 1 }],
  ]),
  ['wtd', { kind: 'this', unit: 'week' }],
  ['mtd', { kind: 'this', unit: 'month' }],
  ['qtd', { kind: 'this', unit: 'quarter' }],
  ['ytd', { kind: 'this', unit: 'year' }],
  ...[1, 2, 3, 4].map((quarter): [string, Period] => [`q${quarter}`, { kind: 'quarter', quarter }]),
]);

/** The periods without a number: `today`, `this-month`, `ytd`. */
export const PERIOD_WORDS: readonly string[] = [...WORDS.keys()];

/**
 * The parsed value of `--period`. Ignores case and surrounding white space. Undefined if it cannot be read, also for a range such as
 * `2026-11..2026-10`, whose start is after its end. Throws a RangeError for a week that ends after the year 9999.
 */
export function parsePeriod(text: string): Period | undefined {
  const typed = text.trim().toLowerCase();
  const word = WORDS.get(typed);
  if (word !== undefined) return word;
  const [, digits, unit] = /^last-(\d+)-(day|week|month)s?$/.exec(typed) ?? [];
  if (digits !== undefined) {
    const count = Number(digits);
    if (count < 1) return undefined;
    return unit === 'day' ? { kind: 'days', count, endsAgo: 1 } : { kind: 'last', unit: unit as CalendarUnit, count };
  }
  const span = parseCalendarSpan(typed) ?? parseSpans(typed);
  return span && { kind: 'span', span };
}

/** `2026-10..2026-11`: from the first day of one span of the calendar to the last day of another. */
function parseSpans(text: string): DateRange | undefined {
  const [, first = '', last = ''] = /^(.+?)\s*\.\.\s*(.+)$/.exec(text) ?? [];
  const [from, to] = [parseCalendarSpan(first)?.from, parseCalendarSpan(last)?.to];
  return from === undefined || to === undefined || from > to ? undefined : { from, to };
}

/** The settings that decide the days of a relative period. */
export interface PeriodSettings {
  readonly today: CalendarDate;
  readonly weekStart: Weekday;
}

/**
 * The days of a relative period. Throws a usage error for `this-…` on its first day, when it has no whole day yet, and a
 * RangeError outside the years 0001 to 9999.
 */
export function resolvePeriod(period: RelativePeriod, { today, weekStart }: PeriodSettings): DateRange {
  if (period.kind === 'days') {
    const to = addDays(today, -period.endsAgo);
    return { from: addDays(to, 1 - period.count), to };
  }
  if (period.kind === 'quarter') {
    const first = calendarDateOf(Number(today.slice(0, 4)), 3 * period.quarter - 2, 1);
    return unitAround(first, 'quarter', weekStart);
  }
  const { kind, unit } = period;
  const { from } = unitAround(today, unit, weekStart);
  if (kind === 'last') return unitsBefore(from, unit, period.count);
  if (from < today) return { from, to: addDays(today, -1) };
  const problem = `has no whole day yet: it begins today, ${today}, and ends yesterday`;
  throw new ReportingError('E-date', `--period this-${unit} ${problem}`, {
    hint: `use --from today, or --period last-${unit}`,
  });
}

/** The `count` whole units before the one that begins on `start`. */
function unitsBefore(start: CalendarDate, unit: CalendarUnit, count: number): DateRange {
  const from = unit === 'week' ? addDays(start, -7 * count) : monthsBefore(start, MONTHS_OF[unit] * count);
  return { from, to: addDays(start, -1) };
}
