/** A table of GitHub Flavored Markdown. Every character of a cell shows as itself. */

import { toVisibleLine } from '../core/text.ts';
import { allPhrases, headline, type Phrase, phraseText } from '../findings/phrases.ts';
import { captionParts } from './caption.ts';
import { createCellShower, readRowBlocks, surveyRows } from './display-cells.ts';
import { createAmountShower } from './display-number.ts';
import type { Encoder, EncoderInput } from './format.ts';
import { perDayRow } from './per-day.ts';
import { readFindings, wordingOf } from './read-findings.ts';
import { createCellCutter, visibleName } from './short-cell.ts';
import { columnsToShow, reportCutText, reportHiddenRows } from './shown-columns.ts';
import { createUnitMarks } from './unit-marks.ts';

/** Characters of the name of a group in a sentence. */
const MAX_NAME = 80;

export const markdown: Encoder = {
  async *encode(input) {
    const { recordSet, maxRows, totals } = input;
    const columns = columnsToShow(input);
    if (columns.length === 0) {
      yield recordSet.recordCount === 0 ? 'no records\n' : 'no columns\n';
      return;
    }
    const rowCount = Math.min(recordSet.recordCount, maxRows);
    const cutter = createCellCutter();
    const schemas = await surveyRows(recordSet, columns, rowCount, cutter);
    const show = createCellShower(columns, schemas, input);
    const marks = createUnitMarks(columns, input);
    const headings = columns.map((column, index) => marks.heading(visibleName(column), index));

    const findings = input.showsFindings === true ? await sayFindings(input) : undefined;
    if (findings !== undefined) yield `${findings.headline}\n\n`;
    yield captionOf(input);
    if (findings !== undefined) yield findings.sentences;
    yield line(headings.map(escapeMarkdown));
    yield line(schemas.map(({ isNumeric }) => (isNumeric ? '---:' : '---')));
    for await (const block of readRowBlocks(recordSet, columns, rowCount)) {
      yield block
        .map((row) => line(row.map((cell, index) => escapeMarkdown(marks.cell(show(cell, index, row), index).text))))
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

/** The headline of a comparison, and a list of the sentences about it. Names are bold, so that none begins a list or a heading. */
async function sayFindings(
  input: EncoderInput,
): Promise<{ readonly headline: string; readonly sentences: string } | undefined> {
  const read = await readFindings(input);
  if (read === undefined) return undefined;
  const { findings, measure } = read;
  const { now = '', before = '' } = findings.total ?? {};
  const number = createAmountShower(input, `${now} ${before}`.includes('.'));
  const wording = wordingOf(input, measure, number);
  const words = (phrase: Phrase): string =>
    phrase
      .map(({ kind, text }) => (kind === 'name' ? bold(toVisibleLine(text, MAX_NAME)) : escapeMarkdown(text)))
      .join('');
  const items = allPhrases(findings, wording).map((phrase) => `- ${words(phrase)}\n`);
  return {
    headline: bold(phraseText(headline(findings, wording))),
    sentences: items.length === 0 ? '' : `${items.join('')}\n`,
  };
}

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
