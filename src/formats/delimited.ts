/** csv-stringify, kept to what RFC 4180 says; the only file that knows it. */

import { stringify } from 'csv-stringify/sync';
import { cellText } from '../segments/cell.ts';
import { createRowReader } from '../segments/row-reader.ts';
import { createRowScanner } from '../segments/row-scanner.ts';
import { columnsToShow } from './columns.ts';
import { createDelimitedRows } from './delimited-rows.ts';
import type { EncoderInput } from './format.ts';

/** Rows in one call of csv-stringify: its memory and time grow faster than the rows do. */
const BATCH_ROWS = 1000;

/**
 * One header, then a line a record. Fields are quoted where they hold the delimiter, a quotation mark, or an end of
 * line of any kind. An empty report is nothing at all.
 *
 * Rows of records that are like others are copied, many times faster, by the same rules; the rest are csv-stringify's.
 */
export async function* encodeDelimited(
  input: EncoderInput,
  delimiter: string,
): AsyncGenerator<string | Uint8Array> {
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
  const scanner = createRowScanner(columns);
  const readRow = createRowReader(columns);
  const lines = createDelimitedRows(scanner, columns.length, delimiter);
  let others: string[][] = [];
  const addOthers = (): void => {
    if (others.length > 0) lines.addText(toLines(others));
    others = [];
  };

  for await (const block of dataset.lines()) {
    lines.restart();
    for (let start = 0; start < block.length; ) {
      let end = scanner.scan(block, start);
      if (end !== -1) {
        addOthers();
        lines.add(block, end - start);
      } else {
        end = block.indexOf('\n', start) + 1;
        others.push(readRow(block.toString('utf8', start, end - 1)).map(cellText));
        if (others.length === BATCH_ROWS) addOthers();
      }
      start = end;
    }
    addOthers();
    yield lines.bytes();
  }
}
