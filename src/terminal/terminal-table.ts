/** Fits a table into a terminal, and draws it and its caption. */

import { wrap } from '../core/text.ts';
import { plainCell, type ShownCell, styled, type TextFormat } from '../core/tone.ts';
import { IMPORTANCE } from '../document/column-roles.ts';
import type { CaptionPart, Table, TableRow } from '../document/document.ts';
import { isNumber } from '../records/cells.ts';
import { endOfWhole, GAP, layOutTable, type MeasuredColumn, type TableLayout } from './table-layout.ts';
import { createTableRenderer } from './table-renderer.ts';
import { createTextMeasure, type TextMeasure } from './text-width.ts';

/** Maximum total width of the lines that are drawn at once: a number of millions of digits makes every line that wide. */
const PIECE_WIDTH = 1024 * 1024;

export interface TerminalSize {
  /** Columns of the terminal; undefined without one: then nothing is cut. */
  readonly width: number | undefined;
  readonly color: boolean;
  readonly measure: TextMeasure;
}

/** The texts of cells, the longest first: all are long, labels of totals are short, badges are short, too. */
const SIZES = ['long', 'label', 'short'] as const;
type Size = (typeof SIZES)[number];

function sized({ text, short = text, badge }: ShownCell, size: Size): string {
  const own = size === 'long' ? text : short;
  return badge === undefined ? own : `${own} (${badge[size === 'short' ? 1 : 0]})`;
}

/** The widths of the cells of a column: of the widest, of the longest whole part of a number, and of the longest rest of one. */
type CellWidths = Record<Size | 'whole' | 'fraction', number>;

/** The width of the widest cell if the decimal points of all numbers are aligned. */
function alignedWidth({ whole, fraction }: CellWidths, cellWidth: number): number {
  return Math.max(cellWidth, whole + fraction);
}

/**
 * Reads the rows to measure them. `hidden` are the names of the columns that the terminal has no room for, and `draw` gives the lines
 * in pieces.
 */
export async function fitTable(table: Table, { width, color, measure }: TerminalSize) {
  const { columns, foot = [] } = table;
  await measure.prepare(columns.map(({ heading }) => heading));
  const surveyed = columns.map((): CellWidths => ({ long: 0, label: 0, short: 0, whole: 0, fraction: 0 }));

  async function addRows(rows: readonly TableRow[]): Promise<void> {
    for (const { cells } of rows) {
      await measure.prepare(cells.map(({ text }) => text));
      for (const [index, cell] of cells.entries()) addWidths(surveyed[index]!, cell);
    }
  }

  function addWidths(found: CellWidths, cell: ShownCell): void {
    for (const size of SIZES) found[size] = Math.max(found[size], measure.width(sized(cell, size)));
    if (!isNumber(cell.text)) return;
    const whole = endOfWhole(cell.text);
    found.whole = Math.max(found.whole, whole);
    found.fraction = Math.max(found.fraction, cell.text.length - whole);
  }

  for await (const block of table.rows) await addRows(block);
  await addRows(foot);

  function layOut(size: Size, indexes: readonly number[]): TableLayout & { readonly size: Size } {
    const measured = indexes.map((index): MeasuredColumn => {
      const { heading, kind } = columns[index]!;
      const own = surveyed[index]!;
      const aligned = kind === 'number' ? alignedWidth(own, own[size]) : 0;
      return { ...columns[index]!, nameWidth: measure.width(heading), cellWidth: own[size], alignedWidth: aligned };
    });
    const found = layOutTable(measured, width);
    return { ...found, shown: found.shown.map((at) => indexes[at]!), size };
  }

  // The bars of changes go before a name is broken or a badge is short. A chart has little else.
  const all = [...columns.keys()];
  const figures = all.filter((index) => columns[index]!.kind !== 'bar');
  const short = layOut('short', table.id === 'bars' ? all : figures);
  const wished = [all, short.shown].flatMap((indexes) => [layOut('long', indexes), layOut('label', indexes)]);
  const layout = wished.find(({ isWhole }) => isWhole) ?? short;
  const hidden = figures.filter((index) => !layout.shown.includes(index));
  return { hidden: hidden.map((index) => columns[index]!.name ?? columns[index]!.heading), draw };

  async function* draw(): AsyncGenerator<string> {
    const shown = layout.shown.map((index, slot) => {
      const { heading: name, kind } = columns[index]!;
      const [own, cells] = [layout.widths[slot]!, surveyed[index]!];
      const isAligned = own >= alignedWidth(cells, cells[layout.size]);
      return { name, kind, width: own, fractionWidth: isAligned ? cells.fraction : 0 };
    });
    const render = createTableRenderer(shown, { color, measure });
    const textOf = (cell: ShownCell, room: number): string => {
      const texts = SIZES.map((size) => sized(cell, size));
      return texts.find((text) => measure.width(text) <= room) ?? texts.at(-1)!;
    };
    const cellsOf = ({ cells }: TableRow) =>
      shown.map(({ width }, slot): ShownCell => {
        const cell = cells[layout.shown[slot]!]!;
        return { ...cell, text: textOf(cell, width) };
      });
    yield await render.head();
    const lineWidth = shown.reduce((sum, each) => sum + each.width + GAP, 0);
    const pieceRows = Math.max(1, Math.floor(PIECE_WIDTH / lineWidth));
    for await (const block of table.rows) {
      for (let start = 0; start < block.length; start += pieceRows) {
        yield await render.rows(block.slice(start, start + pieceRows).map(cellsOf));
      }
    }
    if (foot.length > 0) yield await render.foot(foot.map(cellsOf));
    for (const note of table.notes(layout.shown)) {
      for (const line of wrap(note, width ?? Number.POSITIVE_INFINITY)) yield `${styled(line, 'dim', color)}\n`;
    }
  }
}

/** Rows of texts as a table. In the width of a terminal, names wrap, and other texts are cut. */
export async function drawTextTable(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  { width, hasColor }: { readonly width: number | undefined; readonly hasColor: boolean },
): Promise<string> {
  if (rows.length === 0) return '';
  const kindOf = (index: number) => (index === 0 ? 'key' : 'text');
  const importance = IMPORTANCE.kept;
  const table: Table = {
    ...{ kind: 'table', id: 'rows', rowCount: rows.length },
    columns: names.map((heading, index) => ({ heading, kind: kindOf(index), importance })),
    rows: [rows.map((row) => ({ cells: row.map((text) => plainCell(text || '—')) }))],
    notes: () => [],
  };
  return drawTable(table, { width, color: hasColor, measure: createTextMeasure() });
}

/** All lines of a table. */
export async function drawTable(table: Table, terminal: TerminalSize): Promise<string> {
  let drawn = '';
  for await (const piece of (await fitTable(table, terminal)).draw()) drawn += piece;
  return drawn;
}

/**
 * The caption, after the title of a chart. Lines break between its parts, and within a part that is wider than the terminal. Without
 * a terminal, there is one line.
 */
export async function drawCaption(
  parts: readonly CaptionPart[],
  style: TextFormat,
  { width: maxWidth = Number.POSITIVE_INFINITY, color, measure }: TerminalSize,
  title?: string,
): Promise<string> {
  const first = title === undefined ? '' : '   ';
  const pieces = [
    ...(title === undefined ? [] : [{ text: title, style: 'bold' as const, separator: '' }]),
    ...parts.map(({ text, isHeading = false }, index) => ({
      text,
      style: isHeading ? style : 'dim',
      separator: index === 0 ? first : isHeading ? ' ' : ' · ',
    })),
  ];
  await measure.prepare(pieces.map(({ text }) => text));
  const words = pieces.flatMap((piece) =>
    measure.width(piece.text) <= maxWidth
      ? [piece]
      : piece.text.split(' ').map((text, at) => ({ ...piece, text, ...(at > 0 && { separator: ' ' }) })),
  );
  let drawn = '';
  let used = 0;
  for (const { text, style: own, separator } of words) {
    const width = separator.length + measure.width(text);
    const isNewLine = used > 0 && used + width > maxWidth;
    used = isNewLine ? measure.width(text) : used + width;
    drawn += (isNewLine ? '\n' : separator) + styled(text, own, color);
  }
  return drawn;
}
