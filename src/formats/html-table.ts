/** The table of a page: every cell has the exact text of its value, numbers as one text node. */

import type { Column } from '../core/columns.ts';
import { toVisibleText } from '../core/text.ts';
import type { EncoderInput, PageFacts } from './format.ts';
import { createRowMarkup, type RowFacts } from './html-rows.ts';
import { fileName, isolated } from './html-text.ts';
import { shortName } from './short-cell.ts';

/** Bytes of markup to keep in memory. The rows of a larger table are read twice. */
const MAX_KEPT = 4_000_000;

export interface PageTable extends RowFacts {
  readonly columns: readonly Column[];
  /** The markup of the rows. */
  readonly rows: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** The markup of the row of totals; empty without one. */
  readonly totals: string;
}

/** Reads the first rows: their markup, and the kinds and the widths of the columns. */
export async function readTable(
  { recordSet, totals, changeColumns }: EncoderInput,
  columns: readonly Column[],
  rowCount: number,
): Promise<PageTable> {
  const markup = createRowMarkup(columns, changeColumns);
  const kept: Uint8Array[] = [];
  let size = 0;
  if (columns.length > 0) {
    for await (const piece of markup.pieces(recordSet, rowCount)) {
      size += piece.length;
      if (size <= MAX_KEPT) kept.push(piece);
    }
  }
  return {
    columns,
    totals: totals === undefined ? '' : markup.row(totals),
    ...markup.facts(),
    rows: () =>
      size <= MAX_KEPT ? kept : createRowMarkup(columns, changeColumns).pieces(recordSet, rowCount),
  };
}

/** The section of the table, in pieces. */
export async function* encodeTable(
  input: EncoderInput,
  page: PageFacts,
  { columns, areNumeric, rows, totals }: PageTable,
): AsyncGenerator<string | Uint8Array> {
  const { range } = input;
  const heads = columns.map(({ name }, index) => {
    const kind = areNumeric[index] ? ' class="n"' : '';
    return `<th scope="col"${kind}>${headOf(name)}</th>`;
  });
  const days = range === undefined ? [] : [range.from, range.to];
  yield `<section class="table"><h2 id="rows-title">Rows</h2>
<div class="tools" id="tools" hidden><input id="filter" type="search" placeholder="Filter rows" aria-label="Filter rows" autocomplete="off" spellcheck="false">
<output id="status" role="status"></output>
<button id="copy" type="button">Copy as TSV</button>
<button id="save" type="button">Save as CSV</button></div>
<div class="scroll" tabindex="0" role="region" aria-labelledby="rows-title">
<table id="rows" data-file="${fileName([page.report, ...days].join('-'))}.csv">
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
`;
  yield* rows();
  yield `</tbody>\n${totals === '' ? '' : `<tfoot>\n${totals}</tfoot>\n`}</table>\n</div></section>\n`;
}

/** A long name may be broken after an underscore. */
function headOf(name: string): string {
  return isolated(toVisibleText(shortName(name))).replaceAll('_', '_<wbr>');
}
