/** Runs the work of a plan with its connections, progress and hints. */

import type { StoredConfig } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { countWindows, type FetchPlan, inputOf } from '../plan/report-plan.ts';
import type { Services } from '../services.ts';
import { suggestMonths, suggestRecording, suggestResume, suggestStored } from './failure-hints.ts';
import { createRunProgress, type RunProgress } from './progress-model.ts';
import {
  type ClientSession,
  type CommandRecordServices,
  closeSessions,
  createRecordServices,
  openSessions,
} from './report-services.ts';

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
      const { all } = observer.windows();
      const suggested = suggestMonths(suggestRecording(error, fetch), fetch);
      const hinted = suggestStored(suggested, observer.storedCount(), all);
      const canResume = inputOf(fetch) === undefined && !fetch.requests.resume;
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
