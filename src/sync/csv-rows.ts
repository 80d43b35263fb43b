/** Reads the CSV files of a dataset, which `formats/csv.ts` has written: RFC 4180, LF, one header. */

import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type ColumnType, type FileRow, type FileRows, type TypedColumn, textCell } from '../parquet/column-types.ts';

/** The rows of an open file. `known` are the columns of its schema. Throws for a file that is none of a dataset. */
export async function readCsvRows(handle: FileHandle, known: readonly TypedColumn[]): Promise<FileRows> {
  const parser = parse({ delimiter: ',', recordDelimiter: '\n' });
  // An error of the file becomes one of the parser, which the loop below throws.
  pipeline(
    Readable.from(checked(handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024 }))),
    parser,
    () => {},
  );
  const lines: AsyncIterator<readonly string[], undefined> = parser[Symbol.asyncIterator]();
  const next = (): Promise<IteratorResult<readonly string[], undefined>> =>
    lines.next().catch((error: Error & { readonly lines?: number }) => {
      const [what] = error.message.split(':', 1);
      throw error.lines === undefined ? error : new Error(`line ${error.lines}: ${what!.toLowerCase()}`);
    });
  const header = await next();
  const columns = (header.value ?? []).map((name) => {
    const column = known.find((each) => each.name === name);
    if (column === undefined) throw new Error(`its schema has no column ${JSON.stringify(name)}`);
    return column;
  });
  async function* batches(): AsyncGenerator<readonly FileRow[]> {
    let batch: FileRow[] = [];
    for (let line = await next(); line.done !== true; line = await next()) {
      batch.push(line.value.map((field, index) => cellOf(field, columns[index]!.type)));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
  return { columns, batches: batches() };
}

const BATCH = 1000;

/** Numbers and booleans are in the file as the service spelled them. */
const LITERAL = /^(?:-?\d[\d.eE+-]*|true|false)$/;

function cellOf(field: string, type: ColumnType): string | undefined {
  if (field === '') return undefined;
  if (type === 'UTF8') return textCell(field);
  if (type === 'DATE') return JSON.stringify(field);
  if (LITERAL.test(field)) return field;
  throw new Error(`${JSON.stringify(field.slice(0, 60))} is not of the type ${type}`);
}

/** The bytes, which must be UTF-8 whose last line has an end. */
async function* checked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let last = '\n';
  for await (const chunk of chunks) {
    last = decoder.decode(chunk, { stream: true }).at(-1) ?? last;
    yield chunk;
  }
  if (last + decoder.decode() !== '\n') throw new Error('its last line has no end');
}
