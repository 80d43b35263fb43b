/** CSV whose values change: for spreadsheets, or with a decimal comma. csv-stringify writes it; this is the only file that uses it. */

import { type Options, stringify } from 'csv-stringify/sync';
import type { Column } from '../core/columns.ts';
import { type Cell, cellText, isNumber } from '../records/cells.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { excelField, excelText, QUOTED_FOR_EXCEL, reportRecordsBeyondSheet } from './excel.ts';
import type { CsvDialect, EncoderInput } from './format.ts';

/** The header and the rows of these columns. */
export async function* encodeDialect(
  input: EncoderInput,
  columns: readonly Column[],
  dialect: CsvDialect,
): AsyncGenerator<string> {
  const { delimiter, isForSpreadsheets } = dialect;
  if (isForSpreadsheets) reportRecordsBeyondSheet(input);
  const options: Options = {
    delimiter,
    // Readers skip an empty line, such as a line of one empty field.
    quoted_empty: columns.length === 1,
    record_delimiter: isForSpreadsheets ? 'windows' : 'unix',
    // With a record_delimiter, csv-stringify does not quote a lone carriage return or line feed.
    quoted_match: isForSpreadsheets ? QUOTED_FOR_EXCEL : /[\r\n]/,
  };
  const names = columns.map(({ name }) => (isForSpreadsheets ? excelText(name) : name));
  // Without the byte order mark, Excel does not read the file as UTF-8, and reads a file that starts with `ID` as SYLK.
  yield stringify([names], { ...options, bom: isForSpreadsheets });
  const fieldOptions = { ...options, cast: { string: fieldWriter(dialect) } };
  yield* writeRows(input, columns, fieldOptions);
  if (isForSpreadsheets && input.totals !== undefined) yield stringify([[...input.totals]], fieldOptions);
}

/** Rows per call of csv-stringify. It holds every piece of their text: with thousands, garbage collection doubles the time. */
const ROWS_AT_ONCE = 100;

async function* writeRows(
  { recordSet }: EncoderInput,
  columns: readonly Column[],
  options: Options,
): AsyncGenerator<string> {
  for await (const scanned of scanRows(recordSet, columns)) {
    let rows: Cell[][] = [];
    let text = '';
    while (scanned.next()) {
      if (rows.push(scanned.cells()) < ROWS_AT_ONCE) continue;
      text += stringify(rows, options);
      rows = [];
    }
    yield text + stringify(rows, options);
  }
}

/** A function that gives the text of a cell's field, unquoted. */
function fieldWriter({
  hasDecimalComma,
  isForSpreadsheets,
}: CsvDialect): (cell: NonNullable<Cell>) => string {
  const toFigure = (number: string): string => (hasDecimalComma ? number.replace('.', ',') : number);
  if (isForSpreadsheets) return (cell) => excelField(cell, toFigure);
  return (cell) => (isNumber(cell) ? toFigure(cell) : cellText(cell));
}
