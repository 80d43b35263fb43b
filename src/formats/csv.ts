/**
 * CSV and TSV by RFC 4180: one header, then one line per record; for an empty report, the header of the columns that the user
 * named. csv-stringify writes rows of groups, and other separators. Records that stream are copied (`csv-fast.ts`), three times
 * faster (`npm run bench -- throughput`).
 */

import { stringify } from 'csv-stringify/sync';
import type { Column } from '../core/columns.ts';
import { assertDistinctNames, columnsToShow, namedColumns } from '../document/shown-columns.ts';
import { frameOf } from '../frame/frame.ts';
import { cellText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { copyRows } from './csv-fast.ts';
import type { Encoder, EncoderInput } from './format.ts';

export const csv: Encoder = (input) => encodeRows(input, input.delimiter ?? ',');

export const tsv: Encoder = (input) => encodeRows(input, '\t');

async function* encodeRows(input: EncoderInput, delimiter: string): AsyncGenerator<string | Uint8Array> {
  const columns = input.recordSet.recordCount > 0 ? columnsToShow(input) : namedColumns(input);
  if (columns.length === 0) return;
  assertDistinctNames(columns);
  const { recordSet } = input;
  if (delimiter === ',' && frameOf(recordSet) === undefined) {
    yield* csvOfRecords(recordSet, columns);
    return;
  }
  const write = writerFor(columns, delimiter);
  yield write([columns.map(({ name }) => name)]);
  for await (const scanned of scanRows(recordSet, columns)) {
    const rows: string[][] = [];
    while (scanned.next()) rows.push(scanned.cells().map(cellText));
    yield write(rows);
  }
}

/** Records that stream, with these columns and their names as the header. */
export async function* csvOfRecords(recordSet: RecordSet, columns: readonly Column[]): AsyncGenerator<string | Buffer> {
  yield writerFor(columns, ',')([columns.map(({ name }) => name)]);
  yield* copyRows(recordSet, columns);
}

/** Readers skip an empty line, such as a line of one empty field. */
function writerFor({ length }: readonly Column[], delimiter: string): (rows: string[][]) => string {
  return (rows) => stringify(rows, { delimiter, quoted_empty: length === 1 });
}
