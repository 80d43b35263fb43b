/**
 * One report, from the request to the last byte: windows → segments → dataset → encoder → sink. Nothing is written
 * before every window is in, whole and well-formed; nothing is committed before everything is written.
 */

import type { CalendarDate } from '../core/calendar-date.ts';
import { type Column, createColumn, uniteColumns } from '../core/column.ts';
import { type DateRange, formatRange } from '../core/date-range.ts';
import { refuseOtherColumns } from '../core/expected-columns.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { ReaderGone, type Sink } from '../core/sink.ts';
import type { Window } from '../core/windows.ts';
import { createDataset, type Dataset, WINDOW_COLUMNS } from '../segments/dataset.ts';
import type { Segment } from '../segments/segment.ts';
import type { Spool } from '../segments/spool.ts';
import { isPlain, type ShapeRequest } from '../shaping/shape-request.ts';
import { plainRows, type ShapedRows } from '../shaping/shaped-rows.ts';
import { describeColumnChanges } from './column-changes.ts';
import { findDayColumn } from './day-column.ts';
import { dateColumns, findDoubts } from './doubts.ts';
import { fetchSegment, type SegmentPorts } from './fetch-segment.ts';
import { fetchWindows } from './fetch-windows.ts';
import { judgeReport } from './judge-report.ts';

export interface ReportPlan {
  /** The report's name, for messages. */
  readonly report: string;
  /** In order, covering the range. */
  readonly windows: readonly Window[];
  /** The response's member that holds the records. */
  readonly recordsMember: string;
  /** Windows of the range that this one is compared with, in order; none without a comparison. */
  readonly comparedWindows: readonly Window[];
  readonly windowColumns: boolean;
  /** What `--columns` asks for; undefined for everything. */
  readonly columnNames: readonly string[] | undefined;
  readonly shape: ShapeRequest;
  readonly concurrency: number;
  readonly failEmpty: boolean;
  /** Fails where days have no records, or may have none. */
  readonly failGaps: boolean;
  /** The names that the columns must have, in any order; undefined for any. */
  readonly expectedColumns: readonly string[] | undefined;
  /** What is asked for so that all days of a window come. */
  readonly askedRange: (window: Window) => DateRange;
  /** Today's records may still be to come. */
  readonly today: () => Promise<CalendarDate>;
  /** The chosen format's work, with its options in it. */
  readonly encode: (rows: ShapedRows) => AsyncIterable<string | Uint8Array>;
}

export interface ReportPorts extends SegmentPorts {
  readonly createSpool: () => Promise<Spool>;
  readonly sink: Sink;
  /** Aborted with a ReportingError when the user interrupts. */
  readonly signal: AbortSignal;
}

export interface ReportResult {
  /** Of the range itself, before anything was made of them. */
  readonly recordCount: number;
  /** What left. */
  readonly rowCount: number;
  /** True if the rows are not the records as they came. */
  readonly isShaped: boolean;
  readonly windowCount: number;
  /** Bytes of all bodies, decoded. */
  readonly sizeBytes: number;
}

export async function runReport(plan: ReportPlan, ports: ReportPorts): Promise<ReportResult> {
  const { sink, signal, kept } = ports;
  const { report, recordsMember, windows } = plan;
  const spool = await ports.createSpool();
  try {
    const all = [...windows, ...plan.comparedWindows];
    const fetched = await fetchWindows(
      all,
      (window, index, windowSignal) =>
        fetchSegment(
          { report, window, asked: plan.askedRange(window), file: spool.filePath(index), recordsMember },
          ports,
          windowSignal,
        ),
      { concurrency: plan.concurrency, signal },
    );
    const segments = fetched.slice(0, windows.length);
    const dataset = createDataset(segments, plan);
    const compared = createDataset(fetched.slice(windows.length), plan);
    const holes = await judge(plan, fetched, [dataset, compared]).catch(async (error: unknown) => {
      // What is whole, and not what was wanted, is to be asked for anew.
      await kept?.clear(all);
      ports.observer.forgotten();
      throw error;
    });
    const rows = await shape(plan, dataset, fetched, { spool, signal });
    if (plan.failEmpty && rows.dataset.recordCount === 0) {
      await kept?.clear(all);
      ports.observer.forgotten();
      throw noRecords(plan, dataset);
    }
    for await (const piece of plan.encode(rows)) {
      signal.throwIfAborted();
      await sink.write(piece);
    }
    signal.throwIfAborted();
    await sink.commit();
    await kept?.clear(all);
    // Behind the data, where a person still sees them.
    for (const doubt of [...holes, ...findDoubts(plan, segments, rows.dataset)])
      ports.observer.warning(doubt);
    const changes = describeColumnChanges(segments);
    if (changes !== undefined) ports.observer.remark(`${report}: ${changes}`);
    return {
      recordCount: dataset.recordCount,
      rowCount: rows.dataset.recordCount,
      isShaped: !isPlain(plan.shape),
      windowCount: fetched.length,
      sizeBytes: fetched.reduce((sum, segment) => sum + segment.sizeBytes, 0),
    };
  } catch (error) {
    const isUntouched = await sink.abort();
    // Whoever left had seen enough: there is nothing to go on with.
    if (error instanceof ReaderGone) await kept?.clear([...windows, ...plan.comparedWindows]);
    throw isInterruption(error) ? sayWhatIsLeft(error, isUntouched) : error;
  } finally {
    await spool.remove();
  }
}

/** What is to be made of the records; the code for it is loaded when there is something to make. */
async function shape(
  plan: ReportPlan,
  now: Dataset,
  fetched: readonly Segment[],
  { spool, signal }: { readonly spool: Spool; readonly signal: AbortSignal },
): Promise<ShapedRows> {
  if (isPlain(plan.shape)) return plainRows(now);
  const { shapeDataset } = await import('../shaping/shape-dataset.ts');
  const compared = fetched.slice(plan.windows.length);
  const before = compared.length > 0 ? createDataset(compared, plan) : undefined;
  const dated = dateColumns(fetched);
  return shapeDataset(plan.shape, {
    now,
    before,
    dateColumns: uniteColumns(fetched.map(({ columns }) => columns)).filter(({ name }) =>
      dated.includes(name),
    ),
    dayColumn: dayColumn(plan, fetched),
    newFile() {
      // Each step begins with a file: nobody waits long for a run to end that is given up.
      signal.throwIfAborted();
      return spool.scratchPath();
    },
  });
}

/** The column that tells the day of every record. Where each window is a day, the window's does. */
function dayColumn({ windowColumns }: ReportPlan, fetched: readonly Segment[]): Column | undefined {
  const isDaily = windowColumns && fetched.every(({ window }) => window.from === window.to);
  return findDayColumn(fetched)?.column ?? (isDaily ? createColumn([WINDOW_COLUMNS[0]!]) : undefined);
}

function isInterruption(error: unknown): error is ReportingError {
  return error instanceof ReportingError && error.kind === 'interrupted';
}

function sayWhatIsLeft(error: ReportingError, isUntouched: boolean): ReportingError {
  const left = isUntouched ? 'nothing was written' : 'what was written is not whole';
  return error.with({}, { message: `${error.message}, ${left}` });
}

function noRecords(plan: ReportPlan, { recordCount }: Dataset): ReportingError {
  const range = { from: plan.windows[0]!.from, to: plan.windows.at(-1)!.to };
  const what = `${plan.report} ${formatRange(range)}`;
  return new ReportingError(
    'empty',
    recordCount === 0 ? `no records for ${what}` : `no record for ${what} meets --where`,
    {
      report: plan.report,
      window: range,
    },
  );
}

/** What is to be said of days without records: of the range, and of the one that it is compared with. */
async function judge(
  plan: ReportPlan,
  fetched: readonly Segment[],
  datasets: readonly Dataset[],
): Promise<readonly string[]> {
  for (const dataset of datasets) expectColumns(plan, dataset);
  const { windows, comparedWindows, askedRange } = plan;
  const isEndExclusive = windows.some((window) => askedRange(window).to !== window.to);
  const isCompared = comparedWindows.length > 0;
  const [now, before] = [fetched.slice(0, windows.length), fetched.slice(windows.length)];
  // With a comparison, a range without records leaves rows all the same.
  const options = { ...plan, isEndExclusive, failEmpty: plan.failEmpty && !isCompared };
  const hole = await judgeReport(options, now);
  const earlier = isCompared ? await judgeReport({ ...options, failEmpty: false }, before) : undefined;
  const isEmptyBefore = isCompared && before.every(({ recordCount }) => recordCount === 0);
  const holes = [
    hole,
    earlier && `in the range that it is compared with, ${earlier}`,
    isEmptyBefore ? 'there are no records in the range that it is compared with' : undefined,
  ];
  return holes.filter((each) => each !== undefined);
}

/** An empty report has no columns to be others. Those of the windows may be named among the expected ones, or left out. */
function expectColumns({ report, expectedColumns, windowColumns }: ReportPlan, dataset: Dataset): void {
  if (expectedColumns === undefined || dataset.recordCount === 0) return;
  const isOwn = (name: string): boolean => !(windowColumns && WINDOW_COLUMNS.includes(name));
  const names = dataset.columns.map(({ name }) => name);
  refuseOtherColumns(expectedColumns.filter(isOwn), names.filter(isOwn), report);
}
