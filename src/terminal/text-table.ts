/**
 * Draws columns of text without borders with cli-table3. Only this file imports it, and only when there is something to
 * draw: most runs do not need it. cli-table3 takes about 30 microseconds per cell, and more time per row the more rows it
 * draws at once.
 */

import type Table from 'cli-table3';
import { GAP } from './table-layout.ts';
import { simpleWidth } from './text-width.ts';

interface TextColumn {
  /** Width in columns of the terminal; wider cells are cut. By default, the width of the widest cell. */
  readonly width?: number;
  /** True for a column that is aligned right. */
  readonly isNumeric?: boolean;
}

interface TextTableOptions {
  /** The columns from the left. Further columns hold text, and are as wide as their widest cells. */
  readonly columns?: readonly TextColumn[];
  /** Spaces between two columns. */
  readonly gap?: number;
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

/** The lines of `drawTextLines` as one text. Every line ends with a line feed. */
export async function drawTextTable(rows: readonly (readonly string[])[], options?: TextTableOptions): Promise<string> {
  return (await drawTextLines(rows, options)).map((line) => `${line}\n`).join('');
}

/**
 * The lines of the table, without white space at their ends. A cell may hold line feeds and colours, but no other control
 * sequences. Rows are drawn in blocks if every column has a width.
 */
export async function drawTextLines(
  rows: readonly (readonly string[])[],
  { columns = [], gap = GAP }: TextTableOptions = {},
): Promise<readonly string[]> {
  if (rows.length === 0) return [];
  const { default: CliTable } = await import('cli-table3');
  const columnCount = Math.max(1, ...rows.map((row) => row.length));
  const hasWidths = columns.length >= columnCount && columns.every(({ width }) => width !== undefined);
  const blockRows = hasWidths ? Math.max(1, Math.floor(BLOCK_CELLS / columnCount)) : rows.length;
  const lines: string[] = [];
  for (let start = 0; start < rows.length; start += blockRows) {
    const table = new CliTable(optionsOf(columns, gap));
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
function optionsOf(columns: readonly TextColumn[], gap: number): Table.TableConstructorOptions {
  return {
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': gap, compact: true },
    colWidths: columns.map(({ width }) => (width === undefined ? null : width + gap)),
    colAligns: columns.map(({ isNumeric = false }) => (isNumeric ? 'right' : 'left')),
  };
}
