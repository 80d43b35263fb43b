/** Runs `sync`: resolves the dataset, plans, pulls, and reports what changed. */

import path from 'node:path';
import { resolveConcurrency } from '../config/settings.ts';
import type { ErrorKind } from '../core/error-codes.ts';
import { ReportingError, SeveralFailures } from '../core/errors.ts';
import { removeCommand } from '../core/shell.ts';
import { ReaderGone, STDOUT } from '../core/sink.ts';
import { countOf, formatCount } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import { makeDirectories, removeOldStagedFiles, writeDurably } from '../fs/durable-files.ts';
import { STALE_LOCK_MS } from '../fs/lock.ts';
import type { Services } from '../services.ts';
import { DATASET_FILE, type Dataset, formatDataset, isSandbox } from './dataset.ts';
import { keysOfColumns } from './extend-schema.ts';
import { recordFailures } from './failure-file.ts';
import { createFetcher, type Fetcher } from './fetch-records.ts';
import { readDataset } from './find-dataset.ts';
import { findLeftFolders } from './left-folders.ts';
import { folderOfClient, keyOfPartition, labelOfPartition, type Partition } from './partition-name.ts';
import { clockOf } from './plan-clock.ts';
import { type PlannedWork, type PullFailure, pullAll, type RunResult } from './pull-all.ts';
import type { PullContext } from './pull-context.ts';
import { type ResolvedDataset, resolveDataset } from './resolve-dataset.ts';
import { describeRestatement, restatementToJson } from './restatements.ts';
import { findForeignMonths, type WrittenMonth } from './schema-check.ts';
import { openSchemas, type SchemaStore } from './schema-file.ts';
import { assertChosenDateColumns, assertChosenTypes, setUpSchemas } from './set-up.ts';
import { listPartitions, type PlanClock, planPull, shardOf } from './sync-plan.ts';
import type { SyncRequest } from './sync-request.ts';
import { dataFileOf, openTree, SCHEMA_FILE, type Tree } from './tree.ts';

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

const LOCK_POLL_MS = 1000;

/** Records an error before the first pull: no client of the dataset was pulled. */
async function recordFailureOfAll(
  { directory: shown, dryRun, setUp, shard }: SyncRequest,
  { root, error }: { readonly root: string; readonly error: ReportingError },
  services: Services,
): Promise<void> {
  const dataset = readDataset(root, shown);
  if (dataset === undefined || dryRun || setUp) return;
  openTree(root, shown, dataset).assertNoLinks(dataset);
  const partitions = shardOf(listPartitions(dataset, clockOf(dataset, services).yesterday), shard);
  const failures = partitions.map((partition) => ({ partition, error }));
  const run = { partitions, failures, isShard: shard !== undefined, now: services.now() };
  await recordFailures({ root, shown }, run, services.messages);
}

async function syncDataset(request: SyncRequest, root: string, services: Services): Promise<void> {
  const resolved = await resolveDataset(request, root, services);
  const { dataset, isChanged } = resolved;
  const clock = clockOf(dataset, services);
  assertAccepted(request, dataset, clock);
  const tree = openTree(root, request.directory, dataset);
  tree.assertNoLinks(dataset);
  tree.assertNoForeignFiles();
  if (request.reconfigure && !resolved.isFirst) noteLeftFolders(request, dataset, root, services);
  if (request.dryRun) return showPlan(request, resolved, { root, tree, clock }, services);
  if (isChanged) {
    await makeDirectories(path.dirname(root), path.basename(root), request.directory);
    await writeDurably(
      path.join(root, DATASET_FILE),
      path.join(request.directory, DATASET_FILE),
      formatDataset(dataset),
    );
  }
  await removeStrays(root, dataset);
  const { defaults = {} } = resolved.clients[0]?.stored ?? {};
  const concurrency = resolveConcurrency(request.requests.concurrency, defaults);
  const fetcher = createFetcher({ dataset, request, concurrency }, services);
  try {
    await pull(request, resolved, { root, tree, clock, fetcher, concurrency }, services);
  } finally {
    await fetcher.close();
  }
}

/** Later runs are silent about these folders: `verify` is not. */
function noteLeftFolders(
  { directory }: SyncRequest,
  dataset: Dataset,
  root: string,
  { messages, shell }: Services,
): void {
  const folders = findLeftFolders(root, directory, dataset);
  if (folders.length === 0) return;
  messages.note(
    `engines still read months that are no longer in the dataset; to remove them: ${removeCommand(shell, folders)}`,
  );
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

/** Throws a usage error for an accepted month that the dataset does not have. */
function assertAccepted(request: SyncRequest, dataset: Dataset, { yesterday }: PlanClock): void {
  if (request.accepted.length === 0) return;
  const keys = listPartitions(dataset, yesterday).map(keyOfPartition);
  const unknown = request.accepted.find((key) => !keys.includes(key));
  if (unknown === undefined) return;
  throw new ReportingError('E-dataset-option', `--accept ${unknown}: the dataset has no such month`, {
    hint: `name report, profile and month: --accept ${keys[0] ?? 'revenue/acme/2026-01'}`,
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
  dataset: Dataset,
  { tree, schemas, clock, signal }: PlanParts,
): Promise<SyncPlan> {
  const all = listPartitions(dataset, clock.yesterday);
  const accepted = new Set(request.accepted);
  const partitions = shardOf(all, request.shard);
  const lookbackDays = request.lookbackDays ?? dataset.lookbackDays;
  const work: PlannedWork[] = [];
  const failures: PullFailure[] = [];
  const written: (WrittenMonth & { readonly index: number })[] = [];
  const dataFile = dataFileOf(dataset.format);
  for (const [index, partition] of partitions.entries()) {
    if (index % BATCH === 0) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
    }
    try {
      const state = tree.readState(partition);
      const pull = planPull(partition, state, { lookbackDays, accepted }, clock);
      const { record } = state;
      if (pull !== undefined) work.push({ pull, record, index });
      if (record === undefined || record.records === 0 || state.isIncomplete) continue;
      const isCompared = pull !== undefined && dataset.format === 'parquet';
      const parquet = isCompared ? tree.pathOf(partition, dataFile) : undefined;
      written.push({ partition, record, parquet, index });
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
    const foreign = await findForeignMonths(months, schema, { shown: request.directory, dataFile });
    for (const [at, error] of foreign) failures.push({ ...months[at]!, error });
  }
  const failed = new Set(failures.map(({ index }) => index));
  return { partitions, work: work.filter(({ index }) => !failed.has(index)), failures };
}

async function showPlan(
  request: SyncRequest,
  { dataset }: ResolvedDataset,
  { root, tree, clock }: RunParts,
  { messages, print, signal }: Services,
): Promise<void> {
  const schemas = openSchemas(root, request.directory, { isReadOnly: true });
  const { work, partitions, failures } = await planRun(request, dataset, { tree, schemas, clock, signal });
  const lines = work.map(
    ({ pull }) => `${labelOfPartition(pull)}  ${formatRange(pull.range)}  ${pull.reason}\n`,
  );
  await print(lines.join(''));
  messages.note(
    `--dry-run: nothing was requested; the run would pull ${work.length} of ${countOf(partitions.length, 'month')}${countedFor(partitions)}`,
  );
  if (failures.length > 0) throw failureOf(failures, 'nothing was requested');
}

async function pull(
  request: SyncRequest,
  resolved: ResolvedDataset,
  {
    root,
    tree,
    clock,
    fetcher,
    concurrency,
  }: RunParts & { readonly fetcher: Fetcher; readonly concurrency: number },
  services: Services,
): Promise<void> {
  const { dataset, clients, failures: clientFailures } = resolved;
  const { signal, messages, now, sleep } = services;
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
    accepted: new Set(request.accepted),
    lookbackDays: request.lookbackDays ?? dataset.lookbackDays,
    lock: { waitMs: request.waitMs, pollMs: LOCK_POLL_MS, staleMs: STALE_LOCK_MS, signal, now, sleep },
    overlap: { isSeen: false },
    now,
    dayOf: clock.dayOf,
    inTurn: createTurns(),
    async printRestatements(planned, restatements, isDated) {
      fetcher.hideProgress();
      const lines = restatements.map((each) =>
        isJson
          ? JSON.stringify(restatementToJson(planned, each))
          : describeRestatement(planned, each, isDated),
      );
      await printOrFail(`${lines.join('\n')}\n`, services);
    },
  };
  const parts = { clients, fetcher, context, clock };
  const isComplete = await setUpSchemas(parts, services);
  await assertChosenTypes(parts);
  await assertChosenDateColumns(request.dateColumns, parts);
  if (request.setUp) {
    const files = dataset.reports.map((each) => path.join(shown, `report=${each}`, SCHEMA_FILE)).join(', ');
    messages.note(
      isComplete
        ? `set up ${shown}: the types are in ${files}`
        : `set up ${shown}: a report without records gets its types later`,
    );
    return;
  }
  for (const report of dataset.reports) columnsAtStart.set(report, keysOfColumns(await schemas.read(report)));
  const plan = await planRun(request, dataset, { tree, schemas, clock, signal });
  const otherSources = plan.work.filter(({ pull: { reason } }) => reason === 'reconfigured').length;
  if (otherSources > 0) {
    const [months, them] = otherSources === 1 ? ['month was', 'it'] : ['months were', 'them'];
    messages.note(
      `${formatCount(otherSources)} ${months} pulled with another end date or client id: pulling ${them} again`,
    );
  }
  if (plan.work.length > 0) fetcher.showProgress('sync', plan.work.length);
  const result = await pullAll(plan.work, { ...parts, clientFailures, concurrency }, services);
  fetcher.hideProgress();
  const failures = [...plan.failures, ...result.failures].sort((one, other) => one.index - other.index);
  const { partitions } = plan;
  const run = { partitions, failures, isShard: request.shard !== undefined, now: now() };
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
    throw new ReportingError(
      'E-cannot-write',
      'cannot print the restated days: the reader of stdout is gone',
      {
        hint: 'the month was not replaced; the next sync prints them again',
      },
    );
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
