/** The first and the last day of a report, from the dates or the period that the user typed. */

import { ReportingError } from '../core/errors.ts';
import { addDays, type CalendarDate } from './date.ts';
import { outsideCalendar, unreadableDate, unreadablePeriod } from './date-errors.ts';
import {
  type DateExpression,
  type PeriodSettings,
  parseDateExpression,
  parsePeriod,
  type RelativePeriod,
  resolveAgo,
  resolvePeriod,
} from './parse-date.ts';
import type { DateRange } from './range.ts';

/** A range as typed: `period`, or `from` with or without `to`. */
export interface RangeWords {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly period?: string | undefined;
}

interface ResolvedRange {
  readonly range: DateRange;
  /** True if the requested words mean other days tomorrow. A missing end alone does not count. */
  readonly isRelative: boolean;
}

/** A parsed range. Only a relative range depends on today's date, and so on a valid time zone. */
export type ParsedRange = FixedRange | RelativeRange;

type RelativeRange = PeriodRange | RangeFromTo | { readonly kind: 'no-start' };

interface FixedRange extends ResolvedRange {
  readonly kind: 'fixed';
}

interface PeriodRange {
  readonly kind: 'period';
  readonly typed: string;
  readonly period: RelativePeriod;
}

interface RangeFromTo {
  readonly kind: 'from-to';
  readonly first: ReadDate;
  /** Undefined without an end. */
  readonly last: ReadDate | undefined;
}

type ReadDate = DateExpression & { readonly name: 'from' | 'to'; readonly typed: string };

/** The parsed range. Throws a usage error for unreadable words, days that do not exist, and a fixed start after a fixed end. */
export function parseRange({ from, to, period }: RangeWords): ParsedRange {
  if (period !== undefined) return parsePeriodRange(period);
  if (from === undefined) return { kind: 'no-start' };
  const first = readDate('from', from);
  const last = to === undefined ? undefined : readDate('to', to);
  if (first.kind === 'ago' || last?.kind !== 'span') return { kind: 'from-to', first, last };
  return {
    kind: 'fixed',
    range: rangeBetween(first, first.span.from, last, last.span.to),
    isRelative: false,
  };
}

/**
 * The days of a relative range on the day `today`. `weekStart` is the first day of `this-week` and `last-week`. Without an end, the range ends yesterday, the last whole day, or today if it
 * starts today.
 * Throws a usage error for a missing start, a start after the end, and days outside the calendar.
 */
export function resolveRange(parsed: RelativeRange, settings: PeriodSettings): ResolvedRange {
  const { today } = settings;
  if (parsed.kind === 'no-start') throw noRange('--period last-month');
  if (parsed.kind === 'period') {
    const { typed, period } = parsed;
    const range = withinCalendar('period', typed, () => resolvePeriod(period, settings));
    return { range, isRelative: true };
  }
  const { first, last } = parsed;
  const from = first.kind === 'span' ? first.span.from : dayAgo(first, today);
  if (last === undefined) {
    return { range: { from, to: openEnd(from, today) }, isRelative: first.kind === 'ago' };
  }
  const to = last.kind === 'span' ? last.span.to : dayAgo(last, today);
  return { range: rangeBetween(first, from, last, to), isRelative: true };
}

function readDate(name: 'from' | 'to', text: string): ReadDate {
  const expression = withinCalendar(name, text, () => parseDateExpression(text));
  if (expression === undefined) throw unreadableDate(name, text);
  return { ...expression, name, typed: text.trim() };
}

function dayAgo({ count, unit, name, typed }: ReadDate & { readonly kind: 'ago' }, today: CalendarDate): CalendarDate {
  return withinCalendar(name, typed, () => resolveAgo(count, unit, today));
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

function parsePeriodRange(text: string): ParsedRange {
  const period = withinCalendar('period', text, () => parsePeriod(text));
  if (period === undefined) throw unreadablePeriod(text);
  if (period.kind === 'span') return { kind: 'fixed', range: period.span, isRelative: false };
  return { kind: 'period', typed: text, period };
}

/** The usage error without a range. `words` name last month. */
export function noRange(words: string): ReportingError {
  return new ReportingError('E-date', 'no range: name it with --from and --to, or with --period', {
    hint: `for last month: ${words}`,
  });
}

/** The result of `work`. Its RangeError becomes a usage error about the option. */
function withinCalendar<T>(name: 'from' | 'to' | 'period', text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw outsideCalendar(name, text.trim());
    throw error;
  }
}
