/**
 * One report, from the request to the last byte: windows → segments → dataset → encoder → sink. Nothing is written
 * before every window is in, whole and well-formed; nothing is committed before everything is written.
 */

import { formatRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { ReaderGone, type Sink } from '../core/sink.ts';
import type { Window } from '../core/windows.ts';
import { createDataset, type Dataset } from '../segments/dataset.ts';
import type { Spool } from '../segments/spool.ts';
import { findDoubts } from './doubts.ts';
import { fetchSegment, type SegmentPorts } from './fetch-segment.ts';
import { fetchWindows } from './fetch-windows.ts';

export interface ReportPlan {
  /** The report's name, for messages. */
  readonly report: string;
  /** In order, covering the range. */
  readonly windows: readonly Window[];
  /** The response's member that holds the records. */
  readonly recordsMember: string;
  readonly windowColumns: boolean;
  /** What `--columns` asks for; undefined for everything. */
  readonly columnNames: readonly string[] | undefined;
  readonly concurrency: number;
  readonly failEmpty: boolean;
  /** The chosen format's work, with its options in it. */
  readonly encode: (dataset: Dataset) => AsyncIterable<string | Uint8Array>;
}

export interface ReportPorts extends SegmentPorts {
  readonly createSpool: () => Promise<Spool>;
  readonly sink: Sink;
  /** Aborted with a ReportingError when the user interrupts. */
  readonly signal: AbortSignal;
}

export interface ReportResult {
  readonly recordCount: number;
  readonly windowCount: number;
  /** Bytes of all bodies, decoded. */
  readonly sizeBytes: number;
}

export async function runReport(plan: ReportPlan, ports: ReportPorts): Promise<ReportResult> {
  const { sink, signal, kept } = ports;
  const { report, recordsMember, windows } = plan;
  const spool = await ports.createSpool();
  try {
    const segments = await fetchWindows(
      windows,
      (window, index, windowSignal) =>
        fetchSegment({ report, window, file: spool.filePath(index), recordsMember }, ports, windowSignal),
      { concurrency: plan.concurrency, signal },
    );
    const dataset = createDataset(segments, plan);
    if (plan.failEmpty && dataset.recordCount === 0) {
      await kept?.clear(windows);
      throw noRecords(plan);
    }
    for await (const piece of plan.encode(dataset)) {
      signal.throwIfAborted();
      await sink.write(piece);
    }
    signal.throwIfAborted();
    await sink.commit();
    await kept?.clear(windows);
    // Behind the data, where a person still sees them.
    for (const doubt of findDoubts(plan, segments, dataset)) ports.observer.warning(doubt);
    const sizeBytes = segments.reduce((sum, segment) => sum + segment.sizeBytes, 0);
    return { recordCount: dataset.recordCount, windowCount: segments.length, sizeBytes };
  } catch (error) {
    const isUntouched = await sink.abort();
    // Whoever left had seen enough: there is nothing to go on with.
    if (error instanceof ReaderGone) await kept?.clear(windows);
    throw isInterruption(error) ? sayWhatIsLeft(error, isUntouched) : error;
  } finally {
    await spool.remove();
  }
}

function isInterruption(error: unknown): error is ReportingError {
  return error instanceof ReportingError && error.kind === 'interrupted';
}

function sayWhatIsLeft(error: ReportingError, isUntouched: boolean): ReportingError {
  const left = isUntouched ? 'nothing was written' : 'what was written is not whole';
  return error.with({}, { message: `${error.message}, ${left}` });
}

function noRecords(plan: ReportPlan): ReportingError {
  const range = { from: plan.windows[0]!.from, to: plan.windows.at(-1)!.to };
  return new ReportingError('empty', `no records for ${plan.report} ${formatRange(range)}`, {
    report: plan.report,
    window: range,
  });
}
