/** The table of a page: every cell has the exact text of its value, numbers as one text node. */

import { type Column, columnKey } from '../core/columns.ts';
import { type Markup, markup } from '../core/markup.ts';
import { isNumber } from '../records/cells.ts';
import type { EncoderInput, PageFacts } from './format.ts';
import { createRowMarkup, type RowFacts } from './html-rows.ts';
import { fileName } from './html-text.ts';
import { perDayRow } from './per-day.ts';
import { visibleName } from './short-cell.ts';
import { createUnitMarks, type UnitMarks } from './unit-marks.ts';

/** Bytes of markup to keep in memory. The rows of a larger table are read twice. */
const MAX_KEPT = 4_000_000;

export interface PageTable extends RowFacts {
  readonly columns: readonly Column[];
  /** The markup of the rows. */
  readonly rows: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly marks: UnitMarks;
  /** The rows of totals. */
  readonly totals: readonly Markup[];
}

/** Reads the first rows: their markup, and the kinds and the widths of the columns. */
export async function readTable(
  input: EncoderInput,
  columns: readonly Column[],
  rowCount: number,
): Promise<PageTable> {
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
    totals: feet.map((row) => rows.row(row)),
    ...rows.facts(),
    rows: () =>
      size <= MAX_KEPT ? kept : createRowMarkup(columns, input, marks).pieces(recordSet, rowCount),
    marks,
  };
}

/** The section of the table, in pieces. `printNote` says what is not printed. */
export async function* encodeTable(
  input: EncoderInput,
  page: PageFacts,
  { columns, areNumeric, rows, totals, marks }: PageTable,
  printNote: string | undefined,
): AsyncGenerator<Markup | Uint8Array> {
  const { range } = input;
  const heads = columns.map((column, index) => {
    const kinds = [areNumeric[index] ? 'n' : '', marks.isMarkedHeading(index) ? 'part' : ''].filter(Boolean);
    const kind = kinds.length === 0 ? undefined : markup` class="${kinds.join(' ')}"`;
    const sum = areNumeric[index] && isSummed(column, input, page) ? ' data-sum' : '';
    return markup`<th scope="col"${kind}${sum}>${headOf(column)}</th>`;
  });
  const days = range === undefined ? [] : [range.from, range.to];
  yield markup`<section class="table"><h2 id="rows-title">Rows</h2>
<div class="tools" id="tools" hidden><input id="filter" type="search" placeholder="Filter rows" aria-label="Filter rows" autocomplete="off" spellcheck="false">
<output id="status" role="status"></output>
<button id="copy" type="button">Copy as TSV</button>
<button id="save" type="button">Save as CSV</button></div>
<p class="facts" id="filtered" hidden></p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="rows-title">
<table id="rows" data-file="${fileName([page.report, ...days].join('-'))}.csv">
<thead><tr>${heads}</tr></thead>
<tbody>
`;
  yield* rows();
  const legend = marks.legend();
  const foot = totals.length === 0 ? undefined : markup`<tfoot>\n${totals}</tfoot>\n`;
  const note = legend && markup`<p class="facts">${legend}</p>`;
  const printed = printNote && markup`<p class="facts printed">${printNote}</p>`;
  yield markup`</tbody>\n${foot}</table>\n</div>${note}${printed}</section>\n`;
}

/** True for a column whose numbers a filter of the page adds up: it has a total, of amounts in one currency. */
function isSummed({ path }: Column, { keys, currencies }: EncoderInput, { summaries }: PageFacts): boolean {
  const key = columnKey(path);
  if (keys?.addable?.has(key) !== true || currencies?.separators.has(key) === true) return false;
  if (keys.areGroups) return true;
  const total = summaries !== undefined && 'totals' in summaries ? summaries.totals.get(key) : undefined;
  return total !== undefined && isNumber(total);
}

/** A long name may be broken after an underscore. */
function headOf(column: Column): Markup {
  const parts = visibleName(column).split('_');
  return markup`<bdi>${parts.map((part, index) => (index === 0 ? part : markup`_<wbr>${part}`))}</bdi>`;
}
