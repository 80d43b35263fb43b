/** A table of GitHub Flavored Markdown. Every character of a cell shows as itself. */

import { createSchemaSurvey } from '../records/schema.ts';
import { captionParts } from './caption.ts';
import { createCellShower, readRowBlocks } from './display-cells.ts';
import type { Encoder, EncoderInput } from './format.ts';
import { perDayRow } from './per-day.ts';
import { createCellCutter, visibleName } from './short-cell.ts';
import { columnsToShow, reportCutText, reportHiddenRows } from './shown-columns.ts';
import { createUnitMarks } from './unit-marks.ts';

export const markdown: Encoder = {
  async *encode(input) {
    const { recordSet, maxRows, totals } = input;
    const columns = columnsToShow(input);
    if (recordSet.recordCount === 0 || columns.length === 0) {
      yield recordSet.recordCount === 0 ? 'no records\n' : 'no columns\n';
      return;
    }
    const rowCount = Math.min(recordSet.recordCount, maxRows);
    const survey = createSchemaSurvey(columns);
    const cutter = createCellCutter();
    for await (const block of readRowBlocks(recordSet, columns, rowCount, cutter)) block.forEach(survey.add);
    const schemas = survey.schemas();
    const show = createCellShower(columns, schemas, input);
    const marks = createUnitMarks(columns, input);
    const headings = columns.map((column, index) => marks.heading(visibleName(column), index));

    yield captionOf(input);
    yield line(headings.map(escapeMarkdown));
    yield line(schemas.map(({ isNumeric }) => (isNumeric ? '---:' : '---')));
    for await (const block of readRowBlocks(recordSet, columns, rowCount, createCellCutter())) {
      yield block
        .map((row) =>
          line(row.map((cell, index) => escapeMarkdown(marks.cell(show(cell, index), index).text))),
        )
        .join('');
    }
    for (const row of [totals, perDayRow(input, columns)]) {
      if (row !== undefined) yield line(row.map((cell, index) => bold(show(cell, index).text)));
    }
    const legend = marks.legend();
    if (legend !== undefined) yield `\n${escapeMarkdown(legend)}\n`;
    reportCutText(input, cutter);
    reportHiddenRows(input, rowCount);
  },
};

/** The caption as a paragraph. */
function captionOf(input: EncoderInput): string {
  const parts = captionParts(input);
  if (parts.length === 0) return '';
  const heading = parts.filter(({ isHeading }) => isHeading).map(({ text }) => text);
  const facts = parts.filter(({ isHeading }) => !isHeading).map(({ text }) => escapeMarkdown(text));
  return `${[bold(heading.join(' ')), ...facts].join(' · ')}\n\n`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** White space next to the asterisks would disable them. */
function bold(text: string): string {
  return text.trim() === '' ? '' : `**${escapeMarkdown(text.trim())}**`;
}

/**
 * Characters with a meaning within a line: CommonMark 0.31, sections 2.4, 2.5 and 6; GFM 0.29, section 4.10 and the
 * extensions; GitHub's formulas. An underscore within a word has none.
 */
const SPECIAL = /[\\`*[\]<>|~&$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

function escapeMarkdown(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}
