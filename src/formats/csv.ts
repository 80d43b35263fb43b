/**
 * CSV and TSV by RFC 4180: one header, then one line per record; for an empty report, the header of the columns that the user
 * named. csv-stringify writes rows of groups, and other separators. Records that stream are copied (`csv-fast.ts`), three times
 * faster (`npm run bench -- throughput`).
 */

import { stringify } from 'csv-stringify/sync';
import { assertDistinctNames, columnsToShow, namedColumns } from '../document/shown-columns.ts';
import { frameOf } from '../frame/frame.ts';
import { cellText } from '../records/cells.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { copyRows } from './csv-fast.ts';
import type { Encoder, EncoderInput } from './format.ts';

export const csv: Encoder = { encode: (input) => encodeRows(input, input.delimiter ?? ',') };

export const tsv: Encoder = { encode: (input) => encodeRows(input, '\t') };

async function* encodeRows(input: EncoderInput, delimiter: string): AsyncGenerator<string | Uint8Array> {
  const columns = input.recordSet.recordCount > 0 ? columnsToShow(input) : (namedColumns(input) ?? []);
  if (columns.length === 0) return;
  assertDistinctNames(columns);
  // Readers skip an empty line, such as a line of one empty field.
  const write = (rows: string[][]): string => stringify(rows, { delimiter, quoted_empty: columns.length === 1 });
  yield write([columns.map(({ name }) => name)]);
  const { recordSet } = input;
  if (delimiter === ',' && frameOf(recordSet) === undefined) {
    yield* copyRows(recordSet, columns);
    return;
  }
  for await (const scanned of scanRows(recordSet, columns)) {
    const rows: string[][] = [];
    while (scanned.next()) rows.push(scanned.cells().map(cellText));
    yield write(rows);
  }
}
