/** The table of a page: every cell has the exact text of its value, numbers as one text node. */

import type { Column } from '../core/columns.ts';
import type { Message } from '../core/message.ts';
import { escapeMarkup, toVisibleText } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';
import type { Cell } from '../records/cells.ts';
import { type ColumnSchema, createSchemaSurvey } from '../records/schema.ts';
import { createCellShower, readRowBlocks } from './display-cells.ts';
import type { EncoderInput, PageFacts } from './format.ts';
import { fileName, isolated, TONE_CLASSES } from './html-text.ts';
import { createCellCutter, shortName } from './short-cell.ts';

/** A longer text scrolls in its cell. */
const MAX_PLAIN = 200;

export interface SurveyedTable {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly schemas: readonly ColumnSchema[];
  /** Characters of the longest value of each column. */
  readonly lengths: readonly number[];
  /** A message about texts that are cut; undefined if there are none. */
  readonly truncation: Message | undefined;
}

/** Reads the first rows for the kinds and the widths of the columns. */
export async function surveyTable(
  input: EncoderInput,
  columns: readonly Column[],
  rowCount: number,
): Promise<SurveyedTable> {
  const survey = createSchemaSurvey(columns);
  const lengths = columns.map(() => 0);
  const cutter = createCellCutter();
  if (columns.length > 0) {
    for await (const block of readRowBlocks(input.recordSet, columns, rowCount, cutter)) {
      for (const row of block) {
        survey.add(row);
        for (let index = 0; index < row.length; index++) {
          lengths[index] = Math.max(lengths[index]!, row[index]?.length ?? 0);
        }
      }
    }
  }
  return { columns, rowCount, lengths, schemas: survey.schemas(), truncation: cutter.truncation() };
}

/** The section of the table, in pieces. */
export async function* encodeTable(
  input: EncoderInput,
  page: PageFacts,
  { columns, schemas, rowCount }: SurveyedTable,
): AsyncGenerator<string> {
  const { recordSet, totals, range } = input;
  const heads = columns.map(({ name }, index) => {
    const kind = schemas[index]!.isNumeric ? ' class="n"' : '';
    return `<th scope="col"${kind}>${headOf(name)}</th>`;
  });
  const days = range === undefined ? [] : [range.from, range.to];
  const markupOf = createRowMarkup(input, columns);
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
    yield markupOf(block);
  }
  yield `</tbody>\n${totals === undefined ? '' : `<tfoot>\n${markupOf([totals])}</tfoot>\n`}</table>\n</div></section>\n`;
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
