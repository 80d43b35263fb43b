/** csv-stringify, kept to what RFC 4180 says; the only file that knows it. */

import { stringify } from 'csv-stringify/sync';
import { createRowScanner } from '../segments/row-scanner.ts';
import { columnsToShow, refuseMergedNames } from './columns.ts';
import { createDelimitedRows } from './delimited-rows.ts';
import type { EncoderInput } from './format.ts';

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
  refuseMergedNames(columns);
  const header = stringify([columns.map((column) => column.name)], {
    delimiter,
    // A line of one empty field would be an empty line, which readers skip.
    quoted_empty: columns.length === 1,
  });
  yield header;

  const scanner = createRowScanner(columns);
  const lines = createDelimitedRows(scanner, columns.length, delimiter);
  for await (const block of dataset.lines()) {
    lines.restart();
    for (let start = 0; start < block.length; ) {
      const end = scanner.scan(block, start);
      lines.add(block, end - start);
      start = end;
    }
    yield lines.bytes();
  }
}
