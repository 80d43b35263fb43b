/** Resolves the range of a report and its compared range to days, and words the notes about them. */

import { joinMessages, type Message, option, phrase } from '../core/message.ts';
import { countOf } from '../core/text.ts';
import { unitAround, unitStart, weekdayOf } from '../dates/calendar.ts';
import { earlierRange, haveSameMonths, inComparison, parseComparison } from '../dates/compared-range.ts';
import { addDays, type CalendarDate, dayWithin, shortWeekdayName, type Weekday } from '../dates/date.ts';
import { countDays, type DateRange, formatRange } from '../dates/range.ts';
import { type ParsedRange, parseRange, type RangeWords, resolveRange } from '../dates/resolve-range.ts';
import type { ReportRequest, RequestedComparison } from './request.ts';

/** The parsed comparison. Throws a usage error for an invalid value. */
export function parseRequestedComparison(typed: string, weekStart: Weekday): RequestedComparison {
  const words = parseComparison(typed);
  if (typeof words === 'string') return words;
  try {
    return { typed, parsed: parseRange(words, weekStart) };
  } catch (error) {
    throw inComparison(error, typed);
  }
}

interface ResolvedRanges {
  readonly range: DateRange;
  /** Undefined without a comparison. */
  readonly compared: DateRange | undefined;
  /** The days of relative dates: a cron job's log shows which days were pulled. */
  readonly notes: readonly Message[];
  readonly warnings: readonly Message[];
}

/** Resolves the ranges to days. Calls `findToday`, and `zoneName` for the note, only for dates that depend on today. */
export function resolveRanges(
  request: Pick<ReportRequest, 'range' | 'compare' | 'transform'>,
  findToday: () => CalendarDate,
  zoneName: () => string,
): ResolvedRanges {
  let day: CalendarDate | undefined;
  // Both ranges use the same day, even around midnight.
  const today = (): CalendarDate => (day ??= findToday());
  const { compare, transform } = request;
  const { typed, parsed } = request.range;
  const { range, isRelative } = resolve(parsed, today);
  const notes: Message[] = [];
  if (isRelative) {
    notes.push(phrase`${asTyped(typed)} is ${formatRange(range)} (today is ${day!} in ${zoneName()})`);
  }
  notes.push(...noteCutUnits(range, transform));
  if (compare === undefined) return { range, compared: undefined, notes, warnings: [] };
  const period = parsed.kind === 'period' ? parsed.period : undefined;
  const compared =
    typeof compare === 'string'
      ? earlierRange(range, compare, { period, by: transform.by })
      : typedComparison(compare, today);
  const warning = typeof compare === 'string' ? undefined : differentLength(range, compared, compare.typed);
  notes.push(noteCompared(range, compared));
  // A trend shows the units of the range alone.
  if (!transform.trend) notes.push(...noteCutUnits(compared, transform, 'in the compared range, '));
  return { range, compared, notes, warnings: warning === undefined ? [] : [warning] };
}

/** A fixed range works without today, and so with an unknown time zone. */
function resolve(
  parsed: ParsedRange,
  today: () => CalendarDate,
): { readonly range: DateRange; readonly isRelative: boolean } {
  return parsed.kind === 'fixed' ? parsed : resolveRange(parsed, today());
}

function typedComparison(
  { typed, parsed }: Exclude<RequestedComparison, string>,
  today: () => CalendarDate,
): DateRange {
  try {
    return resolve(parsed, today).range;
  } catch (error) {
    throw inComparison(error, typed);
  }
}

/** Names the length of both ranges if they differ. */
function noteCompared(range: DateRange, compared: DateRange): string {
  const days = countDays(range);
  const comparedDays = countDays(compared);
  const against = days === comparedDays ? '' : ` against ${days}`;
  return `compared with ${formatRange(compared)} (${countOf(comparedDays, 'day')}${against})`;
}

/**
 * A note about ranges of different lengths: more days have larger sums for that reason alone. Undefined for the same number of
 * days or of whole months.
 */
function differentLength(range: DateRange, compared: DateRange, typed: string): Message | undefined {
  const days = countDays(range);
  const comparedDays = countDays(compared);
  if (days === comparedDays || haveSameMonths(range, compared)) return undefined;
  const isLastYear = typed.trim().toLowerCase() === 'last-year';
  const advice = isLastYear ? phrase`; for the same dates a year earlier, use ${option('compare')} year` : '';
  return phrase`${option('compare')} ${typed} has ${countOf(comparedDays, 'day')}, and the range ${formatRange(range)} has ${days}: their sums are of different lengths of time${advice}`;
}

function asTyped({ from, to, period, includeToday }: RangeWords): Message {
  const given = [
    period !== undefined && phrase`${option('period')} ${period.trim()}`,
    from !== undefined && phrase`${option('from')} ${from.trim()}`,
    to !== undefined && phrase`${option('to')} ${to.trim()}`,
    includeToday === true && phrase`${option('includeToday')}`,
  ];
  return joinMessages(
    given.filter((each) => each !== false),
    ' ',
  );
}

/** The first and last week of a range are often incomplete, and then look like a drop. `where` begins the note. */
function noteCutUnits(
  range: DateRange,
  { by, weekStart }: ReportRequest['transform'],
  where = '',
): readonly string[] {
  if (by === undefined || by === 'day') return [];
  if (by === 'weekday') return noteWeekdays(range, where);
  const first = unitStart(range.from, by, weekStart);
  // The last week of the year 9999 has no last day.
  const last =
    by === 'week' ? dayWithin(unitStart(range.to, by, weekStart), 6) : unitAround(range.to, by, weekStart).to;
  const cut = [
    first < range.from && `the first ${by} starts before the range, on ${first}`,
    last > range.to && `the last ${by} ends after it, on ${last}`,
  ].filter((each) => each !== false);
  return cut.length === 0 ? [] : [`${where}incomplete ${by}s: ${cut.join('; ')}`];
}

/** A note for a range that is not whole weeks: some weekdays occur once more than the others. */
function noteWeekdays(range: DateRange, where: string): readonly string[] {
  const days = countDays(range);
  const [weeks, more] = [Math.floor(days / 7), days % 7];
  if (more === 0) return [];
  const names = Array.from({ length: more }, (_, index) =>
    shortWeekdayName(weekdayOf(addDays(range.from, index))),
  );
  const occur = more === 1 ? 'occurs' : 'occur';
  return [
    `${where}not whole weeks: ${names.join(', ')} ${occur} ${countOf(weeks + 1, 'time')}, each other weekday ${countOf(weeks, 'time')}`,
  ];
}
