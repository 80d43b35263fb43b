/**
 * One report, from the request to the last byte: windows → segments → dataset → encoder → sink. Nothing is written
 * before every window is in, whole and well-formed; nothing is committed before everything is written.
 */

import { formatRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Sink } from '../core/sink.ts';
import type { Window } from '../core/windows.ts';
import { createDataset, type Dataset } from '../segments/dataset.ts';
import { type Body, receiveSegment, type Segment } from '../segments/segment.ts';
import type { Spool } from '../segments/spool.ts';
import { findDoubts } from './doubts.ts';
import { fetchWindows } from './fetch-windows.ts';
import type { RetryPolicy } from './retry.ts';

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
  readonly encode: (dataset: Dataset) => AsyncIterable<string>;
}

export interface ReportPorts {
  /** Asks for a window once. */
  readonly request: (window: Window, signal: AbortSignal) => Promise<Body>;
  readonly retry: RetryPolicy;
  readonly createSpool: () => Promise<Spool>;
  readonly sink: Sink;
  readonly observer: ReportObserver;
  /** Aborted with a ReportingError when the user interrupts. */
  readonly signal: AbortSignal;
}

/** Told what happens while a report is made. */
export interface ReportObserver {
  /** Bytes of a window have come; negative when an attempt is given up and its bytes are forgotten. */
  bytes(sizeBytes: number): void;
  segment(segment: Segment): void;
  warning(text: string): void;
}

export interface ReportResult {
  readonly recordCount: number;
  readonly windowCount: number;
  /** Bytes of all bodies, decoded. */
  readonly sizeBytes: number;
}

export async function runReport(plan: ReportPlan, ports: ReportPorts): Promise<ReportResult> {
  const { sink, signal } = ports;
  const spool = await ports.createSpool();
  try {
    const segments = await fetchWindows(
      plan.windows,
      (window, index, windowSignal) => fetchSegment(plan, ports, window, spool.filePath(index), windowSignal),
      { concurrency: plan.concurrency, signal },
    );
    const dataset = createDataset(segments, plan);
    if (plan.failEmpty && dataset.recordCount === 0) throw noRecords(plan);
    for await (const text of plan.encode(dataset)) {
      signal.throwIfAborted();
      await sink.write(text);
    }
    signal.throwIfAborted();
    await sink.commit();
    // Behind the data, where a person still sees them.
    for (const doubt of findDoubts(plan, segments, dataset)) ports.observer.warning(doubt);
    const sizeBytes = segments.reduce((sum, segment) => sum + segment.sizeBytes, 0);
    return { recordCount: dataset.recordCount, windowCount: segments.length, sizeBytes };
  } catch (error) {
    const isUntouched = await sink.abort();
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

async function fetchSegment(
  plan: ReportPlan,
  { request, retry, observer }: ReportPorts,
  window: Window,
  file: string,
  signal: AbortSignal,
): Promise<Segment> {
  const attempt = async (): Promise<Segment> => {
    let sizeBytes = 0;
    const onBytes = (count: number): void => {
      sizeBytes += count;
      observer.bytes(count);
    };
    try {
      const body = await request(window, signal);
      return await receiveSegment(body, window, { file, recordsMember: plan.recordsMember, onBytes });
    } catch (error) {
      observer.bytes(-sizeBytes);
      throw nameWindow(error, plan, window);
    }
  };
  const segment = await retry.run(attempt, signal);
  observer.segment(segment);
  return segment;
}

/** An error about a window says so; one that the service's client has worded already names it. */
function nameWindow(error: unknown, plan: ReportPlan, window: Window): unknown {
  if (!(error instanceof ReportingError) || error.kind === 'interrupted') return error;
  const what = `${plan.report} ${formatRange(window)}`;
  const message = error.message.includes(what) ? error.message : `${what}: ${error.message}`;
  return error.with({ report: plan.report, window }, { message });
}

function noRecords(plan: ReportPlan): ReportingError {
  const range = { from: plan.windows[0]!.from, to: plan.windows.at(-1)!.to };
  return new ReportingError('empty', `no records for ${plan.report} ${formatRange(range)}`, {
    report: plan.report,
    window: range,
  });
}
