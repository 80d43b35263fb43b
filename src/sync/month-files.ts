/**
 * The two files of a month: its data, and its record with the figures of each day, `_data.json`. They are written in this order, so
 * that a record always describes a file that exists.
 */

import { constants, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { DayRecord, Days, StoredMonth } from '../config/stored-input.ts';
import { ReportingError } from '../core/errors.ts';
import { hashOf, hashOfChunks } from '../core/hash.ts';
import { asObject, parseObject } from '../core/json-object.ts';
import { formatWarning, isListOfWarnings } from '../core/warnings.ts';
import { parseCalendarDate } from '../dates/date.ts';
import {
  isTemporaryName,
  type StagedFile,
  stageFile,
  syncDirectory,
  withOutputErrors,
  writeDurably,
} from '../fs/durable-files.ts';
import { removeFile } from '../fs/held-files.ts';
import { codeOf, unreadable } from '../fs/paths.ts';
import type { TypedColumn } from '../parquet/column-types.ts';
import type { RecordSet } from '../records/record-set.ts';
import { assertVersion, type DatasetFormat, damaged } from './dataset.ts';
import { SCHEMA_FILE } from './dataset-schema.ts';
import { contentHash, countRecords, NO_DAY } from './day-survey.ts';
import { type Month, monthFolder, monthOf, type Partition, RECORD_FILE } from './months.ts';
import { assertHarmless, type Place, readAt, readSmallFile, type Tree } from './tree.ts';

/** The version of a record. */
const VERSION = 1;

/** The record of a partition. */
export interface PartitionRecord extends StoredMonth {
  /** Hash of the records that ignores their order and the spelling of numbers: that of the days. */
  readonly content: string;
  /** The client that the records were pulled for, and the end date of the requests: see `sourceOf`. */
  readonly source: string;
  /** The hash of the schema of the data file; undefined without a data file. */
  readonly schema: string | undefined;
  /** With warnings: when an earlier pull first got equal records; undefined without one. */
  readonly equalSince?: Date | undefined;
  /** What a later pull lost beyond `--max-drop`, so that it did not replace the files; undefined without one. */
  readonly refused?: string | undefined;
}

/** The text of a record. */
export function formatRecord({ days, ...record }: PartitionRecord): string {
  const entries = [...days].map(([day, { sums, ...rest }]) => [day, { ...rest, sums: Object.fromEntries(sums) }]);
  const [figures, warnings] = [Object.fromEntries(entries), record.warnings?.map(formatWarning)];
  return `${JSON.stringify({ version: VERSION, ...record, warnings, days: figures, check: checkOf(figures) })}\n`;
}

/** Parses a text of `formatRecord` for `month`. `file` names it in errors. Throws a damaged error, also for another month. */
export function parseRecord(text: string, file: string, month: Month): PartitionRecord {
  const { version, check, ...found } = parseObject(text) ?? { version: VERSION };
  assertVersion(version, VERSION, file);
  const { records, bytes, sha256, source, schema, warnings, columns, refused = '' } = found;
  const [from, to] = [found.from, found.to].map((each) => parseCalendarDate(String(each)));
  const pulledAt = new Date(String(found.pulledAt));
  const equalSince = found.equalSince === undefined ? undefined : new Date(String(found.equalSince));
  const days = parseDays(found.days);
  const isText = (value: unknown): boolean => typeof value === 'string';
  const isValid =
    from !== undefined &&
    to !== undefined &&
    from <= to &&
    [from, to].every((day) => monthOf(day) === month) &&
    days !== undefined &&
    check === checkOf(found.days) &&
    records === countRecords(days) &&
    found.content === contentHash(days) &&
    (warnings === undefined || isListOfWarnings(warnings)) &&
    Array.isArray(columns) &&
    columns.every(isText) &&
    [pulledAt, equalSince].every((time) => !Number.isNaN(time?.getTime())) &&
    isCount(bytes) &&
    (isHash(sha256) || (sha256 === '' && records === 0)) &&
    [source, refused].every(isText) &&
    typeof schema === (records === 0 ? 'undefined' : 'string');
  if (!isValid) throw damaged(file, 'is broken');
  return { ...(found as unknown as PartitionRecord), from, to, pulledAt, equalSince, days };
}

/** The hash of the figures in a file. That of the records leaves out the sums, which restated days and drops are computed from. */
function checkOf(days: unknown): string {
  return hashOf(JSON.stringify(days));
}

/** Undefined for a value that is not that of a record. */
function parseDays(value: unknown): Days | undefined {
  const days = Object.entries(asObject(value) ?? { '': undefined }).map(
    ([day, found]): [string, DayRecord] | undefined => {
      const { records, hash, sums } = asObject(found) ?? {};
      const figures = Object.entries(asObject(sums) ?? { '': undefined });
      const isDay = day === NO_DAY || parseCalendarDate(day) !== undefined;
      if (!isDay || !isCount(records) || !isHash(hash) || !figures.every(([, sum]) => isSum(sum))) return undefined;
      return [day, { records, hash, sums: new Map(figures) } as DayRecord];
    },
  );
  return days.includes(undefined) ? undefined : new Map(days as [string, DayRecord][]);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** True for a SHA-256. */
function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isSum(value: unknown): boolean {
  return value === null || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value));
}

/** The record of a month; undefined without one. Throws for one with another source, too. */
export function readRecord(partition: Partition, tree: Tree): PartitionRecord | undefined {
  const place = tree.placeOf(partition, RECORD_FILE);
  const record = readSmallFile(place, (text, shown) => parseRecord(text, shown, partition.month));
  if (record === undefined || record.source === (tree.sources.get(partition.profile) ?? record.source)) return record;
  throw damaged(place[1], 'was pulled with another end date or client id');
}

/** The state of a month on disk. */
export interface PartitionState {
  /** Undefined for a month that no run has finished. */
  readonly record: PartitionRecord | undefined;
  /** True if a run was killed while it wrote the month, or if its data file is missing or of another size. */
  readonly isIncomplete: boolean;
}

/** The state of a month. Throws as `readRecord` does, and for strays that engines would read. */
export function readState(partition: Partition, tree: Tree): PartitionState {
  const found = tree.scan(monthFolder(partition));
  assertHarmless(found);
  const record = readRecord(partition, tree);
  if (record === undefined) return { record, isIncomplete: false };
  // Hashes would take too long. An empty month has no data file.
  const size = readAt(tree.dataOf(partition), (file) => statSync(file).size);
  const isMatching = size === (record.records === 0 ? undefined : record.bytes);
  return { record, isIncomplete: !isMatching || found.names.some(isTemporaryName) };
}

/**
 * The data file of a month, open; undefined for a month without records, which has none. Throws a damaged error for a file that is
 * not that of the record, by its hash.
 */
export async function openData(
  [file, shown]: Place,
  { records, bytes, sha256 }: Pick<StoredMonth, 'records' | 'bytes' | 'sha256'>,
): Promise<FileHandle | undefined> {
  let handle: FileHandle | undefined;
  try {
    // Without O_NONBLOCK, a pipe in place of the file would keep the run waiting.
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const options = { start: 0, autoClose: false, highWaterMark: 256 * 1024 };
    const hasSize = (await handle.stat()).size === bytes;
    if (hasSize && (await hashOfChunks(handle.createReadStream(options))) === sha256) return handle;
    throw damaged(shown, 'has another SHA-256 than its record');
  } catch (error) {
    await handle?.close();
    if (error instanceof ReportingError) throw error;
    if (codeOf(error) !== 'ENOENT') throw unreadable(shown, error);
    if (records > 0) throw damaged(shown, 'is missing');
    return undefined;
  }
}

/** The result of `check`; undefined if it throws: its error is then one of the faults. */
export async function collectFault<T>(faults: ReportingError[], check: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
    faults.push(error);
    return undefined;
  }
}

/** Throws a damaged error for a data file that is not that of the record. */
export async function assertData(partition: Partition, record: PartitionRecord, tree: Tree): Promise<void> {
  await (await openData(tree.dataOf(partition), record))?.close();
}

/** The error for a month with the types of another schema file. */
export function otherSchema(month: Partition, tree: Tree): ReportingError {
  const hint = `restore ${tree.schemaFile(month.report)[1]} from a copy, or remove the folder of a month from elsewhere`;
  return damaged(tree.placeOf(month, RECORD_FILE)[1], `was written with another ${SCHEMA_FILE}`, hint);
}

/** Changes the record of a month whose data stay, unless another run has replaced it since `before` was read. */
export async function updateRecord(
  partition: Partition,
  before: PartitionRecord,
  changes: Partial<PartitionRecord>,
  tree: Tree,
): Promise<void> {
  if (readRecord(partition, tree)?.pulledAt.getTime() !== before.pulledAt.getTime()) return;
  await writeDurably(...tree.placeOf(partition, RECORD_FILE), formatRecord({ ...before, ...changes }));
}

/**
 * The data file of a month, in pieces. It has these columns, also those that no record has. Throws a `columns` error for a value
 * that its column's type does not hold, in both formats: engines read all files of a dataset with the same types.
 */
export async function* encodeData(
  format: DatasetFormat,
  recordSet: RecordSet,
  columns: readonly TypedColumn[],
): AsyncGenerator<string | Uint8Array> {
  const { assertTypes, encodeParquet } = await import('../parquet/parquet-encoder.ts');
  if (format === 'parquet') return yield* encodeParquet(recordSet, columns);
  await assertTypes(recordSet, columns);
  const { csvOfRecords } = await import('../formats/csv.ts');
  yield* csvOfRecords(recordSet, columns);
}

interface NewFiles {
  /** The data file; undefined for a month without records. */
  readonly pieces: AsyncIterable<string | Uint8Array> | undefined;
  /** The record without the facts about the data file. */
  readonly record: Omit<PartitionRecord, 'bytes' | 'sha256'>;
  /** Called once all files are complete, and before the first is replaced. False to replace none. */
  readonly prepare: () => Promise<boolean>;
}

/**
 * Replaces the files of a month. They stay as they are if the result is not `replaced`; `superseded`: another run has written later
 * figures meanwhile.
 */
export async function replaceFiles(
  partition: Partition,
  { pieces, record, prepare }: NewFiles,
  tree: Tree,
  signal: AbortSignal,
): Promise<'replaced' | 'superseded' | 'unprepared'> {
  const [data, shownData] = tree.dataOf(partition);
  const staged: StagedFile[] = [];
  let isBegun = false;
  async function stage(place: Place, text: Parameters<typeof stageFile>[2]): Promise<StagedFile> {
    const file = await stageFile(...place, text, { signal });
    staged.push(file);
    return file;
  }
  // Another run, which did not see this lock, has figures of a later time.
  const isSuperseded = (): boolean => (readRecord(partition, tree)?.pulledAt ?? record.pulledAt) > record.pulledAt;
  try {
    const dataFile = pieces && (await stage([data, shownData], pieces));
    const { bytes = 0, sha256 = '' } = dataFile ?? {};
    const text = formatRecord({ ...record, bytes, sha256 });
    const recordFile = await stage(tree.placeOf(partition, RECORD_FILE), [text]);
    if (isSuperseded()) return 'superseded';
    // After a power failure, too, temporary files show the next run that only some files of this month are new.
    await withOutputErrors(shownData, () => syncDirectory(path.dirname(data)));
    if (!(await prepare())) return 'unprepared';
    const removeData = (): Promise<void> =>
      withOutputErrors(shownData, async () => {
        await removeFile(data);
        await syncDirectory(path.dirname(data));
      });
    for (const replace of [dataFile?.publish ?? removeData, recordFile.publish]) {
      if (isSuperseded()) return 'superseded';
      isBegun = true;
      await replace();
    }
    isBegun = false;
    return 'replaced';
  } finally {
    // Temporary files show the next run that the files of this month do not match, as after a kill.
    if (!isBegun) for (const file of staged) await file.discard();
  }
}
