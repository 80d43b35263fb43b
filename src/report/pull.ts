/** The one way from a plan to checked records: sessions, windows, checks. A report, `--wait` and `sync` consume them. */

import type { ResumeStore } from '../archive/resume-store.ts';
import type { StoredConfig } from '../config/load-config.ts';
import type { ErrorKind } from '../core/error-codes.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import { type DataWarning, noticeText } from '../core/warnings.ts';
import { type DateRange, formatRange } from '../dates/range.ts';
import { type ClientPlan, countWindows, type FetchPlan, inputOf } from '../plan/report-plan.ts';
import type { Spool } from '../records/spool.ts';
import type { RetryPolicy } from '../service/retry.ts';
import type { Uses } from '../services.ts';
import { checkRecords, standingWarnings } from './checks/check-records.ts';
import { type CheckedPart, fetchWindows, type PullServices } from './fetch.ts';
import { createReportObserver, createRunProgress, type ReportObserver, type RunProgress } from './progress.ts';
import { closeSessions, openSessions, type Session, type SessionServices } from './session.ts';

/** Kinds of errors after which windows must be requested again. */
const FAILED_CHECKS: ReadonlySet<ErrorKind> = new Set(['malformed', 'config', 'incomplete']);

/** True for the error of a check of all windows together. */
export function isFailedCheck(error: unknown): error is ReportingError {
  return error instanceof ReportingError && FAILED_CHECKS.has(error.kind);
}

/** Complete records that passed every check, and what was made of them. They are valid until the consumer returns. */
export interface CheckedReport<Rows> {
  /** One for each client of the plan, in order, with its date column. */
  readonly parts: readonly CheckedPart[];
  readonly rows: Rows;
  /** Warnings about missing or ambiguous data that the user does not allow. They are shown after the consumer returns. */
  readonly warnings: readonly DataWarning[];
}

/** What a report with `--alert` found. */
export interface AlertOutcome {
  /** The line; undefined if no group meets the conditions. */
  readonly line: string | undefined;
  /** Shows the line, if there is one. */
  readonly show: () => void;
}

/** The rows that a consumer makes of checked records, with the warnings about them. */
export interface MadeRows<Rows> extends Pick<CheckedReport<Rows>, 'rows' | 'warnings'> {
  /** Undefined without `--alert`. */
  readonly alert?: AlertOutcome | undefined;
}

/**
 * The result of `consume`, which gets the records of a plan once all windows are complete and checked, with what `makeRows` makes
 * of them. Shows the warnings about the records after it. If `consume` throws, the stored windows stay for the next run.
 */
export async function pull<Rows, T>(
  plan: FetchPlan,
  services: PullServices,
  makeRows: (parts: readonly CheckedPart[], spool: Spool) => Promise<MadeRows<Rows>>,
  consume: (report: CheckedReport<Rows>) => Promise<T>,
): Promise<T> {
  const { observer, clients } = services;
  const deleteStored = async (): Promise<void> => {
    for (const [index, { windows }] of plan.clients.entries()) await clients[index]!.store?.delete(windows);
  };
  const spool = await services.createSpool({ signal: services.signal });
  try {
    const fetched = await fetchWindows(plan, spool, services);
    let checked: CheckedReport<Rows>;
    try {
      const { parts, warnings: ofRecords } = await checkRecords(plan, fetched, services);
      const { rows, warnings: ofRows, alert } = await makeRows(parts, spool);
      checked = { parts, rows, warnings: standingWarnings(plan, [...ofRecords, ...ofRows]) };
      assertNoWarnings(plan, checked.warnings, observer.warning, alert);
    } catch (error) {
      // A failed check invalidates the stored windows.
      if (isFailedCheck(error)) {
        await deleteStored();
        observer.storeCleared();
      }
      throw error;
    }
    const result = await consume(checked);
    await deleteStored();
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
    hint: `nothing was written: ${option} makes this warning an error`,
    warning: { name, ...(scope !== undefined && { scope }) },
  });
}

/** What a run of a plan gets from its command. Several runs at once share the optional members; one run alone has its own. */
export interface RunContext extends Pick<PullServices, 'findSameResponse'> {
  /** The credentials of the plan's clients. */
  readonly stored: StoredConfig;
  readonly progress?: RunProgress | undefined;
  readonly retry?: RetryPolicy;
}

/** What a pull uses of the services of a run. */
export type RunServices = SessionServices &
  Uses<'createSpool' | 'today' | 'signal' | 'now' | 'showProgress' | 'createRetryPolicy' | 'openResumeStore'>;

/** The result of `work`, which gets the services that pull the records of a plan. Shows its progress, and adds hints to its errors. */
export async function withPullServices<T>(
  fetch: FetchPlan,
  context: RunContext,
  services: RunServices,
  work: (services: PullServices) => Promise<T>,
): Promise<T> {
  const { signal, createSpool, today } = services;
  const { findSameResponse } = context;
  return withSessions(fetch, context, services, async (sessions, progress) => {
    const clients = await Promise.all(
      sessions.map(async (session, index) => ({
        fetchBody: session.fetchBody,
        store: await openStore(fetch, fetch.clients[index]!, session, services),
      })),
    );
    const observer = createReportObserver(fetch.report, countWindows(fetch), progress, services);
    const retry = context.retry ?? services.createRetryPolicy({ ...observer.onRetry, ...fetch.requests });
    try {
      const result = await work({ clients, retry, observer, signal, createSpool, today, findSameResponse });
      observer.stop();
      observer.noteReused();
      return result;
    } catch (error) {
      observer.stop();
      throw error instanceof ReportingError ? hinted(error, fetch, observer) : error;
    }
  });
}

/** The result of `work`, which gets the open connections of a plan's clients, and the progress that is shown meanwhile. */
export async function withSessions<T>(
  fetch: FetchPlan,
  { stored, progress: shared }: RunContext,
  services: SessionServices & Uses<'showProgress' | 'now'>,
  work: (sessions: readonly Session[], progress: RunProgress) => Promise<T>,
): Promise<T> {
  const { report: label, requests } = fetch;
  const size = { label, windowCount: countWindows(fetch), concurrency: requests.concurrency };
  const sessions = await openSessions(fetch, stored, services);
  const progress = shared ?? createRunProgress(size, services);
  try {
    return await work(sessions, progress);
  } finally {
    progress.stop();
    await closeSessions(sessions);
  }
}

/** The windows that earlier runs of a client have stored; undefined without `resume`. */
async function openStore(
  { report, requests }: FetchPlan,
  { endDate, lastDay }: ClientPlan,
  { owner }: Session,
  { openResumeStore }: Uses<'openResumeStore'>,
): Promise<ResumeStore | undefined> {
  if (!requests.resume || owner === undefined) return undefined;
  const { baseUrl, clientId } = owner;
  const store = await openResumeStore({ report, wire: 'json', baseUrl, clientId, endDate }, owner);
  // An earlier run may have stored the window with the awaited day before the day was in.
  const hasDay = ({ from, to }: DateRange): boolean => lastDay !== undefined && from <= lastDay.to && lastDay.to <= to;
  return { ...store, find: (window) => (hasDay(window) ? [] : store.find(window)) };
}

/** The error of a pull, with hints at the options that keep a response or finished windows. */
function hinted(given: ReportingError, fetch: FetchPlan, observer: ReportObserver): ReportingError {
  const { report, source, requests, windowUnit, clients } = fetch;
  const { finished, all } = observer.windows();
  let error = given;
  // A response that the service has sent whole, and that no report can use.
  const hasBody = error.kind === 'malformed' && error.facts.window !== undefined && !error.lacksBody;
  if (source.kind === 'service' && hasBody)
    error = withHint(error, `\`reporting raw ${report} …\` keeps the response for a support ticket`);
  const isInput = inputOf(fetch) !== undefined;
  if (isInput && error.code === 'E-date-column') {
    // Only the service can answer requests for each day.
    const one = clients.length > 1 ? 'choose a client with --profile, ' : '';
    const byMonth =
      windowUnit === undefined ? '' : ', or group by month with --by month: the month of each record is known';
    error = error.with({}, { hint: `${one}name the column with --date-column${byMonth}` });
  }
  error = suggestStored(error, observer.storedCount(), all);
  const canSucceedLater = error.kind === 'unavailable' || error.kind === 'interrupted';
  if (isInput || requests.resume || finished === 0 || !canSucceedLater) return error;
  const lost = `${finished} of ${countOf(all, 'window')} ${finished === 1 ? 'was' : 'were'} finished but not stored`;
  return withHint(error, `${lost}: add --resume to store them next time`);
}

/** Adds a hint at the windows that a failed run has stored, if there are any. */
export function suggestStored(error: ReportingError, count: number, windowCount: number): ReportingError {
  if (count === 0) return error;
  const them = count === 1 ? 'it' : 'them';
  return withHint(
    error,
    `stored ${count} of ${countOf(windowCount, 'window')} for a day: the same command with --resume does not request ${them} again`,
  );
}

/** Adds a sentence to the hint of an error. */
export function withHint(error: ReportingError, added: string): ReportingError {
  const { hint } = error;
  return error.with({}, { hint: hint === undefined ? added : `${hint}; ${added}` });
}
