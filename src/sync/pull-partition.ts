/**
 * Pulls one partition: lock, request, checks, comparison with the last pull, files. The files are replaced only if the records
 * changed.
 */

import { rm, rmdir } from 'node:fs/promises';
import { columnKey } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import type { Notice } from '../core/warnings.ts';
import { listStagedFiles, makeDirectories } from '../fs/durable-files.ts';
import type { RecordSet } from '../records/record-set.ts';
import { surveyDays } from './day-survey.ts';
import { findDrop } from './drops.ts';
import { encodePartition } from './encode-partition.ts';
import { type ExtendedSchema, extendSchema } from './extend-schema.ts';
import type { PartitionReport } from './fetch-records.ts';
import { checkMonth, findDoubts } from './month-checks.ts';
import { isIntact, refreshRecord, replaceFiles } from './partition-files.ts';
import { folderOfPartition, keyOfPartition, labelOfPartition } from './partition-name.ts';
import { namePartition, type PullContext } from './pull-context.ts';
import {
  contentHash,
  DAYS_FILE,
  type Days,
  NO_DAY,
  type PartitionRecord,
  type PulledDays,
  RECORD_FILE,
} from './record.ts';
import { findRestatements } from './restatements.ts';
import type { DatasetSchema } from './schema-file.ts';
import { acquireOwn } from './sync-lock.ts';
import type { PlannedPull } from './sync-plan.ts';
import { findTextMeasures } from './text-measures.ts';
import { LOCK_FILE } from './tree.ts';

/** Fetches and checks the records of a pull, and gives them to `consume`. */
export type FetchRecords = <T>(
  pull: PlannedPull,
  dateColumn: string | undefined,
  consume: (report: PartitionReport) => Promise<T>,
) => Promise<T>;

/** The outcome of one pull, and the messages about it. */
export interface PullOutcome {
  /** `elsewhere`: another run has pulled it meanwhile. */
  readonly kind: 'written' | 'unchanged' | 'elsewhere';
  readonly records: number;
  /** Notes about the schema. */
  readonly notes: readonly string[];
  readonly warnings: readonly Notice[];
}

const ELSEWHERE: PullOutcome = { kind: 'elsewhere', records: 0, notes: [], warnings: [] };

/** A clock of another machine may be ahead by as much. */
const MAX_CLOCK_SKEW_MS = 15 * 60 * 1000;

/** Pulls a partition, and replaces its files if the records changed. `planned` is the record that the plan was made from. */
export async function pullPartition(
  pull: PlannedPull,
  planned: PartitionRecord | undefined,
  fetch: FetchRecords,
  context: PullContext,
): Promise<PullOutcome> {
  const { root, tree, now, schemas, overlap } = context;
  await makeDirectories(root, folderOfPartition(pull), tree.placeOf(pull)[1]);
  const held = await acquire(pull, context);
  try {
    const leftOver = await listStagedFiles(tree.pathOf(pull));
    const startedAt = now();
    const record = tree.readRecord(pull);
    assertNotFromFuture(pull, record, startedAt, context);
    const isChanged = record !== undefined && record.pulledAt.getTime() !== planned?.pulledAt.getTime();
    if (isChanged && record.pulledAt >= (planned?.pulledAt ?? record.pulledAt) && record.to >= pull.range.to)
      return ELSEWHERE;
    const schema = await schemas.read(pull.report);
    const outcome = await fetch(pull, schema?.dateColumn, (report) =>
      context.inTurn(async () => {
        if (await held.isAwaited()) overlap.isSeen = true;
        for (;;) {
          const stored = await store(pull, report, { startedAt, record }, context);
          if (stored !== undefined) return stored;
        }
      }),
    );
    // Until the files match again, those of a killed run show that they may not.
    if (outcome.kind !== 'elsewhere')
      for (const file of leftOver) await rm(file, { force: true }).catch(() => undefined);
    return outcome;
  } finally {
    await held.release();
    // A month that could not be pulled leaves no folder: rmdir removes only an empty one.
    await rmdir(tree.pathOf(pull)).catch(() => undefined);
  }
}

/**
 * Acquires the lock of a partition, so that two runs do not pull it twice. Without it, files are still replaced
 * whole, but two runs that rename at the same moment can mix their files. Throws a locked error if another run still holds it
 * after the wait.
 */
function acquire(pull: PlannedPull, { tree, lock, overlap }: PullContext): ReturnType<typeof acquireOwn> {
  const onWait = (): void => {
    overlap.isSeen = true;
  };
  const { profile } = pull;
  return acquireOwn(
    tree.placeOf(pull, LOCK_FILE),
    { ...lock, onWait },
    { what: labelOfPartition(pull), doing: 'pulling', profile },
  );
}

/** Throws a configuration error for a record that was pulled later than now: it must not be replaced by older figures. */
function assertNotFromFuture(
  pull: PlannedPull,
  record: PartitionRecord | undefined,
  now: Date,
  { tree }: PullContext,
): void {
  if (record === undefined || record.pulledAt.getTime() - now.getTime() <= MAX_CLOCK_SKEW_MS) return;
  throw new ReportingError(
    'E-clock',
    `${labelOfPartition(pull)} was pulled at ${record.pulledAt.toISOString()}, but the clock of this machine shows ${now.toISOString()}`,
    {
      profile: pull.profile,
      hint: `set the clock; if the record is wrong, remove ${tree.placeOf(pull, RECORD_FILE)[1]}`,
    },
  );
}

interface LastPull {
  /** When this pull began. */
  readonly startedAt: Date;
  /** The record of the last pull. */
  readonly record: PartitionRecord | undefined;
}

/** Undefined if another run has put a schema meanwhile: it must be read, and the files encoded again. */
async function store(
  pull: PlannedPull,
  report: PartitionReport,
  { startedAt, record }: LastPull,
  context: PullContext,
): Promise<PullOutcome | undefined> {
  const { tree, forced, maxDrop, dataset, lock, schemas } = context;
  lock.signal.throwIfAborted();
  const { rows: recordSet } = report;
  const extended = recordSet.recordCount === 0 ? undefined : await extendFor(pull, report, context);
  const schema = extended?.schema;
  // Only after every check: nothing of a refused response stays.
  const putSchema = async (): Promise<boolean> => extended?.isNew !== true || schemas.put(pull.report, extended.schema);
  if (extended?.columns.length === 0) throw noValues(pull);
  const { dateColumn, measures = [] } = schema ?? {};
  const now: PulledDays = { ...pull.range, days: await surveyDays(recordSet, { dateColumn, measures }) };
  const content = contentHash(now.days);
  const warnings = await checkMonth(pull, report, { record, content, startedAt }, context);
  const doubts = findDoubts([...report.warnings, ...warnings], pull, startedAt, context);
  const before = tree.readDays(pull);
  if (record !== undefined && record.content === content && (await isIntact(pull, record, context))) {
    if (!(await putSchema())) return undefined;
    await refreshRecord(pull, { record, startedAt, before: before!, warnings: doubts }, context);
    return { kind: 'unchanged', records: record.records, notes: [], warnings: [] };
  }
  const measure = schema?.hasMainMeasure === true ? schema.measures[0] : undefined;
  const drop = findDrop(before?.days ?? daysOfRecord(record), now.days, measure, maxDrop);
  if (drop !== undefined && !forced.has(keyOfPartition(pull))) throw dropError(pull, drop);
  const ofSchema = report.standing(extended?.warnings ?? []);
  report.assertNoWarnings(ofSchema);
  const restatements = before === undefined ? [] : findRestatements(before, now, measures);
  const metadata = { reporting_content: content };
  const pieces =
    extended === undefined ? undefined : encodePartition(dataset.format, recordSet, extended.columns, metadata);
  const columns = extended && ownOrder(recordSet, extended.schema);
  const files = {
    pieces,
    now,
    content,
    columns,
    startedAt,
    warnings: doubts,
    restatements,
    schema,
    putSchema,
  };
  const result = await replaceFiles(pull, files, context);
  if (result !== 'replaced') return result === 'superseded' ? ELSEWHERE : undefined;
  return {
    kind: 'written',
    records: recordSet.recordCount,
    notes: extended?.notes ?? [],
    warnings: [
      ...warnings,
      ...ofSchema,
      ...(record !== undefined && before === undefined
        ? [{ text: `${DAYS_FILE} of the last pull is missing: the days with restated figures are unknown` }]
        : []),
    ],
  };
}

/** The names of the records' columns in their order; undefined if it is that of the schema. */
function ownOrder({ columns }: RecordSet, schema: DatasetSchema): readonly string[] | undefined {
  const names = new Map(schema.columns.map(({ name, path }) => [columnKey(path), name]));
  const own = columns.flatMap(({ path }) => names.get(columnKey(path)) ?? []);
  const known = [...names.values()].filter((name) => own.includes(name));
  return own.every((name, index) => name === known[index]) ? undefined : own;
}

/** The records of a month whose file of days is missing. */
function daysOfRecord(record: PartitionRecord | undefined): Days {
  if (record === undefined) return new Map();
  return new Map([[NO_DAY, { records: record.records, hash: record.content, sums: new Map() }]]);
}

async function extendFor(
  pull: PlannedPull,
  { rows, parts }: PartitionReport,
  { schemas, types, columnsAtStart }: PullContext,
): Promise<ExtendedSchema> {
  const dateColumn = parts[0]!.dates.dateColumn?.column.name;
  const known = await schemas.read(pull.report);
  const atStart = columnsAtStart.get(pull.report) ?? new Set();
  const extended = await extendSchema(rows, known, { dateColumn, types, atStart }).catch((error: unknown) => {
    throw namePartition(pull, error);
  });
  const ofTexts = await findTextMeasures(rows, extended.schema);
  return { ...extended, warnings: [...extended.warnings, ...ofTexts] };
}

function noValues(pull: PlannedPull): ReportingError {
  return new ReportingError('E-types', `${labelOfPartition(pull)}: no record has a value in any column`, {
    ...{ profile: pull.profile, report: pull.report, window: pull.range },
    hint: 'nothing was written',
  });
}

function dropError(pull: PlannedPull, drop: string): ReportingError {
  const key = keyOfPartition(pull);
  return new ReportingError('E-drop', `${labelOfPartition(pull)} lost more than --max-drop allows: ${drop}`, {
    hint: `the month was not replaced; if the new figures are right, add --force ${key}`,
    profile: pull.profile,
    report: pull.report,
    window: pull.range,
  });
}
