/**
 * CSV and TSV by RFC 4180: one header, then one line per record; nothing for an empty report. `csv-fast.ts` copies values,
 * and `csv-dialect.ts` writes documents whose values change.
 */

import { copyRows, headerRow } from './csv-fast.ts';
import { type CsvDialect, type Encoder, type EncoderInput, PLAIN_CSV } from './format.ts';
import { assertDistinctNames, columnsToShow } from './shown-columns.ts';

export const csv: Encoder = { encode: (input) => encodeRows(input, input.csvDialect ?? PLAIN_CSV) };

export const tsv: Encoder = {
  encode: (input) => encodeRows(input, { ...(input.csvDialect ?? PLAIN_CSV), delimiter: '\t' }),
};

async function* encodeRows(input: EncoderInput, dialect: CsvDialect): AsyncGenerator<string | Uint8Array> {
  const columns = columnsToShow(input);
  if (columns.length === 0) return;
  assertDistinctNames(columns);
  const { delimiter, hasDecimalComma, isForSpreadsheets } = dialect;
  if (hasDecimalComma || isForSpreadsheets) {
    const { encodeDialect } = await import('./csv-dialect.ts');
    yield* encodeDialect(input, columns, dialect);
  } else {
    yield headerRow(columns, delimiter);
    yield* copyRows(input.recordSet, columns, delimiter);
  }
}
