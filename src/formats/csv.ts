/**
 * CSV and TSV by RFC 4180: one header, then one line per record; for an empty report, the header of the columns that the user
 * named. `csv-fast.ts` copies the values.
 */

import { copyRows, headerRow } from './csv-fast.ts';
import type { Encoder, EncoderInput } from './format.ts';
import { assertDistinctNames, columnsToShow, namedColumns } from './shown-columns.ts';

export const csv: Encoder = { encode: (input) => encodeRows(input, input.delimiter ?? ',') };

export const tsv: Encoder = {
  encode: (input) => encodeRows(input, '\t'),
};

async function* encodeRows(input: EncoderInput, delimiter: string): AsyncGenerator<string | Uint8Array> {
  const columns = input.recordSet.recordCount > 0 ? columnsToShow(input) : (namedColumns(input) ?? []);
  if (columns.length === 0) return;
  assertDistinctNames(columns);
  yield headerRow(columns, delimiter);
  yield* copyRows(input.recordSet, columns, delimiter);
}
