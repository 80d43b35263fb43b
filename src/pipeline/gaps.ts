/** Days of the range without any record. A report that lacks some looks just like a whole one. */

import type { CalendarDate } from '../core/calendar-date.ts';
import { countOf, formatCount } from '../core/count.ts';
import { countDays, type DateRange, daysOf, formatRange } from '../core/date-range.ts';
import { formatDays, rangesOf } from '../core/day-list.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Segment } from '../segments/segment.ts';
import type { DateColumn } from './date-column.ts';

export interface Gaps {
  /** Ascending. None of them is today or later: such a day may have its records still to come. */
  readonly days: readonly CalendarDate[];
  /** Days that were looked at: those of the range that are over. */
  readonly dayCount: number;
  /** False if there may be more: no column tells the days of a window that has records, and more than one day. */
  readonly areAll: boolean;
  /** True if the last day of every window is among them, wherever that can be told. */
  readonly hasEveryEnd: boolean;
}

export interface GapOptions {
  /** The report's name, for messages. */
  readonly report: string;
  /** Throws for gaps, and where it cannot be told whether there are some. */
  readonly failGaps: boolean;
  /** True if windows are asked for with the day after their last as their end. */
  readonly isEndExclusive: boolean;
  /** Asked for only where it matters. */
  readonly today: () => Promise<CalendarDate>;
}

/** A warning about days without records; undefined if there is nothing to warn about, or no record at all. */
export async function describeGaps(
  segments: readonly Segment[],
  column: DateColumn | undefined,
  options: GapOptions,
): Promise<string | undefined> {
  const gaps = await findGaps(segments, column, options.today);
  const advice = adviceOn(gaps, segments, column, options);
  if (options.failGaps) refuseGaps(gaps, advice, { segments, column }, options);
  const isEmpty = segments.every(({ recordCount }) => recordCount === 0);
  if (isEmpty || gaps.days.length === 0) return undefined;
  const by = column?.isOneOfSeveral === true ? ` by ${JSON.stringify(column.column.name)}` : '';
  return [describe(gaps, by), advice].filter(Boolean).join('; ');
}

async function findGaps(
  segments: readonly Segment[],
  column: DateColumn | undefined,
  today: () => Promise<CalendarDate>,
): Promise<Gaps> {
  const missing = segments.map((segment) => missingDays(segment, column));
  const areAll = missing.every((days) => days !== undefined);
  const dayCount = segments.reduce((sum, { window }) => sum + countDays(window), 0);
  if (missing.every((days) => (days ?? []).length === 0)) {
    return { days: [], dayCount, areAll, hasEveryEnd: false };
  }
  const now = await today();
  const isOver = (day: CalendarDate): boolean => day < now;
  const days = missing.flatMap((each) => each ?? []).filter(isOver);
  return {
    days,
    dayCount: segments.flatMap(({ window }) => daysOf(window)).filter(isOver).length,
    areAll,
    hasEveryEnd: areEndsMissing(segments, days, isOver),
  };
}

/** As a warning or an error says it: `no records for 3 of 90 days: 2026-02-10..2026-02-12`. */
function describe({ days, dayCount }: Gaps, of: string): string {
  return `no records for ${formatCount(days.length)} of ${countOf(dayCount, 'day')}${of}: ${formatDays(days)}`;
}

/** Undefined if it cannot be told. */
function missingDays(segment: Segment, column: DateColumn | undefined): readonly CalendarDate[] | undefined {
  const days = daysOf(segment.window);
  if (segment.recordCount === 0) return days;
  const seen = column?.daysIn(segment);
  if (seen !== undefined) return days.filter((day) => !seen.includes(day));
  return days.length === 1 ? [] : undefined;
}

/** A window without any record says nothing of its end; one of a single day that has records denies it. */
function areEndsMissing(
  segments: readonly Segment[],
  days: readonly CalendarDate[],
  isOver: (day: CalendarDate) => boolean,
): boolean {
  const telling = segments.filter(({ recordCount, window }) => recordCount > 0 && isOver(window.to));
  return telling.length > 0 && telling.every(({ window }) => days.includes(window.to));
}

function refuseGaps(
  gaps: Gaps,
  advice: string | undefined,
  { segments, column }: { readonly segments: readonly Segment[]; readonly column: DateColumn | undefined },
  { report }: GapOptions,
): void {
  const window: DateRange = { from: segments[0]!.window.from, to: segments.at(-1)!.window.to };
  if (gaps.days.length > 0) {
    throw new ReportingError('gaps', describe(gaps, ` of ${report} ${formatRange(window)}`), {
      hint: advice,
      report,
      window,
      days: rangesOf(gaps.days),
    });
  }
  if (gaps.areAll) return;
  const without = segments.find((each) => each.recordCount > 0 && column?.daysIn(each) === undefined);
  const why =
    column === undefined || without === undefined
      ? 'no column is known to hold the date'
      : `the records of ${formatRange(without.window)} have no date in ${JSON.stringify(column.column.name)}`;
  throw new ReportingError(
    'usage',
    `--fail-gaps cannot tell whether days of ${report} ${formatRange(window)} are missing: ${why}`,
    { hint: 'add --by-day: each day is then asked for by itself', report, window },
  );
}

function adviceOn(
  { hasEveryEnd }: Gaps,
  segments: readonly Segment[],
  column: DateColumn | undefined,
  { isEndExclusive }: GapOptions,
): string | undefined {
  if (isEndExclusive || !hasEveryEnd || column === undefined) return undefined;
  const [which, otherwise] =
    segments.length === 1
      ? ['the last one is among them', 'has none of that day yet, or counts']
      : ['the last day of every window is among them', 'may count'];
  return `${which}: the service ${otherwise} end_date as outside the range, for which there is --end-date exclusive${BY_DOCTOR}`;
}

const BY_DOCTOR = ' (`reporting doctor` finds out)';
