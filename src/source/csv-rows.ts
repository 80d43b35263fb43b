/** Reads the CSV files of a dataset, which `formats/csv.ts` has written: RFC 4180, LF, one header. */

import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { type ColumnType, type FileRow, type FileRows, type TypedColumn, textCell } from '../parquet/column-types.ts';

const BATCH = 1000;

/** The rows of an open file, whose hash is that of its record. `known` are the columns of its schema. */
export async function readCsvRows(handle: FileHandle, known: readonly TypedColumn[]): Promise<FileRows> {
  const parser = parse({ recordDelimiter: '\n' });
  // An error of the file becomes one of the parser, which the loop below throws.
  pipeline(handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024 }), parser, () => {});
  const lines: AsyncIterator<readonly string[], undefined> = parser[Symbol.asyncIterator]();
  const header = await lines.next();
  const columns = (header.value ?? []).map((name) => known.find((each) => each.name === name)!);
  async function* batches(): AsyncGenerator<readonly FileRow[]> {
    let batch: FileRow[] = [];
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      batch.push(line.value.map((field, index) => cellOf(field, columns[index]!.type)));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
  return { columns, batches: batches() };
}

/** Numbers and booleans are in the file as the service spelled them. */
function cellOf(field: string, type: ColumnType): string | undefined {
  if (field === '') return undefined;
  if (type === 'UTF8') return textCell(field);
  return type === 'DATE' ? JSON.stringify(field) : field;
}
