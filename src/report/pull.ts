/**
 * The one way from a plan to checked records: windows, from an earlier run or from the service with retries; checks; strictness. A
 * report, `raw`, `--wait` and `sync` consume them.
 */

import type { BodyStore } from '../archive/body-store.ts';
import { mapConcurrent } from '../core/async.ts';
import type { ErrorKind } from '../core/error-codes.ts';
import { nameProfile, ReportingError } from '../core/errors.ts';
import { type DataWarning, noticeText } from '../core/warnings.ts';
import { formatRange, wordWindow } from '../dates/range.ts';
import type { Body } from '../json/unexpected-body.ts';
import { type ClientPlan, type FetchPlan, labelOf, requestsOf, standingWarnings } from '../plan/report-plan.ts';
import type { Spool } from '../records/spool.ts';
import type { WindowRecords } from '../records/window-records.ts';
import type { Service, WindowRequest } from '../service/client.ts';
import type { RetryPolicy } from '../service/retry.ts';
import type { Uses } from '../services.ts';
import { chosenColumnName, type DateDecision } from './checks/date-column.ts';
import type { Gaps } from './checks/gaps.ts';
import type { ReceivedFacts, ReportObserver } from './progress.ts';

/** One client's windows, received and checked. */
export interface FetchedPart<Received = WindowRecords> {
  readonly client: ClientPlan;
  /** Names the client in messages; undefined in a report of one client. */
  readonly profile: string | undefined;
  /** Windows of the range, in order. */
  readonly now: readonly Received[];
  /** Windows of the compared range, in order. */
  readonly comparison: readonly Received[];
}

/** One client's part of a report, with the decision about its date column, and the days of the range without records. */
export interface CheckedPart extends FetchedPart {
  readonly dates: DateDecision;
  readonly gaps: Gaps;
}

/** The windows of all clients and both ranges. */
export function allWindows(fetched: readonly FetchedPart[]): readonly WindowRecords[] {
  return fetched.flatMap(({ now, comparison }) => [...now, ...comparison]);
}

/** Takes the hash of a client's records. Gives the name of another client of this command with the same hash, or undefined. */
export type FindSameResponse = (hash: string) => string | undefined;

/** What a pull uses besides the plan, which is data only. */
export interface PullServices extends Uses<'signal' | 'createSpool' | 'today'> {
  /** One for each client of the plan, in order. The store is undefined if no bodies are stored. */
  readonly clients: readonly { readonly fetchBody: Service['fetchWindow']; readonly store?: BodyStore | undefined }[];
  readonly retry: RetryPolicy;
  readonly observer: ReportObserver;
  /** Set if each client has a separate run: finds another client with the same records. */
  readonly findSameResponse?: FindSameResponse | undefined;
}

/** A window to receive. */
export interface WindowJob extends WindowRequest {
  /** Undefined in a report of one client. */
  readonly profile: string | undefined;
  /** Name of the date column that the user chose. */
  readonly dateColumn: string | undefined;
  readonly file: string;
}

/** Reads and checks all of a body. */
export type Receive<Received extends ReceivedFacts> = (body: Body, job: WindowJob) => Promise<Received>;

const FAILED_CHECKS: ReadonlySet<ErrorKind> = new Set(['malformed', 'config', 'incomplete']);

/** What a report with `--alert` found. */
export interface AlertOutcome {
  /** The line; undefined if no group meets the conditions. */
  readonly line: string | undefined;
  readonly show: () => void;
}

/** The rows that a consumer makes of checked records, with the warnings about them. */
interface MadeRows<Rows> {
  readonly rows: Rows;
  readonly warnings: readonly DataWarning[];
  /** Undefined without `--alert`. */
  readonly alert?: AlertOutcome | undefined;
}

/**
 * Complete records that passed every check, and what was made of them. They are valid until the consumer returns. The warnings are
 * those that the user does not allow, of the records, too; they are shown after the consumer returns.
 */
export interface CheckedReport<Rows, Part = CheckedPart> extends MadeRows<Rows> {
  /** One for each client of the plan, in order; of records, with its date column. */
  readonly parts: readonly Part[];
}

/** How each body of a pull is read, and how all of them are checked together. */
export interface BodyReader<Received extends ReceivedFacts, Part> {
  readonly receive: Receive<Received>;
  /** The warnings include those that the user allows. Throws the errors of failed checks. */
  readonly check: (
    plan: FetchPlan,
    fetched: readonly FetchedPart<Received>[],
    services: Pick<PullServices, 'today' | 'findSameResponse'>,
  ) => Promise<{ readonly parts: readonly Part[]; readonly warnings: readonly DataWarning[] }>;
}

/**
 * The result of `consume`, which gets what a plan asks for once all windows are complete and checked, with what `makeRows` makes of
 * it. Shows the warnings after it. If `consume` throws, the stored windows stay for the next run.
 */
export async function pull<Received extends ReceivedFacts, Part, Rows, T>(
  { receive, check }: BodyReader<Received, Part>,
  plan: FetchPlan,
  services: PullServices,
  makeRows: (parts: readonly Part[], spool: Spool) => Promise<MadeRows<Rows>>,
  consume: (report: CheckedReport<Rows, Part>) => Promise<T>,
): Promise<T> {
  const { observer, clients } = services;
  const forgetStored = (): void => {
    for (const { store } of clients) store?.forget();
  };
  const spool = await services.createSpool(services.signal);
  try {
    const fetched = await fetchWindows(plan, receive, spool, services);
    let checked: CheckedReport<Rows, Part>;
    try {
      const { parts, warnings: ofBodies } = await check(plan, fetched, services);
      const { rows, warnings: ofRows, alert } = await makeRows(parts, spool);
      checked = { parts, rows, alert, warnings: standingWarnings(plan, [...ofBodies, ...ofRows]) };
      assertNoWarnings(plan, checked.warnings, observer.warning, alert);
    } catch (error) {
      // After a failed check of all windows together, they must be requested again.
      if (error instanceof ReportingError && FAILED_CHECKS.has(error.kind)) forgetStored();
      throw error;
    }
    const result = await consume(checked);
    forgetStored();
    // Warnings follow the data, so that a user at a terminal sees them.
    checked.warnings.forEach(observer.warning);
    return result;
  } finally {
    await spool.remove();
  }
}

/**
 * Throws an error for warnings with `strict`, and with `--alert` if no group meets it or a client has no records. It has the first
 * one as its message, after the report if it names none; the others are shown before it, and the line of the alert.
 */
export function assertNoWarnings(
  { report, range: window, checks }: FetchPlan,
  warnings: readonly DataWarning[],
  show: (warning: DataWarning) => void,
  alert?: AlertOutcome,
): void {
  const [first, ...others] = warnings;
  const isAlertDoubtful =
    alert !== undefined && (alert.line === undefined || warnings.some(({ name }) => name === 'empty'));
  if (first === undefined || !(checks.strict || isAlertDoubtful)) return;
  others.forEach(show);
  alert?.show();
  const text = noticeText(first);
  const message = first.namesReport === true ? text : `${report} ${formatRange(window)}: ${text}`;
  throw strictError(message, first, checks.strict ? '--strict' : '--alert').with({ report, window });
}

/** The error that `option` makes of a warning. */
export function strictError(message: string, { name, scope }: DataWarning, option = '--strict'): ReportingError {
  return new ReportingError('E-strict', message, {
    hint: `${option} makes this warning an error, and this was not written: see \`reporting help ${name}\``,
    warning: { name, ...(scope !== undefined && { scope }) },
  });
}

/** All windows of all clients, in the plan's order. The first failure cancels the other windows and is thrown. */
async function fetchWindows<Received extends ReceivedFacts>(
  plan: FetchPlan,
  receive: Receive<Received>,
  spool: Pick<Spool, 'filePath'>,
  { clients, retry, observer, signal }: Pick<PullServices, 'clients' | 'retry' | 'observer' | 'signal'>,
): Promise<readonly FetchedPart<Received>[]> {
  const windows = plan.clients.flatMap((client, index) =>
    requestsOf(plan, client).map((request) => ({ client, services: clients[index]!, request })),
  );
  const received = await mapConcurrent(
    windows,
    ({ client, services, request }, index, windowSignal) => {
      const dateColumn = chosenColumnName(client.dateColumn);
      const job = { ...request, profile: labelOf(plan, client), dateColumn, file: spool.filePath(index) };
      return fetchWindow(job, receive, { ...services, retry, observer }, windowSignal);
    },
    { concurrency: plan.requests.concurrency, signal },
  );
  const fetched = [...received];
  return plan.clients.map((client) => {
    const own = fetched.splice(0, client.windows.length);
    const count = client.windows.filter(({ isCompared }) => isCompared !== true).length;
    return { client, profile: labelOf(plan, client), now: own.slice(0, count), comparison: own.slice(count) };
  });
}

type WindowServices = PullServices['clients'][number] & Pick<PullServices, 'retry' | 'observer'>;

/** What `receive` makes of the stored body, if it is unchanged and passes the checks, or else of a new response. */
async function fetchWindow<Received extends ReceivedFacts>(
  job: WindowJob,
  receive: Receive<Received>,
  { fetchBody, store, retry, observer }: WindowServices,
  signal: AbortSignal,
): Promise<Received> {
  const stored = store?.find(job.window);
  if (stored !== undefined) {
    const received = await receive(stored, job).catch(() => undefined);
    signal.throwIfAborted();
    if (received !== undefined) {
      observer.received(job, received, stored.answer.receivedAt);
      return received;
    }
  }
  const received = await retry.run(async () => {
    async function* counted(chunks: Body['chunks']): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        observer.bytes(chunk.length);
        yield chunk;
      }
    }
    const read = (body: Body): Promise<Received> => receive(body, job);
    try {
      const response = await fetchBody(job, signal);
      const body = { ...response, chunks: counted(response.chunks) };
      return await (store === undefined ? read(body) : store.copy(body, job.window, read));
    } catch (error) {
      throw nameWindow(error, job);
    }
  }, signal);
  observer.received(job, received, undefined);
  return received;
}

/** Adds the window to an error. Some messages of the service's client name it already. */
function nameWindow(error: unknown, job: Pick<WindowJob, 'report' | 'window' | 'profile'>): unknown {
  if (!(error instanceof ReportingError) || error.kind === 'interrupted') return error;
  const { message: text } = error;
  const message = error.facts.window !== undefined ? text : `${wordWindow(job)}: ${text}`;
  const named = error.with({ report: job.report, window: job.window }, { message });
  return nameProfile(named, job.profile);
}
