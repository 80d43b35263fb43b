/** A table for people: aligned, and fitted to the terminal. A message names every column and row that it does not show. */

import { wrap } from '../core/text.ts';
import { styled } from '../core/tone.ts';
import { buildDocument } from '../document/build-document.ts';
import { reportCutText, reportHiddenRows, withoutColumns } from '../document/shown-columns.ts';
import { drawCaption, fitTable, hiddenColumns, type TerminalSize } from '../terminal/terminal-table.ts';
import { createTextMeasure } from '../terminal/text-width.ts';
import type { EncoderInput } from './format.ts';

export async function* table(input: EncoderInput): AsyncGenerator<string | Uint8Array> {
  const { terminalWidth: width, color, onTruncation } = input;
  const { headline, caption, table, remarks } = await buildDocument(input);
  if (table === undefined) {
    yield `${withoutColumns(input)}\n`;
    return;
  }
  const terminal: TerminalSize = { width, color, measure: createTextMeasure() };
  const { hidden, draw } = await fitTable(table, terminal);
  const lines = (text: string): readonly string[] => wrap(text, width ?? Number.POSITIVE_INFINITY);
  for (const line of headline === undefined ? [] : lines(headline)) yield `${styled(line, 'bold', color)}\n`;
  const facts = await drawCaption(caption, headline === undefined ? 'bold' : 'dim', terminal);
  if (facts !== '') yield `${facts}\n\n`;
  yield* draw();
  for (const remark of remarks) yield `${lines(remark).join('\n')}\n`;
  if (hidden.length > 0) onTruncation(hiddenColumns(hidden));
  // A terminal cuts texts to its width anyway.
  if (width === undefined) reportCutText(input, table);
  reportHiddenRows(input, table.rowCount);
}
