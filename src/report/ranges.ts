/** The range of a report, and the range that it is compared with: parsed for the request, resolved for the plan. */

import { unitAround } from '../core/calendar.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import { earlierRange, inComparison, type NamedRange, parseComparison } from '../core/compared-range.ts';
import { countOf } from '../core/count.ts';
import { countDays, type DateRange, formatRange } from '../core/date-range.ts';
import { misleadingName } from '../core/file-template.ts';
import { type ParsedRange, parseRange, resolveRange } from '../core/resolve-range.ts';
import type { Weekday } from '../core/weekday.ts';
import type { RangeWords, ReportRequest } from './request.ts';

/** What `--compare` asks for. */
export type RequestedComparison =
  | 'previous'
  | 'year'
  | { readonly typed: NamedRange; readonly parsed: ParsedRange };

/** Throws a usage error for words that cannot be read. */
export function parseRequestedRange(typed: RangeWords, weekStart: Weekday): ReportRequest['range'] {
  return { typed, parsed: parseRange({ ...typed, weekStart }) };
}

/** Throws a usage error for words that cannot be read. */
export function parseRequestedComparison(text: string): RequestedComparison {
  const typed = parseComparison(text);
  if (typeof typed === 'string') return typed;
  try {
    return { typed, parsed: parseRange(typed) };
  } catch (error) {
    throw inComparison(error, typed);
  }
}

export interface ResolvedRanges {
  readonly range: DateRange;
  /** Undefined without a comparison. */
  readonly compared: DateRange | undefined;
  /** What relative words came to. A cron job's log shows it too, so that one can look up what was pulled. */
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

/** `askToday` is called only for words that depend on it; `zoneName` names its time zone for the note. */
export function resolveRanges(
  request: Pick<ReportRequest, 'range' | 'compare' | 'output' | 'transform'>,
  askToday: () => CalendarDate,
  zoneName: string,
): ResolvedRanges {
  let day: CalendarDate | undefined;
  // One day for all, even if midnight passes meanwhile.
  const today = (): CalendarDate => (day ??= askToday());
  const { compare, transform } = request;
  const { typed, parsed } = request.range;
  const { range, isRelative } = resolve(parsed, today);
  const notes: string[] = [];
  if (isRelative) {
    const days = countOf(countDays(range), 'day');
    notes.push(`${asTyped(typed)} is ${formatRange(range)} (${days}; today is ${day} in ${zoneName})`);
  }
  notes.push(...noteCutUnits(range, transform));
  const warnings = [misleadingName(request.output, range)].filter((each) => each !== undefined);
  if (compare === undefined) return { range, compared: undefined, notes, warnings };
  const compared = comparedRange(range, compare, today);
  notes.push(`compared with ${formatRange(compared)} (${countOf(countDays(compared), 'day')})`);
  return { range, compared, notes, warnings };
}

/** A fixed range needs no day, and so no time zone that exists. */
function resolve(
  parsed: ParsedRange,
  today: () => CalendarDate,
): { readonly range: DateRange; readonly isRelative: boolean } {
  return parsed.kind === 'fixed' ? parsed : resolveRange(parsed, today());
}

function comparedRange(
  range: DateRange,
  comparison: RequestedComparison,
  today: () => CalendarDate,
): DateRange {
  if (typeof comparison === 'string') return earlierRange(range, comparison);
  try {
    return resolve(comparison.parsed, today).range;
  } catch (error) {
    throw inComparison(error, comparison.typed);
  }
}

function asTyped({ from, to, period, includeToday }: RangeWords): string {
  const given = [
    period !== undefined && `--period ${period.trim()}`,
    from !== undefined && `--from ${from.trim()}`,
    to !== undefined && `--to ${to.trim()}`,
    includeToday === true && '--include-today',
  ];
  return given.filter((each) => each !== false).join(' ');
}

/** The first and the last week of a range are often cut, and then look like a fall. */
function noteCutUnits(range: DateRange, { by, weekStart }: ReportRequest['transform']): readonly string[] {
  if (by === undefined || by === 'day') return [];
  const first = unitAround(range.from, by, weekStart);
  const last = unitAround(range.to, by, weekStart);
  const cut = [
    first.from < range.from && `the first ${by} begins before the range, on ${first.from}`,
    last.to > range.to && `the last ${by} ends after it, on ${last.to}`,
  ].filter((each) => each !== false);
  return cut.length === 0 ? [] : [`not all of each ${by} is in: ${cut.join('; ')}`];
}
