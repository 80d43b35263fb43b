/** The range of a report, and the range that it is compared with, from the words of the request. */

import type { CalendarDate } from '../core/calendar-date.ts';
import { comparedRange, parseComparison } from '../core/compared-range.ts';
import { countOf } from '../core/count.ts';
import { countDays, type DateRange, formatRange } from '../core/date-range.ts';
import { misleadingName } from '../core/file-template.ts';
import { resolveRange } from '../core/resolve-range.ts';
import type { ReportRequest } from './request.ts';

export interface ResolvedRanges {
  readonly range: DateRange;
  /** Undefined without a comparison. */
  readonly compared: DateRange | undefined;
  /** What relative words came to. A cron job's log shows it too, so that one can look up what was pulled. */
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

/** `today` is called only for words that depend on it; `zoneName` names its time zone for the note. */
export async function resolveRanges(
  request: Pick<ReportRequest, 'range' | 'compare' | 'weekStart' | 'output' | 'transform'>,
  today: () => CalendarDate,
  zoneName: string,
): Promise<ResolvedRanges> {
  let day: CalendarDate | undefined;
  // One day for all, even if midnight passes meanwhile.
  const askToday = async (): Promise<CalendarDate> => (day ??= today());
  const { compare, weekStart, transform } = request;
  const comparison = compare === undefined ? undefined : parseComparison(compare);
  const { range, isRelative } = await resolveRange({ ...request.range, weekStart }, askToday);
  const notes: string[] = [];
  if (isRelative) {
    const days = countOf(countDays(range), 'day');
    notes.push(
      `${asTyped(request.range)} is ${formatRange(range)} (${days}; today is ${day} in ${zoneName})`,
    );
  }
  notes.push(...(await noteCutUnits(range, transform)));
  const warnings = [misleadingName(request.output, range)].filter((each) => each !== undefined);
  if (comparison === undefined) return { range, compared: undefined, notes, warnings };
  const compared = await comparedRange(range, comparison, askToday);
  notes.push(`compared with ${formatRange(compared)} (${countOf(countDays(compared), 'day')})`);
  return { range, compared, notes, warnings };
}

/** Throws a usage error for words that cannot be read, whatever day it is. */
export async function assertReadableRange(request: Parameters<typeof resolveRanges>[0]): Promise<void> {
  const noDay = (): never => {
    throw new TodayNeeded();
  };
  await resolveRanges(request, noDay, '').catch((error: unknown) => {
    if (!(error instanceof TodayNeeded)) throw error;
  });
}

class TodayNeeded extends Error {}

function asTyped({ from, to, period, includeToday }: ReportRequest['range']): string {
  const given = [
    period !== undefined && `--period ${period.trim()}`,
    from !== undefined && `--from ${from.trim()}`,
    to !== undefined && `--to ${to.trim()}`,
    includeToday === true && '--include-today',
  ];
  return given.filter((each) => each !== false).join(' ');
}

/** The first and the last week of a range are often cut, and then look like a fall. */
async function noteCutUnits(
  range: DateRange,
  { by, weekStart }: ReportRequest['transform'],
): Promise<readonly string[]> {
  if (by === undefined || by === 'day') return [];
  const { unitAround } = await import('../core/calendar.ts');
  const first = unitAround(range.from, by, weekStart);
  const last = unitAround(range.to, by, weekStart);
  const cut = [
    first.from < range.from && `the first ${by} begins before the range, on ${first.from}`,
    last.to > range.to && `the last ${by} ends after it, on ${last.to}`,
  ].filter((each) => each !== false);
  return cut.length === 0 ? [] : [`not all of each ${by} is in: ${cut.join('; ')}`];
}
