/** The table of a page: every cell has the exact text of its value, numbers as one text node. */

import type { Column } from '../core/columns.ts';
import { type Markup, markup } from '../core/markup.ts';
import { countOf } from '../core/text.ts';
import { perDayRow } from '../document/per-day.ts';
import { visibleName } from '../document/short-cell.ts';
import { createUnitMarks, type UnitMarks } from '../document/unit-marks.ts';
import type { EncoderInput, PageFacts } from './format.ts';
import { createRowMarkup, type RowFacts } from './html-rows.ts';
import { fileName } from './html-text.ts';
import { encodeSpreadsheetCsv } from './spreadsheet-csv.ts';

/** Bytes of markup to keep in memory. The rows of a larger table are read twice. */
const MAX_KEPT = 4_000_000;

export interface PageTable extends RowFacts {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  /** The markup of the rows. */
  readonly rows: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly marks: UnitMarks;
  /** The rows of totals. */
  readonly totals: readonly Markup[];
}

/** Reads the first rows: their markup, and the kinds and the widths of the columns. */
export async function readTable(input: EncoderInput, columns: readonly Column[], rowCount: number): Promise<PageTable> {
  const { recordSet, totals } = input;
  const feet = [totals, perDayRow(input, columns)].filter((row) => row !== undefined);
  const marks = createUnitMarks(columns, input);
  const rows = createRowMarkup(columns, input, marks);
  const kept: Uint8Array[] = [];
  let size = 0;
  if (columns.length > 0) {
    for await (const piece of rows.pieces(recordSet, rowCount)) {
      size += piece.length;
      if (size <= MAX_KEPT) kept.push(piece);
    }
  }
  return {
    columns,
    rowCount,
    totals: feet.map((row) => rows.row(row)),
    ...rows.facts(),
    rows: () => (size <= MAX_KEPT ? kept : createRowMarkup(columns, input, marks).pieces(recordSet, rowCount)),
    marks,
  };
}

/** The section of the table, in pieces. */
export async function* encodeTable(
  input: EncoderInput,
  page: PageFacts,
  { columns, rowCount, areNumeric, rows, totals, marks }: PageTable,
): AsyncGenerator<Markup | Uint8Array> {
  const heads = columns.map((column, index) => {
    const kinds = [areNumeric[index] ? 'n' : '', marks.isMarkedHeading(index) ? 'part' : ''].filter(Boolean);
    const kind = kinds.length === 0 ? undefined : markup` class="${kinds.join(' ')}"`;
    return markup`<th scope="col"${kind}>${headOf(column)}</th>`;
  });
  yield markup`<section class="table"><h2 id="rows-title">Rows</h2>\n`;
  yield* csvLink(input, page, columns, rowCount);
  yield markup`<div class="scroll" tabindex="0" role="region" aria-labelledby="rows-title">
<table id="rows">
<thead><tr>${heads}</tr></thead>
<tbody>
`;
  yield* rows();
  const legend = marks.legend();
  const foot = totals.length === 0 ? undefined : markup`<tfoot>\n${totals}</tfoot>\n`;
  const note = legend && markup`<p class="facts">${legend}</p>`;
  yield markup`</tbody>\n${foot}</table>\n</div>${note}</section>\n`;
}

/** A link that saves the rows of the page as CSV for spreadsheets. The page itself has the file. */
async function* csvLink(
  { recordSet, range }: EncoderInput,
  { report }: PageFacts,
  columns: readonly Column[],
  rowCount: number,
): AsyncGenerator<Markup | Uint8Array> {
  const days = range === undefined ? [] : [range.from, range.to];
  yield markup`<p class="save"><a download="${fileName([report, ...days].join('-'))}.csv" href="data:text/csv;charset=utf-8;base64,`;
  // Base64 stands for three bytes at a time.
  let rest = Buffer.alloc(0);
  for await (const text of encodeSpreadsheetCsv(recordSet, columns, rowCount)) {
    const bytes = Buffer.concat([rest, Buffer.from(text)]);
    const whole = bytes.length - (bytes.length % 3);
    yield Buffer.from(bytes.toString('base64', 0, whole));
    rest = bytes.subarray(whole);
  }
  const which = rowCount < recordSet.recordCount ? `the first ${countOf(rowCount, 'row')}` : 'the rows';
  yield markup`${rest.toString('base64')}">Save ${which} as CSV</a></p>\n`;
}

/** A long name may be broken after an underscore. */
function headOf(column: Column): Markup {
  const parts = visibleName(column).split('_');
  return markup`<bdi>${parts.map((part, index) => (index === 0 ? part : markup`_<wbr>${part}`))}</bdi>`;
}
