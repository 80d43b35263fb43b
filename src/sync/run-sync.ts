/** Runs `sync`: resolves the dataset, plans, pulls, and reports what changed. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { NO_DATE_COLUMN } from '../config/settings.ts';
import { ReportingError, SeveralFailures } from '../core/errors.ts';
import { ReaderGone, STDOUT } from '../core/sink.ts';
import { countOf } from '../core/text.ts';
import { noticeText } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import { makeDirectories, removeOldStagedFiles, writeDurably } from '../fs/durable-files.ts';
import { strictError } from '../report/pull.ts';
import type { Services } from '../services.ts';
import { describeRestatement, type Restatement, restatementToJson } from './compare-pulls.ts';
import { DATASET_FILE, type Dataset, damaged, formatDataset, isSandbox } from './dataset.ts';
import { type DatasetSchema, isOfSchema, keysOfColumns, OTHER_SCHEMA } from './dataset-schema.ts';
import { assertChosenTypes } from './extend-schema.ts';
import { createFetcher, type Fetcher } from './fetch-records.ts';
import { keyOf, labelOf, type Partition } from './months.ts';
import { type PullFailure, pullAll, type RunResult } from './pull-all.ts';
import type { PullContext } from './pull-month.ts';
import { type PartitionRecord, RECORD_FILE } from './record.ts';
import { type ResolvedDataset, resolveDataset, type SyncRequest } from './resolve-dataset.ts';
import { acquireOwn, lockOptions } from './sync-lock.ts';
import { clockOf, listPartitions, type PlanClock, type PlannedPull, planPull } from './sync-plan.ts';
import { LOCK_FILE, type Place, readDataset, Tree } from './tree.ts';

/** The dataset on disk, and the time of the run. */
interface RunParts {
  readonly tree: Tree;
  readonly clock: PlanClock;
}

/** Runs `sync` once. Throws `SeveralFailures` if months failed and the others are complete. */
export async function runSync(request: SyncRequest, services: Services): Promise<void> {
  const shown = request.directory;
  const root = await services.targetOf(shown);
  const { messages, signal } = services;
  const resolved = await resolveDataset(request, root, services);
  const partsOf = (dataset: Dataset): RunParts => ({
    tree: new Tree(root, shown, dataset),
    clock: clockOf(dataset, services),
  });
  const planned = partsOf(resolved.dataset);
  const partitions = listPartitions(resolved.scope, planned.clock.yesterday);
  assertForced(request.forced, partitions);
  planned.tree.assertNoStrays();
  const { zoneWarning } = resolved;
  if (request.dryRun) {
    await showPlan(await planRun(request, { partitions, ...planned }, signal), services);
    if (zoneWarning !== undefined) messages.show(zoneWarning);
    return;
  }
  if (zoneWarning !== undefined) {
    if (request.checks.strict) throw strictError(noticeText(zoneWarning), zoneWarning);
    messages.show(zoneWarning);
  } else if (resolved.isNew) {
    const { timeZone } = resolved.dataset;
    messages.summary(
      `New dataset in ${timeZone}, where yesterday is ${planned.clock.yesterday}: this zone never changes.`,
    );
  }
  const dataset = await saveDataset([root, shown], resolved.extend, services);
  // Those of killed runs above the months, whose pulls remove theirs.
  for (const folder of ['', ...dataset.reports.map((report) => `report=${report}`)])
    await removeOldStagedFiles(path.join(root, folder));
  const parts = partsOf(dataset);
  const plan = await planRun(request, { partitions, ...parts }, signal);
  const fetcher = createFetcher({ dataset, request, pullCount: plan.work.length }, services);
  try {
    const result = await pull(request, plan, { ...parts, clients: resolved.clients, fetcher }, services);
    fetcher.hideProgress();
    const order = new Map(partitions.map((each, index) => [keyOf(each), index]));
    const positionOf = ({ partition }: PullFailure): number => order.get(keyOf(partition))!;
    const failures = [...plan.failures, ...result.failures].sort((one, other) => positionOf(one) - positionOf(other));
    const summary = summaryOf(plan, result);
    if (failures.length > 0) throw failureOf(failures, summary);
    if (result.written > 0) messages.note(summary);
    else messages.summary(summary);
    if (isSandbox(dataset) && services.stdout.isTerminal) messages.summary('Sandbox data.');
  } finally {
    await fetcher.close();
  }
}

/** Adds what the run adds to the dataset on disk, under a lock: other runs may do so at the same time. */
async function saveDataset(
  [root, shown]: Place,
  extend: ResolvedDataset['extend'],
  services: Services,
): Promise<Dataset> {
  const placeOf = (name: string): Place => [path.join(root, name), path.join(shown, name)];
  const known = readDataset(root, shown);
  // A lock that is there may be that of a killed run: taking it removes it.
  const isLocked = existsSync(placeOf(LOCK_FILE)[0]);
  if (!isLocked && known !== undefined && formatDataset(extend(known)) === formatDataset(known)) return known;
  await makeDirectories(path.dirname(root), path.basename(root), shown);
  const file = placeOf(DATASET_FILE);
  const held = await acquireOwn(placeOf(LOCK_FILE), lockOptions(services), { what: file[1], doing: 'writing' });
  try {
    const extended = extend(readDataset(root, shown));
    await writeDurably(...file, formatDataset(extended));
    return extended;
  } finally {
    await held.release();
  }
}

/** Throws a usage error for a forced month that the run does not have. */
function assertForced(forced: readonly string[], partitions: readonly Partition[]): void {
  if (forced.length === 0) return;
  const keys = partitions.map(keyOf);
  const unknown = forced.find((key) => !keys.includes(key));
  if (unknown === undefined) return;
  throw new ReportingError('E-dataset-option', `--force ${unknown}: the run has no such month`, {
    hint: `name report, profile and month: --force ${keys[0] ?? 'revenue/acme/2026-01'}`,
  });
}

/** The plan of a run, and the partitions that cannot be planned. */
interface SyncPlan {
  readonly partitions: readonly Partition[];
  readonly work: readonly PlannedPull[];
  readonly failures: readonly PullFailure[];
}

/** Partitions between two checks for an interruption. */
const BATCH = 500;

async function planRun(
  request: Pick<SyncRequest, 'lookbackDays' | 'forced'>,
  { partitions, tree, clock }: RunParts & Pick<SyncPlan, 'partitions'>,
  signal: AbortSignal,
): Promise<SyncPlan> {
  const { reports, lookbackDays } = tree.dataset;
  for (const report of reports) tree.assertHasSchema(report);
  const settings = { lookbackDays: request.lookbackDays ?? lookbackDays, forced: new Set(request.forced) };
  const work: PlannedPull[] = [];
  const failures: PullFailure[] = [];
  const written: WrittenMonth[] = [];
  for (const [index, partition] of partitions.entries()) {
    if (index % BATCH === 0) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
    }
    try {
      const state = tree.readState(partition);
      const { record } = state;
      const pull = planPull(partition, state, settings, clock);
      if (pull !== undefined) work.push(pull);
      if (record !== undefined && record.records > 0 && !state.isIncomplete) written.push({ partition, record });
    } catch (error) {
      if (!(error instanceof ReportingError)) throw error;
      failures.push({ partition, error });
    }
  }
  for (const report of reports) {
    const months = written.filter(({ partition }) => partition.report === report);
    // Read after the records: it has the version of each of them, also if another run adds one now.
    const schema = months.length === 0 ? undefined : tree.readSchema(report);
    if (schema !== undefined) failures.push(...findForeign(months, schema, tree));
  }
  const failed = new Set(failures.map(({ partition }) => keyOf(partition)));
  return { partitions, work: work.filter((pull) => !failed.has(keyOf(pull))), failures };
}

/** A month with a data file of the size that its record has. */
interface WrittenMonth {
  readonly partition: Partition;
  readonly record: PartitionRecord;
}

/**
 * Months of a report that were written with another schema than the present one: months of another dataset. Throws the error of the
 * first one if no month fits: then the schema file itself has changed, and new months would get other types.
 */
function findForeign(months: readonly WrittenMonth[], schema: DatasetSchema, tree: Tree): readonly PullFailure[] {
  const foreign = months.flatMap(({ record, partition }) => {
    if (isOfSchema(record, schema)) return [];
    const [file, folder] = [tree.placeOf(partition, RECORD_FILE)[1], tree.placeOf(partition)[1]];
    const schemaFile = tree.schemaFile(partition.report)[1];
    const hint = `restore ${schemaFile} from a copy; if only this month is from elsewhere, remove ${folder}`;
    const error = damaged(file, OTHER_SCHEMA, hint);
    return [{ partition, error }];
  });
  if (foreign.length > 0 && foreign.length === months.length) throw foreign[0]!.error;
  return foreign;
}

async function showPlan(
  { work, partitions, failures }: SyncPlan,
  { messages, print }: Pick<Services, 'messages' | 'print'>,
): Promise<void> {
  await print(work.map((pull) => `${labelOf(pull)}  ${formatRange(pull.range)}  ${pull.reason}\n`).join(''));
  messages.note(
    `--dry-run: nothing was requested; the run would pull ${work.length} of ${countOf(partitions.length, 'month')}`,
  );
  if (failures.length > 0) throw failureOf(failures, 'nothing was requested');
}

interface PullParts extends RunParts, Pick<ResolvedDataset, 'clients'> {
  readonly fetcher: Fetcher;
}

async function pull(
  request: SyncRequest,
  { work }: SyncPlan,
  { clients, fetcher, tree, clock }: PullParts,
  services: Services,
): Promise<RunResult> {
  const { messages, signal, now } = services;
  const columnsAtStart = new Map<string, ReadonlySet<string>>();
  const context: PullContext = {
    ...{ tree, columnsAtStart, now },
    types: request.types,
    maxDrop: request.maxDrop,
    forced: new Set(request.forced),
    lookbackDays: request.lookbackDays ?? tree.dataset.lookbackDays,
    lock: lockOptions(services),
    dayOf: clock.dayOf,
    redact: messages.redact,
    inTurn: createTurns(),
    async printRestatements(planned, restatements, isDated) {
      fetcher.hideProgress();
      await printOrFail(describeAll(planned, restatements, { isDated, isJson: request.isJson }), services);
    },
  };
  function onSchemas(): void {
    const known = tree.dataset.reports.map((report) => [report, tree.readSchema(report)] as const);
    const found = known.flatMap(([, schema]) => schema ?? []);
    if (found.length === known.length) assertChosenTypes(request.types, found);
    for (const [report, schema] of known) {
      assertChosenDateColumn(request.dateColumns[report], report, schema);
      columnsAtStart.set(report, keysOfColumns(schema));
    }
  }
  const { concurrency } = request.requests;
  return pullAll(work, { clients, fetcher, context, concurrency, onSchemas, messages, signal });
}

function describeAll(
  pull: PlannedPull,
  restatements: readonly Restatement[],
  { isDated, isJson }: { readonly isDated: boolean; readonly isJson: boolean },
): string {
  const lines = restatements.map((each) =>
    isJson ? JSON.stringify(restatementToJson(pull, each)) : describeRestatement(pull, each, isDated),
  );
  return `${lines.join('\n')}\n`;
}

/** Throws a usage error for a chosen date column that differs from that of a schema, by which the days are compared. */
function assertChosenDateColumn(chosen: string | undefined, report: string, schema: DatasetSchema | undefined): void {
  const known = schema?.dateColumn;
  if (known === undefined || chosen === undefined || chosen === known || chosen === NO_DATE_COLUMN) return;
  throw new ReportingError(
    'E-dataset-option',
    `--date-column ${chosen}: the dataset has ${known} as the date column of ${report}`,
    { hint: 'it does not change after the first run: leave the option out, or sync to a new directory' },
  );
}

/** Throws if the reader of stdout is gone, which a report may ignore: restatements are printed only once. */
async function printOrFail(text: string, { openSink }: Pick<Services, 'openSink'>): Promise<void> {
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
  return parts.filter((each) => each !== false).join(', ');
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
