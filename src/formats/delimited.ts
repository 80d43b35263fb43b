/** csv-stringify, kept to what RFC 4180 says; the only file that knows it. */

import { stringify } from 'csv-stringify/sync';
import { type Cell, cellText } from '../segments/cell.ts';
import { createRowReader } from '../segments/row-reader.ts';
import { columnsToShow } from './columns.ts';
import type { EncoderInput } from './format.ts';

/** Rows in one call: its memory and time grow faster than the rows do. */
const BATCH_ROWS = 1000;

/**
 * One header, then a line a record. Fields are quoted where they hold the delimiter, a quotation mark, or an end of
 * line of any kind. An empty report is nothing at all.
 */
export async function* encodeDelimited(input: EncoderInput, delimiter: string): AsyncGenerator<string> {
  const { dataset } = input;
  const columns = columnsToShow(input);
  if (columns.length === 0) return;
  const toLines = (rows: readonly string[][]): string =>
    stringify(rows as string[][], {
      delimiter,
      // A line of one empty field would be an empty line, which readers skip.
      quoted_empty: columns.length === 1,
    });

  yield toLines([columns.map((column) => column.name)]);
  const readRow = createRowReader(columns);
  for await (const records of dataset.records()) {
    for (let start = 0; start < records.length; start += BATCH_ROWS) {
      const batch = records.slice(start, start + BATCH_ROWS);
      yield toLines(batch.map((record) => readRow(record).map((cell: Cell) => cellText(cell))));
    }
  }
}
