/**
 * The directory of `--input`: a dataset of `sync` or a recording of `raw`, recognised by its files. It gives the records of a
 * window as the body of a response: a report checks it like one of the service.
 */

import { readdirSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { INDEX_FILE, openRecording, recordedChunks } from '../archive/recording.ts';
import type {
  DatasetPlan,
  InputPlan,
  MonthName,
  MonthPlan,
  StoredDataset,
  StoredInput,
} from '../config/stored-input.ts';
import { ReportingError } from '../core/errors.ts';
import { shellWord } from '../core/text.ts';
import type { DateRange } from '../dates/range.ts';
import { rangeOptions } from '../dates/resolve-range.ts';
import { unreadable } from '../fs/paths.ts';
import { dateIn } from '../json/date-values.ts';
import type { Body } from '../json/unexpected-body.ts';
import type { FileRow, PinnedColumn, TypedColumn } from '../parquet/column-types.ts';
import { DATASET_FILE, damaged, isSandbox } from '../sync/dataset.ts';
import { type DatasetSchema, isOfSchema, typedColumns } from '../sync/dataset-schema.ts';
import { countRecords, NO_DAY } from '../sync/day-survey.ts';
import { openData, otherSchema, readRecord } from '../sync/month-files.ts';
import { dataFileOf, monthFolder, monthOf } from '../sync/months.ts';
import { openTree, type Place } from '../sync/tree.ts';

/** Opens the dataset or the recording in `location`. Throws a usage error for both, and for neither. */
export async function openInput(location: string, directory: string): Promise<StoredInput> {
  let names: readonly string[];
  try {
    names = readdirSync(location);
  } catch (error) {
    throw unreadable(directory, error);
  }
  const [isDataset, isRecording] = [DATASET_FILE, INDEX_FILE].map((file) => names.includes(file));
  if (isDataset && isRecording) {
    throw new ReportingError(
      'E-input',
      `${directory} has ${DATASET_FILE} and ${INDEX_FILE}: it is a dataset or a recording, not both`,
      { hint: 'move the files of one of them to another directory' },
    );
  }
  if (isDataset) return openDataset(location, directory);
  if (isRecording) return openRecording(location, directory);
  const message = `${directory} is neither a dataset nor a recording: it has no ${DATASET_FILE} and no ${INDEX_FILE}`;
  throw new ReportingError('E-input', message, {
    hint: 'name a directory that `reporting sync` or `reporting raw` has written',
  });
}

/** The stored records of a window of a client, as a service would send them. */
export async function inputBody(input: InputPlan, profile: string | undefined, window: DateRange): Promise<Body> {
  if (input.kind === 'dataset') {
    const month = input.files.find((each) => each.profile === profile && monthOf(each.from) === monthOf(window.from))!;
    return { chunks: readBody(input, month, window), endIsKnown: true };
  }
  const found = input.files.find(({ from }) => from === window.from)!;
  const { contentType, headers, receivedAt } = found;
  return { chunks: recordedChunks(input, found), endIsKnown: true, contentType, answer: { headers, receivedAt } };
}

/** Opens the dataset in `location`. Throws a usage error if there is none, and a configuration error for a broken file. */
function openDataset(location: string, directory: string): StoredDataset {
  const tree = openTree(location, directory);
  const { reports, format, from, timeZone, endDate, profiles } = tree.dataset;
  const schemas = new Map<string, DatasetSchema>();
  for (const report of reports) {
    const schema = tree.readSchema(report);
    if (schema !== undefined) schemas.set(report, schema);
  }

  function readMonth(name: MonthName): MonthPlan | undefined {
    try {
      const record = readRecord(name, tree);
      if (record === undefined) return undefined;
      const schema = schemas.get(name.report);
      if (record.schema !== undefined && (schema === undefined || !isOfSchema(record, schema)))
        throw otherSchema(name, tree);
      const file = `${monthFolder(name)}/${dataFileOf(format)}`;
      return { ...record, profile: name.profile, file, receivedAt: record.pulledAt };
    } catch (error) {
      throw ofReader(error, directory);
    }
  }

  return {
    kind: 'dataset',
    ...{ directory, location, reports, format, from, timeZone, endDate, readMonth },
    clients: Object.keys(profiles),
    isSandbox: isSandbox(tree.dataset),
    schemas,
  };
}

/** A damaged error with the hint of a reader. Other errors are returned unchanged. */
function ofReader(error: unknown, directory: string): unknown {
  if (!(error instanceof ReportingError) || error.code !== 'E-damaged') return error;
  const verify = `\`reporting verify ${shellWord(directory)}\``;
  const hint = `if a sync is running, try again when it is done; otherwise ${verify} lists all faults`;
  return error.with({}, { hint });
}

/** Throws a damaged error for files that do not match the record of the month: a sync may be replacing them. */
async function* readBody(dataset: DatasetPlan, month: MonthPlan, window: DateRange): AsyncGenerator<Buffer> {
  const { directory, location } = dataset;
  const data: Place = [path.join(location, month.file), path.join(directory, month.file)];
  let handle: FileHandle | undefined;
  try {
    const { days } = month;
    const isWhole = window.from === month.from && window.to === month.to;
    if (!isWhole && days.has(NO_DAY)) {
      const message = `some records in ${path.join(directory, path.dirname(month.file))} have no date in the month, which cannot be cut`;
      const hint = `use whole months: ${rangeOptions({ from: month.from, to: month.to })}`;
      throw new ReportingError('E-dataset', message, { hint });
    }
    const own = [...days].filter(([day]) => isWhole || (window.from <= day && day <= window.to));
    handle = await openData(data, month);
    yield Buffer.from('{"data":[');
    const records = countRecords(new Map(own));
    if (handle !== undefined) yield* readRecords(handle, dataset, month, isWhole ? undefined : window, records);
    yield Buffer.from(']}');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const known = error instanceof ReportingError ? error : damaged(data[1], `cannot be read: ${reason}`);
    throw ofReader(known, directory);
  } finally {
    await handle?.close();
  }
}

const CHUNK_LENGTH = 256 * 1024;

/** The records of a window, or of the whole month, with commas between them. Throws if there are more or fewer. */
async function* readRecords(
  handle: FileHandle,
  { format, schema }: DatasetPlan,
  month: MonthPlan,
  window: DateRange | undefined,
  expected: number,
): AsyncGenerator<Buffer> {
  const typed = typedColumns(schema);
  const { columns, batches } =
    format === 'csv'
      ? await (await import('./csv-rows.ts')).readCsvRows(handle, typed)
      : await (await import('../parquet/parquet-rows.ts')).readParquetRows(handle, month.bytes, typed);
  const write = createRecordWriter(inOrder(schema.columns, month.columns), columns);
  const dateIndex = columns.findIndex(({ path: keys }) => keys.join('.') === schema.dateColumn);
  const isSelected = (row: FileRow): boolean => {
    const day = dateIn(row[dateIndex]);
    return window === undefined || (day !== undefined && window.from <= day && day <= window.to);
  };
  let count = 0;
  let text = '';
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
  if (count !== expected) throw new Error(`${count} of ${expected} records`);
}

/** The columns, those of the records first, as the service sent them. */
function inOrder(columns: readonly PinnedColumn[], names: readonly string[]): readonly PinnedColumn[] {
  const positions = new Map(names.map((name, index) => [name, index]));
  const rank = ({ name }: PinnedColumn): number => positions.get(name) ?? names.length;
  return [...columns].sort((one, other) => rank(one) - rank(other));
}

/** A member of a record, or of an object in it. */
interface Member {
  /** The name with its colon. */
  readonly prefix: string;
  /** The index of its column; -1 for an object whose members are columns, and for a column of no file. */
  column: number;
  readonly members: Map<string, Member>;
}

/**
 * Writes rows of a file with these columns as JSON records, in the order of the schema. A cell is where its column's path leads.
 * An empty one is null, also in a column without a type, which no file has.
 */
function createRecordWriter(
  schema: readonly PinnedColumn[],
  columns: readonly TypedColumn[],
): (row: FileRow) => string {
  const root = new Map<string, Member>();
  for (const { name: inFiles, path: keys, type } of schema) {
    const column = columns.findIndex(({ name }) => name === inFiles);
    if (column === -1 && type !== undefined) continue;
    let members = root;
    let member: Member | undefined;
    for (const name of keys) {
      member = members.get(name) ?? { prefix: `${JSON.stringify(name)}:`, column: -1, members: new Map() };
      members.set(name, member);
      members = member.members;
    }
    member!.column = column;
  }
  return (row) => objectOf(root, row);
}

function objectOf(members: ReadonlyMap<string, Member>, row: FileRow): string {
  let text = '';
  for (const { prefix, column, members: inner } of members.values()) {
    const cell = row[column];
    text += text === '' ? prefix : `,${prefix}`;
    // A service may send a value in some records, and an object in others.
    text += cell ?? (inner.size === 0 ? 'null' : objectOf(inner, row));
  }
  return `{${text}}`;
}
