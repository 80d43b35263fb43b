/** A table of GitHub Flavored Markdown. Every character of a cell shows as itself. */

import { buildDocument } from '../document/build-document.ts';
import { captionTexts } from '../document/caption.ts';
import type { CaptionPart, TableRow } from '../document/document.ts';
import { reportCutText, reportHiddenRows, withoutColumns } from '../document/shown-columns.ts';
import type { EncoderInput } from './format.ts';

export async function* markdown(input: EncoderInput): AsyncGenerator<string | Uint8Array> {
  const { caption, headline, table, remarks } = await buildDocument(input);
  if (table === undefined) {
    yield `${withoutColumns(input)}\n`;
    return;
  }
  if (headline !== undefined) yield `${bold(headline)}\n\n`;
  yield captionOf(caption);
  const shown = [...table.columns.keys()].filter((index) => table.columns[index]!.kind !== 'bar');
  const columns = shown.map((index) => table.columns[index]!);
  const cellsOf = ({ cells }: TableRow): readonly string[] => shown.map((index) => cells[index]!.text);
  yield line(columns.map(({ heading }) => escapeMarkdown(heading)));
  yield line(columns.map(({ kind }) => (kind === 'number' ? '---:' : '---')));
  for await (const rows of table.rows) yield rows.map((row) => line(cellsOf(row).map(escapeMarkdown))).join('');
  for (const row of table.foot ?? []) yield line(cellsOf(row).map(bold));
  for (const note of table.notes()) yield `\n${escapeMarkdown(note)}\n`;
  if (remarks.length > 0) yield `\n${remarks.map((remark) => `- ${escapeMarkdown(remark)}\n`).join('')}`;
  reportCutText(input, table);
  reportHiddenRows(input, table.rowCount);
}

/** The caption as a paragraph. */
function captionOf(parts: readonly CaptionPart[]): string {
  if (parts.length === 0) return '';
  const [heading, facts] = captionTexts(parts);
  return `${[bold(heading), ...facts.map(escapeMarkdown)].join(' · ')}\n\n`;
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
