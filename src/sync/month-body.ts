/** The records of a month of a dataset, as the body of a response: a report checks it like one of the service. */

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DatasetPlan, MonthPlan } from '../config/stored-input.ts';
import { ReportingError } from '../core/errors.ts';
import { hashOf, hashOfChunks } from '../core/hash.ts';
import { countOf, formatCount } from '../core/text.ts';
import type { DateRange } from '../dates/range.ts';
import { codeOf, readRegularFile } from '../fs/paths.ts';
import { dateSpelling } from '../json/date-values.ts';
import type { Body } from '../json/unexpected-body.ts';
import type { FileRow, FileRows, TypedColumn } from '../parquet/column-types.ts';
import { countRecords } from './drops.ts';
import { damagedMonth, openDataset } from './open-dataset.ts';
import { folderOfPartition } from './partition-name.ts';
import { DAYS_FILE, type Days, NO_DAY, parseDays } from './record.ts';
import { createRecordWriter } from './record-writer.ts';
import { typedColumns } from './schema-file.ts';
import { dataFileOf } from './tree.ts';

/** The records of `window`, which is in one month of the client. */
export async function monthBody(dataset: DatasetPlan, profile: string, window: DateRange): Promise<Body> {
  const month = dataset.files.find(
    (each) => each.profile === profile && each.from.slice(0, 7) === window.from.slice(0, 7),
  )!;
  return { chunks: readTwice(dataset, month, window), endIsKnown: true };
}

/** The body. A sync may replace the files of the month meanwhile: if they do not match, their record is read once more. */
async function* readTwice(dataset: DatasetPlan, month: MonthPlan, window: DateRange): AsyncGenerator<Buffer> {
  let isBegun = false;
  try {
    for await (const chunk of readBody(dataset, month, window)) {
      isBegun = true;
      yield chunk;
    }
  } catch (error) {
    if (isBegun || !(error instanceof ReportingError) || error.code !== 'E-damaged') throw error;
    await setTimeout(PAUSE_MS);
    const { reports, schemas, readMonth } = await openDataset(dataset.location, dataset.directory);
    const { profile } = month;
    const name = { profile, month: month.from.slice(0, 7) };
    const report = reports.find((each) => folderOfPartition({ ...name, report: each }) === month.folder)!;
    const found = readMonth({ ...name, report });
    const schema = schemas.get(report) ?? dataset.schema;
    if (found === undefined || found.from > window.from || found.to < window.to) throw error;
    yield* readBody({ ...dataset, schema }, { ...month, ...found }, window);
  }
}

/** Throws a damaged error for files that do not match the record of the month. */
async function* readBody(dataset: DatasetPlan, month: MonthPlan, window: DateRange): AsyncGenerator<Buffer> {
  const { directory } = dataset;
  const shown = path.join(directory, month.folder, dataFileOf(dataset.format));
  let handle: FileHandle | undefined;
  try {
    const days = readDays(dataset, month);
    const selection = selectDays(days, month, window, directory);
    const location = path.join(dataset.location, month.folder, dataFileOf(dataset.format));
    if (month.records === 0) yield Buffer.from(START);
    else {
      // Without O_NONBLOCK, a pipe in place of the file would keep the run waiting.
      handle = await open(location, constants.O_RDONLY | constants.O_NONBLOCK);
      yield* readRecords(handle, dataset, { month, shown, selection });
    }
    yield Buffer.from(']}');
  } catch (error) {
    if (error instanceof ReportingError) throw error;
    const reason = codeOf(error) ?? (error instanceof Error ? error.message : error);
    throw damagedMonth(`${shown} cannot be read: ${String(reason)}`, directory);
  } finally {
    await handle?.close();
  }
}

/** The days of a month. Throws a damaged error if they do not belong to its record. */
function readDays({ location, directory }: DatasetPlan, { folder, ...record }: MonthPlan): Days {
  const shown = path.join(directory, folder, DAYS_FILE);
  const damaged = (what: string): ReportingError => damagedMonth(`${shown} ${what}`, directory);
  let text: string;
  try {
    text = readRegularFile(path.join(location, folder, DAYS_FILE));
  } catch (error) {
    throw damaged(codeOf(error) === 'ENOENT' ? 'is missing' : `cannot be read: ${String(codeOf(error))}`);
  }
  const isSame = hashOf(text) === record.days;
  const { days } = isSame ? parseDays(text, shown, record.from.slice(0, 7)) : { days: new Map() };
  if (!isSame || countRecords(days) !== record.records) throw damaged('does not belong to its record');
  return days;
}

/** The records of a window. */
interface Selection {
  /** Undefined for all records of the month. */
  readonly window: DateRange | undefined;
  readonly records: number;
}

/** Throws a usage error for a part of a month with records that are not dated in it. */
function selectDays(days: Days, { from, to, folder }: MonthPlan, window: DateRange, directory: string): Selection {
  if (window.from === from && window.to === to) return { window: undefined, records: countRecords(days) };
  const outside = [...days.keys()].find((day) => day === NO_DAY || day < from || day > to);
  if (outside !== undefined) {
    throw new ReportingError(
      'E-dataset',
      `some records in ${path.join(directory, folder)} have no date in the month, which cannot be cut`,
      { hint: `use whole months: --from ${from} --to ${to}` },
    );
  }
  const own = new Map([...days].filter(([day]) => window.from <= day && day <= window.to));
  return { window, records: countRecords(own) };
}

const CHUNK_LENGTH = 256 * 1024;
const START = '{"data":[';
/** A sync that replaces the files of a month needs less time. */
const PAUSE_MS = 200;

async function* readRecords(
  handle: FileHandle,
  { directory, format, schema }: DatasetPlan,
  { month, shown, selection }: { readonly month: MonthPlan; readonly shown: string; readonly selection: Selection },
): AsyncGenerator<Buffer> {
  const damaged = (what: string): ReportingError => damagedMonth(`${shown} ${what}`, directory);
  const before = await handle.stat();
  if (!before.isFile()) throw damaged('is not a regular file');
  if (before.size !== month.bytes) {
    throw damaged(`has ${countOf(before.size, 'byte')} instead of ${formatCount(month.bytes)}`);
  }
  if (
    (await hashOfChunks(handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024 }))) !==
    month.sha256
  ) {
    throw damaged('has another SHA-256 than its record');
  }
  const { columns, batches } = await rowsOf(format)(handle, month.bytes, typedColumns(schema));
  const write = createRecordWriter(inOrder(schema.columns, month.columns ?? []), columns);
  const isSelected = createDayTest(columns, schema.dateColumn, selection.window);
  let count = 0;
  let text = START;
  for await (const rows of batches) {
    for (const row of rows) {
      if (!isSelected(row)) continue;
      text += `${count++ === 0 ? '' : ','}${write(row)}`;
      if (text.length < CHUNK_LENGTH) continue;
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
  if (count !== selection.records) {
    throw damaged(`has ${countOf(count, 'record')} of these days, and ${DAYS_FILE} says ${selection.records}`);
  }
  const after = await handle.stat();
  if (after.mtimeMs !== before.mtimeMs || after.size !== before.size) throw damaged('has changed meanwhile');
}

/** The columns, those of the records first, as the service sent them. */
function inOrder(columns: DatasetPlan['schema']['columns'], names: readonly string[]): typeof columns {
  const placeOf = new Map(names.map((name, index) => [name, index]));
  const rank = ({ name }: (typeof columns)[number]): number => placeOf.get(name) ?? names.length;
  return [...columns].sort((one, other) => rank(one) - rank(other));
}

type ReadRows = (handle: FileHandle, bytes: number, columns: readonly TypedColumn[]) => Promise<FileRows>;

function rowsOf(format: DatasetPlan['format']): ReadRows {
  return format === 'csv'
    ? async (handle, _bytes, columns) => (await import('./csv-rows.ts')).readCsvRows(handle, columns)
    : async (...file) => (await import('../parquet/parquet-rows.ts')).readParquetRows(...file);
}

/** Tells whether the day of a row is in the window. */
function createDayTest(
  columns: readonly TypedColumn[],
  dateColumn: string | undefined,
  window: DateRange | undefined,
): (row: FileRow) => boolean {
  if (window === undefined) return () => true;
  const index = columns.findIndex(({ path: keys }) => keys.join('.') === dateColumn);
  let last: string | undefined;
  let isWithin = false;
  return (row) => {
    const cell = row[index];
    if (cell !== last) {
      const day = cell === undefined ? undefined : dateSpelling(cell)?.date;
      isWithin = day !== undefined && window.from <= day && day <= window.to;
      last = cell;
    }
    return isWithin;
  };
}
