/** Fetches the records of partitions through the plan, the checks and the retries of a report. */

import { ReportingError } from '../core/errors.ts';
import { firstOption, type Message, option, phrase } from '../core/message.ts';
import { planReport } from '../report/plan.ts';
import { createReportObserver } from '../report/progress.ts';
import { createRunProgress, type RunProgress } from '../report/progress-model.ts';
import { countWindows, type ReportPlan } from '../report/report-plan.ts';
import { type ClientSession, closeSessions, openSessions } from '../report/report-services.ts';
import { ALL_RECORDS, type ReportRequest } from '../report/request.ts';
import { type CheckedReport, withCheckedRecords } from '../report/run.ts';
import { describeWait } from '../service/retry.ts';
import type { Services } from '../services.ts';
import { DATASET_FILE, type Dataset } from './dataset.ts';
import type { SyncClient } from './resolve-dataset.ts';
import type { PlannedPull } from './sync-plan.ts';
import type { SyncRequest } from './sync-request.ts';

/** The request of a report that has exactly the days of a partition. */
export function reportRequest(
  { report, range }: PlannedPull,
  { endDate, timeZone }: Pick<Dataset, 'endDate' | 'timeZone'>,
  { request }: SyncClient,
  { network, requests, checks: { strict, dateColumns, ignoredMembers } }: SyncRequest,
  dateColumn?: string,
): ReportRequest {
  const chosen = dateColumns[report];
  return {
    ...ALL_RECORDS,
    report,
    range: { typed: { from: range.from, to: range.to }, parsed: { kind: 'fixed', range, isRelative: false } },
    timeZone: { value: timeZone, source: DATASET_FILE },
    endDate: { value: endDate, source: DATASET_FILE },
    windows: { days: undefined, unit: 'month', byDay: false, columns: false },
    clients: request,
    network,
    // The warnings about records are those of files in UTF-8.
    format: 'csv',
    checks: {
      failEmpty: false,
      failGaps: false,
      strict,
      expectedColumns: undefined,
      dateColumn:
        chosen !== undefined
          ? { value: chosen, source: phrase`${option('dateColumn')}` }
          : dateColumn === undefined
            ? undefined
            : { value: dateColumn, source: 'the schema of the dataset', isStored: true },
      ignoredMembers,
      // A month is one file, also if it takes two requests.
      mixesWindows: true,
    },
    requests,
  };
}

/** The parts that all pulls of a run share: pauses and permits for requests, the sessions of clients, and the progress. */
export interface Fetcher {
  /** Pulls the records of a partition for `consume`. Warnings of the checks go to `onWarning`. */
  fetch<T>(
    pull: PlannedPull,
    client: SyncClient,
    options: {
      readonly dateColumn: string | undefined;
      readonly signal: AbortSignal;
      readonly onWarning: (text: Message) => void;
    },
    consume: (report: CheckedReport) => Promise<T>,
  ): Promise<T>;
  /** Shows the progress of the next `pullCount` pulls. */
  showProgress(label: string, pullCount: number): void;
  hideProgress(): void;
  close(): Promise<void>;
}

interface FetcherOptions {
  readonly dataset: Dataset;
  readonly request: SyncRequest;
  readonly concurrency: number;
}

const NO_PROGRESS: RunProgress = {
  bytes: () => undefined,
  received: () => undefined,
  dropped: () => undefined,
  waiting: () => undefined,
  waited: () => undefined,
  stop: () => undefined,
};

/** Creates the fetcher of a run. It connects with the first pull. */
export function createFetcher(
  { dataset, request, concurrency }: FetcherOptions,
  services: Services,
): Fetcher {
  const { messages } = services;
  /** The sessions of the clients, by folder. */
  const sessions = new Map<string, Promise<ClientSession>>();
  /** The first client with these records, by their hash. */
  const owners = new Map<string, string>();
  let progress = NO_PROGRESS;
  const retry = services.createRetryPolicy({
    ...request.requests,
    concurrency,
    isOfRun: true,
    onWait(wait) {
      progress.waiting(wait);
      messages.verbose(phrase`${wait.error.text.message}: ${describeWait(wait)}`);
    },
    onWaited: (wait) => progress.waited(wait),
  });

  /** One session a client, opened by its first pull. */
  function sessionOf({ profile, stored }: SyncClient, plan: ReportPlan): Promise<ClientSession> {
    const known = sessions.get(profile) ?? openSessions(plan, stored, services).then(([first]) => first!);
    sessions.set(profile, known);
    return known;
  }

  return {
    async fetch(pull, client, { dateColumn, signal, onWarning }, consume) {
      const plan = planReport(
        reportRequest(pull, dataset, client, request, dateColumn),
        client.stored,
        services,
      );
      const session = await sessionOf(client, plan);
      const observer = createReportObserver(plan.report, countWindows(plan), progress, services);
      return withCheckedRecords(
        plan,
        {
          clients: [await session.reportServices(plan, plan.clients[0]!)],
          retry,
          observer: { ...observer, warning: onWarning },
          signal,
          createSpool: services.createSpool,
          today: services.today,
          findSameAnswer(hash) {
            const owner = owners.get(hash) ?? client.profile;
            owners.set(hash, owner);
            return owner === client.profile ? undefined : owner;
          },
        },
        consume,
      ).catch((error: unknown) => {
        throw withoutShorterWindows(error, pull);
      });
    },
    showProgress(label, pullCount) {
      progress.stop();
      progress = createRunProgress({ label, windowCount: pullCount, concurrency }, services);
    },
    hideProgress: () => progress.stop(),
    async close() {
      progress.stop();
      const opened = await Promise.allSettled(sessions.values());
      await closeSessions(opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
    },
  };
}

/** The error with another hint if it advises shorter windows, which a dataset cannot have. */
function withoutShorterWindows(error: unknown, { report }: PlannedPull): unknown {
  if (!(error instanceof ReportingError) || error.text.hint === undefined) return error;
  if (firstOption(error.text.hint) !== 'windowDays') return error;
  return error.with(
    {},
    {
      hint: phrase`a dataset needs whole months; if the service allows only shorter ranges, use \`reporting ${report} ${option('windowDays')} 30\``,
    },
  );
}
