/** A table for people: aligned, and fitted to the terminal. A message names every column and row that it does not show. */

import { buildDocument } from '../document/build-document.ts';
import { reportHiddenRows, withoutColumns } from '../document/shown-columns.ts';
import { drawDocument } from '../terminal/terminal-document.ts';
import type { Encoder } from './format.ts';

export const table: Encoder = {
  async *encode(input) {
    const { terminalWidth, color, onTruncation } = input;
    const document = await buildDocument(input);
    const [rows] = document.parts;
    if (rows === undefined) {
      yield withoutColumns(input);
      return;
    }
    yield* drawDocument(document, { width: terminalWidth, color, onTruncation });
    // A terminal cuts texts to its width anyway.
    const truncation = terminalWidth === undefined ? rows.truncation() : undefined;
    if (truncation !== undefined) onTruncation(truncation);
    reportHiddenRows(input, rows.rowCount);
  },
};
