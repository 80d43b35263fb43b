/**
 * Draws columns of text without borders with cli-table3. Only this file imports it, and only when there is something to
 * draw: most runs do not need it. cli-table3 takes about 30 microseconds per cell, and more time per row the more rows it
 * draws at once.
 */

import type Table from 'cli-table3';
import { GAP } from './table-layout.ts';
import { simpleWidth } from './text-width.ts';

interface TextColumn {
  /** Width in columns of the terminal; wider cells are cut. */
  readonly width: number;
  /** True for a column that is aligned right. */
  readonly isNumeric?: boolean;
}

/** Larger blocks take more time per cell. */
const BLOCK_CELLS = 1000;
/** cli-table3 draws no longer text, because it measures each text about ten times. */
const MAX_EXACT_LENGTH = 1000;

const NO_BORDERS = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '' },
};

/** The lines of the table, without white space at their ends. A cell may hold colours, but no other control sequences. */
export async function drawTextLines(
  rows: readonly (readonly string[])[],
  columns: readonly TextColumn[],
): Promise<readonly string[]> {
  if (rows.length === 0) return [];
  const { default: CliTable } = await import('cli-table3');
  const blockRows = Math.max(1, Math.floor(BLOCK_CELLS / columns.length));
  const lines: string[] = [];
  for (let start = 0; start < rows.length; start += blockRows) {
    const table = new CliTable(optionsOf(columns));
    for (const row of rows.slice(start, start + blockRows)) table.push([...row]);
    for (const line of table.toString().split('\n')) lines.push(line.trimEnd());
  }
  return lines;
}

/**
 * True if cli-table3 measures `text` correctly and fast. It uses an older string-width, which measures newer emoji, joined
 * characters and marks wrongly, so it would cut or pad them wrongly. It measures CJK correctly, but takes up to milliseconds
 * per cell: it shortens every cell for a debug message, one character at a time unless all are narrow.
 */
export function isDrawnExactly(text: string): boolean {
  return text.length <= MAX_EXACT_LENGTH && simpleWidth(text) === text.length;
}

/**
 * The gap is padding on the right of each cell, so that no column has a width of zero: cli-table3 makes an empty column one
 * space wide. It writes the widths that it finds into `colWidths`, so each table needs a new list.
 */
function optionsOf(columns: readonly TextColumn[]): Table.TableConstructorOptions {
  return {
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP, compact: true },
    colWidths: columns.map(({ width }) => width + GAP),
    colAligns: columns.map(({ isNumeric = false }) => (isNumeric ? 'right' : 'left')),
  };
}
