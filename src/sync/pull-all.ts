/** Pulls the planned partitions, several at once. A failure of one client or month does not affect the others. */

import { mapConcurrent } from '../core/async.ts';
import { isInterruption, nameProfile, ReportingError } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import type { Notice } from '../core/warnings.ts';
import type { Services } from '../services.ts';
import type { Fetcher } from './fetch-records.ts';
import { daysOfMonth } from './months.ts';
import { labelOfPartition, type Partition } from './partition-name.ts';
import type { PullContext } from './pull-context.ts';
import { type FetchRecords, type PullOutcome, pullPartition } from './pull-partition.ts';
import type { PartitionRecord } from './record.ts';
import type { SyncClient } from './resolve-dataset.ts';
import type { PlannedPull } from './sync-plan.ts';

/** A planned pull, with the record that the plan was made from. */
export interface PlannedWork {
  readonly pull: PlannedPull;
  readonly record: PartitionRecord | undefined;
  /** The place in the plan. */
  readonly index: number;
}

/** A partition that could not be pulled. */
export interface PullFailure {
  readonly partition: Partition;
  /** The place in the plan. */
  readonly index: number;
  readonly error: ReportingError;
}

/** The numbers of months by outcome, and the failures. */
export interface RunResult {
  readonly written: number;
  /** Records of the written months. */
  readonly records: number;
  readonly unchanged: number;
  readonly elsewhere: number;
  /** Months of a client that the service has refused. */
  readonly skipped: number;
  readonly failures: readonly PullFailure[];
}

interface PullParts {
  readonly clients: readonly SyncClient[];
  readonly fetcher: Fetcher;
  readonly context: PullContext;
  /** Errors of clients without usable credentials, by folder. */
  readonly clientFailures: ReadonlyMap<string, ReportingError>;
  readonly concurrency: number;
  /** Called once every report has a schema, as far as possible. Its error ends the run. */
  readonly onSchemas: () => Promise<void>;
}

/** Pulls all partitions of `work`. Failures are in the result; throws only interruptions, internal errors, and that of `onSchemas`. */
export async function pullAll(
  work: readonly PlannedWork[],
  { clients, fetcher, context, clientFailures, concurrency, onSchemas }: PullParts,
  services: Services,
): Promise<RunResult> {
  const { messages, signal } = services;
  const byFolder = new Map(clients.map((client) => [client.profile, client]));
  const failures: PullFailure[] = [];
  /** Clients whose other months are not requested. */
  const refused = new Set<string>();
  const counts = { written: 0, unchanged: 0, elsewhere: 0, skipped: 0, records: 0 };

  function recordFailure({ pull, index }: PlannedWork, error: unknown): void {
    if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
    if (error.kind === 'auth') {
      if (refused.has(pull.profile)) {
        counts.skipped++;
        return;
      }
      refused.add(pull.profile);
    }
    failures.push({ partition: pull, index, error: nameProfile(error, pull.profile) as ReportingError });
  }

  async function pullOne(item: PlannedWork, abort: AbortSignal): Promise<void> {
    const { pull, record } = item;
    const unusable = clientFailures.get(pull.profile);
    if (unusable !== undefined) return recordFailure(item, unusable);
    if (refused.has(pull.profile)) {
      counts.skipped++;
      return;
    }
    const warnings: Notice[] = [];
    const fetch: FetchRecords = (own, dateColumn, consume) =>
      fetcher.fetch(
        own,
        byFolder.get(own.profile)!,
        { dateColumn, signal: abort, onWarning: (warning) => void warnings.push(warning) },
        consume,
      );
    let outcome: PullOutcome;
    try {
      outcome = await pullPartition(pull, record, fetch, context);
    } catch (error) {
      return recordFailure(item, error);
    }
    counts[outcome.kind]++;
    if (outcome.kind !== 'written') return;
    counts.records += outcome.records;
    const label = labelOfPartition(pull);
    const own = messages.named(label);
    for (const warning of [...warnings, ...outcome.warnings]) own.show(warning);
    for (const note of outcome.notes) own.note(note);
  }

  /** Pulls one month of each report without a schema before the others: it decides the types of all columns. */
  async function pullFirst(): Promise<ReadonlySet<PlannedWork>> {
    const done = new Set<PlannedWork>();
    for (const report of context.dataset.reports) {
      const own = work.filter(({ pull }) => pull.report === report).sort(byNewestWhole);
      for (const item of own.slice(0, MAX_FIRST)) {
        if ((await context.schemas.read(report)) !== undefined) break;
        await pullOne(item, signal);
        done.add(item);
      }
    }
    return done;
  }

  try {
    const done = await pullFirst();
    await onSchemas();
    const rest = work.filter((item) => !done.has(item));
    await mapConcurrent(rest, (item, _index, abort) => pullOne(item, abort), { concurrency, signal });
  } catch (error) {
    if (!isInterruption(error)) throw error;
    const done = `${counts.written} of ${countOf(work.length, 'month')} written`;
    throw error.with({}, { message: `${error.message}, ${done}; the next sync continues` });
  }
  return { ...counts, failures };
}

/** A report without records in this many months gets its schema when records appear. */
const MAX_FIRST = 12;

/** Whole months first, the newest of them first. */
function byNewestWhole({ pull: one }: PlannedWork, { pull: other }: PlannedWork): number {
  const isWhole = ({ month, range }: PlannedPull): boolean => range.to === daysOfMonth(month).to;
  return Number(isWhole(other)) - Number(isWhole(one)) || other.month.localeCompare(one.month);
}
