/** The table of a page: every cell has the exact text of its value, numbers as one text node. */

import type { Column } from '../core/columns.ts';
import type { Message } from '../core/message.ts';
import { escapeMarkup, toVisibleText } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';
import { type Cell, isEmpty, isNumber } from '../records/cells.ts';
import { createCellShower, readRowBlocks } from './display-cells.ts';
import type { EncoderInput, PageFacts } from './format.ts';
import { fileName, isolated, TONE_CLASSES } from './html-text.ts';
import { createCellCutter, shortName } from './short-cell.ts';

/** A longer text scrolls in its cell. */
const MAX_PLAIN = 200;
/** Characters of markup to keep in memory. The rows of a larger table are read twice. */
const MAX_KEPT = 4_000_000;

export interface PageTable {
  readonly columns: readonly Column[];
  /** True for each column that holds nothing but numbers. */
  readonly areNumeric: readonly boolean[];
  /** Characters of the longest value of each column. */
  readonly lengths: readonly number[];
  /** A message about texts that are cut; undefined if there are none. */
  readonly truncation: Message | undefined;
  /** The markup of the rows. */
  readonly rows: () => AsyncIterable<string> | Iterable<string>;
}

/** Reads the first rows: their markup, and the kinds and the widths of the columns. */
export async function readTable(
  input: EncoderInput,
  columns: readonly Column[],
  rowCount: number,
): Promise<PageTable> {
  const survey = new Survey(columns.length);
  const cutter = createCellCutter();
  const markupOf = createRowMarkup(input, columns);
  let kept: string[] | undefined = [];
  let size = 0;
  if (columns.length > 0) {
    for await (const block of readRowBlocks(input.recordSet, columns, rowCount, cutter)) {
      for (const row of block) survey.add(row);
      if (kept === undefined) continue;
      const markup = markupOf(block);
      size += markup.length;
      if (size > MAX_KEPT) kept = undefined;
      else kept.push(markup);
    }
  }

  if (input.totals !== undefined) survey.widen(input.totals);

  async function* readAgain(): AsyncGenerator<string> {
    for await (const block of readRowBlocks(input.recordSet, columns, rowCount, createCellCutter())) {
      yield markupOf(block);
    }
  }
  return {
    columns,
    areNumeric: survey.areNumeric(),
    lengths: survey.lengths,
    truncation: cutter.truncation(),
    rows: () => kept ?? readAgain(),
  };
}

/** What the style of a table depends on. */
class Survey {
  readonly lengths: number[];
  private readonly hasNumbers: boolean[];
  private readonly hasOthers: boolean[];

  constructor(columnCount: number) {
    this.lengths = Array.from({ length: columnCount }, () => 0);
    this.hasNumbers = this.lengths.map(() => false);
    this.hasOthers = this.lengths.map(() => false);
  }

  add(row: readonly Cell[]): void {
    for (let index = 0; index < row.length; index++) {
      const cell = row[index];
      if (cell === undefined) continue;
      if (cell.length > this.lengths[index]!) this.lengths[index] = cell.length;
      if (isNumber(cell)) this.hasNumbers[index] = true;
      else if (!isEmpty(cell)) this.hasOthers[index] = true;
    }
  }

  /** Adds a row that does not decide whether a column is numeric. */
  widen(row: readonly Cell[]): void {
    row.forEach((cell, index) => {
      this.lengths[index] = Math.max(this.lengths[index]!, cell?.length ?? 0);
    });
  }

  areNumeric(): readonly boolean[] {
    return this.hasNumbers.map((hasNumbers, index) => hasNumbers && !this.hasOthers[index]);
  }
}

/** The section of the table, in pieces. */
export async function* encodeTable(
  input: EncoderInput,
  page: PageFacts,
  { columns, areNumeric, rows }: PageTable,
): AsyncGenerator<string> {
  const { totals, range } = input;
  const heads = columns.map(({ name }, index) => {
    const kind = areNumeric[index] ? ' class="n"' : '';
    return `<th scope="col"${kind}>${headOf(name)}</th>`;
  });
  const days = range === undefined ? [] : [range.from, range.to];
  const foot = totals === undefined ? '' : `<tfoot>\n${createRowMarkup(input, columns)([totals])}</tfoot>\n`;
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
  yield `</tbody>\n${foot}</table>\n</div></section>\n`;
}

/** A function that gives the markup of rows. */
function createRowMarkup(
  { changeColumns }: EncoderInput,
  columns: readonly Column[],
): (rows: readonly (readonly Cell[])[]) => string {
  const show = createCellShower(columns, [], { changeColumns });
  return (rows) => {
    let markup = '';
    for (const row of rows) {
      markup += '<tr>';
      for (let index = 0; index < row.length; index++) markup += cellOf(show(row[index], index));
      markup += '</tr>\n';
    }
    return markup;
  };
}

/** A long name may be broken after an underscore. */
function headOf(name: string): string {
  return isolated(toVisibleText(shortName(name))).replaceAll('_', '_<wbr>');
}

/** The end tag may be omitted (HTML, section 13.1.2.4). */
function cellOf({ text, tone }: ShownCell): string {
  if (text.length > MAX_PLAIN) return `<td><div class="long" tabindex="0">${escapeMarkup(text)}</div>`;
  const kind = TONE_CLASSES[tone];
  return kind === '' ? `<td>${escapeMarkup(text)}` : `<td class=${kind}>${escapeMarkup(text)}`;
}
