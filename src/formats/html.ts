/** A page to send to somebody: one file that loads nothing, with charts, the exact table, and the CSV of its rows. */

import { type Options, stringify } from 'csv-stringify/sync';
import type { Column } from '../core/columns.ts';
import { Markup, markup } from '../core/markup.ts';
import { countOf } from '../core/text.ts';
import { buildPage } from '../document/build-page.ts';
import { createCellCutter, readRowBlocks } from '../document/display-cells.ts';
import { columnsToShow } from '../document/shown-columns.ts';
import { drawPage } from '../html/html-page.ts';
import type { Cell } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { excelField, excelText, QUOTED_FOR_EXCEL } from '../xlsx/excel.ts';
import type { EncoderInput } from './format.ts';

export async function* html(input: EncoderInput): AsyncGenerator<string | Uint8Array> {
  const { page: facts, caption } = input;
  if (facts === undefined || caption === undefined) throw new Error('a page needs its facts');
  const page = await buildPage(input, facts, caption);
  const pieces = drawPage(page, (rowCount) => saveLink(input, caption.report, rowCount));
  for await (const piece of pieces) yield piece instanceof Markup ? piece.toString() : piece;
}

/** A link that saves the rows of the page as CSV for spreadsheets. The page itself has the file. */
async function* saveLink(input: EncoderInput, report: string, rowCount: number): AsyncGenerator<Markup | Uint8Array> {
  const { recordSet, range } = input;
  const name = [report, ...(range === undefined ? [] : [range.from, range.to])].join('-');
  yield markup`<p class="save"><a download="${name.replace(/[^\w.-]+/g, '-')}.csv" href="data:text/csv;charset=utf-8;base64,`;
  // Base64 stands for three bytes at a time.
  let rest = Buffer.alloc(0);
  for await (const text of encodeSpreadsheetCsv(recordSet, columnsToShow(input), rowCount)) {
    const bytes = Buffer.concat([rest, Buffer.from(text)]);
    const whole = bytes.length - (bytes.length % 3);
    yield Buffer.from(bytes.toString('base64', 0, whole));
    rest = bytes.subarray(whole);
  }
  const which = rowCount < recordSet.recordCount ? `the first ${countOf(rowCount, 'row')}` : 'the rows';
  yield markup`${rest.toString('base64')}">Save ${which} as CSV</a></p>\n`;
}

/**
 * CSV that a spreadsheet opens as it is: the header, and these columns of the first `rowCount` records. Values that it would change or
 * run are protected.
 */
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
