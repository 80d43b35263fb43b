/** CSV that a spreadsheet opens as it is: values that it would change or run are protected. csv-stringify writes it. */

import { type Options, stringify } from 'csv-stringify/sync';
import type { Column } from '../core/columns.ts';
import { readRowBlocks } from '../document/display-cells.ts';
import { createCellCutter } from '../document/short-cell.ts';
import type { Cell } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { excelField, excelText, QUOTED_FOR_EXCEL } from '../xlsx/excel.ts';

/** The header, and these columns of the first `rowCount` records. */
export async function* encodeSpreadsheetCsv(
  recordSet: RecordSet,
  columns: readonly Column[],
  rowCount: number,
): AsyncGenerator<string> {
  const options: Options = {
    // Readers skip an empty line, such as a line of one empty field.
    quoted_empty: columns.length === 1,
    record_delimiter: 'windows',
    // With a record_delimiter, csv-stringify does not quote a lone carriage return or line feed.
    quoted_match: QUOTED_FOR_EXCEL,
  };
  // Without the byte order mark, Excel does not read the file as UTF-8, and reads a file that starts with `ID` as SYLK.
  yield stringify([columns.map(({ name }) => excelText(name))], { ...options, bom: true });
  const fieldOptions = { ...options, cast: { string: excelField } };
  for await (const rows of readRowBlocks(recordSet, columns, rowCount, createCellCutter(Number.POSITIVE_INFINITY)))
    yield stringify(rows as Cell[][], fieldOptions);
}
