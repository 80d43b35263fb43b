/** Fits a table into a terminal, and draws it and its caption. */

import { wrap } from '../core/text.ts';
import { styled, type TextFormat } from '../core/tone.ts';
import { KEPT_IMPORTANCE } from '../document/column-roles.ts';
import type { CaptionPart, Table, TableRow } from '../document/document.ts';
import { isNumber } from '../records/cells.ts';
import { endOfWhole, GAP, layOutTable, type MeasuredColumn, type TableLayout } from './table-layout.ts';
import { createTableRenderer } from './table-renderer.ts';
import { createTextMeasure, type TextMeasure } from './text-width.ts';

/** Maximum total width of the lines that are drawn at once: a number of millions of digits makes every line that wide. */
const PIECE_WIDTH = 1024 * 1024;
/** The width of the longest bars; those on both sides of zero have half of it each. */
const MAX_BAR = 25;

export interface TerminalSize {
  /** Columns of the terminal; undefined without one: then nothing is cut. */
  readonly width: number | undefined;
  readonly color: boolean;
  readonly measure: TextMeasure;
}

/** A table with the widths of its columns. */
export interface FittedTable {
  /** Values that all rows have, in place of their columns. */
  readonly constants: readonly CaptionPart[];
  /** The names of the columns that the terminal has no room for. */
  readonly hidden: readonly string[];
  /** The lines, in pieces. */
  draw(): AsyncIterable<string>;
}

/** How texts are written: `long` badges and labels of totals, only one of both, or only short texts. */
const STYLES = ['long', 'long badges', 'long labels', 'short'] as const;
type Style = (typeof STYLES)[number];

/** True for a row whose texts differ by style. */
function hasStyles({ badge, cells }: TableRow): boolean {
  return badge !== undefined || cells.some(({ short }) => short !== undefined);
}

/** The widths of the cells of a column: of the widest, of the longest whole part of a number, and of the longest rest of one. */
type CellWidths = Record<'widest' | 'whole' | 'fraction', number>;

/** The width of the widest cell if the decimal points of all numbers are aligned. */
function alignedWidth({ widest, whole, fraction }: CellWidths): number {
  return Math.max(widest, whole + fraction);
}

/** Reads the rows to measure them. */
export async function fitTable(table: Table, { width, color, measure }: TerminalSize): Promise<FittedTable> {
  const { columns, foot = [] } = table;
  const keyIndex = Math.max(
    0,
    columns.findIndex(({ kind }) => kind === 'key'),
  );
  await measure.prepare(columns.map(({ heading }) => heading));

  function toStyle(given: TableRow, style: Style): TableRow {
    if (!hasStyles(given)) return given;
    const { cells, badge, ...row } = given;
    const own = cells.map((cell, index) => {
      const text = style === 'long' || style === 'long labels' ? cell.text : (cell.short ?? cell.text);
      const size = style === 'long' || style === 'long badges' ? 0 : 1;
      const mark = index === keyIndex && badge !== undefined ? ` (${badge[size]})` : '';
      return mark === '' && text === cell.text ? cell : { ...cell, text: text + mark };
    });
    return { ...row, cells: own };
  }

  async function addWidths(widths: readonly CellWidths[], rows: readonly TableRow[]): Promise<void> {
    for (const { cells } of rows) {
      await measure.prepare(cells.map(({ text }) => text));
      for (const [index, { text }] of cells.entries()) {
        const found = widths[index]!;
        found.widest = Math.max(found.widest, measure.width(text));
        if (!isNumber(text)) continue;
        const whole = endOfWhole(text);
        found.whole = Math.max(found.whole, whole);
        found.fraction = Math.max(found.fraction, text.length - whole);
      }
    }
  }

  /** The widths of all cells in each style. Few rows have styles. */
  async function survey(): Promise<readonly (readonly CellWidths[])[]> {
    const plain = columns.map((): CellWidths => ({ widest: 0, whole: 0, fraction: 0 }));
    const withStyles: TableRow[] = [];
    const add = async (rows: readonly TableRow[]): Promise<void> => {
      withStyles.push(...rows.filter(hasStyles));
      await addWidths(
        plain,
        rows.filter((row) => !hasStyles(row)),
      );
    };
    for await (const block of table.rows) await add(block);
    await add(foot);
    const surveyed = STYLES.map(() => plain.map((own) => ({ ...own })));
    for (const [at, style] of STYLES.entries()) {
      await addWidths(
        surveyed[at]!,
        withStyles.map((row) => toStyle(row, style)),
      );
    }
    return surveyed;
  }

  function layOut(widths: readonly CellWidths[], indexes: readonly number[] = [...columns.keys()]): TableLayout {
    const measured = indexes.map((index): MeasuredColumn => {
      const { heading, kind } = columns[index]!;
      const own = widths[index]!;
      const cells =
        kind === 'bar' ? { cellWidth: MAX_BAR } : { cellWidth: own.widest, alignedWidth: alignedWidth(own) };
      return { ...columns[index]!, nameWidth: measure.width(heading), ...cells };
    });
    const found = layOutTable(measured, width, KEPT_IMPORTANCE);
    return { ...found, shown: found.shown.map((at) => indexes[at]!) };
  }

  // The longest style for which no column has to go and no name is cut; or else the shortest. A long badge says more than bars.
  const surveyed = await survey();
  const keyWidths = surveyed.map((widths) => widths[keyIndex]!.widest);
  const isWhole = ({ shown, widths }: TableLayout, at: number): boolean =>
    widths[shown.indexOf(keyIndex)]! >= keyWidths[at]!;
  const figures = [...columns.keys()].filter((index) => columns[index]!.kind !== 'bar');
  const layouts = surveyed.map((widths, at) => {
    const all = layOut(widths);
    // Long badges make the names wider.
    const hasBadges = at < 2 && keyWidths[at] === keyWidths[1] && keyWidths[at]! > keyWidths.at(-1)!;
    const hasRoom = isWhole(all, at) && all.shown.length === columns.length;
    return hasBadges && !hasRoom ? { ...layOut(widths, figures), isWithoutBars: true } : all;
  });
  const most = layouts.at(-1)!.shown;
  const first = layouts.findIndex((layout, at) => {
    const least = 'isWithoutBars' in layout ? most.filter((index) => figures.includes(index)) : most;
    return isWhole(layout, at) && layout.shown.length === least.length;
  });
  const chosen = first === -1 ? STYLES.length - 1 : first;
  const [style, widths, whole] = [STYLES[chosen]!, surveyed[chosen]!, layouts[chosen]!];
  const isNarrow = whole.shown.length < columns.length;
  const open = [...columns.keys()].filter((index) => !isNarrow || columns[index]!.constant === undefined);
  const layout = open.length === columns.length ? whole : layOut(widths, open);
  const constants = isNarrow ? columns.flatMap(({ constant }) => constant ?? []) : [];
  const hidden = columns.filter((_, index) => open.includes(index) && !layout.shown.includes(index));
  return {
    constants,
    hidden: hidden.filter(({ kind }) => kind !== 'bar').map(({ heading, name = heading }) => name),
    draw,
  };

  async function* draw(): AsyncGenerator<string> {
    const shown = layout.shown.map((index, slot) => {
      const { heading: name, measureName, kind } = columns[index]!;
      const [own, cells] = [layout.widths[slot]!, widths[index]!];
      return { name, measureName, kind, width: own, fractionWidth: own < alignedWidth(cells) ? 0 : cells.fraction };
    });
    const render = createTableRenderer(shown, { color, measure });
    const cellsOf = (row: TableRow) => {
      const { cells } = toStyle(row, style);
      return layout.shown.map((index) => cells[index]!);
    };
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
  const importance = KEPT_IMPORTANCE;
  const table: Table = {
    ...{ kind: 'table', id: 'rows', rowCount: rows.length },
    columns: names.map((heading, index) => ({ heading, kind: kindOf(index), importance })),
    rows: [rows.map((row) => ({ cells: row.map((text) => ({ text: text || '—', tone: 'plain' })) }))],
    notes: () => [],
  };
  const { draw } = await fitTable(table, { width, color: hasColor, measure: createTextMeasure() });
  let drawn = '';
  for await (const piece of draw()) drawn += piece;
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
