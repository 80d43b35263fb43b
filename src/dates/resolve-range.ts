/**
 * The values of `--from`, `--to` and `--period`: calendar days, months, quarters, weeks and years, and words that depend on
 * today, such as `7d` and `last-month`. Parsing needs no clock; resolving gets today's date.
 */

import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/text.ts';
import { MONTHS_OF, monthsBefore, parseCalendarSpan, unitAround } from './calendar.ts';
import { addDays, CALENDAR_UNITS, type CalendarDate, type CalendarUnit, calendarDateOf, type Weekday } from './date.ts';
import type { DateRange } from './range.ts';

/** Days that a user typed. Only a span of the calendar does not depend on today's date. */
export type TypedDays =
  | { readonly kind: 'span'; readonly span: DateRange }
  /** `count` days, the last of them `endsAgo` days before today. */
  | { readonly kind: 'days'; readonly count: number; readonly endsAgo: number }
  /** The day so many months before today. A shorter month gives its last day: three months before 31 May is the last day of February. */
  | { readonly kind: 'months-ago'; readonly months: number }
  /** From the first day of the current unit to yesterday or today. */
  | { readonly kind: 'this'; readonly unit: CalendarUnit }
  /** The `count` whole units before the current one. */
  | { readonly kind: 'last'; readonly unit: CalendarUnit; readonly count: number }
  /** A whole quarter of the current year; `quarter` is 1 to 4. */
  | { readonly kind: 'quarter'; readonly quarter: number };

/** The index of a word is the number of days ago. */
export const DATE_WORDS: readonly string[] = ['today', 'yesterday'];

const WORDS: ReadonlyMap<string, TypedDays> = new Map<string, TypedDays>([
  ...DATE_WORDS.map((word, endsAgo): [string, TypedDays] => [word, { kind: 'days', count: 1, endsAgo }]),
  ...CALENDAR_UNITS.flatMap((unit): [string, TypedDays][] => [
    [`this-${unit}`, { kind: 'this', unit }],
    [`last-${unit}`, { kind: 'last', unit, count: 1 }],
  ]),
  ['wtd', { kind: 'this', unit: 'week' }],
  ['mtd', { kind: 'this', unit: 'month' }],
  ['qtd', { kind: 'this', unit: 'quarter' }],
  ['ytd', { kind: 'this', unit: 'year' }],
  ...[1, 2, 3, 4].map((quarter): [string, TypedDays] => [`q${quarter}`, { kind: 'quarter', quarter }]),
]);

/** The periods without a number: `today`, `this-month`, `ytd`. */
export const PERIOD_WORDS: readonly string[] = [...WORDS.keys()];

/** The parsed start or end date. Ignores case and surrounding white space. Undefined if it cannot be read. */
export function parseDateExpression(text: string): TypedDays | undefined {
  const typed = text.trim().toLowerCase();
  if (DATE_WORDS.includes(typed)) return WORDS.get(typed);
  const [, digits, unit] = /^(\d+)([dwmy])$/.exec(typed) ?? [];
  const count = Number(digits);
  if (unit === 'd' || unit === 'w') return { kind: 'days', count: 1, endsAgo: unit === 'd' ? count : 7 * count };
  if (unit !== undefined) return { kind: 'months-ago', months: unit === 'm' ? count : 12 * count };
  const span = parseCalendarSpan(typed);
  return span && { kind: 'span', span };
}

/**
 * The parsed value of `--period`. Ignores case and surrounding white space. Undefined if it cannot be read, also for a range such as
 * `2026-11..2026-10`, whose start is after its end. Throws a usage error for a week that ends after the year 9999.
 */
export function parsePeriod(text: string): TypedDays | undefined {
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
 * The days. Throws a usage error for `this-…` on its first day, when it has no whole day yet, and outside the years
 * 0001 to 9999.
 */
export function resolveDays(days: TypedDays, { today, weekStart }: PeriodSettings): DateRange {
  if (days.kind === 'span') return days.span;
  if (days.kind === 'days') {
    const to = addDays(today, -days.endsAgo);
    return { from: addDays(to, 1 - days.count), to };
  }
  if (days.kind === 'months-ago') {
    const day = monthsBefore(today, days.months);
    return { from: day, to: day };
  }
  if (days.kind === 'quarter') {
    const first = calendarDateOf(Number(today.slice(0, 4)), 3 * days.quarter - 2, 1);
    return unitAround(first, 'quarter', weekStart);
  }
  const { kind, unit } = days;
  const { from } = unitAround(today, unit, weekStart);
  if (kind === 'last') {
    const first = unit === 'week' ? addDays(from, -7 * days.count) : monthsBefore(from, MONTHS_OF[unit] * days.count);
    return { from: first, to: addDays(from, -1) };
  }
  if (from < today) return { from, to: addDays(today, -1) };
  const problem = `has no whole day yet: it begins today, ${today}, and ends yesterday`;
  throw new ReportingError('E-date', `--period this-${unit} ${problem}`, {
    hint: `use --from today, or --period last-${unit}`,
  });
}

const CALENDAR_FORMS = '2026-01-31, 2026-01, 2026-Q1, 2026-W05, 2026';
const DATE_FORMS = `${CALENDAR_FORMS}, today, yesterday, or 7d, 2w, 3m, 1y ago; --period takes last-month and the like`;
const PERIOD_FORMS =
  'today, yesterday, last-7-days, last-4-weeks and last-3-months (any number), ' +
  'this-month and last-month (week, quarter and year too), wtd, mtd, qtd, ytd, q1 to q4 of this year, ' +
  `${CALENDAR_FORMS}, 2026-10..2026-11`;

/** A range as typed: `period`, or `from` with or without `to`. */
export interface RangeWords {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly period?: string | undefined;
}

/** A parsed range, with its words: a period is its start and its end. */
export interface ParsedRange {
  readonly words: RangeWords;
  /** Undefined without a range. */
  readonly first: TypedDays | undefined;
  /** Undefined without an end. */
  readonly last: TypedDays | undefined;
}

/** The parsed range. Throws a usage error for unreadable words, days that do not exist, and a fixed start after a fixed end. */
export function parseRange(words: RangeWords): ParsedRange {
  const { from, to, period } = words;
  if (period !== undefined) {
    const whole = parsePeriod(period) ?? rejectWords('period', period, PERIOD_FORMS);
    return { words, first: whole, last: whole };
  }
  if (from === undefined) return { words, first: undefined, last: undefined };
  const first = parseDateExpression(from) ?? rejectWords('from', from, DATE_FORMS);
  const last = to === undefined ? undefined : (parseDateExpression(to) ?? rejectWords('to', to, DATE_FORMS));
  if (first.kind === 'span' && last?.kind === 'span') daysBetweenEnds(first, last);
  return { words, first, last };
}

function rejectWords(name: keyof RangeWords, text: string, forms: string): never {
  const noun = name === 'period' ? 'period' : 'date';
  throw new ReportingError('E-date', `${flagOf(name)} ${JSON.stringify(text)} is not a ${noun}`, {
    hint: `${flagOf(name)} takes ${forms}`,
  });
}

/**
 * The days of a range, and its words if they mean other days tomorrow: a missing end alone does not count. Calls `findSettings` only if they depend on today: `weekStart` is the first day of `this-week` and `last-week`.
 * Without an end, the range ends yesterday, the last whole day, or today if it starts today. Throws a usage error for a missing start, a start after the end, and days outside the calendar.
 */
export function resolveRange({ words, first, last }: ParsedRange, findSettings: () => PeriodSettings) {
  if (first === undefined) throw noRange('add --period last-month');
  const isRelative = [first, last ?? first].some(({ kind }) => kind !== 'span');
  const range = daysBetweenEnds(first, last, isRelative || last === undefined ? findSettings() : undefined);
  return { range, relative: isRelative ? rangeOptions(words) : undefined };
}

/** The options of a range: `--from 2026-01-01 --to 2026-01-31`. */
export function rangeOptions({ from, to, period }: RangeWords): string {
  const given = Object.entries({ period, from, to }).filter(([, words]) => words !== undefined);
  return given.map(([name, words]) => `${flagOf(name)} ${words!.trim()}`).join(' ');
}

/** The days from the first to the last. Spans need no settings: they do not depend on today's date, and so on a valid time zone. */
function daysBetweenEnds(first: TypedDays, last: TypedDays | undefined, settings?: PeriodSettings): DateRange {
  const daysOf = (days: TypedDays): DateRange => (days.kind === 'span' ? days.span : resolveDays(days, settings!));
  const { from } = daysOf(first);
  if (last === undefined) return { from, to: openEnd(from, settings!.today) };
  const { to } = daysOf(last);
  if (from <= to) return { from, to };
  throw new ReportingError('E-date', `the range begins on ${from}, after its end on ${to}`);
}

function openEnd(from: CalendarDate, today: CalendarDate): CalendarDate {
  if (from > today) throw startsTooLate(from, today, 'a range in the future needs --to as well');
  return from === today ? today : addDays(today, -1);
}

/** The usage error for a range, or a month, that begins after today. */
export function startsTooLate(from: string, today: CalendarDate, hint?: string): ReportingError {
  return new ReportingError('E-date', `--from ${from} is in the future: today is ${today}`, { hint });
}

/** The usage error without a range. `words` name last month. */
export function noRange(words: string): ReportingError {
  return new ReportingError('E-date', 'no range: name it with --from and --to, or with --period', {
    hint: `for last month: ${words}`,
  });
}
