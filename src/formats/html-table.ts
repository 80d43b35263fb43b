/** The table of a page: every cell has the exact text of its value, numbers as one text node. */

import type { Column } from '../core/columns.ts';
import { escapeMarkup, toVisibleText } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';
import type { Cell } from '../records/cells.ts';
import type { ColumnSchema } from '../records/schema.ts';
import { createCellShower, readRowBlocks } from './display-cells.ts';
import type { EncoderInput, PageFacts } from './format.ts';
import { fileName, isolated, TONE_CLASSES } from './html-text.ts';
import { createCellCutter, shortName } from './short-cell.ts';

/** A longer text scrolls in its cell. */
const MAX_PLAIN = 200;

interface TableSource {
  readonly columns: readonly Column[];
  readonly schemas: readonly ColumnSchema[];
  readonly rowCount: number;
}

/** The section of the table, in pieces. */
export async function* encodeTable(
  input: EncoderInput,
  page: PageFacts,
  { columns, schemas, rowCount }: TableSource,
): AsyncGenerator<string> {
  const { recordSet, totals, range } = input;
  const show = createCellShower(columns, schemas, input);
  const lineOf = (row: readonly Cell[]): string =>
    `<tr>${row.map((cell, index) => cellOf(show(cell, index))).join('')}`;
  const heads = columns.map(({ name }, index) => {
    const kind = schemas[index]!.isNumeric ? ' class="n"' : '';
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
  for await (const block of readRowBlocks(recordSet, columns, rowCount, createCellCutter())) {
    yield block.map((row) => `${lineOf(row)}</tr>\n`).join('');
  }
  yield `</tbody>\n${totals === undefined ? '' : `<tfoot>${lineOf(totals)}</tr></tfoot>\n`}</table>\n</div></section>\n`;
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
