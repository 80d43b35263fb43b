/**
 * Draws the lines of a table. cli-table3 draws tables of the usual size, and only this file imports it, when there is something to
 * draw; the rows of larger tables are padded here.
 */

import type LibraryTable from 'cli-table3';
import { paint, plainCell, type ShownCell, styled } from '../core/tone.ts';
import type { TableColumn } from '../document/document.ts';
import { endOfWhole, GAP } from './table-layout.ts';
import { simpleWidth, type TextMeasure } from './text-width.ts';

/** A column of fixed width. */
export interface RenderedColumn extends Pick<TableColumn, 'kind'> {
  readonly name: string;
  readonly width: number;
  /** The width of the longest fraction, to align numbers at their decimal points; 0 to align them right. */
  readonly fractionWidth: number;
}

type Rows = readonly (readonly ShownCell[])[];

/**
 * Number of cells that cli-table3 draws. Later rows are padded here: cli-table3 takes 20 microseconds for each cell, so a table of
 * 10,000 records with 8 columns would take 2.3 s instead of 0.7 (tables in `npm run bench -- throughput`).
 */
const MAX_DRAWN_CELLS = 2000;

/** Draws the lines of a table whose columns have fixed widths. `measure` must be prepared for all texts. */
export function createTableRenderer(
  columns: readonly RenderedColumn[],
  {
    color,
    measure,
    maxDrawnCells = MAX_DRAWN_CELLS,
  }: { readonly color: boolean; readonly measure: TextMeasure; readonly maxDrawnCells?: number },
) {
  const gap = ' '.repeat(GAP);
  const rule = columns.map(({ width }) => plainCell('─'.repeat(width)));
  let drawnCells = 0;

  const cut = ({ text }: ShownCell, index: number): string => measure.cut(text, columns[index]!.width);
  const painted = (text: string, { tone }: ShownCell): string => {
    const end = text.trimEnd().length;
    if (end === 0) return text;
    return paint(text.slice(0, end), tone, color) + text.slice(end);
  };

  /** The line that cli-table3 would draw if it measured every text correctly. */
  function padRow(row: readonly ShownCell[]): string {
    const cells = row.map((cell, index) => {
      const { width, kind } = columns[index]!;
      const text = cut(cell, index);
      const padding = ' '.repeat(Math.max(0, width - measure.width(text)));
      return kind === 'number' ? padding + painted(text, cell) : painted(text, cell) + padding;
    });
    return cells.join(gap).trimEnd();
  }

  /** A row of texts of one line or more as rows of one line each. */
  function inLines(
    row: readonly ShownCell[],
    linesIn: (cell: ShownCell, index: number) => readonly string[],
  ): readonly (readonly ShownCell[])[] {
    const texts = row.map(linesIn);
    const count = Math.max(...texts.map(({ length }) => length));
    return Array.from({ length: count }, (_, line) =>
      row.map((cell, index) => ({ ...cell, text: texts[index]![line] ?? '' })),
    );
  }

  /** The row; or several, if a name is wider than its column. */
  const wrapRow = (row: readonly ShownCell[]): readonly (readonly ShownCell[])[] =>
    inLines(row, ({ text }, index) => {
      const { kind, width } = columns[index]!;
      return kind === 'key' ? measure.wrap(text, width) : [text];
    });

  /** The cell with its bar, or with the blanks after its fraction. */
  function align(cell: ShownCell, index: number): ShownCell {
    const { width, kind, fractionWidth, name } = columns[index]!;
    if (cell.bar !== undefined) return { ...cell, text: barOf(cell.bar, width, name !== '') };
    if (kind !== 'number' || !/\d/.test(cell.text)) return cell;
    const { length } = cell.text;
    const fraction = fractionWidth === 0 ? 0 : length - endOfWhole(cell.text);
    const after = Math.max(0, Math.min(fractionWidth - fraction, width - length));
    return { ...cell, text: cell.text + ' '.repeat(after) };
  }

  /** The lines of these rows: by cli-table3 if it measures all texts correctly, for the first cells of the table. */
  async function linesOf(given: Rows): Promise<readonly string[]> {
    const rows = given.flatMap(wrapRow);
    drawnCells += rows.length * columns.length;
    const isDrawn = drawnCells <= maxDrawnCells && rows.every((row) => row.every(({ text }) => isDrawnExactly(text)));
    if (!isDrawn) return rows.map(padRow);
    return drawTextLines(
      rows.map((row) => row.map((cell, index) => painted(cut(cell, index), cell))),
      columns,
    );
  }

  const bold = (text: string): string => `${styled(text, 'bold', color)}\n`;
  const dim = (text: string): string => `${styled(text, 'dim', color)}\n`;
  return {
    /** The names of the columns, broken into lines, and a rule below them. */
    async head(): Promise<string> {
      const names = columns.map(({ name }) => plainCell(name));
      const headings = inLines(names, ({ text }, index) => measure.wrap(text, columns[index]!.width));
      const lines = await linesOf([...headings, rule]);
      return lines.slice(0, -1).map(bold).join('') + dim(lines.at(-1)!);
    },
    /** One line per row, or more if the name of a group is wider than its column. Other text is cut. */
    rows: async (rows: Rows): Promise<string> => `${(await linesOf(rows.map((row) => row.map(align)))).join('\n')}\n`,
    /** A rule, and bold rows below it. */
    async foot(rows: Rows): Promise<string> {
      const [line, ...figures] = await linesOf([rule, ...rows.map((row) => row.map(align))]);
      return dim(line!) + figures.map(bold).join('');
    },
  };
}

/**
 * A bar from the left, or on its side of zero: left for a fall. It has steps of half a column, the finest that Unicode has on the right
 * of a column, so equal numbers have equal bars. Any number other than zero is visible.
 */
function barOf(length: number, width: number, isCentered: boolean): string {
  const side = isCentered ? Math.floor((width - 1) / 2) : width;
  const halves = length === 0 ? 0 : Math.max(1, Math.round(Math.abs(length) * side * 2));
  const whole = '█'.repeat(Math.floor(halves / 2));
  const right = whole + '▌'.repeat(halves % 2);
  if (!isCentered) return right;
  return length < 0 ? `${('▐'.repeat(halves % 2) + whole).padStart(side)}│` : `${' '.repeat(side)}│${right}`;
}

/** cli-table3 draws no longer text, because it measures each text about ten times. */
const MAX_EXACT_LENGTH = 1000;

const NO_BORDERS = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '' },
};

/**
 * The lines that cli-table3 draws, without white space at their ends. The gap is padding on the right of each cell, so that no column
 * has a width of zero: cli-table3 makes an empty column one space wide.
 */
export async function drawTextLines(
  rows: readonly (readonly string[])[],
  columns: readonly RenderedColumn[],
): Promise<readonly string[]> {
  if (rows.length === 0) return [];
  const { default: CliTable } = await import('cli-table3');
  const options: LibraryTable.TableConstructorOptions = {
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP, compact: true },
    // cli-table3 writes the widths that it finds into the list.
    colWidths: columns.map(({ width }) => width + GAP),
    colAligns: columns.map(({ kind }) => (kind === 'number' ? 'right' : 'left')),
  };
  const table = new CliTable(options);
  for (const row of rows) table.push([...row]);
  const lines = table.toString().split('\n');
  return lines.map((line) => line.trimEnd());
}

/**
 * True if cli-table3 measures `text` correctly and fast. It uses an older string-width, which measures newer emoji, joined
 * characters and marks wrongly, so it would cut or pad them wrongly. It measures CJK correctly, but takes up to milliseconds
 * per cell: it shortens every cell for a debug message, one character at a time unless all are narrow.
 */
export function isDrawnExactly(text: string): boolean {
  return text.length <= MAX_EXACT_LENGTH && simpleWidth(text) === text.length;
}
