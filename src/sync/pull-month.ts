/**
 * Pulls one month: lock, request, checks, comparison with the last pull, files. The files are replaced only if the records
 * changed.
 */

import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { columnKey } from '../core/columns.ts';
import { ReportingError, tryRead } from '../core/errors.ts';
import { ReaderGone, STDOUT } from '../core/sink.ts';
import type { DataWarning, Notice } from '../core/warnings.ts';
import { listStagedFiles, makeDirectories } from '../fs/durable-files.ts';
import type { RecordSet } from '../records/record-set.ts';
import { describeEmptyRange } from '../report/checks/check-records.ts';
import { describeSameRecords, hasFigures } from '../report/checks/identical-windows.ts';
import type { Uses } from '../services.ts';
import { describeRestatement, findDrop, findRestatements, type Restatement } from './compare-pulls.ts';
import { type DatasetSchema, hashOfSchema } from './dataset-schema.ts';
import { contentHash, countRecords, missingSums, surveyDays } from './day-survey.ts';
import { extendSchema } from './extend-schema.ts';
import type { Fetcher, PartitionReport } from './fetch-records.ts';
import {
  assertData,
  collectFault,
  encodeData,
  type PartitionRecord,
  readRecord,
  replaceFiles,
  updateRecord,
} from './month-files.ts';
import { keyOf, labelOf, monthFolder, RECORD_FILE } from './months.ts';
import type { SyncClient, SyncRequest } from './resolve-dataset.ts';
import {
  findDoubts,
  listPartitions,
  type PlannedPull,
  type PlanSettings,
  type StartedPull,
  settles,
  wholeOf,
} from './sync-plan.ts';
import { acquireOwnLock, LOCK_FILE, type Tree } from './tree.ts';

/** The values that all pulls of a run share. The `forced` partitions may lose records. */
export interface PullContext extends Pick<PlanSettings, 'lookbackDays' | 'forced' | 'dayOf'> {
  readonly request: Pick<SyncRequest, 'types' | 'dateColumns' | 'maxDrop' | 'requests'>;
  readonly services: Uses<'messages' | 'openSink' | 'signal' | 'now' | 'sleep'>;
  readonly tree: Tree;
  readonly fetcher: Fetcher;
  /** By report, keys of the columns that the schema had before the months were pulled at once. */
  readonly columnsAtStart: Map<string, ReadonlySet<string>>;
  /** Runs one piece of work at a time: encoding takes memory. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The outcome of one pull, and the messages about it. */
export interface PullOutcome {
  /** `elsewhere`: another run has pulled it meanwhile. */
  readonly kind: 'written' | 'unchanged' | 'elsewhere';
  /** Records of a month that was written. */
  readonly records?: number;
  /** Warnings about the records, and notes about the schema. */
  readonly notices?: readonly Notice[];
}

/**
 * Pulls a partition, and replaces its files if the records changed. The lock keeps two runs from pulling it twice; without locks, files
 * are still replaced whole, but two runs that rename at the same moment can mix theirs. Throws a locked error if another run still
 * holds it after the wait.
 */
export async function pullMonth(
  planned: PlannedPull,
  client: SyncClient,
  context: PullContext,
  signal: AbortSignal,
): Promise<PullOutcome> {
  const { tree, services, fetcher, inTurn } = context;
  const [folder, shown] = tree.placeOf(planned);
  await makeDirectories(tree.root, monthFolder(planned), shown);
  const what = { what: labelOf(planned), doing: 'pulling', profile: planned.profile };
  const held = await acquireOwnLock(tree.placeOf(planned, LOCK_FILE), services, what);
  try {
    const leftOver = await listStagedFiles(folder);
    const record = readRecord(planned, tree);
    const pull = { ...planned, record, startedAt: services.now() };
    assertNotFromFuture(pull, tree);
    const isLater = record !== undefined && (planned.record === undefined || record.pulledAt > planned.record.pulledAt);
    if (isLater && record.to >= pull.range.to) return { kind: 'elsewhere' };
    const { dateColumn } = tree.readSchema(pull.report) ?? {};
    const outcome = await fetcher.fetch(pull, client, { dateColumn, signal }, (report) =>
      inTurn(() => store(pull, report, context)),
    );
    // Until the files match again, those of a killed run show that they may not.
    if (outcome.kind !== 'elsewhere')
      for (const file of leftOver) await rm(file, { force: true }).catch(() => undefined);
    return outcome;
  } finally {
    await held.release();
    // A month that could not be pulled leaves no folder: rmdir removes only an empty one.
    await rmdir(folder).catch(() => undefined);
  }
}

/** A clock of another machine may be ahead by as much. */
const MAX_CLOCK_SKEW_MS = 15 * 60 * 1000;

/** Throws a configuration error for a record that was pulled later than now: it must not be replaced by older figures. */
function assertNotFromFuture({ record, startedAt, ...pull }: StartedPull, tree: Tree): void {
  if (record === undefined || record.pulledAt.getTime() - startedAt.getTime() <= MAX_CLOCK_SKEW_MS) return;
  const [pulled, clock] = [record.pulledAt, startedAt].map((time) => time.toISOString());
  const message = `${labelOf(pull)} was pulled at ${pulled}, but the clock of this machine shows ${clock}`;
  throw new ReportingError('E-clock', message, {
    profile: pull.profile,
    hint: `set the clock; if the record is wrong, remove ${tree.placeOf(pull, RECORD_FILE)[1]}`,
  });
}

const OTHER_TYPE =
  'the month was not replaced; sync to a new directory, and choose the type of that column with --type <column>=text';

const NO_RECORD = 'replaced a data file without its record: restated days are unknown, and --max-drop compared nothing';

async function store(pull: StartedPull, report: PartitionReport, context: PullContext): Promise<PullOutcome> {
  try {
    for (;;) {
      const outcome = await storeWithSchema(pull, report, context);
      if (outcome !== undefined) return outcome;
    }
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind !== 'columns') throw error;
    const words = { message: `${labelOf(pull)}: ${error.message}`, hint: error.hint ?? OTHER_TYPE };
    throw error.with(factsOf(pull), words);
  }
}

/** The facts of an error about a pull. */
function factsOf({ profile, report, range: window }: PlannedPull) {
  return { profile, report, window };
}

/** Undefined if another run has put a schema meanwhile: it must be read, and the files encoded again. */
async function storeWithSchema(
  pull: StartedPull,
  report: PartitionReport,
  context: PullContext,
): Promise<PullOutcome | undefined> {
  const { tree, columnsAtStart, services, forced } = context;
  const { types, maxDrop } = context.request;
  services.signal.throwIfAborted();
  const { startedAt, record, range } = pull;
  const { rows: recordSet, parts } = report;
  const options = {
    dateColumn: parts[0]!.dates.dateColumn?.column.name,
    types,
    atStart: columnsAtStart.get(pull.report) ?? new Set<string>(),
    replaced: record?.columns ?? [],
  };
  const extended =
    recordSet.recordCount === 0 ? undefined : await extendSchema(recordSet, tree.readSchema(pull.report), options);
  const schema = extended?.schema;
  // Only after every check: nothing of a refused response stays.
  const putSchema = async (): Promise<boolean> =>
    extended?.isNew !== true || tree.putSchema(pull.report, extended.schema);
  const { dateColumn, mainMeasure, measures = [] } = schema ?? {};
  const days = await surveyDays(recordSet, { dateColumn, measures, range });
  const content = contentHash(days);
  const warnings = await checkMonth(pull, report, content, context);
  const doubts = findDoubts([...report.warnings, ...warnings], pull, context, services.messages);
  const isSame = record?.content === content && record.from === range.from && record.to === range.to;
  if (isSame && (await isIntact(pull, record, tree))) {
    if (!(await putSchema())) return undefined;
    // Another run sees by the time that the month was pulled.
    const equalSince = doubts && (record.equalSince ?? record.pulledAt);
    const changes = { pulledAt: startedAt, warnings: doubts, equalSince, refused: undefined };
    if (record.pulledAt <= startedAt) await updateRecord(pull, record, changes, tree);
    return { kind: 'unchanged' };
  }
  const drop = record && findDrop(record.days, days, mainMeasure, maxDrop);
  if (drop !== undefined && !forced.has(keyOf(pull))) {
    // Else a settled month would not be requested again.
    if (record!.refused !== drop) await updateRecord(pull, record!, { refused: drop }, tree);
    throw new ReportingError('E-drop', `${labelOf(pull)} lost more than --max-drop allows: ${drop}`, {
      hint: `the month was not replaced; if the new figures are right, add --force ${keyOf(pull)}`,
      ...factsOf(pull),
    });
  }
  const ofSchema = report.check([...(extended?.warnings ?? []), ...missingSums(days, mainMeasure)]);
  const restatements = record === undefined ? [] : findRestatements(record, { ...range, days }, measures);
  const files = {
    pieces: extended && encodeData(tree.dataset.format, recordSet, extended.columns),
    record: {
      ...range,
      ...{ content, pulledAt: startedAt, warnings: doubts, records: countRecords(days), days },
      source: tree.sources.get(pull.profile)!,
      schema: schema && hashOfSchema(schema),
      columns: schema === undefined ? [] : namesInFiles(recordSet, schema),
    },
    async prepare() {
      if (!(await putSchema())) return false;
      // Print them before the record of the last pull is replaced: after a kill in between, the next run prints them again.
      if (restatements.length > 0) await printRestatements(pull, restatements, dateColumn !== undefined, context);
      return true;
    },
  };
  const isUnknown = record === undefined && existsSync(tree.dataOf(pull)[0]);
  const result = await replaceFiles(pull, files, tree, services.signal);
  if (result !== 'replaced') return result === 'superseded' ? { kind: 'elsewhere' } : undefined;
  return {
    kind: 'written',
    records: recordSet.recordCount,
    notices: [
      ...(isUnknown ? [{ text: NO_RECORD }] : []),
      ...[...report.warnings, ...warnings, ...ofSchema],
      ...(extended?.notes ?? []).map((text) => ({ level: 'note', text }) as const),
    ],
  };
}

async function isIntact(pull: PlannedPull, record: PartitionRecord, tree: Tree): Promise<boolean> {
  const faults: ReportingError[] = [];
  await collectFault(faults, () => assertData(pull, record, tree));
  return faults.length === 0;
}

/** Prints restated days. Throws if the reader of stdout is gone, which a report may ignore: they are printed only once. */
async function printRestatements(
  pull: PlannedPull,
  restatements: readonly Restatement[],
  isDated: boolean,
  { services, fetcher }: PullContext,
): Promise<void> {
  fetcher.hideProgress();
  const lines = restatements.map((each) => describeRestatement(pull, each, isDated));
  const sink = await services.openSink(STDOUT, { isPaged: false, makesDirectories: false });
  try {
    await sink.write(`${lines.join('\n')}\n`);
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    throw new ReportingError('E-cannot-write', 'cannot print the restated days: the reader of stdout is gone', {
      hint: 'the month was not replaced; the next sync prints them again',
    });
  }
}

/** The names of the records' columns, in their order. */
function namesInFiles({ columns }: RecordSet, schema: DatasetSchema): readonly string[] {
  const names = new Map(schema.columns.map(({ name, path }) => [columnKey(path), name]));
  return columns.flatMap(({ path }) => names.get(columnKey(path)) ?? []);
}

/**
 * Warnings to print if the month is written. With `strict`, throws an error for them, but lets an empty month settle after the
 * lookback. An empty month that was empty before has no warning.
 */
async function checkMonth(
  pull: StartedPull,
  report: PartitionReport,
  content: string,
  context: PullContext,
): Promise<readonly DataWarning[]> {
  if (report.rows.recordCount > 0) return report.check(await findSameMonth(pull, report, content, context));
  const text = describeEmptyRange(pull.report, report.parts[0]!.now);
  const warning = { name: 'empty', scope: [pull.profile], text, namesReport: true } as const;
  const warnings = report.check([warning], !settles(pull, context));
  return pull.record?.records === 0 ? [] : warnings;
}

/** A warning about another month on disk with equal records, which no column dates. Records without figures are ignored. */
async function findSameMonth(
  pull: StartedPull,
  { parts: [part] }: PartitionReport,
  content: string,
  { tree, dayOf }: PullContext,
): Promise<readonly DataWarning[]> {
  if (part!.dates.dateColumn !== undefined) return [];
  const own = { ...wholeOf(tree.dataset), reports: [pull.report], profiles: [pull.profile] };
  const twins = listPartitions(own, dayOf(pull.startedAt)).flatMap((other) => {
    const record = other.month === pull.month ? undefined : tryRead(() => readRecord(other, tree));
    return record?.content === content ? [record] : [];
  });
  const [twin] = twins;
  if (twin === undefined) return [];
  for (const windowRecords of part!.now) {
    if (await hasFigures(windowRecords, twins.length)) {
      const [one, other] = twin.from < pull.range.from ? [twin, pull.range] : [pull.range, twin];
      return [describeSameRecords(pull.report, one, other)];
    }
  }
  return [];
}
