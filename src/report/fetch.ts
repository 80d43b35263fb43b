/** Gets the records of a plan's windows: from the resume cache, or from the service with retries. */

import { RECORDS_MEMBER } from '../api/wire.ts';
import { mapConcurrent } from '../core/async.ts';
import { nameProfile, ReportingError } from '../core/errors.ts';
import { type Message, namesReport, option, phrase, reportSubject } from '../core/message.ts';
import { formatRange } from '../dates/range.ts';
import type { Body } from '../json/unexpected-body.ts';
import type { CachedWindow, ResumeCache } from '../records/resume-cache.ts';
import type { Spool } from '../records/spool.ts';
import { receiveWindow, type WindowRecords } from '../records/window-records.ts';
import type { RequestedWindow } from '../service/client.ts';
import type { RetryPolicy } from '../service/retry.ts';
import { chosenColumnName } from './checks/date-column.ts';
import { type ClientPlan, labelOf, type ReportPlan, requestedWindowsOf } from './report-plan.ts';

/** One client's windows, received and checked. */
export interface FetchedPart {
  readonly client: ClientPlan;
  /** Names the client in messages; undefined in a report of one client. */
  readonly profile: string | undefined;
  /** Windows of the range, in order. */
  readonly now: readonly WindowRecords[];
  /** Windows of the compared range, in order. */
  readonly before: readonly WindowRecords[];
}

/** The windows of all clients and both ranges. */
export function allWindows(fetched: readonly FetchedPart[]): readonly WindowRecords[] {
  return fetched.flatMap(({ now, before }) => [...now, ...before]);
}

/** Requests the windows of one client. */
export interface ClientServices {
  /** Sends one request for a window, and gives the body of its response. */
  readonly fetchBody: (window: RequestedWindow, signal: AbortSignal) => Promise<Body>;
  /** Undefined without `resume`. */
  readonly cache: ResumeCache | undefined;
}

/** The services that fetch the windows of a plan. */
export interface FetchServices {
  /** One for each client of the plan, in order. */
  readonly clients: readonly ClientServices[];
  readonly retry: RetryPolicy;
  readonly observer: FetchObserver;
  readonly signal: AbortSignal;
}

/** All windows of all clients, in the plan's order. The first failure cancels the other windows and is thrown. */
export async function fetchWindows(
  plan: ReportPlan,
  spool: Spool,
  { clients, retry, observer, signal }: FetchServices,
): Promise<readonly FetchedPart[]> {
  const { report, requests } = plan;
  const windows = plan.clients.flatMap((client, index) =>
    requestedWindowsOf(client).map((window) => ({ client, services: clients[index]!, window })),
  );
  const recordsByWindow = await mapConcurrent(
    windows,
    ({ client, services, window }, index, windowSignal) => {
      const dateColumn = chosenColumnName(client.dateColumn);
      const file = spool.filePath(index);
      const job = { ...window, report, profile: labelOf(plan, client), dateColumn, file };
      return fetchWindow(job, { ...services, retry, observer }, windowSignal);
    },
    { concurrency: requests.concurrency, signal },
  );
  const fetched = recordsByWindow.values();
  return plan.clients.map((client) => {
    const own = client.windows.map((window) => ({ window, windowRecords: fetched.next().value! }));
    const of = (isCompared: boolean) =>
      own.flatMap(({ window, windowRecords }) =>
        (window.isCompared ?? false) === isCompared ? [windowRecords] : [],
      );
    return { client, profile: labelOf(plan, client), now: of(false), before: of(true) };
  });
}

/** Called while windows are fetched. */
export interface FetchObserver {
  /** Bytes of a window arrived; negative after a failed attempt, whose bytes are discarded. */
  bytes(sizeBytes: number): void;
  /** A window is complete. */
  received(windowRecords: WindowRecords): void;
  /** A window was read from the resume cache. */
  reused(cached: CachedWindow): void;
  /** A window was stored in the resume cache. */
  cached(): void;
  /** The resume cache was cleared. */
  cacheCleared(): void;
  warning(text: Message): void;
  /** Something unusual, but not wrong. */
  remark(text: Message): void;
}

type WindowServices = ClientServices & Pick<FetchServices, 'retry' | 'observer'>;

interface WindowJob extends RequestedWindow {
  /** The report's name, for messages. */
  readonly report: string;
  /** Undefined in a report of one client. */
  readonly profile: string | undefined;
  /** Name of the date column that the user chose. */
  readonly dateColumn: string | undefined;
  /** The spool file for the records. */
  readonly file: string;
}

async function fetchWindow(
  job: WindowJob,
  services: WindowServices,
  signal: AbortSignal,
): Promise<WindowRecords> {
  const { cache, observer, retry } = services;
  const found = await cache?.find(job.window, job.file);
  if (found !== undefined) {
    const windowRecords = { ...found.records, profile: job.profile };
    observer.reused({ ...found, records: windowRecords });
    observer.received(windowRecords);
    return windowRecords;
  }
  const received = await retry.run(() => attempt(job, services, signal), signal);
  if (cache !== undefined) await store(received, cache, job, observer);
  const windowRecords = { ...received, profile: job.profile };
  observer.received(windowRecords);
  return windowRecords;
}

/** A failure to store is a warning: the run itself has its window. */
async function store(
  windowRecords: WindowRecords,
  cache: ResumeCache,
  job: WindowJob,
  { cached: onCached, warning }: FetchObserver,
): Promise<void> {
  try {
    await cache.put(windowRecords);
    onCached();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const whose = job.profile === undefined ? '' : `profile ${job.profile}: `;
    warning(phrase`${whose}${describe(job)} cannot be stored for ${option('resume')}: ${reason}`);
  }
}

async function attempt(
  job: WindowJob,
  services: WindowServices,
  signal: AbortSignal,
): Promise<WindowRecords> {
  const { window, dateColumn, file } = job;
  let sizeBytes = 0;
  const onBytes = (count: number): void => {
    sizeBytes += count;
    services.observer.bytes(count);
  };
  try {
    const body = await services.fetchBody(job, signal);
    return await receiveWindow(body, window, {
      file,
      recordsMember: RECORDS_MEMBER,
      dateColumn,
      onBytes,
    });
  } catch (error) {
    services.observer.bytes(-sizeBytes);
    throw nameWindow(error, job);
  }
}

/** Adds the window to an error. Some messages of the service's client name it already. */
export function nameWindow(error: unknown, job: Pick<WindowJob, 'report' | 'window' | 'profile'>): unknown {
  if (!(error instanceof ReportingError) || error.kind === 'interrupted') return error;
  const { message: text } = error.text;
  const message = namesReport(text) ? text : phrase`${reportSubject(describe(job))}: ${text}`;
  const named = error.with({ report: job.report, window: job.window }, { message });
  return nameProfile(named, job.profile);
}

function describe({ report, window }: Pick<WindowJob, 'report' | 'window'>): string {
  return `${report} ${formatRange(window)}`;
}
