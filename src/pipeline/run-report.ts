/**
 * One report, from the request to the last byte: windows → segments → dataset → encoder → sink. Nothing is written
 * before every window is in, whole and well-formed; nothing is committed before everything is written.
 */

import { type Column, createColumn, uniteColumns } from '../core/column.ts';
import { formatRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { ReaderGone, type Sink } from '../core/sink.ts';
import { createDataset, type Dataset, WINDOW_COLUMNS } from '../segments/dataset.ts';
import type { Segment } from '../segments/segment.ts';
import type { Spool } from '../segments/spool.ts';
import { isPlain } from '../shaping/shape-request.ts';
import { plainRows, type ShapedRows } from '../shaping/shaped-rows.ts';
import { describeColumnChanges } from './column-changes.ts';
import { findDayColumn } from './day-column.ts';
import { dateColumns, findDoubts } from './doubts.ts';
import { allWindows, type FetchedPart, fetchParts } from './fetch-parts.ts';
import type { SegmentPorts } from './fetch-segment.ts';
import { judgeParts } from './judge-parts.ts';
import { sayOnce } from './name-profile.ts';
import type { ReportPlan } from './report-plan.ts';

export interface ReportPorts extends Pick<SegmentPorts, 'retry' | 'observer'> {
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
  /** The clients of several that have no record in the range. */
  readonly emptyProfiles: readonly string[];
}

export async function runReport(plan: ReportPlan, ports: ReportPorts): Promise<ReportResult> {
  const { sink, signal, observer } = ports;
  const spool = await ports.createSpool();
  try {
    const fetched = await fetchParts(plan, spool, ports, signal);
    const segments = fetched.flatMap(({ now }) => now);
    const dataset = createDataset(segments, plan);
    const holes = await judgeParts(plan, fetched).catch(async (error: unknown) => {
      // What is whole, and not what was wanted, is to be asked for anew.
      await forget(plan, ports);
      throw error;
    });
    const rows = await shape(plan, fetched, { spool, signal });
    if (plan.failEmpty && rows.dataset.recordCount === 0) {
      await forget(plan, ports);
      throw noRecords(plan, dataset);
    }
    for await (const piece of plan.encode(rows)) {
      signal.throwIfAborted();
      await sink.write(piece);
    }
    signal.throwIfAborted();
    await sink.commit();
    await clearKept(plan);
    // Behind the data, where a person still sees them.
    for (const hole of sayOnce(holes, plan.parts.length)) observer.warning(hole);
    for (const doubt of findDoubts(plan, segments, rows.dataset)) observer.warning(doubt);
    for (const change of columnChanges(fetched)) observer.remark(`${plan.report}: ${change}`);
    return {
      recordCount: dataset.recordCount,
      rowCount: rows.dataset.recordCount,
      isShaped: !isPlain(plan.shape),
      windowCount: plan.parts.reduce((sum, part) => sum + allWindows(part).length, 0),
      sizeBytes: everything(fetched).reduce((sum, segment) => sum + segment.sizeBytes, 0),
      emptyProfiles: emptyProfiles(fetched),
    };
  } catch (error) {
    const isUntouched = await sink.abort();
    // Whoever left had seen enough: there is nothing to go on with.
    if (error instanceof ReaderGone) await clearKept(plan);
    throw isInterruption(error) ? sayWhatIsLeft(error, isUntouched) : error;
  } finally {
    await spool.remove();
  }
}

async function clearKept({ parts }: ReportPlan): Promise<void> {
  for (const part of parts) await part.kept?.clear(allWindows(part));
}

async function forget(plan: ReportPlan, { observer }: ReportPorts): Promise<void> {
  await clearKept(plan);
  observer.forgotten();
}

/** The segments of all clients, of both ranges. */
function everything(fetched: readonly FetchedPart[]): readonly Segment[] {
  return fetched.flatMap(({ now, before }) => [...now, ...before]);
}

/** What is to be made of the records; the code for it is loaded when there is something to make. */
async function shape(
  plan: ReportPlan,
  fetched: readonly FetchedPart[],
  { spool, signal }: { readonly spool: Spool; readonly signal: AbortSignal },
): Promise<ShapedRows> {
  const now = createDataset(
    fetched.flatMap((each) => each.now),
    plan,
  );
  if (isPlain(plan.shape)) return plainRows(now);
  const { shapeDataset } = await import('../shaping/shape-dataset.ts');
  const compared = fetched.flatMap(({ before }) => before);
  const before = compared.length > 0 ? createDataset(compared, plan) : undefined;
  const segments = everything(fetched);
  const dated = dateColumns(segments);
  return shapeDataset(plan.shape, {
    now,
    before,
    dateColumns: uniteColumns(segments.map(({ columns }) => columns)).filter(({ name }) =>
      dated.includes(name),
    ),
    dayColumn: dayColumn(plan, segments),
    newFile() {
      // Each step begins with a file: nobody waits long for a run to end that is given up.
      signal.throwIfAborted();
      return spool.scratchPath();
    },
  });
}

/** The column that tells the day of every record. Where each window is a day, the window's does. */
function dayColumn({ windowColumns }: ReportPlan, segments: readonly Segment[]): Column | undefined {
  const isDaily = windowColumns && segments.every(({ window }) => window.from === window.to);
  return findDayColumn(segments)?.column ?? (isDaily ? createColumn([WINDOW_COLUMNS[0]!]) : undefined);
}

function columnChanges(fetched: readonly FetchedPart[]): readonly string[] {
  const said = fetched.flatMap(({ part, now }) => {
    const text = describeColumnChanges(now);
    return text === undefined ? [] : [{ profile: part.profile, text }];
  });
  return sayOnce(said, fetched.length);
}

function emptyProfiles(fetched: readonly FetchedPart[]): readonly string[] {
  return fetched.flatMap(({ part: { profile }, now }) =>
    profile !== undefined && now.every(({ recordCount }) => recordCount === 0) ? [profile] : [],
  );
}

function isInterruption(error: unknown): error is ReportingError {
  return error instanceof ReportingError && error.kind === 'interrupted';
}

function sayWhatIsLeft(error: ReportingError, isUntouched: boolean): ReportingError {
  const left = isUntouched ? 'nothing was written' : 'what was written is not whole';
  return error.with({}, { message: `${error.message}, ${left}` });
}

function noRecords({ report, parts }: ReportPlan, { recordCount }: Dataset): ReportingError {
  const { windows } = parts[0]!;
  const range = { from: windows[0]!.from, to: windows.at(-1)!.to };
  const what = `${report} ${formatRange(range)}`;
  return new ReportingError(
    'empty',
    recordCount === 0 ? `no records for ${what}` : `no record for ${what} meets --where`,
    { report, window: range },
  );
}
