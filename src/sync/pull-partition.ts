/**
 * Pulls one partition: lock, request, checks, comparison with the last pull, files. The files are replaced only if the records
 * changed, in the order data, days, record: the record tells of files that exist.
 */

import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { type Message, option, phrase } from '../core/message.ts';
import type { CalendarDate } from '../dates/date.ts';
import { outputError, syncDirectory } from '../fs/durable-files.ts';
import type { CheckedReport } from '../report/run.ts';
import type { Dataset } from './dataset.ts';
import { surveyDays } from './day-survey.ts';
import { countRecords, findDrop, type MaxDrop } from './drops.ts';
import {
  makeDirectories,
  removeTemporaryFiles,
  type StagedFile,
  stageFile,
  writeDurably,
} from './durable-write.ts';
import { encodePartition } from './encode-partition.ts';
import { acquireLock, type LockOptions } from './partition-lock.ts';
import { folderOfPartition, keyOfPartition, labelOfPartition } from './partition-name.ts';
import {
  contentHash,
  DAYS_FILE,
  type Days,
  formatDays,
  formatRecord,
  NO_DAY,
  type PartitionRecord,
  type PulledDays,
  RECORD_FILE,
  sha256Of,
} from './record.ts';
import { findRestatements, type Restatement } from './restatements.ts';
import type { DatasetSchema, SchemaStore } from './schema-file.ts';
import { type ChosenTypes, type SettledSchema, settleSchema, typedColumns } from './settle-schema.ts';
import type { PlannedPull } from './sync-plan.ts';
import { dataFileOf, LOCK_FILE, type Tree } from './tree.ts';

/** What pulls of a run share. */
export interface PullContext {
  /** The dataset's directory, absolute and as the user named it. */
  readonly root: string;
  readonly shown: string;
  readonly dataset: Dataset;
  readonly tree: Tree;
  readonly schemas: SchemaStore;
  readonly types: ChosenTypes;
  readonly maxDrop: MaxDrop;
  /** Keys of the partitions that may lose records. */
  readonly accepted: ReadonlySet<string>;
  readonly lock: LockOptions;
  readonly now: () => Date;
  readonly dayOf: (time: Date) => CalendarDate;
  /** Runs one piece of work at a time: encoding takes memory. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Prints the restatements of a partition. Its failure leaves the partition as it was. */
  readonly printRestatements: (
    pull: PlannedPull,
    restatements: readonly Restatement[],
    isDated: boolean,
  ) => Promise<void>;
}

/** Fetches and checks the records of a pull, and gives them to `consume`. */
export type FetchRecords = <T>(
  pull: PlannedPull,
  dateColumn: string | undefined,
  consume: (report: CheckedReport) => Promise<T>,
) => Promise<T>;

export interface PullOutcome {
  /** `elsewhere`: another run has pulled it meanwhile. */
  readonly kind: 'written' | 'unchanged' | 'elsewhere';
  readonly records: number;
  readonly restatedDays: number;
  /** About the schema. */
  readonly notes: readonly Message[];
  readonly warnings: readonly Message[];
}

const ELSEWHERE: PullOutcome = {
  ...{ kind: 'elsewhere', records: 0, restatedDays: 0, notes: [], warnings: [] },
};

/** A clock of another machine may be ahead by as much. */
const MAX_CLOCK_SKEW_MS = 15 * 60 * 1000;

/** `planned` is the record that the plan was made from. */
export async function pullPartition(
  pull: PlannedPull,
  planned: PartitionRecord | undefined,
  fetch: FetchRecords,
  context: PullContext,
): Promise<PullOutcome> {
  const { root, shown, tree, lock, now, schemas } = context;
  await makeDirectories(root, folderOfPartition(pull), path.join(shown, folderOfPartition(pull)));
  const [lockFile, shownLock] = fileOf(pull, LOCK_FILE, context);
  const names = { what: labelOfPartition(pull), shown: shownLock, profile: pull.profile };
  const held = await acquireLock(lockFile, names, lock);
  try {
    await removeTemporaryFiles(tree.pathOf(pull));
    const startedAt = now();
    const record = tree.readRecord(pull);
    assertNotFromFuture(pull, record, startedAt, context);
    const isChanged = record !== undefined && record.pulledAt.getTime() !== planned?.pulledAt.getTime();
    if (isChanged && record.pulledAt >= (planned?.pulledAt ?? record.pulledAt) && record.to >= pull.range.to)
      return ELSEWHERE;
    const schema = await schemas.read(pull.report);
    return await fetch(pull, schema?.dateColumn, (report) =>
      context.inTurn(() => store(pull, report, { startedAt, record }, context)),
    );
  } finally {
    await held.release();
    // A month that could not be pulled leaves no folder: rmdir removes only an empty one.
    await rmdir(tree.pathOf(pull)).catch(() => undefined);
  }
}

/** Throws a configuration error for a record that was pulled later than now: it must not be replaced by older figures. */
function assertNotFromFuture(
  pull: PlannedPull,
  record: PartitionRecord | undefined,
  now: Date,
  { shown }: PullContext,
): void {
  if (record === undefined || record.pulledAt.getTime() - now.getTime() <= MAX_CLOCK_SKEW_MS) return;
  throw new ReportingError(
    'config',
    `${labelOfPartition(pull)} was pulled at ${record.pulledAt.toISOString()}, but the clock of this machine shows ${now.toISOString()}`,
    {
      profile: pull.profile,
      hint: `set the clock; if the record is wrong, remove ${path.join(shown, folderOfPartition(pull), RECORD_FILE)}`,
    },
  );
}

interface LastPull {
  /** When this pull began. */
  readonly startedAt: Date;
  /** The record of the last pull. */
  readonly record: PartitionRecord | undefined;
}

async function store(
  pull: PlannedPull,
  report: CheckedReport,
  { startedAt, record }: LastPull,
  context: PullContext,
): Promise<PullOutcome> {
  const { tree, accepted, maxDrop, dataset, lock } = context;
  lock.signal.throwIfAborted();
  const { recordSet } = report.rows;
  const settled = recordSet.recordCount === 0 ? undefined : await settle(pull, report, context);
  const schema = settled?.schema;
  if (schema !== undefined && typedColumns(schema).length === 0) throw noValues(pull);
  const { dateColumn, measures = [] } = schema ?? {};
  const now: PulledDays = { ...pull.range, days: await surveyDays(recordSet, { dateColumn, measures }) };
  const content = contentHash(now.days);
  const before = tree.readDays(pull);
  if (record !== undefined && record.content === content && (await isIntact(pull, record, context))) {
    await refresh(pull, { record, startedAt, before: before! }, context);
    return {
      kind: 'unchanged',
      records: record.records,
      restatedDays: 0,
      notes: [],
      warnings: [],
    };
  }
  const mainMeasure = schema?.hasMainMeasure === true ? schema.measures[0] : undefined;
  const measure = mainMeasure ?? (await measureOf(pull, context));
  const drop = findDrop(before?.days ?? daysOfRecord(record), now.days, measure, maxDrop);
  if (drop !== undefined && !accepted.has(keyOfPartition(pull))) throw dropError(pull, drop);
  const restatements = before === undefined ? [] : findRestatements(before, now, measures);
  const metadata = { reporting_content: content };
  const pieces =
    schema === undefined
      ? undefined
      : encodePartition(dataset.format, recordSet, typedColumns(schema), metadata);
  if (!(await write(pull, { pieces, now, content, startedAt, restatements, schema }, context)))
    return ELSEWHERE;
  return {
    kind: 'written',
    records: recordSet.recordCount,
    restatedDays: restatements.length,
    notes: settled?.notes ?? [],
    warnings: [
      ...(settled?.warnings ?? []),
      ...(record !== undefined && before === undefined
        ? [`${DAYS_FILE} of the last pull is missing: which days were restated is not known`]
        : []),
    ],
  };
}

/** The records of a month whose file of days is missing. */
function daysOfRecord(record: PartitionRecord | undefined): Days {
  if (record === undefined) return new Map();
  return new Map([[NO_DAY, { records: record.records, hash: record.content, sums: {} }]]);
}

function settle(
  pull: PlannedPull,
  { rows, parts }: CheckedReport,
  { schemas, types }: PullContext,
): Promise<SettledSchema> {
  const dateColumn = parts[0]!.dates.dateColumn?.column.name;
  return settleSchema(rows.recordSet, schemas, { report: pull.report, dateColumn, types }).catch(
    (error: unknown) => {
      throw namePartition(pull, error);
    },
  );
}

/** The main measure of a month that has no records any more. */
async function measureOf({ report }: PlannedPull, { schemas }: PullContext): Promise<string | undefined> {
  const schema = await schemas.read(report);
  return schema?.hasMainMeasure === true ? schema.measures[0] : undefined;
}

/** True if the files are those of the record. A run without a lock, or one that was killed, may have replaced them. */
async function isIntact(pull: PlannedPull, record: PartitionRecord, context: PullContext): Promise<boolean> {
  const { tree, dataset } = context;
  if (pull.reason === 'incomplete' && record.records === 0) return false;
  try {
    if (sha256Of(readFileSync(tree.pathOf(pull, DAYS_FILE), 'utf8')) !== record.days) return false;
    return (
      record.records === 0 || (await hashOf(tree.pathOf(pull, dataFileOf(dataset.format)))) === record.sha256
    );
  } catch {
    return false;
  }
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Writes the record of an unchanged month: with a longer range, or once a day with the time of the pull. */
async function refresh(
  pull: PlannedPull,
  { record, startedAt, before }: LastPull & { readonly record: PartitionRecord; readonly before: PulledDays },
  context: PullContext,
): Promise<void> {
  const { dayOf } = context;
  const { from, to } = pull.range;
  const isSameRange = record.from === from && record.to === to;
  const isSameDay = dayOf(record.pulledAt) === dayOf(startedAt);
  if (isSameRange && (isSameDay || record.pulledAt >= startedAt)) return;
  let { days } = record;
  if (!isSameRange) {
    const text = formatDays({ from, to, days: before.days });
    days = sha256Of(text);
    await writeDurably(...fileOf(pull, DAYS_FILE, context), text);
  }
  const text = formatRecord({ ...record, from, to, pulledAt: startedAt, days });
  await writeDurably(...fileOf(pull, RECORD_FILE, context), text);
}

interface NewFiles {
  /** Undefined for a month without records. */
  readonly pieces: AsyncIterable<string | Uint8Array> | undefined;
  readonly now: PulledDays;
  readonly content: string;
  readonly startedAt: Date;
  readonly restatements: readonly Restatement[];
  readonly schema: DatasetSchema | undefined;
}

/** False if another run has written later figures meanwhile. */
async function write(
  pull: PlannedPull,
  { pieces, now, content, startedAt, restatements, schema }: NewFiles,
  context: PullContext,
): Promise<boolean> {
  const { tree, dataset, printRestatements } = context;
  const [data, shownData] = fileOf(pull, dataFileOf(dataset.format), context);
  const staged: StagedFile[] = [];
  let isBegun = false;
  const stage = async (location: string, shown: string, text: Parameters<typeof stageFile>[2]) => {
    const file = await stageFile(location, shown, text).catch((error: unknown) => {
      throw namePartition(pull, error, OTHER_TYPE);
    });
    staged.push(file);
    return file;
  };
  try {
    const dataFile = pieces && (await stage(data, shownData, pieces));
    const daysFile = await stage(...fileOf(pull, DAYS_FILE, context), [formatDays(now)]);
    const { from, to } = now;
    const record = formatRecord({
      ...{ from, to, content, pulledAt: startedAt, days: daysFile.sha256 },
      records: countRecords(now.days),
      bytes: dataFile?.bytes ?? 0,
      sha256: dataFile?.sha256 ?? '',
    });
    const recordFile = await stage(...fileOf(pull, RECORD_FILE, context), [record]);
    const latest = tree.readRecord(pull);
    // Another run, which did not see this lock, has figures of a later time.
    if (latest !== undefined && latest.pulledAt > startedAt) return false;
    // Before the days of the last pull are gone: a run that is killed here prints them again.
    if (restatements.length > 0)
      await printRestatements(pull, restatements, schema?.dateColumn !== undefined);
    isBegun = true;
    if (dataFile === undefined) await remove(data, shownData);
    else await dataFile.publish();
    await daysFile.publish();
    await recordFile.publish();
    isBegun = false;
    return true;
  } finally {
    // Temporary files tell the next run that the files of this month do not match, as after a kill.
    if (!isBegun) for (const file of staged) await file.discard();
  }
}

async function remove(file: string, shown: string): Promise<void> {
  try {
    await rm(file, { force: true });
    await syncDirectory(path.dirname(file));
  } catch (error) {
    throw outputError(shown, error);
  }
}

function fileOf(
  pull: PlannedPull,
  name: string,
  { tree, shown }: PullContext,
): readonly [location: string, shown: string] {
  return [tree.pathOf(pull, name), path.join(shown, folderOfPartition(pull), name)];
}

function noValues(pull: PlannedPull): ReportingError {
  return new ReportingError('columns', `${labelOfPartition(pull)}: no record has a value in any column`, {
    ...{ profile: pull.profile, report: pull.report, window: pull.range },
    hint: 'nothing was written',
  });
}

function dropError(pull: PlannedPull, drop: Message): ReportingError {
  const key = keyOfPartition(pull);
  return new ReportingError(
    'incomplete',
    phrase`${labelOfPartition(pull)} lost more than ${option('maxDrop')} allows: ${drop}`,
    {
      hint: phrase`the month was not replaced; if the new figures are right, add ${option('accept')} ${key}`,
      profile: pull.profile,
      report: pull.report,
      window: pull.range,
    },
  );
}

const OTHER_TYPE = phrase`the month was not replaced; sync to a new directory, and choose the type of that column with ${option('type')} <column>=text`;

/** Adds the partition to an error about columns, and a hint if it has none. */
function namePartition(pull: PlannedPull, error: unknown, hint?: Message): unknown {
  if (!(error instanceof ReportingError) || error.kind !== 'columns') return error;
  const { profile, report, range: window } = pull;
  const message = phrase`${labelOfPartition(pull)}: ${error.text.message}`;
  return error.with({ profile, report, window }, { message, hint: error.text.hint ?? hint });
}
