/** Fetches the records of partitions through the plan, the checks and the retries of a report. */

import { requestedWindows } from '../api/end-date.ts';
import type { StoredClient } from '../config/load-config.ts';
import { findDateColumn, schemaDateColumn } from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import type { DataWarning } from '../core/warnings.ts';
import { MONDAY } from '../dates/date.ts';
import { type ClientWindows, planWindows, sourceOf } from '../plan/plan-fetch.ts';
import { type FetchPlan, standingWarnings } from '../plan/report-plan.ts';
import { createRecordSet, type RecordSet } from '../records/record-set.ts';
import { findReplacedCharacters, findSharedName } from '../report/checks/ambiguity.ts';
import { RECORDS } from '../report/checks/check-records.ts';
import { createResponseOwners } from '../report/checks/identical-windows.ts';
import { createReportObserver, createRunProgress } from '../report/progress.ts';
import { assertNoWarnings, type CheckedPart, type CheckedReport, pull as pullRecords } from '../report/pull.ts';
import { openSession, type Session, type SessionServices } from '../report/pull-services.ts';
import type { Uses } from '../services.ts';
import { DATASET_FILE, type Dataset } from './dataset.ts';
import type { SyncClient, SyncRequest } from './resolve-dataset.ts';
import type { PlannedPull } from './sync-plan.ts';

/** The plan for exactly the days of a partition. `known` is the date column of the schema. */
function planMonth(
  { report, range }: PlannedPull,
  { stored, request: source }: SyncClient,
  { dataset: { endDate, timeZone }, request: { requests, checks, dateColumns } }: FetcherOptions,
  known: string | undefined,
  { today }: Uses<'today'>,
): FetchPlan {
  const [client] = stored.clients as [StoredClient];
  const chosen = dateColumns[report];
  const dateColumn = chosen === undefined ? schemaDateColumn(known) : { value: chosen, source: '--date-column' };
  const windows: ClientWindows = {
    ...{ range, timeZone, endDate, weekStart: MONDAY, lastDay: undefined },
    ...{ compared: undefined, comparedWindows: [], notes: [], warnings: [] },
    windows: requestedWindows(range, { size: 'month', endDate, endDateSource: DATASET_FILE }),
    dateColumn: dateColumn ?? findDateColumn(report, { env: stored.env, inUse: client.credentials }),
  };
  const { plan } = planWindows(windows, { report, wire: 'json', allow: checks.allow, today }, stored, client);
  return {
    ...{ report, range: plan.range, compared: undefined, clients: [plan], requests, checks, waitMs: undefined },
    ...{ profileColumn: false, windowColumns: false, windowUnit: 'month', source: sourceOf(source) },
  };
}

/** The checked records of a partition: one file, also if it takes two requests. */
export interface PartitionReport extends CheckedReport<RecordSet> {
  /** Those of more warnings about the records that the user does not allow. With `strict`, throws an error for them if `isEnforced`. */
  check(warnings: readonly DataWarning[], isEnforced?: boolean): readonly DataWarning[];
}

/** The records of a pull, with warnings about them: both formats of a dataset have text in UTF-8. */
async function makeRows(parts: readonly CheckedPart[]) {
  const recordsByWindow = parts.flatMap(({ now }) => now);
  const recordSet = createRecordSet(recordsByWindow, { windowColumns: false });
  const warnings = [await findReplacedCharacters(recordsByWindow, recordSet), findSharedName(recordSet.columns)];
  return { rows: recordSet, warnings: warnings.filter((warning) => warning !== undefined) };
}

interface FetcherOptions {
  readonly dataset: Dataset;
  readonly request: SyncRequest;
  readonly pullCount: number;
}

type FetcherServices = SessionServices & Uses<'createSpool' | 'today' | 'now' | 'showProgress' | 'createRetryPolicy'>;

/** The parts that all pulls of a run share: pauses and permits for requests, the sessions of clients, and the progress. */
export type Fetcher = ReturnType<typeof createFetcher>;

/** Creates the fetcher of a run, and shows its progress. It connects with the first pull. */
export function createFetcher(options: FetcherOptions, services: FetcherServices) {
  const { pullCount, request } = options;
  /** The sessions of the clients, by folder. */
  const sessions = new Map<string, Promise<Session>>();
  const findSameResponse = createResponseOwners();
  const progress = createRunProgress({ label: 'sync', windowCount: pullCount }, services);
  const retry = services.createRetryPolicy({ ...request.requests, isOfRun: true, ...progress.onRetry });

  /** One session a client, opened by its first pull. */
  function sessionOf(profile: string, { stored }: SyncClient, plan: FetchPlan): Promise<Session> {
    const known = sessions.get(profile) ?? openSession(plan, plan.clients[0]!, stored.clients[0]!, services);
    sessions.set(profile, known);
    return known;
  }

  return {
    /** Pulls the records of a partition for `consume`, which shows their warnings. `dateColumn` is that of the schema. */
    async fetch<T>(
      pull: PlannedPull,
      client: SyncClient,
      { dateColumn, signal }: { readonly dateColumn: string | undefined; readonly signal: AbortSignal },
      consume: (report: PartitionReport) => Promise<T>,
    ): Promise<T> {
      const plan = planMonth(pull, client, options, dateColumn, services);
      const { fetchBody } = await sessionOf(pull.profile, client, plan);
      const observer = createReportObserver(plan, progress, services);
      const ignore = (): void => undefined;
      function check(warnings: readonly DataWarning[], isEnforced = true): readonly DataWarning[] {
        const standing = standingWarnings(plan, warnings);
        if (isEnforced) assertNoWarnings(plan, standing, ignore);
        return standing;
      }
      const { createSpool, today } = services;
      return pullRecords(
        RECORDS,
        plan,
        {
          ...{ retry, signal, createSpool, today },
          clients: [{ fetchBody }],
          observer: { ...observer, warning: ignore },
          findSameResponse: (hash) => findSameResponse(pull.profile, hash),
        },
        makeRows,
        (checked) => consume({ ...checked, check }),
      ).catch((error: unknown) => {
        if (!(error instanceof ReportingError) || error.facts.status !== BAD_REQUEST) throw error;
        // The hint of the client advises shorter windows, which a dataset cannot have.
        const hint = `a dataset needs whole months; if the service allows only shorter ranges, use \`reporting ${pull.report} --windows 30\``;
        throw error.with({}, { hint });
      });
    },
    hideProgress: progress.stop,
    async close(): Promise<void> {
      progress.stop();
      const opened = await Promise.allSettled(sessions.values());
      for (const each of opened) if (each.status === 'fulfilled') await each.value.close();
    },
  };
}

const BAD_REQUEST = 400;
