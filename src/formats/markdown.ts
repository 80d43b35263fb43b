/** A table of GitHub Flavored Markdown, whose cells show what the records hold, whatever that would mean in Markdown. */

import { toVisibleText } from '../core/visible-text.ts';
import { createSchemaSurvey } from '../records/schema.ts';
import { columnsToShow } from './columns.ts';
import type { Encoder } from './format.ts';
import { tellRowsLeftOut, tellTextCut } from './omissions.ts';
import { readRowBlocks } from './row-blocks.ts';
import { createCellCutter, shortName } from './short-cell.ts';
import { createCellShower } from './shown-cell.ts';

export const markdown: Encoder = {
  async *encode(input) {
    const { dataset, maxRows, totals } = input;
    const columns = columnsToShow(input);
    if (dataset.recordCount === 0 || columns.length === 0) {
      yield dataset.recordCount === 0 ? 'no records\n' : 'no columns\n';
      return;
    }
    const rowCount = Math.min(dataset.recordCount, maxRows);
    const survey = createSchemaSurvey(columns);
    const cutter = createCellCutter();
    for await (const block of readRowBlocks(dataset, columns, rowCount, cutter)) block.forEach(survey.add);
    const schemas = survey.schemas();
    const show = createCellShower(columns, schemas, input);

    yield line(columns.map((column) => escapeMarkdown(toVisibleText(shortName(column.name)))));
    yield line(schemas.map(({ isNumeric }) => (isNumeric ? '---:' : '---')));
    for await (const block of readRowBlocks(dataset, columns, rowCount, createCellCutter())) {
      yield block
        .map((row) => line(row.map((cell, index) => escapeMarkdown(show(cell, index).text))))
        .join('');
    }
    if (totals !== undefined) yield line(totals.map((cell, index) => bold(show(cell, index).text)));
    tellTextCut(input, cutter);
    tellRowsLeftOut(input, rowCount);
  },
};

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** White space next to the marks would make them asterisks. */
function bold(text: string): string {
  return text.trim() === '' ? '' : `**${escapeMarkdown(text.trim())}**`;
}

/**
 * What begins something within a line: CommonMark 0.31, sections 2.4, 2.5 and 6, and GFM 0.29, section 4.10 and the
 * extensions; GitHub's formulas too. An underscore within a word begins nothing.
 */
const SPECIAL = /[\\`*[\]<>|~&$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Visible text as Markdown that shows it. */
function escapeMarkdown(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}
