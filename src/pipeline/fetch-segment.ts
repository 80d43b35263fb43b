import { formatRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Window } from '../core/windows.ts';
import type { KeptWindow, KeptWindows } from '../segments/kept-windows.ts';
import { type Body, receiveSegment, type Segment } from '../segments/segment.ts';
import { nameProfile } from './name-profile.ts';
import type { RetryPolicy } from './retry.ts';

export interface SegmentPorts {
  /** Asks for a window once, in whatever way is right for the service. */
  readonly request: (window: Window, signal: AbortSignal) => Promise<Body>;
  readonly retry: RetryPolicy;
  /** What earlier runs have finished; undefined if every window is to be asked for. */
  readonly kept: KeptWindows | undefined;
  readonly observer: SegmentObserver;
}

/** Told what happens while windows are fetched. */
export interface SegmentObserver {
  /** Bytes of a window have come; negative when an attempt is given up and its bytes are forgotten. */
  bytes(sizeBytes: number): void;
  /** A window is in. */
  segment(segment: Segment): void;
  /** A window that an earlier run has finished is taken instead of asked for. */
  reused(kept: KeptWindow): void;
  /** A window is kept for a later run. */
  kept(): void;
  /** What was kept is forgotten: it is to be asked for anew. */
  forgotten(): void;
  warning(text: string): void;
  /** Something about a report that is not wrong. */
  remark(text: string): void;
}

export interface SegmentRequest {
  /** The report's name, for messages. */
  readonly report: string;
  /** Whose it is, in a report of several clients. */
  readonly profile?: string | undefined;
  readonly window: Window;
  /** The name of the column that the user says holds the record's date. */
  readonly dateColumn?: string | undefined;
  /** Where the records are spooled. */
  readonly file: string;
  /** The response's member that holds the records. */
  readonly recordsMember: string;
}

/** One window, whole and checked: kept by an earlier run, or asked for, again and again if need be. */
export async function fetchSegment(
  request: SegmentRequest,
  ports: SegmentPorts,
  signal: AbortSignal,
): Promise<Segment> {
  const { kept, observer, retry } = ports;
  const found = await kept?.find(request.window, request.file);
  if (found !== undefined) {
    const segment = { ...found.segment, profile: request.profile };
    observer.reused({ ...found, segment });
    observer.segment(segment);
    return segment;
  }
  const received = await retry.run(() => attempt(request, ports, signal), signal);
  if (kept !== undefined) await keep(received, kept, request, observer);
  const segment = { ...received, profile: request.profile };
  observer.segment(segment);
  return segment;
}

async function keep(
  segment: Segment,
  kept: KeptWindows,
  request: SegmentRequest,
  { kept: onKept, warning }: SegmentObserver,
): Promise<void> {
  try {
    await kept.keep(segment);
    onKept();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const whose = request.profile === undefined ? '' : `profile ${request.profile}: `;
    warning(`${whose}${describe(request)} cannot be kept for --resume: ${reason}`);
  }
}

async function attempt(request: SegmentRequest, ports: SegmentPorts, signal: AbortSignal): Promise<Segment> {
  const { window, dateColumn, file, recordsMember } = request;
  let sizeBytes = 0;
  const onBytes = (count: number): void => {
    sizeBytes += count;
    ports.observer.bytes(count);
  };
  try {
    const body = await ports.request(window, signal);
    return await receiveSegment(body, window, { file, recordsMember, dateColumn, onBytes });
  } catch (error) {
    ports.observer.bytes(-sizeBytes);
    throw nameWindow(error, request);
  }
}

/** An error about a window says so; one that the service's client has worded already names it. */
function nameWindow(error: unknown, request: SegmentRequest): unknown {
  if (!(error instanceof ReportingError) || error.kind === 'interrupted') return error;
  const what = describe(request);
  const message = error.message.includes(what) ? error.message : `${what}: ${error.message}`;
  const named = error.with({ report: request.report, window: request.window }, { message });
  return nameProfile(named, request.profile);
}

function describe({ report, window }: SegmentRequest): string {
  return `${report} ${formatRange(window)}`;
}
