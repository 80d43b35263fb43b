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
  // Another column that stays inside the windows proves nothing: the first one counts as well.
  for (const each of [column, findDayColumns(segments)[0]]) refuseDaysBehind(each, segments, options);
  const holes = await findHoles(segments, column, options.today);
  const advice = adviceOn(holes, segments, column, options);
  if (options.failGaps) refuseHoles(holes, advice, window, options);
  if (isEmpty || holes.days.length === 0) return undefined;
  return [describeHoles(holes, ofColumn(column)), advice].filter(Boolean).join('; ');
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
  const wrong = segments.find((segment) => column?.in(segment)?.days.some((day) => day > segment.window.to));
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
  return `${which}: the service ${otherwise} end_date as outside the range, for which there is --end-date exclusive (\`reporting doctor\` finds out)`;
}

function ofColumn(column: DayColumn | undefined): string {
  return column?.isOneOfSeveral === true ? ` by ${JSON.stringify(column.column.name)}` : '';
}
