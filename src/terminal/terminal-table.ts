/** Fits a table into a terminal, and draws it. */

import { wrap } from '../core/text.ts';
import { KEPT_IMPORTANCE } from '../document/column-roles.ts';
import type { CaptionPart, Table, TableRow } from '../document/document.ts';
import { type CellWidths, createWidthSurvey } from './number-width.ts';
import { GAP, layOutTable, type MeasuredColumn } from './table-layout.ts';
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

/** How the texts of rows are written: with their long badges, and with long labels of the totals. */
interface Style {
  readonly hasLongBadges: boolean;
  readonly hasLongLabels: boolean;
}

const SHORT: Style = { hasLongBadges: false, hasLongLabels: false };

/** True for a row whose texts differ by style. */
function hasStyles({ badge, cells }: TableRow): boolean {
  return badge !== undefined || cells.some(({ short }) => short !== undefined);
}

/** Reads the rows to measure them. */
export async function fitTable(table: Table, { width, color, measure }: TerminalSize): Promise<FittedTable> {
  const { columns, foot } = table;
  const keyIndex = Math.max(
    0,
    columns.findIndex(({ kind }) => kind === 'key'),
  );
  const styles: readonly Style[] = [
    { hasLongBadges: true, hasLongLabels: true },
    { hasLongBadges: false, hasLongLabels: true },
    SHORT,
  ];
  await measure.prepare(columns.map(({ heading }) => heading));

  function toStyle(given: TableRow, { hasLongBadges, hasLongLabels }: Style): TableRow {
    if (!hasStyles(given)) return given;
    const { cells, badge, ...row } = given;
    const own = cells.map((cell, index) => {
      const text = hasLongLabels ? cell.text : (cell.short ?? cell.text);
      const mark = index === keyIndex && badge !== undefined ? ` (${badge[hasLongBadges ? 0 : 1]})` : '';
      return mark === '' && text === cell.text ? cell : { ...cell, text: text + mark };
    });
    return { ...row, cells: own };
  }

  /** The widths of all cells, for texts of each style: the styles differ in few columns. */
  async function survey(): Promise<readonly (readonly CellWidths[])[]> {
    const all = createWidthSurvey(columns.length, measure);
    const widest = styles.map(() => columns.map(() => 0));
    const add = async (rows: readonly TableRow[]): Promise<void> => {
      await all.add(rows.map((row) => toStyle(row, SHORT).cells));
      for (const row of rows) {
        if (!hasStyles(row)) continue;
        for (const [at, style] of styles.entries()) {
          for (const [index, { text }] of toStyle(row, style).cells.entries()) {
            widest[at]![index] = Math.max(widest[at]![index]!, measure.width(text));
          }
        }
      }
    };
    for await (const block of table.rows) await add(block);
    await add(foot);
    return widest.map((own) =>
      own.map((width, index) => {
        const found = all.of(index);
        return { ...found, widest: Math.max(found.widest, width), aligned: Math.max(found.aligned, width) };
      }),
    );
  }

  function layOut(widths: readonly CellWidths[], indexes: readonly number[] = [...columns.keys()]) {
    const measured = indexes.map((index): MeasuredColumn => {
      const { heading, kind, importance, isUnit = false } = columns[index]!;
      const { widest, aligned } = widths[index]!;
      const nameWidth = measure.width(heading);
      const bar = kind === 'bar' ? { cellWidth: MAX_BAR } : { cellWidth: widest, alignedWidth: aligned };
      return { nameWidth, kind, importance, isUnit, ...bar };
    });
    const found = layOutTable(measured, width, KEPT_IMPORTANCE);
    return { ...found, shown: found.shown.map((at) => indexes[at]!) };
  }

  // The longest style for which no column has to go and no name is cut; or else the shortest.
  const surveyed = await survey();
  const layouts = surveyed.map((widths) => layOut(widths));
  const isRoomy = ({ shown, widths }: (typeof layouts)[number], at: number): boolean => {
    const slot = shown.indexOf(keyIndex);
    return shown.length === layouts.at(-1)!.shown.length && widths[slot]! >= surveyed[at]![keyIndex]!.widest;
  };
  const first = layouts.findIndex(isRoomy);
  const chosen = first === -1 ? styles.length - 1 : first;
  const [style, widths, whole] = [styles[chosen]!, surveyed[chosen]!, layouts[chosen]!];
  const isNarrow = whole.shown.length < columns.length;
  const open = [...columns.keys()].filter((index) => !isNarrow || columns[index]!.constant === undefined);
  const layout = open.length === columns.length ? whole : layOut(widths, open);
  const constants = isNarrow ? columns.flatMap(({ constant }) => constant ?? []) : [];
  const hidden = columns.filter((_, index) => open.includes(index) && !layout.shown.includes(index));
  return { constants, hidden: hidden.filter(({ kind }) => kind !== 'bar').map(({ name }) => name), draw };

  async function* draw(): AsyncGenerator<string> {
    const shown = layout.shown.map((index, slot) => {
      const { heading, measureName, kind } = columns[index]!;
      const { aligned, fraction } = widths[index]!;
      const own = layout.widths[slot]!;
      return {
        ...{ name: heading, measureName, width: own, kind },
        fractionWidth: own < aligned ? 0 : fraction,
      };
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
      for (const line of wrap(note, width ?? Number.POSITIVE_INFINITY)) yield render.legend(line);
    }
  }
}

/** Rows of texts as a table. In the width of a terminal, names wrap, and other texts are cut. Each note is a line below. */
export async function drawTextTable(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  { width, hasColor }: { readonly width: number | undefined; readonly hasColor: boolean },
  notes: readonly string[] = [],
): Promise<string> {
  if (rows.length === 0) return '';
  const kindOf = (index: number) => (index === 0 ? 'key' : 'text');
  const importance = KEPT_IMPORTANCE;
  const table: Table = {
    ...{ kind: 'table', id: 'rows', title: undefined, rowCount: rows.length, foot: [] },
    columns: names.map((name, index) => ({ heading: name, name, kind: kindOf(index), importance })),
    rows: [rows.map((row) => ({ cells: row.map((text) => ({ text: text || '—', tone: 'plain' })) }))],
    notes: () => notes,
    truncation: () => undefined,
  };
  const { draw } = await fitTable(table, { width, color: hasColor, measure: createTextMeasure() });
  let drawn = '';
  for await (const piece of draw()) drawn += piece;
  return drawn;
}
