/** From what a person asked for to the first and the last day of a report. */

import { addDays, type CalendarDate } from './calendar-date.ts';
import { type DateExpression, parseDateExpression, resolveAgo } from './date-expression.ts';
import type { DateRange } from './date-range.ts';
import { parsePeriod, resolvePeriod } from './period.ts';
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

/** Gives the day that it is. Asked once, and only for a request that depends on it. */
export type AskToday = () => Promise<CalendarDate>;

/**
 * The range that a person asked for. Without `to` it ends yesterday, the last whole day; today, if it starts today.
 * Rejects with a usage error for what cannot be read or does not exist, a missing start, or a start after the end.
 */
export async function resolveRange(request: RangeRequest, askToday: AskToday): Promise<ResolvedRange> {
  let asked: Promise<CalendarDate> | undefined;
  // One day for the whole range, even where midnight passes meanwhile.
  const today: AskToday = () => (asked ??= askToday());
  if (request.period !== undefined) return rangeOfPeriod(request.period, request, today);
  if (request.from === undefined) throw noStart(await today());
  if (request.to !== undefined && request.includeToday === true) throw strayIncludeToday();
  // Both are read before today is asked for, which may take a look at a profile: a typing error is told first.
  const first = await readDate('--from', request.from);
  const last = request.to === undefined ? undefined : await readDate('--to', request.to);
  const from = await startOf(first, today);
  if (last === undefined) {
    const to = await openEnd(from, request, today);
    return { range: { from, to }, isRelative: first.kind === 'ago' || request.includeToday === true };
  }
  const to = await endOf(last, today);
  if (from > to) {
    throw new ReportingError('usage', `--from ${tell(first, from)} is after --to ${tell(last, to)}`, {
      hint: `swap them: --from ${last.typed} --to ${first.typed}`,
    });
  }
  return { range: { from, to }, isRelative: first.kind === 'ago' || last.kind === 'ago' };
}

type ReadDate = DateExpression & { readonly option: '--from' | '--to'; readonly typed: string };

async function readDate(option: '--from' | '--to', text: string): Promise<ReadDate> {
  const expression = await withinCalendar(option, text, () => parseDateExpression(text));
  if (expression === undefined) throw await unreadableDate(option, text);
  return { ...expression, option, typed: text.trim() };
}

async function startOf(date: ReadDate, today: AskToday): Promise<CalendarDate> {
  return date.kind === 'span' ? date.span.from : dayAgo(date, await today());
}

async function endOf(date: ReadDate, today: AskToday): Promise<CalendarDate> {
  return date.kind === 'span' ? date.span.to : dayAgo(date, await today());
}

function dayAgo(
  { count, unit, option, typed }: ReadDate & { readonly kind: 'ago' },
  today: CalendarDate,
): Promise<CalendarDate> {
  return withinCalendar(option, typed, () => resolveAgo(count, unit, today));
}

/** As it was typed, with the day that it means if that is not the same: `7d (2026-06-08)`. */
function tell({ typed }: ReadDate, date: CalendarDate): string {
  return typed === date ? typed : `${typed} (${date})`;
}

async function openEnd(
  from: CalendarDate,
  { includeToday }: RangeRequest,
  askToday: AskToday,
): Promise<CalendarDate> {
  const today = await askToday();
  if (from > today) {
    throw new ReportingError('usage', `--from ${from} is in the future: today is ${today}`, {
      hint: 'a range in the future needs --to as well',
    });
  }
  return from === today || includeToday === true ? today : addDays(today, -1);
}

async function rangeOfPeriod(
  text: string,
  { includeToday = false, weekStart = MONDAY }: RangeRequest,
  askToday: AskToday,
): Promise<ResolvedRange> {
  const period = await withinCalendar('--period', text, () => parsePeriod(text));
  if (period === undefined) throw await unreadablePeriod(text);
  if (includeToday && period.kind !== 'this') throw strayIncludeToday();
  if (period.kind === 'span') return { range: period.span, isRelative: false };
  const today = await askToday();
  const settings = { today, weekStart, includeToday };
  const range = await withinCalendar('--period', text, () => resolvePeriod(period, settings));
  return { range, isRelative: true };
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
async function withinCalendar<T>(option: string, text: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw outsideCalendar(option, text.trim());
    throw error;
  }
}
