/** What is held against a report that is in, whole and well-formed, before any of it is written. */

import type { CalendarDate } from '../core/calendar-date.ts';
import { addDays } from '../core/calendar-date.ts';
import { type DateRange, formatRange } from '../core/date-range.ts';
import { rangesOf } from '../core/day-list.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Segment } from '../segments/segment.ts';
import { type DayColumn, findDayColumn, findDayColumns } from './day-column.ts';
import { describeHoles, findHoles, type Holes } from './holes.ts';

export interface JudgeOptions {
  /** The report's name, for messages. */
  readonly report: string;
  readonly failEmpty: boolean;
  readonly failGaps: boolean;
  /** True if windows are asked for with the day after their last as their end. */
  readonly isEndExclusive: boolean;
  readonly today: () => Promise<CalendarDate>;
}

/**
 * What is to be said of days without records, if anything. Throws for an empty report and for such days where that was
 * asked for, and for a service that counts days otherwise than was asked for.
 */
export async function judgeReport(
  options: JudgeOptions,
  segments: readonly Segment[],
): Promise<string | undefined> {
  const isEmpty = segments.every(({ recordCount }) => recordCount === 0);
  const window = { from: segments[0]!.window.from, to: segments.at(-1)!.window.to };
  if (isEmpty && options.failEmpty) throw noRecords(options.report, window);
  const column = findDayColumn(segments);
  refuseDaysBehind(column, segments, options);
  const holes = await findHoles(segments, column, options.today);
  const advice = adviceOn(holes, segments, column, options);
  if (options.failGaps) refuseHoles(holes, advice, window, options);
  const doubt = options.isEndExclusive ? daysBehindElsewhere(column, segments) : undefined;
  if (isEmpty || holes.days.length === 0) return doubt;
  return [describeHoles(holes, ofColumn(column)), advice, doubt].filter(Boolean).join('; ');
}

/** Which of several columns of dates tells a record's day is not known: one that others rule out may be it. */
function daysBehindElsewhere(
  column: DayColumn | undefined,
  segments: readonly Segment[],
): string | undefined {
  const other = findDayColumns(segments).find(
    (each) => each.column !== column?.column && segmentWithDaysBehind(each, segments) !== undefined,
  );
  if (other === undefined) return undefined;
  const name = JSON.stringify(other.column.name);
  return `${name} holds days behind the end of windows: if it tells a record's day, such days come twice, and --end-date exclusive is wrong`;
}

/** The first window that has records of a day behind its last, by that column. */
function segmentWithDaysBehind(
  column: DayColumn | undefined,
  segments: readonly Segment[],
): Segment | undefined {
  return segments.find((segment) => column?.in(segment)?.days.some((day) => day > segment.window.to));
}

function noRecords(report: string, window: DateRange): ReportingError {
  return new ReportingError('empty', `no records for ${report} ${formatRange(window)}`, { report, window });
}

/** Records of the day after a window's last would come again with the next window. */
function refuseDaysBehind(
  column: DayColumn | undefined,
  segments: readonly Segment[],
  { report }: JudgeOptions,
): void {
  const wrong = segmentWithDaysBehind(column, segments);
  if (wrong === undefined) return;
  const { window } = wrong;
  const day = addDays(window.to, 1);
  throw new ReportingError(
    'config',
    `the service counts end_date as inside the range: asked for ${report} ${formatRange(window)} with end_date ${day}, it gave records of ${day}`,
    {
      hint: 'leave out --end-date exclusive, or add --end-date inclusive if it comes from the profile',
      report,
      window,
    },
  );
}

function refuseHoles(
  holes: Holes,
  advice: string | undefined,
  window: DateRange,
  { report }: JudgeOptions,
): void {
  if (holes.days.length > 0) {
    throw new ReportingError('gaps', describeHoles(holes, ` of ${report} ${formatRange(window)}`), {
      hint: advice,
      report,
      window,
      days: rangesOf(holes.days),
    });
  }
  if (holes.areAll) return;
  throw new ReportingError(
    'usage',
    `--fail-gaps cannot tell whether days of ${report} ${formatRange(window)} are missing: no column holds them`,
    { hint: 'add --by-day: each day is then asked for by itself', report, window },
  );
}

function adviceOn(
  { hasEveryEnd }: Holes,
  segments: readonly Segment[],
  column: DayColumn | undefined,
  { isEndExclusive }: JudgeOptions,
): string | undefined {
  if (isEndExclusive || !hasEveryEnd || column === undefined) return undefined;
  const [which, otherwise] =
    segments.length === 1
      ? ['the last one is among them', 'has none of that day yet, or counts']
      : ['the last day of every window is among them', 'may count'];
  return `${which}: the service ${otherwise} end_date as outside the range, for which there is --end-date exclusive${BY_DOCTOR}`;
}

const BY_DOCTOR = ' (`reporting doctor` finds out)';

function ofColumn(column: DayColumn | undefined): string {
  return column?.isOneOfSeveral === true ? ` by ${JSON.stringify(column.column.name)}` : '';
}
