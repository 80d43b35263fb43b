/**
 * The files of a month: one check for sync, verify and reports, and their replacement. They are written in the order data, days,
 * record, so that a record always describes files that exist.
 */

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { StoredMonth } from '../config/stored-input.ts';
import { ReportingError } from '../core/errors.ts';
import { hashOf, hashOfChunks } from '../core/hash.ts';
import { type StagedFile, stageFile, syncDirectory, withOutputErrors, writeDurably } from '../fs/durable-files.ts';
import { removeFile } from '../fs/held-files.ts';
import { codeOf, readRegularFile } from '../fs/paths.ts';
import type { TypedColumn } from '../parquet/column-types.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type DatasetFormat, damaged } from './dataset.ts';
import type { Partition } from './months.ts';
import { DAYS_FILE, type Days, formatRecord, type PartitionRecord, parseDays, RECORD_FILE } from './record.ts';
import type { Place, Tree } from './tree.ts';

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

type RecordedFiles = Pick<StoredMonth, 'from' | 'records' | 'bytes' | 'sha256' | 'days'>;

/** The days of a month. Throws a damaged error for a file that does not belong to the record. */
export function readDays([file, shown]: Place, { from, days: hash }: RecordedFiles): Days {
  let text: string;
  try {
    text = readRegularFile(file);
  } catch (error) {
    throw unusable(shown, error);
  }
  if (hashOf(text) !== hash) throw damaged(shown, 'does not belong to its record');
  return parseDays(text, shown, from.slice(0, 7)).days;
}

/**
 * The data file of a month, open; undefined for a month without records, which has none. Throws a damaged error for a file that is
 * not that of the record, by its hash.
 */
export async function openData([file, shown]: Place, record: RecordedFiles): Promise<FileHandle | undefined> {
  const { records, bytes, sha256 } = record;
  let handle: FileHandle | undefined;
  try {
    // Without O_NONBLOCK, a pipe in place of the file would keep the run waiting.
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const options = { start: 0, autoClose: false, highWaterMark: 256 * 1024 };
    const isSame =
      (await handle.stat()).size === bytes && (await hashOfChunks(handle.createReadStream(options))) === sha256;
    if (!isSame) throw damaged(shown, 'has another SHA-256 than its record');
    return handle;
  } catch (error) {
    await handle?.close();
    if (records === 0 && codeOf(error) === 'ENOENT') return undefined;
    throw unusable(shown, error);
  }
}

/** The error for a file that does not belong to its record, or that the system cannot read. */
function unusable(shown: string, error: unknown): ReportingError {
  if (error instanceof ReportingError) return error;
  const reason = codeOf(error) ?? (error instanceof Error ? error.message : error);
  return damaged(shown, reason === 'ENOENT' ? 'is missing' : `cannot be read: ${String(reason)}`);
}

/** True if the files are those of the record. A run without a lock, or one that was killed, may have replaced them. */
export async function isIntact(partition: Partition, record: PartitionRecord, tree: Tree): Promise<boolean> {
  try {
    readDays(tree.placeOf(partition, DAYS_FILE), record);
    await (await openData(tree.dataOf(partition), record))?.close();
    return true;
  } catch {
    return false;
  }
}

/** Changes the record of a month whose other files stay, unless another run has replaced it since `before` was read. */
export async function updateRecord(
  partition: Partition,
  before: PartitionRecord,
  changes: Partial<PartitionRecord>,
  tree: Tree,
): Promise<void> {
  if (tree.readRecord(partition)?.pulledAt.getTime() !== before.pulledAt.getTime()) return;
  await writeDurably(...tree.placeOf(partition, RECORD_FILE), formatRecord({ ...before, ...changes }));
}

interface NewFiles {
  /** The data file; undefined for a month without records. */
  readonly pieces: AsyncIterable<string | Uint8Array> | undefined;
  /** The text of the file of days. */
  readonly days: string;
  /** The record without the facts about the files. */
  readonly record: Omit<PartitionRecord, 'bytes' | 'sha256' | 'days'>;
  /** Called once all files are complete, and before the first is replaced. False to replace none. */
  readonly prepare: () => Promise<boolean>;
}

/**
 * Replaces the files of a month. They stay as they are if the result is not `replaced`; `superseded`: another run has written later
 * figures meanwhile.
 */
export async function replaceFiles(
  partition: Partition,
  { pieces, days, record, prepare }: NewFiles,
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
  const isSuperseded = (): boolean => (tree.readRecord(partition)?.pulledAt ?? record.pulledAt) > record.pulledAt;
  try {
    const dataFile = pieces && (await stage([data, shownData], pieces));
    const daysFile = await stage(tree.placeOf(partition, DAYS_FILE), [days]);
    const { bytes = 0, sha256 = '' } = dataFile ?? {};
    const text = formatRecord({ ...record, bytes, sha256, days: daysFile.sha256 });
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
    for (const replace of [dataFile?.publish ?? removeData, daysFile.publish, recordFile.publish]) {
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
