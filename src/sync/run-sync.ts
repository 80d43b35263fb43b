/** Runs `sync`: resolves the dataset, plans, pulls, and reports what changed. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ErrorKind } from '../core/error-codes.ts';
import { ReportingError, SeveralFailures } from '../core/errors.ts';
import { ReaderGone, STDOUT } from '../core/sink.ts';
import { countOf } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import { makeDirectories, removeOldStagedFiles, writeDurably } from '../fs/durable-files.ts';
import type { Services } from '../services.ts';
import { assertChosenDateColumns, assertChosenTypes, assertNoneMissing } from './assert-schemas.ts';
import { DATASET_FILE, type Dataset, formatDataset, isSandbox } from './dataset.ts';
import { keysOfColumns } from './extend-schema.ts';
import { recordFailures } from './failure-file.ts';
import { createFetcher, type Fetcher } from './fetch-records.ts';
import { readDataset } from './find-dataset.ts';
import { folderOfClient, keyOfPartition, labelOfPartition, type Partition } from './partition-name.ts';
import { type PlannedWork, type PullFailure, pullAll, type RunResult } from './pull-all.ts';
import type { PullContext } from './pull-context.ts';
import { type ResolvedDataset, resolveDataset, scopeOf } from './resolve-dataset.ts';
import { describeRestatement, restatementToJson } from './restatements.ts';
import { findForeignMonths, type WrittenMonth } from './schema-check.ts';
import { openSchemas, type SchemaStore } from './schema-file.ts';
import { acquireOwn, lockOptions } from './sync-lock.ts';
import { clockOf, listPartitions, type PlanClock, planPull, type Scope } from './sync-plan.ts';
import type { SyncRequest } from './sync-request.ts';
import { LOCK_FILE, openTree, type Place, type Tree } from './tree.ts';

/** Runs `sync` once. Throws `SeveralFailures` if months failed and the others are complete. */
export async function runSync(request: SyncRequest, services: Services): Promise<void> {
  const root = await services.targetOf(request.directory);
  try {
    await syncDataset(request, root, services);
  } catch (error) {
    if (error instanceof ReportingError && !UNRECORDED.has(error.kind)) {
      await recordFailureOfAll(request, { root, error }, services).catch(() => undefined);
    }
    throw error;
  }
}

/** Errors of a run that say nothing about the service or the dataset. */
const UNRECORDED: ReadonlySet<ErrorKind> = new Set(['usage', 'interrupted', 'locked']);

/** Records an error before the first pull: no client of the run was pulled. */
async function recordFailureOfAll(
  request: SyncRequest,
  { root, error }: { readonly root: string; readonly error: ReportingError },
  services: Services,
): Promise<void> {
  const { directory: shown, dryRun } = request;
  const dataset = readDataset(root, shown);
  if (dataset === undefined || dryRun) return;
  openTree(root, shown, dataset).assertNoLinks(dataset);
  const scope = scopeOf(request, dataset);
  const partitions = listPartitions(scope, clockOf(dataset, services).yesterday);
  const failures = partitions.map((partition) => ({ partition, error }));
  const run = { partitions, failures, isPart: isPart(scope, dataset), now: services.now() };
  await recordFailures({ root, shown }, run, services.messages);
}

/** True for a run of some months only. */
function isPart({ from, to }: Scope, dataset: Dataset): boolean {
  return from > dataset.from || to !== undefined;
}

async function syncDataset(request: SyncRequest, root: string, services: Services): Promise<void> {
  const resolved = await resolveDataset(request, root, services);
  const partsOf = (dataset: Dataset): RunParts => ({
    root,
    tree: openTree(root, request.directory, dataset),
    clock: clockOf(dataset, services),
  });
  const { tree, clock } = partsOf(resolved.dataset);
  assertForced(request, resolved.scope, clock);
  tree.assertNoLinks(resolved.dataset);
  tree.assertNoForeignFiles();
  if (request.dryRun) return showPlan(request, resolved, { root, tree, clock }, services);
  const dataset = await saveDataset(request.directory, root, resolved, services);
  await removeStrays(root, dataset);
  const { concurrency } = request.requests;
  const fetcher = createFetcher({ dataset, request, concurrency }, services);
  try {
    await pull(request, { ...resolved, dataset }, { ...partsOf(dataset), fetcher, concurrency }, services);
  } finally {
    await fetcher.close();
  }
}

/** Adds what the run adds to the dataset on disk, under a lock: other runs may do so at the same time. */
async function saveDataset(
  shown: string,
  root: string,
  { extend }: ResolvedDataset,
  services: Services,
): Promise<Dataset> {
  const placeOf = (name: string): Place => [path.join(root, name), path.join(shown, name)];
  const known = readDataset(root, shown);
  // A lock that is there may be that of a killed run: taking it removes it.
  const isLocked = existsSync(placeOf(LOCK_FILE)[0]);
  if (!isLocked && known !== undefined && formatDataset(extend(known)) === formatDataset(known)) return known;
  await makeDirectories(path.dirname(root), path.basename(root), shown);
  const file = placeOf(DATASET_FILE);
  const what = { what: file[1], doing: 'writing' };
  const held = await acquireOwn(placeOf(LOCK_FILE), lockOptions(services), what);
  try {
    const extended = extend(readDataset(root, shown));
    await writeDurably(...file, formatDataset(extended));
    return extended;
  } finally {
    await held.release();
  }
}

/** Removes temporary files of killed runs above the months, whose pulls remove theirs. */
async function removeStrays(root: string, { reports, profiles }: Dataset): Promise<void> {
  const clients = Object.keys(profiles);
  const folders = reports.flatMap((report) => [
    `report=${report}`,
    ...clients.map((profile) => folderOfClient({ report, profile })),
  ]);
  for (const folder of ['', ...folders]) await removeOldStagedFiles(path.join(root, folder));
}

interface RunParts {
  readonly root: string;
  readonly tree: Tree;
  readonly clock: PlanClock;
}

/** Throws a usage error for a forced month that the run does not have. */
function assertForced({ forced }: SyncRequest, scope: Scope, { yesterday }: PlanClock): void {
  if (forced.length === 0) return;
  const keys = listPartitions(scope, yesterday).map(keyOfPartition);
  const unknown = forced.find((key) => !keys.includes(key));
  if (unknown === undefined) return;
  throw new ReportingError('E-dataset-option', `--force ${unknown}: the run has no such month`, {
    hint: `name report, profile and month: --force ${keys[0] ?? 'revenue/acme/2026-01'}`,
  });
}

/** The plan of a run, and the partitions that cannot be planned. */
interface SyncPlan {
  readonly partitions: readonly Partition[];
  readonly work: readonly PlannedWork[];
  readonly failures: readonly PullFailure[];
}

/** Partitions between two checks for an interruption. */
const BATCH = 500;

interface PlanParts {
  readonly tree: Tree;
  readonly schemas: SchemaStore;
  readonly clock: PlanClock;
  readonly signal: AbortSignal;
}

async function planRun(
  request: SyncRequest,
  { dataset, scope }: ResolvedDataset,
  { tree, schemas, clock, signal }: PlanParts,
): Promise<SyncPlan> {
  const partitions = listPartitions(scope, clock.yesterday);
  const forced = new Set(request.forced);
  const lookbackDays = request.lookbackDays ?? dataset.lookbackDays;
  const work: PlannedWork[] = [];
  const failures: PullFailure[] = [];
  const written: (WrittenMonth & { readonly index: number })[] = [];
  for (const [index, partition] of partitions.entries()) {
    if (index % BATCH === 0) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
    }
    try {
      const state = tree.readState(partition);
      const pull = planPull(partition, state, { lookbackDays, forced }, clock);
      const { record } = state;
      if (pull !== undefined) work.push({ pull, record, index });
      if (record === undefined || record.records === 0 || state.isIncomplete) continue;
      written.push({ partition, record, index });
    } catch (error) {
      if (!(error instanceof ReportingError)) throw error;
      failures.push({ partition, index, error });
    }
  }
  for (const report of dataset.reports) {
    const months = written.filter(({ partition }) => partition.report === report);
    // Read after the records: it has the version of each of them, also if another run adds one now.
    const schema = months.length === 0 ? undefined : await schemas.read(report);
    if (schema === undefined) continue;
    const foreign = findForeignMonths(months, schema, request.directory);
    for (const [at, error] of foreign) failures.push({ ...months[at]!, error });
  }
  const failed = new Set(failures.map(({ index }) => index));
  return { partitions, work: work.filter(({ index }) => !failed.has(index)), failures };
}

async function showPlan(
  request: SyncRequest,
  resolved: ResolvedDataset,
  { root, tree, clock }: RunParts,
  { messages, print, signal }: Services,
): Promise<void> {
  const schemas = openSchemas(root, request.directory, { isReadOnly: true });
  const { work, partitions, failures } = await planRun(request, resolved, { tree, schemas, clock, signal });
  const lines = work.map(({ pull }) => `${labelOfPartition(pull)}  ${formatRange(pull.range)}  ${pull.reason}\n`);
  await print(lines.join(''));
  messages.note(
    `--dry-run: nothing was requested; the run would pull ${work.length} of ${countOf(partitions.length, 'month')}${countedFor(partitions)}`,
  );
  if (failures.length > 0) throw failureOf(failures, 'nothing was requested');
}

async function pull(
  request: SyncRequest,
  resolved: ResolvedDataset,
  { root, tree, clock, fetcher, concurrency }: RunParts & { readonly fetcher: Fetcher; readonly concurrency: number },
  services: Services,
): Promise<void> {
  const { dataset, clients, failures: clientFailures } = resolved;
  const { signal, messages, now } = services;
  const { directory: shown, isJson } = request;
  const schemas = openSchemas(root, shown);
  const columnsAtStart = new Map<string, ReadonlySet<string>>();
  const context: PullContext = {
    root,
    shown,
    dataset,
    tree,
    schemas,
    types: request.types,
    columnsAtStart,
    maxDrop: request.maxDrop,
    forced: new Set(request.forced),
    lookbackDays: request.lookbackDays ?? dataset.lookbackDays,
    lock: lockOptions(services),
    overlap: { isSeen: false },
    now,
    dayOf: clock.dayOf,
    redact: messages.redact,
    inTurn: createTurns(),
    async printRestatements(planned, restatements, isDated) {
      fetcher.hideProgress();
      const lines = restatements.map((each) =>
        isJson ? JSON.stringify(restatementToJson(planned, each)) : describeRestatement(planned, each, isDated),
      );
      await printOrFail(`${lines.join('\n')}\n`, services);
    },
  };
  await assertNoneMissing(context);
  const plan = await planRun(request, resolved, { tree, schemas, clock, signal });
  async function onSchemas(): Promise<void> {
    await assertChosenTypes(context);
    await assertChosenDateColumns(request.dateColumns, context);
    for (const report of dataset.reports) columnsAtStart.set(report, keysOfColumns(await schemas.read(report)));
  }
  if (plan.work.length > 0) fetcher.showProgress('sync', plan.work.length);
  const result = await pullAll(
    plan.work,
    { clients, fetcher, context, clientFailures, concurrency, onSchemas },
    services,
  );
  fetcher.hideProgress();
  const failures = [...plan.failures, ...result.failures].sort((one, other) => one.index - other.index);
  const { partitions } = plan;
  const run = { partitions, failures, isPart: isPart(resolved.scope, dataset), now: now() };
  await recordFailures({ root, shown }, run, messages);
  const summary = summaryOf(plan, result);
  if (failures.length > 0) throw failureOf(failures, summary);
  if (result.written > 0) messages.note(summary);
  else messages.summary(summary);
  if (isSandbox(dataset) && services.stdout.isTerminal) messages.summary('Sandbox data.');
}

/** Throws if the reader of stdout is gone, which a report may ignore: restatements are printed only once. */
async function printOrFail(text: string, { openSink }: Services): Promise<void> {
  const sink = await openSink(STDOUT, { isPaged: false, makesDirectories: false });
  try {
    await sink.write(text);
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    throw new ReportingError('E-cannot-write', 'cannot print the restated days: the reader of stdout is gone', {
      hint: 'the month was not replaced; the next sync prints them again',
    });
  }
}

function summaryOf({ partitions, work, failures }: SyncPlan, result: RunResult): string {
  const { written, unchanged, elsewhere, skipped, records } = result;
  const parts = [
    `${countOf(written, 'month')} written${written === 0 ? '' : ` (${countOf(records, 'record')})`}`,
    `${unchanged} unchanged`,
    elsewhere > 0 && `${elsewhere} pulled by another run`,
    skipped > 0 && `${skipped} not requested after a refusal`,
    `${partitions.length - work.length - failures.length} settled`,
  ];
  return parts.filter((each) => each !== false).join(', ') + countedFor(partitions);
}

/** Says that a calendar month counts several times; empty for one report of one client. */
function countedFor(partitions: readonly Partition[]): string {
  const reports = new Set(partitions.map(({ report }) => report)).size;
  const clients = new Set(partitions.map(({ profile }) => profile)).size;
  const each = [reports > 1 && countOf(reports, 'report'), clients > 1 && countOf(clients, 'client')].filter(
    (text) => text !== false,
  );
  return each.length === 0 ? '' : `; a month counts once for each of ${each.join(' and ')}`;
}

/** `failures` are in the order of the plan. */
function failureOf(failures: readonly PullFailure[], outcome: string): SeveralFailures {
  const named = failures.map(({ error }) => error);
  return new SeveralFailures(named, `${countOf(named.length, 'failure')}; ${outcome}`);
}

/** Runs pieces of work one after the other, in the order of the calls. */
function createTurns(): PullContext['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
