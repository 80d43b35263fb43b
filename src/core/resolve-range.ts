/** From what a person asked for to the first and the last day of a report. */

import { addDays, type CalendarDate } from './calendar-date.ts';
import { type DateExpression, parseDateExpression, resolveAgo } from './date-expression.ts';
import type { DateRange } from './date-range.ts';
import { type PeriodSettings, parsePeriod, type RelativePeriod, resolvePeriod } from './period.ts';
import { ReportingError } from './reporting-error.ts';
import { outsideCalendar, unreadableDate, unreadablePeriod } from './unreadable-date.ts';
import { MONDAY, type Weekday } from './weekday.ts';

/** Either `period`, or `from` with or without `to`, each as it was typed. */
export interface RangeRequest {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly period?: string | undefined;
  /** Ends a range today that would end yesterday, because it runs up to the present. */
  readonly includeToday?: boolean | undefined;
  /** The first day of `this-week` and `last-week`; Monday. */
  readonly weekStart?: Weekday | undefined;
}

export interface ResolvedRange {
  readonly range: DateRange;
  /** True if it was asked for in words that mean other days tomorrow. An end that was left out is no such word. */
  readonly isRelative: boolean;
}

/** A range whose words were read. Only a relative one needs to know what day it is, and so a time zone that exists. */
export type ParsedRange = FixedRange | RelativeRange;

export type RelativeRange = PeriodRange | RangeFromTo | { readonly kind: 'no-start' };

interface FixedRange extends ResolvedRange {
  readonly kind: 'fixed';
}

interface PeriodRange {
  readonly kind: 'period';
  readonly typed: string;
  readonly period: RelativePeriod;
  readonly settings: Omit<PeriodSettings, 'today'>;
}

interface RangeFromTo {
  readonly kind: 'from-to';
  readonly first: ReadDate;
  /** Undefined without `--to`. */
  readonly last: ReadDate | undefined;
  readonly includeToday: boolean;
}

/** Throws a usage error for words that cannot be read or days that do not exist, and for a fixed start after a fixed end. */
export function parseRange(request: RangeRequest): ParsedRange {
  const { from, to, period, includeToday = false, weekStart = MONDAY } = request;
  if (period !== undefined) return parsePeriodRange(period, { includeToday, weekStart });
  if (from === undefined) return { kind: 'no-start' };
  if (to !== undefined && includeToday) throw strayIncludeToday();
  const first = readDate('--from', from);
  const last = to === undefined ? undefined : readDate('--to', to);
  if (first.kind === 'ago' || last?.kind !== 'span') return { kind: 'from-to', first, last, includeToday };
  return {
    kind: 'fixed',
    range: rangeBetween(first, first.span.from, last, last.span.to),
    isRelative: false,
  };
}

/**
 * The days of a range on the day `today`. Without an end it ends yesterday, the last whole day; today, if it starts today.
 * Throws a usage error for a missing start, a start after the end, and days outside the calendar.
 */
export function resolveRange(parsed: RelativeRange, today: CalendarDate): ResolvedRange {
  if (parsed.kind === 'no-start') throw noStart(today);
  if (parsed.kind === 'period') {
    const { typed, period, settings } = parsed;
    const range = withinCalendar('--period', typed, () => resolvePeriod(period, { today, ...settings }));
    return { range, isRelative: true };
  }
  const { first, last, includeToday } = parsed;
  const from = first.kind === 'span' ? first.span.from : dayAgo(first, today);
  if (last === undefined) {
    const to = openEnd(from, today, includeToday);
    return { range: { from, to }, isRelative: first.kind === 'ago' || includeToday };
  }
  const to = last.kind === 'span' ? last.span.to : dayAgo(last, today);
  return { range: rangeBetween(first, from, last, to), isRelative: true };
}

type ReadDate = DateExpression & { readonly option: '--from' | '--to'; readonly typed: string };

function readDate(option: '--from' | '--to', text: string): ReadDate {
  const expression = withinCalendar(option, text, () => parseDateExpression(text));
  if (expression === undefined) throw unreadableDate(option, text);
  return { ...expression, option, typed: text.trim() };
}

function dayAgo(
  { count, unit, option, typed }: ReadDate & { readonly kind: 'ago' },
  today: CalendarDate,
): CalendarDate {
  return withinCalendar(option, typed, () => resolveAgo(count, unit, today));
}

function rangeBetween(first: ReadDate, from: CalendarDate, last: ReadDate, to: CalendarDate): DateRange {
  if (from <= to) return { from, to };
  throw new ReportingError('usage', `--from ${tell(first, from)} is after --to ${tell(last, to)}`, {
    hint: `swap them: --from ${last.typed} --to ${first.typed}`,
  });
}

/** As it was typed, with the day that it means if that is not the same: `7d (2026-06-08)`. */
function tell({ typed }: ReadDate, date: CalendarDate): string {
  return typed === date ? typed : `${typed} (${date})`;
}

function openEnd(from: CalendarDate, today: CalendarDate, includeToday: boolean): CalendarDate {
  if (from > today) {
    throw new ReportingError('usage', `--from ${from} is in the future: today is ${today}`, {
      hint: 'a range in the future needs --to as well',
    });
  }
  return from === today || includeToday ? today : addDays(today, -1);
}

function parsePeriodRange(text: string, settings: PeriodRange['settings']): ParsedRange {
  const period = withinCalendar('--period', text, () => parsePeriod(text));
  if (period === undefined) throw unreadablePeriod(text);
  if (settings.includeToday && period.kind !== 'this') throw strayIncludeToday();
  if (period.kind === 'span') return { kind: 'fixed', range: period.span, isRelative: false };
  return { kind: 'period', typed: text, period, settings };
}

function noStart(today: CalendarDate): ReportingError {
  const yesterday = addDays(today, -1);
  return new ReportingError('usage', 'no start date', {
    hint: `name the range: --from ${yesterday.slice(0, 8)}01 --to ${yesterday}, or --period last-month`,
  });
}

function strayIncludeToday(): ReportingError {
  return new ReportingError('usage', '--include-today goes with a range that runs up to the present', {
    hint: 'that is --period this-week, this-month and the like, mtd, qtd, ytd, or --from without --to',
  });
}

/** What `work` gives; a day beyond the years that we can write is told as the fault of the option's text. */
function withinCalendar<T>(option: string, text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw outsideCalendar(option, text.trim());
    throw error;
  }
}
