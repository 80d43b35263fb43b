/** The first and the last day of a report, from the dates or the period that the user typed. */

import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { closestMatch } from '../core/text.ts';
import { addDays, type CalendarDate } from './date.ts';
import {
  DATE_WORDS,
  type DateExpression,
  PERIOD_WORDS,
  type PeriodSettings,
  parseDateExpression,
  parsePeriod,
  type RelativePeriod,
  resolveAgo,
  resolvePeriod,
} from './parse-date.ts';
import type { DateRange } from './range.ts';

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
}

interface ResolvedRange {
  readonly range: DateRange;
  /** The range as typed, if it means other days tomorrow. A missing end alone does not count. */
  readonly relative: string | undefined;
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
  return { words, kind: 'fixed', range: rangeBetween(first, first.span.from, last, last.span.to) };
}

/** A range of these days. */
export function fixedRange(range: DateRange): ParsedRange {
  return { words: range, kind: 'fixed', range };
}

/**
 * The days of a range. Calls `findSettings` only if they depend on today: `weekStart` is the first day of `this-week` and `last-week`.
 * Without an end, the range ends yesterday, the last whole day, or today if it starts today. Throws a usage error for a missing start, a start after the end, and days outside the calendar.
 */
export function resolveRange(parsed: ParsedRange, findSettings: () => PeriodSettings): ResolvedRange {
  if (parsed.kind === 'fixed') return { range: parsed.range, relative: undefined };
  if (parsed.kind === 'no-start') throw noRange('--period last-month');
  const relative = asTyped(parsed.words);
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
  return { range: rangeBetween(first, from, last, to), relative };
}

function asTyped({ from, to, period }: RangeWords): string {
  const given = [
    period !== undefined && `--period ${period.trim()}`,
    from !== undefined && `--from ${from.trim()}`,
    to !== undefined && `--to ${to.trim()}`,
  ];
  return given.filter((each) => each !== false).join(' ');
}

function readDate(name: 'from' | 'to', text: string): ReadDate {
  return { ...read(name, text, () => parseDateExpression(text)), name, typed: text.trim() };
}

function dayAgo({ count, unit, name, typed }: ReadDate & { readonly kind: 'ago' }, today: CalendarDate): CalendarDate {
  return read(name, typed, () => resolveAgo(count, unit, today));
}

function rangeBetween(first: ReadDate, from: CalendarDate, last: ReadDate, to: CalendarDate): DateRange {
  if (from <= to) return { from, to };
  throw new ReportingError('E-date', `--from ${describe(first, from)} is after --to ${describe(last, to)}`, {
    hint: `swap them: --from ${last.typed} --to ${first.typed}`,
  });
}

/** The typed text, followed by its day if the two differ: `7d (2026-06-08)`. */
function describe({ typed }: ReadDate, date: CalendarDate): string {
  return typed === date ? typed : `${typed} (${date})`;
}

function openEnd(from: CalendarDate, today: CalendarDate): CalendarDate {
  if (from > today) {
    throw new ReportingError('E-date', `--from ${from} is in the future: today is ${today}`, {
      hint: 'a range in the future needs --to as well',
    });
  }
  return from === today ? today : addDays(today, -1);
}

/** The usage error without a range. `words` name last month. */
export function noRange(words: string): ReportingError {
  return new ReportingError('E-date', 'no range: name it with --from and --to, or with --period', {
    hint: `for last month: ${words}`,
  });
}

/** The result of `work`. Throws a usage error if it is undefined, or a day outside the years 0001 to 9999. */
function read<T>(name: keyof RangeWords, text: string, work: () => T | undefined): T {
  try {
    const found = work();
    if (found !== undefined) return found;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const [noun, words, forms] =
    name === 'period' ? ['period', PERIOD_WORDS, PERIOD_FORMS] : (['date', DATE_WORDS, DATE_FORMS] as const);
  const near = closestMatch(text.trim().replace(/[\s_]+/g, '-'), words);
  throw new ReportingError('E-date', `${flagOf(name)} ${JSON.stringify(text)} is not a ${noun}`, {
    hint: `${near === undefined ? '' : `did you mean ${near}? `}${flagOf(name)} takes ${forms}`,
  });
}
