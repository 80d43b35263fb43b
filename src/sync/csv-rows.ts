/** Reads the CSV files of a dataset, which `formats/csv.ts` has written: RFC 4180, LF, one header. */

import type { FileHandle } from 'node:fs/promises';
import { chunksOf } from '../fs/file-chunks.ts';
import type { ColumnType, FileRow, FileRows, TypedColumn } from '../parquet/column-types.ts';
import { textCell } from '../parquet/text-cells.ts';

/** The rows of an open file of this size. `known` are the columns of its schema. Throws for a file that is none of a dataset. */
export async function readCsvRows(
  handle: FileHandle,
  bytes: number,
  known: readonly TypedColumn[],
): Promise<FileRows> {
  const lines = readLines(chunksOf(handle, bytes));
  const first = await lines.next();
  const [header = [], ...rest]: readonly (readonly string[])[] = first.done === true ? [] : first.value;
  const columns = header.map((name) => {
    const column = known.find((each) => each.name === name);
    if (column === undefined) throw new Error(`its schema has no column ${JSON.stringify(name)}`);
    return column;
  });
  const toRow = (fields: readonly string[]): FileRow => {
    if (fields.length !== columns.length)
      throw new Error('a line has another number of fields than the header');
    return fields.map((field, index) => cellOf(field, columns[index]!.type));
  };
  async function* batches(): AsyncGenerator<readonly FileRow[]> {
    yield rest.map(toRow);
    for await (const batch of lines) yield batch.map(toRow);
  }
  return { columns, batches: batches() };
}

/** Numbers and booleans are in the file as the service spelled them. */
const LITERAL = /^(?:-?\d[\d.eE+-]*|true|false)$/;

function cellOf(field: string, type: ColumnType): string | undefined {
  if (field === '') return undefined;
  if (type === 'UTF8') return textCell(field);
  if (type === 'DATE') return JSON.stringify(field);
  if (LITERAL.test(field)) return field;
  throw new Error(`${JSON.stringify(field.slice(0, 60))} is not of the type ${type}`);
}

/** The fields of all lines, in batches. Throws for text that is not CSV or not UTF-8. */
async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[][]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    const lines: string[][] = [];
    let start = 0;
    for (let line = readLine(text, start); line !== undefined; line = readLine(text, start)) {
      lines.push(line.fields);
      start = line.end;
    }
    text = text.slice(start);
    if (lines.length > 0) yield lines;
  }
  if (text + decoder.decode() !== '') throw new Error('its last line has no end');
}

/** The fields of the line at `start`, and the index after its line feed; undefined if the text ends before. */
function readLine(
  text: string,
  start: number,
): { readonly fields: string[]; readonly end: number } | undefined {
  const fields: string[] = [];
  let at = start;
  let lineEnd = -1;
  for (;;) {
    let end: number;
    if (text.startsWith('"', at)) {
      end = endOfQuoted(text, at + 1);
      if (end === -1) return undefined;
      fields.push(text.slice(at + 1, end).replaceAll('""', '"'));
      end++;
    } else {
      if (lineEnd < at) lineEnd = text.indexOf('\n', at);
      if (lineEnd === -1) return undefined;
      const comma = text.indexOf(',', at);
      end = comma === -1 || comma > lineEnd ? lineEnd : comma;
      fields.push(text.slice(at, end));
    }
    const next = text[end];
    if (next === undefined) return undefined;
    if (next === '\n') return { fields, end: end + 1 };
    if (next !== ',') throw new Error('a quotation mark is in the wrong place');
    at = end + 1;
  }
}

/** The index of the quotation mark that ends a field; -1 if the text ends before it is certain. */
function endOfQuoted(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 2)) {
    if (at + 1 === text.length) return -1;
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}
