/** Fits a table into a terminal, and draws it and its caption. */

import { wrap } from '../core/text.ts';
import { longText, type ShownCell, styled, type TextFormat } from '../core/tone.ts';
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
  /** The names of the columns that the terminal has no room for. */
  readonly hidden: readonly string[];
  /** The lines, in pieces. */
  draw(): AsyncIterable<string>;
}

/** Badges and labels of totals are long, or short where room is scarce. */
type Size = 'long' | 'short';

function hasSizes({ short, badge }: ShownCell): boolean {
  return short !== undefined || badge !== undefined;
}

function sized(cell: ShownCell, size: Size): ShownCell {
  if (!hasSizes(cell)) return cell;
  const { text, short = text, badge } = cell;
  if (size === 'long') return { ...cell, text: longText(cell) };
  return { ...cell, text: badge === undefined ? short : `${short} (${badge[1]})` };
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
  await measure.prepare(columns.map(({ heading }) => heading));
  const all = [...columns.keys()];
  const figures = all.filter((index) => columns[index]!.kind !== 'bar');
  const plain = columns.map((): CellWidths => ({ widest: 0, whole: 0, fraction: 0 }));
  /** The cells with two texts, which are few, and the indexes of their columns. */
  const ofTwo: (readonly [index: number, cell: ShownCell])[] = [];

  async function addRows(rows: readonly TableRow[]): Promise<void> {
    for (const { cells } of rows) {
      await measure.prepare(cells.map(({ text }) => text));
      for (const [index, cell] of cells.entries()) {
        if (hasSizes(cell)) ofTwo.push([index, cell]);
        else addWidth(plain[index]!, cell.text);
      }
    }
  }

  function addWidth(found: CellWidths, text: string): void {
    found.widest = Math.max(found.widest, measure.width(text));
    if (!isNumber(text)) return;
    const whole = endOfWhole(text);
    found.whole = Math.max(found.whole, whole);
    found.fraction = Math.max(found.fraction, text.length - whole);
  }

  for await (const block of table.rows) await addRows(block);
  await addRows(foot);
  const widthsOf = (size: Size): readonly CellWidths[] => {
    const widths = plain.map((own) => ({ ...own }));
    for (const [index, cell] of ofTwo) {
      widths[index]!.widest = Math.max(widths[index]!.widest, measure.width(sized(cell, size).text));
    }
    return widths;
  };
  const surveyed = { long: widthsOf('long'), short: widthsOf('short') };
  const areWider = ofTwo.some(
    ([index, cell]) => cell.badge && measure.width(longText(cell)) > surveyed.short[index]!.widest,
  );

  function layOut(size: Size, indexes: readonly number[]): TableLayout {
    const measured = indexes.map((index): MeasuredColumn => {
      const { heading, kind } = columns[index]!;
      const own = surveyed[size][index]!;
      const cells =
        kind === 'bar' ? { cellWidth: MAX_BAR } : { cellWidth: own.widest, alignedWidth: alignedWidth(own) };
      return { ...columns[index]!, nameWidth: measure.width(heading), ...cells };
    });
    const found = layOutTable(measured, width, KEPT_IMPORTANCE);
    return { ...found, shown: found.shown.map((at) => indexes[at]!) };
  }

  // Long texts, if they and the names are whole, and no other column but that of bars has to go or to shrink for them. A badge that
  // makes the names wider says more than bars.
  const short = layOut('short', all);
  const ofNames = new Set([...ofTwo.map(([index]) => index), ...all.filter((index) => columns[index]!.kind === 'key')]);
  const isGood = ({ shown, widths }: TableLayout, indexes: readonly number[]): boolean =>
    shown.length === short.shown.filter((index) => indexes.includes(index)).length &&
    shown.every((at, slot) => {
      const least = ofNames.has(at) ? surveyed.long[at]!.widest : short.widths[short.shown.indexOf(at)];
      return columns[at]!.kind === 'bar' || widths[slot]! >= (least ?? 0);
    });
  const long = (areWider ? [all, figures] : [all])
    .map((indexes) => ({ indexes, layout: layOut('long', indexes) }))
    .find(({ layout, indexes }) => isGood(layout, indexes));
  const [size, layout] = long === undefined ? (['short', short] as const) : (['long', long.layout] as const);
  const widths = surveyed[size];
  const hidden = figures.filter((index) => !layout.shown.includes(index));
  return { hidden: hidden.map((index) => columns[index]!.name ?? columns[index]!.heading), draw };

  async function* draw(): AsyncGenerator<string> {
    const shown = layout.shown.map((index, slot) => {
      const { heading: name, kind } = columns[index]!;
      const [own, cells] = [layout.widths[slot]!, widths[index]!];
      return { name, kind, width: own, fractionWidth: own < alignedWidth(cells) ? 0 : cells.fraction };
    });
    const render = createTableRenderer(shown, { color, measure });
    const cellsOf = ({ cells }: TableRow) => layout.shown.map((index) => sized(cells[index]!, size));
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
