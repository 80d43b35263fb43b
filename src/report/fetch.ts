/** Gets the records of a plan's windows: from an earlier run, or from the service with retries. */

import type { ResumeStore } from '../archive/resume-store.ts';
import { mapConcurrent } from '../core/async.ts';
import { nameProfile, ReportingError } from '../core/errors.ts';
import { wordWindow } from '../dates/range.ts';
import type { Body } from '../json/unexpected-body.ts';
import { type ClientPlan, type FetchPlan, labelOf, requestsOf } from '../plan/report-plan.ts';
import type { Spool } from '../records/spool.ts';
import { receiveWindow, type WindowRecords } from '../records/window-records.ts';
import type { WindowRequest } from '../service/client.ts';
import type { RetryPolicy } from '../service/retry.ts';
import type { Uses } from '../services.ts';
import { chosenColumnName, type DateDecision } from './checks/date-column.ts';
import type { ReportObserver } from './progress.ts';
import type { Session } from './session.ts';

/** One client's windows, received and checked. */
export interface FetchedPart {
  readonly client: ClientPlan;
  /** Names the client in messages; undefined in a report of one client. */
  readonly profile: string | undefined;
  /** Windows of the range, in order. */
  readonly now: readonly WindowRecords[];
  /** Windows of the compared range, in order. */
  readonly comparison: readonly WindowRecords[];
}

/** One client's part of a report, with the decision about its date column. */
export interface CheckedPart extends FetchedPart {
  readonly dates: DateDecision;
}

/** The windows of all clients and both ranges. */
export function allWindows(fetched: readonly FetchedPart[]): readonly WindowRecords[] {
  return fetched.flatMap(({ now, comparison }) => [...now, ...comparison]);
}

/** Takes the hash of a client's records. Gives the name of another client of this command with the same hash, or undefined. */
export type FindSameResponse = (hash: string) => string | undefined;

/** What a pull uses besides the plan, which is data only. */
export interface PullServices extends Uses<'signal' | 'createSpool' | 'today'> {
  /** One for each client of the plan, in order. The store is undefined without `resume`. */
  readonly clients: readonly { readonly fetchBody: Session['fetchBody']; readonly store?: ResumeStore | undefined }[];
  readonly retry: RetryPolicy;
  readonly observer: ReportObserver;
  /** Set if each client has a separate run: finds another client with the same records. */
  readonly findSameResponse?: FindSameResponse | undefined;
}

/** All windows of all clients, in the plan's order. The first failure cancels the other windows and is thrown. */
export async function fetchWindows(
  plan: FetchPlan,
  spool: Spool,
  { clients, retry, observer, signal }: Pick<PullServices, 'clients' | 'retry' | 'observer' | 'signal'>,
): Promise<readonly FetchedPart[]> {
  const { requests } = plan;
  const windows = plan.clients.flatMap((client, index) =>
    requestsOf(plan, client).map((request) => ({ client, services: clients[index]!, request })),
  );
  const recordsByWindow = await mapConcurrent(
    windows,
    ({ client, services, request }, index, windowSignal) => {
      const dateColumn = chosenColumnName(client.dateColumn);
      const file = spool.filePath(index);
      const job = { ...request, profile: labelOf(plan, client), dateColumn, file };
      return fetchWindow(job, { ...services, retry, observer }, windowSignal);
    },
    { concurrency: requests.concurrency, signal },
  );
  const fetched = [...recordsByWindow];
  return plan.clients.map((client) => {
    const own = fetched.splice(0, client.windows.length);
    const count = client.windows.filter(({ isCompared }) => isCompared !== true).length;
    return { client, profile: labelOf(plan, client), now: own.slice(0, count), comparison: own.slice(count) };
  });
}

type WindowServices = PullServices['clients'][number] & Pick<PullServices, 'retry' | 'observer'>;

interface WindowJob extends WindowRequest {
  /** Undefined in a report of one client. */
  readonly profile: string | undefined;
  /** Name of the date column that the user chose. */
  readonly dateColumn: string | undefined;
  /** The spool file for the records. */
  readonly file: string;
}

/** The records of the newest stored body that is unchanged and passes the checks, or else of a new response. */
async function fetchWindow(
  job: WindowJob,
  { fetchBody, store, retry, observer }: WindowServices,
  signal: AbortSignal,
): Promise<WindowRecords> {
  const { profile } = job;
  for (const { chunks, answer } of store?.find(job.window) ?? []) {
    const records = await receiveWindow({ chunks, endIsKnown: true, answer }, job.window, job).catch(() => undefined);
    signal.throwIfAborted();
    if (records === undefined) continue;
    observer.received({ ...records, profile }, answer.receivedAt);
    return { ...records, profile };
  }
  const attempt = (): Promise<WindowRecords> =>
    attemptWindow(job, { fetchBody, observer }, signal, async (body, onBytes) => {
      const copy = store?.copy(job.window, body);
      const records = await receiveWindow({ ...body, chunks: copy?.chunks ?? body.chunks }, job.window, {
        ...job,
        onBytes,
      });
      // A failure to store is a warning: the run itself has its window.
      await copy?.keep().then(observer.stored, (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        const whose = profile === undefined ? '' : `profile ${profile}: `;
        observer.warning({ text: `${whose}${wordWindow(job)} cannot be stored for --resume: ${reason}` });
      });
      return { ...records, profile };
    });
  const records = await retry.run(attempt, signal);
  observer.received(records, undefined);
  return records;
}

/**
 * Sends one request, and gives the body of its response to `receive`, which counts its bytes. Takes the bytes of a failed attempt
 * back, and names the window in its error.
 */
export async function attemptWindow<T>(
  job: WindowRequest & Pick<WindowJob, 'profile'>,
  { fetchBody, observer }: Pick<WindowServices, 'fetchBody'> & { readonly observer: Pick<ReportObserver, 'bytes'> },
  signal: AbortSignal,
  receive: (body: Body, onBytes: (count: number) => void) => Promise<T>,
): Promise<T> {
  let sizeBytes = 0;
  try {
    return await receive(await fetchBody(job, signal), (count) => {
      sizeBytes += count;
      observer.bytes(count);
    });
  } catch (error) {
    observer.bytes(-sizeBytes);
    throw nameWindow(error, job);
  }
}

/** Adds the window to an error. Some messages of the service's client name it already. */
export function nameWindow(error: unknown, job: Pick<WindowJob, 'report' | 'window' | 'profile'>): unknown {
  if (!(error instanceof ReportingError) || error.kind === 'interrupted') return error;
  const { message: text } = error;
  const message = error.facts.window !== undefined ? text : `${wordWindow(job)}: ${text}`;
  const named = error.with({ report: job.report, window: job.window }, { message });
  return nameProfile(named, job.profile);
}
