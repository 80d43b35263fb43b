/** What a pull needs of a run: the connections of its clients, the windows that earlier runs have stored, retries and progress. */

import type { ResumeStore } from '../archive/resume-store.ts';
import type { StoredConfig } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import type { DateRange } from '../dates/range.ts';
import { type ClientPlan, type FetchPlan, inputOf } from '../plan/report-plan.ts';
import type { RetryPolicy } from '../service/retry.ts';
import type { Uses } from '../services.ts';
import type { PullServices } from './fetch.ts';
import { createReportObserver, type ReportObserver, type RunProgress } from './progress.ts';
import { type Session, type SessionServices, withSessions } from './session.ts';

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
  { stored, findSameResponse, ...context }: RunContext,
  services: RunServices,
  work: (services: PullServices) => Promise<T>,
): Promise<T> {
  const { signal, createSpool, today } = services;
  return withSessions(fetch, stored, services, async (sessions) => {
    const clients = await Promise.all(
      sessions.map(async (session, index) => ({
        fetchBody: session.fetchBody,
        store: await openStore(fetch, fetch.clients[index]!, session, services),
      })),
    );
    const observer = createReportObserver(fetch, context.progress, services);
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
  const { report, source, requests } = fetch;
  const { finished, all } = observer.windows();
  const isInput = inputOf(fetch) !== undefined;
  // Only the service can answer requests for each unit of time.
  const isUndated = isInput && given.code === 'E-date-column';
  let error = isUndated ? given.with({}, { hint: 'name the column with --date-column' }) : given;
  const { window, status } = error.facts;
  const isRecordable = error.kind === 'malformed' && error.code !== 'E-not-http' && status === undefined;
  if (source.kind === 'service' && isRecordable && window !== undefined)
    error = error.withHint(`\`reporting raw ${report} …\` keeps the response for a support ticket`);
  error = suggestStored(error, observer.storedCount(), all);
  const canSucceedLater = error.kind === 'unavailable' || error.kind === 'interrupted';
  if (isInput || requests.resume || finished === 0 || !canSucceedLater) return error;
  const lost = `${finished} of ${countOf(all, 'window')} ${finished === 1 ? 'was' : 'were'} finished but not stored`;
  return error.withHint(`${lost}: add --resume to store them next time`);
}

/** Adds a hint at the windows that a failed run has stored, if there are any. */
export function suggestStored(error: ReportingError, count: number, windowCount: number): ReportingError {
  if (count === 0) return error;
  const them = count === 1 ? 'it' : 'them';
  return error.withHint(
    `stored ${count} of ${countOf(windowCount, 'window')} for a day: the same command with --resume does not request ${them} again`,
  );
}
