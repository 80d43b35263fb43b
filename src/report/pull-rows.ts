/** Pulls the rows of a report for a command that does not write them as a document. */

import type { StoredConfig } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { planReport } from '../plan/plan-document.ts';
import { countWindows, type FetchPlan, type ReportPlan, sendsRequests } from '../plan/report-plan.ts';
import type { ReportRequest } from '../plan/request.ts';
import type { Services } from '../services.ts';
import { suggestMonths, suggestRecording, suggestResume } from './failure-hints.ts';
import { planMessages, showPlanMessages } from './progress.ts';
import { createRunProgress, type RunProgress } from './progress-model.ts';
import {
  type ClientSession,
  type CommandRecordServices,
  closeSessions,
  createRecordServices,
  openSessions,
} from './report-services.ts';
import { type ReportResult, resultOf, type SpooledRows, withRows } from './run.ts';

/** The plan of a request, from whichever source it names. */
export async function planRequest(
  request: ReportRequest,
  stored: StoredConfig,
  services: Services,
): Promise<ReportPlan> {
  const { clients } = request.fetch;
  return clients.kind === 'recording'
    ? (await import('./replay.ts')).planReplay(request, clients, stored, services)
    : planReport(request, stored, services);
}

/** Rows that passed every check, with the facts about them. They are valid until the consumer returns. */
export interface PulledRows {
  readonly plan: ReportPlan;
  readonly rows: SpooledRows;
  readonly result: ReportResult;
}

/**
 * The result of `use`, which gets the rows of a plan once all windows are complete and checked. Shows the messages of the plan
 * before it, and the warnings about the records after it. The notes in the rows are for `use` to show. Prints nothing to stdout.
 * `stored` has the credentials of the plan's clients.
 */
export async function pullRows<T>(
  plan: ReportPlan,
  stored: StoredConfig,
  services: Services,
  use: (pulled: PulledRows) => Promise<T>,
): Promise<T> {
  showPlanMessages(planMessages(plan), services);
  return withRecordServices(plan.fetch, { stored }, services, (recordServices) =>
    withRows(plan, recordServices, ({ rows, parts }) =>
      use({ plan, rows, result: resultOf(plan, parts, rows) }),
    ),
  );
}

interface RunContext {
  /** The credentials of the plan's clients. */
  readonly stored: StoredConfig;
  /** The progress of several runs; without it, the run has its own. */
  readonly shared?: RunProgress | undefined;
}

/** The result of `work`, which gets the services that pull the records of a plan. Shows its progress, and adds hints to its errors. */
export async function withRecordServices<T>(
  fetch: FetchPlan,
  context: RunContext,
  services: Services,
  work: (recordServices: CommandRecordServices) => Promise<T>,
): Promise<T> {
  return withSessions(fetch, context, services, async (sessions, progress) => {
    const recordServices = await createRecordServices(fetch, sessions, progress, services);
    const { observer } = recordServices;
    try {
      const result = await work(recordServices);
      observer.stop();
      observer.noteReused();
      return result;
    } catch (error) {
      observer.stop();
      if (!(error instanceof ReportingError)) throw error;
      observer.noteStored();
      const hinted = suggestMonths(suggestRecording(error, fetch), fetch);
      const canResume = sendsRequests(fetch) && !fetch.requests.resume;
      throw canResume ? suggestResume(hinted, observer.windows()) : hinted;
    }
  });
}

/** The result of `work`, which gets the open connections of a plan's clients, and the progress that is shown meanwhile. */
export async function withSessions<T>(
  fetch: FetchPlan,
  { stored, shared }: RunContext,
  services: Services,
  work: (sessions: readonly ClientSession[], progress: RunProgress) => Promise<T>,
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
