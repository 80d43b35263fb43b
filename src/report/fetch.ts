/** From the windows of a plan to their records: each kept by an earlier run, or requested, with retries, and checked. */

import { RECORDS_MEMBER } from '../contract/wire.ts';
import { formatRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Window } from '../core/windows.ts';
import { dateColumnChoice } from '../pipeline/date-column.ts';
import type { RetryPolicy } from '../pipeline/retry.ts';
import type { KeptWindow, KeptWindows } from '../segments/kept-windows.ts';
import { type Body, receiveSegment, type Segment } from '../segments/segment.ts';
import type { Spool } from '../segments/spool.ts';
import { mapConcurrent } from './concurrency.ts';
import { nameProfile } from './profile-names.ts';
import { type ClientPlan, labelOf, type ReportPlan } from './report-plan.ts';

/** One client's windows, received and checked. */
export interface FetchedPart {
  readonly client: ClientPlan;
  /** Names the client in messages; undefined in a report of one client. */
  readonly profile: string | undefined;
  /** Of the range itself, in the windows' order. */
  readonly now: readonly Segment[];
  /** Of the compared range. */
  readonly before: readonly Segment[];
}

/** What requests the windows of one client. */
export interface ClientServices {
  /** Requests a window once. */
  readonly request: (window: Window, signal: AbortSignal) => Promise<Body>;
  /** Windows that earlier runs finished; undefined to request all. */
  readonly kept: KeptWindows | undefined;
}

export interface FetchServices {
  /** One for each client of the plan, in order. */
  readonly clients: readonly ClientServices[];
  readonly retry: RetryPolicy;
  readonly observer: FetchObserver;
  readonly signal: AbortSignal;
}

/** All windows of all clients, a few at once, in the plan's order. The first failure cancels the others, and is thrown. */
export async function fetchWindows(
  plan: ReportPlan,
  spool: Spool,
  { clients, retry, observer, signal }: FetchServices,
): Promise<readonly FetchedPart[]> {
  const { report, requests } = plan;
  const jobs = plan.clients.flatMap((client, index) =>
    client.windows.map(({ from, to }) => ({ client, services: clients[index]!, window: { from, to } })),
  );
  const segments = await mapConcurrent(
    jobs,
    ({ client, services, window }, index, windowSignal) => {
      const dateColumn = client.dateColumn && dateColumnChoice(client.dateColumn).name;
      const file = spool.filePath(index);
      const request = { report, profile: labelOf(plan, client), window, dateColumn, file };
      return fetchWindow(request, { ...services, retry, observer }, windowSignal);
    },
    { concurrency: requests.concurrency, signal },
  );
  const fetched = segments.values();
  return plan.clients.map((client) => {
    const own = client.windows.map((window) => ({ window, segment: fetched.next().value! }));
    const of = (isCompared: boolean) =>
      own.flatMap(({ window, segment }) => ((window.isCompared ?? false) === isCompared ? [segment] : []));
    return { client, profile: labelOf(plan, client), now: of(false), before: of(true) };
  });
}

interface WindowServices {
  /** Asks for a window once, in whatever way is right for the service. */
  readonly request: (window: Window, signal: AbortSignal) => Promise<Body>;
  readonly retry: RetryPolicy;
  /** What earlier runs have finished; undefined if every window is to be asked for. */
  readonly kept: KeptWindows | undefined;
  readonly observer: FetchObserver;
}

/** Told what happens while windows are fetched. */
export interface FetchObserver {
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

interface WindowRequest {
  /** The report's name, for messages. */
  readonly report: string;
  /** Whose it is, in a report of several clients. */
  readonly profile?: string | undefined;
  readonly window: Window;
  /** The name of the column that the user says holds the record's date. */
  readonly dateColumn?: string | undefined;
  /** Where the records are spooled. */
  readonly file: string;
}

/** One window, whole and checked: kept by an earlier run, or asked for, again and again if need be. */
async function fetchWindow(
  request: WindowRequest,
  ports: WindowServices,
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
  request: WindowRequest,
  { kept: onKept, warning }: FetchObserver,
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

async function attempt(request: WindowRequest, ports: WindowServices, signal: AbortSignal): Promise<Segment> {
  const { window, dateColumn, file } = request;
  let sizeBytes = 0;
  const onBytes = (count: number): void => {
    sizeBytes += count;
    ports.observer.bytes(count);
  };
  try {
    const body = await ports.request(window, signal);
    return await receiveSegment(body, window, {
      file,
      recordsMember: RECORDS_MEMBER,
      dateColumn,
      onBytes,
    });
  } catch (error) {
    ports.observer.bytes(-sizeBytes);
    throw nameWindow(error, request);
  }
}

/** An error about a window says so; one that the service's client has worded already names it. */
function nameWindow(error: unknown, request: WindowRequest): unknown {
  if (!(error instanceof ReportingError) || error.kind === 'interrupted') return error;
  const what = describe(request);
  const message = error.message.includes(what) ? error.message : `${what}: ${error.message}`;
  const named = error.with({ report: request.report, window: request.window }, { message });
  return nameProfile(named, request.profile);
}

function describe({ report, window }: WindowRequest): string {
  return `${report} ${formatRange(window)}`;
}
