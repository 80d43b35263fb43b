/**
 * The values of `--from`, `--to` and `--period`: calendar days, months, quarters, weeks and years, and words that depend on
 * today, such as `7d` and `last-month`. Parsing needs no clock; resolving gets today's date.
 */

import { ReportingError, tryRead } from '../core/errors.ts';
import { closestMatch, flagOf, shellWord } from '../core/text.ts';
import { MONTHS_OF, monthsBefore, parseCalendarSpan, unitAround } from './calendar.ts';
import { addDays, CALENDAR_UNITS, type CalendarDate, type CalendarUnit, calendarDateOf, type Weekday } from './date.ts';
import type { DateRange } from './range.ts';

/** A parsed start or end date: a span of the calendar, or a number of units before today. */
type DateExpression =
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
function resolveAgo(count: number, unit: AgoUnit, today: CalendarDate): CalendarDate {
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

const CALENDAR_FORMS = '2026-01-31, 2026-01, 2026-Q1, 2026-W05, 2026';
const DATE_FORMS = `${CALENDAR_FORMS}, today, yesterday, or 7d, 2w, 3m, 1y ago`;
const PERIOD_FORMS =
  'today, yesterday, last-7-days, last-4-weeks and last-3-months (any number), ' +
  'this-month and last-month (week, quarter and year too), wtd, mtd, qtd, ytd, q1 to q4 of this year, ' +
  `${CALENDAR_FORMS}, 2026-10..2026-11`;

/** A range as typed: `period`, or `from` with or without `to`. */
export interface RangeWords {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly period?: string | undefined;
  /** True for `FROM..TO` of --compare. */
  readonly isCompared?: boolean;
}

/** A parsed range, with its words. Only one that is not `fixed` depends on today's date, and so on a valid time zone. */
export type ParsedRange = { readonly words: RangeWords } & (
  | { readonly kind: 'fixed'; readonly range: DateRange }
  | { readonly kind: 'period'; readonly period: RelativePeriod }
  /** `last` is undefined without an end. */
  | { readonly kind: 'from-to'; readonly first: ReadDate; readonly last: ReadDate | undefined }
  | { readonly kind: 'no-start' }
);

type ReadDate = DateExpression & { readonly name: 'from' | 'to'; readonly typed: string };

/** The parsed range. Throws a usage error for unreadable words, days that do not exist, and a fixed start after a fixed end. */
export function parseRange(words: RangeWords): ParsedRange {
  const { from, to, period: text } = words;
  if (text !== undefined) {
    const period = read('period', text, () => parsePeriod(text));
    return period.kind === 'span' ? { words, kind: 'fixed', range: period.span } : { words, kind: 'period', period };
  }
  if (from === undefined) return { words, kind: 'no-start' };
  const first = readDate('from', from);
  const last = to === undefined ? undefined : readDate('to', to);
  if (first.kind === 'ago' || last?.kind !== 'span') return { words, kind: 'from-to', first, last };
  return { words, kind: 'fixed', range: rangeBetween(words, first, first.span.from, last, last.span.to) };
}

/** A range of these days. */
export function fixedRange(range: DateRange): ParsedRange {
  return { words: range, kind: 'fixed', range };
}

/**
 * The days of a range, and its words if they mean other days tomorrow: a missing end alone does not count. Calls `findSettings` only if they depend on today: `weekStart` is the first day of `this-week` and `last-week`.
 * Without an end, the range ends yesterday, the last whole day, or today if it starts today. Throws a usage error for a missing start, a start after the end, and days outside the calendar.
 */
export function resolveRange(parsed: ParsedRange, findSettings: () => PeriodSettings) {
  if (parsed.kind === 'fixed') return { range: parsed.range, relative: undefined };
  if (parsed.kind === 'no-start') throw noRange('add --period last-month');
  const relative = rangeOptions(parsed.words);
  const settings = findSettings();
  if (parsed.kind === 'period') {
    const { words, period } = parsed;
    return { range: read('period', words.period!, () => resolvePeriod(period, settings)), relative };
  }
  const { today } = settings;
  const { first, last } = parsed;
  const from = first.kind === 'span' ? first.span.from : dayAgo(first, today);
  if (last === undefined) {
    return { range: { from, to: openEnd(from, today) }, relative: first.kind === 'ago' ? relative : undefined };
  }
  const to = last.kind === 'span' ? last.span.to : dayAgo(last, today);
  return { range: rangeBetween(parsed.words, first, from, last, to), relative };
}

/** The options of a range: `--from 2026-01-01 --to 2026-01-31`. */
export function rangeOptions({ from, to, period }: RangeWords): string {
  const given = Object.entries({ period, from, to }).filter(([, words]) => words !== undefined);
  return given.map(([name, words]) => `${flagOf(name)} ${words!.trim()}`).join(' ');
}

function readDate(name: 'from' | 'to', text: string): ReadDate {
  return { ...read(name, text, () => parseDateExpression(text)), name, typed: text.trim() };
}

function dayAgo({ count, unit, name, typed }: ReadDate & { readonly kind: 'ago' }, today: CalendarDate): CalendarDate {
  return read(name, typed, () => resolveAgo(count, unit, today));
}

function rangeBetween(
  { isCompared = false }: RangeWords,
  first: ReadDate,
  from: CalendarDate,
  last: ReadDate,
  to: CalendarDate,
): DateRange {
  if (from <= to) return { from, to };
  const [fromFlag, toFlag, swapped] = isCompared
    ? ['', '', `--compare ${last.typed}..${first.typed}`]
    : ['--from ', '--to ', rangeOptions({ from: last.typed, to: first.typed })];
  const message = `${fromFlag}${describe(first, from)} is after ${toFlag}${describe(last, to)}`;
  throw new ReportingError('E-date', message, { hint: `swap them: ${swapped}` });
}

/** The typed text, followed by its day if the two differ: `7d (2026-06-08)`. */
function describe({ typed }: ReadDate, date: CalendarDate): string {
  return typed === date ? typed : `${typed} (${date})`;
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

/** The result of `work`. Throws a usage error if it is undefined, or a day outside the years 0001 to 9999. */
function read<T>(name: keyof RangeWords, text: string, work: () => T | undefined): T {
  const given = `${flagOf(name)} ${JSON.stringify(text)}`;
  try {
    const found = work();
    if (found !== undefined) return found;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ReportingError('E-date', `${given} reaches beyond the years 0001 to 9999`);
  }
  const [noun, words, forms] =
    name === 'period' ? ['period', PERIOD_WORDS, PERIOD_FORMS] : (['date', DATE_WORDS, DATE_FORMS] as const);
  const near = closestMatch(text.trim().replace(/[\s_]+/g, '-'), words);
  const [other, flag, parse] =
    name === 'from' ? ['period', '--period', parsePeriod] : (['date', '--from', parseDateExpression] as const);
  if (name !== 'to' && tryRead(() => parse(text)) !== undefined) {
    throw new ReportingError('E-date', `${given} is a ${other}`, { hint: `use ${flag} ${shellWord(text.trim())}` });
  }
  throw new ReportingError('E-date', `${given} is not a ${noun}`, {
    hint: `${near === undefined ? '' : `did you mean ${near}? `}${flagOf(name)} takes ${forms}`,
  });
}
