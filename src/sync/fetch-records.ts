/** Fetches the records of partitions through the plan, the checks and the retries of a report. */

import { requestedWindows } from '../api/end-date.ts';
import type { StoredClient } from '../config/load-config.ts';
import { findDateColumn } from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import type { DataWarning } from '../core/warnings.ts';
import { MONDAY } from '../dates/date.ts';
import { type ClientWindows, planWindows, sourceOf } from '../plan/plan-fetch.ts';
import type { FetchPlan } from '../plan/report-plan.ts';
import { createRecordSet, type RecordSet } from '../records/record-set.ts';
import { findReplacedCharacters, findSharedName } from '../report/checks/ambiguity.ts';
import { standingWarnings } from '../report/checks/check-records.ts';
import { createResponseOwners } from '../report/checks/identical-windows.ts';
import type { CheckedPart } from '../report/fetch.ts';
import { createReportObserver, createRunProgress, retryEvents } from '../report/progress.ts';
import { assertNoWarnings, type CheckedReport, pull as pullRecords } from '../report/pull.ts';
import { openSession, type Session } from '../report/session.ts';
import type { Services } from '../services.ts';
import { DATASET_FILE, type Dataset } from './dataset.ts';
import type { SyncClient, SyncRequest } from './resolve-dataset.ts';
import type { PlannedPull } from './sync-plan.ts';

/** The plan for exactly the days of a partition. `known` is the date column of the schema. */
function planMonth(
  { report, range }: PlannedPull,
  { stored, request: source }: SyncClient,
  { dataset: { endDate, timeZone }, request: { requests, checks, dateColumns } }: FetcherOptions,
  known: string | undefined,
  today: Services['today'],
): FetchPlan {
  const [client] = stored.clients as [StoredClient];
  const chosen = dateColumns[report];
  const dateColumn =
    chosen !== undefined
      ? { value: chosen, source: '--date-column' }
      : known === undefined
        ? undefined
        : { value: known, source: 'the schema of the dataset', isStored: true, isFound: true };
  const windows: ClientWindows = {
    ...{ range, timeZone, endDate, weekStart: MONDAY, lastDay: undefined },
    ...{ compared: undefined, comparedWindows: [], notes: [], warnings: [] },
    windows: requestedWindows(range, { size: 'month', endDate, endDateSource: DATASET_FILE }),
    dateColumn: findDateColumn(dateColumn, report, client.credentials),
    currentDay: (zone = timeZone) => today(zone),
    zoneName: () => timeZone,
  };
  const { plan } = planWindows(windows, { report, wire: 'json', allow: checks.allow }, stored, client);
  return {
    ...{ report, range: plan.range, compared: undefined, clients: [plan], requests, checks, waitMs: undefined },
    ...{ profileColumn: false, windowColumns: false, windowUnit: 'month', source: sourceOf(source) },
  };
}

/** The checked records of a partition: one file, also if it takes two requests. */
export interface PartitionReport extends CheckedReport<RecordSet> {
  /** Those of more warnings about the records that the user does not allow. */
  standing(warnings: readonly DataWarning[]): readonly DataWarning[];
  /** With `strict`, throws an error for standing warnings. */
  assertNoWarnings(warnings: readonly DataWarning[]): void;
}

/** The records of a pull, with warnings about them: both formats of a dataset have text in UTF-8. */
async function makeRows(parts: readonly CheckedPart[]) {
  const recordsByWindow = parts.flatMap(({ now }) => now);
  const recordSet = createRecordSet(recordsByWindow, { windowColumns: false });
  const warnings = [await findReplacedCharacters(recordsByWindow, recordSet), findSharedName(recordSet.columns)].filter(
    (warning) => warning !== undefined,
  );
  return { rows: recordSet, warnings };
}

/** The parts that all pulls of a run share: pauses and permits for requests, the sessions of clients, and the progress. */
export interface Fetcher {
  /** Pulls the records of a partition for `consume`, which shows their warnings. */
  fetch<T>(
    pull: PlannedPull,
    client: SyncClient,
    options: { readonly dateColumn: string | undefined; readonly signal: AbortSignal },
    consume: (report: PartitionReport) => Promise<T>,
  ): Promise<T>;
  hideProgress(): void;
  close(): Promise<void>;
}

interface FetcherOptions {
  readonly dataset: Dataset;
  readonly request: SyncRequest;
  readonly pullCount: number;
}

/** Creates the fetcher of a run, and shows its progress. It connects with the first pull. */
export function createFetcher(options: FetcherOptions, services: Services): Fetcher {
  const { pullCount, request } = options;
  const { concurrency } = request.requests;
  /** The sessions of the clients, by folder. */
  const sessions = new Map<string, Promise<Session>>();
  const findSameResponse = createResponseOwners();
  const progress = createRunProgress({ label: 'sync', windowCount: pullCount, concurrency }, services);
  const retry = services.createRetryPolicy({
    ...request.requests,
    isOfRun: true,
    ...retryEvents(progress, services.messages),
  });

  /** One session a client, opened by its first pull. */
  function sessionOf(profile: string, { stored }: SyncClient, plan: FetchPlan): Promise<Session> {
    const known = sessions.get(profile) ?? openSession(plan, plan.clients[0]!, stored.clients[0]!, services);
    sessions.set(profile, known);
    return known;
  }

  return {
    async fetch(pull, client, { dateColumn, signal }, consume) {
      const plan = planMonth(pull, client, options, dateColumn, services.today);
      const { fetchBody } = await sessionOf(pull.profile, client, plan);
      const observer = createReportObserver(plan, progress, services);
      return pullRecords(
        plan,
        {
          clients: [{ fetchBody }],
          retry,
          observer: { ...observer, warning: () => undefined },
          signal,
          createSpool: services.createSpool,
          today: services.today,
          findSameResponse: (hash) => findSameResponse(pull.profile, hash),
        },
        makeRows,
        (checked) =>
          consume({
            ...checked,
            standing: (warnings) => standingWarnings(plan, warnings),
            assertNoWarnings: (warnings) => assertNoWarnings(plan, warnings, () => undefined),
          }),
      ).catch((error: unknown) => {
        throw withoutShorterWindows(error, pull);
      });
    },
    hideProgress: () => progress.stop(),
    async close() {
      progress.stop();
      const opened = await Promise.allSettled(sessions.values());
      for (const each of opened) if (each.status === 'fulfilled') await each.value.close();
    },
  };
}

/** The status for which the client advises shorter windows. */
const BAD_REQUEST = 400;

/** The error with another hint if it advises shorter windows, which a dataset cannot have. */
function withoutShorterWindows(error: unknown, { report }: PlannedPull): unknown {
  if (!(error instanceof ReportingError) || error.hint === undefined) return error;
  if (error.facts.status !== BAD_REQUEST) return error;
  return error.with(
    {},
    {
      hint: `a dataset needs whole months; if the service allows only shorter ranges, use \`reporting ${report} --windows 30\``,
    },
  );
}
