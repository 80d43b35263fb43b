/** Chooses the width of each column of a table, and the columns that fit into a terminal. Numbers and dates are never cut. */

import { NINE, POINT } from '../core/bytes.ts';
import type { TableColumn } from '../document/document.ts';

/** The facts about a column that its width depends on. */
export interface MeasuredColumn extends Pick<TableColumn, 'kind' | 'importance' | 'isUnit'> {
  readonly nameWidth: number;
  /** The width of the widest cell. */
  readonly cellWidth: number;
  /** The width of the cells with their decimal points aligned; by default, that of the widest cell. */
  readonly alignedWidth?: number;
}

export interface TableLayout {
  /** Indexes of the shown columns, ascending; at least one. */
  readonly shown: readonly number[];
  /** The width of each shown column. */
  readonly widths: readonly number[];
}

/** Spaces between two columns. */
export const GAP = 2;
/**
 * Minimum widths of cut texts, and of the cut names of columns of numbers: first, and after the less important columns are
 * dropped. A date takes ten columns.
 */
const MIN_WIDTHS = { number: [12, 8], date: [10, 10], key: [20, 8], text: [10, 8], bar: [11, 11] } as const;

/**
 * Fits columns into `maxWidth`: cuts texts, the widest first; then drops columns that are less important than `keptImportance`;
 * then cuts texts further; then drops other columns.
 */
export function layOutTable(
  columns: readonly MeasuredColumn[],
  maxWidth: number | undefined,
  keptImportance: number,
): TableLayout {
  const natural = columns.map(naturalWidth);
  if (maxWidth === undefined || totalWidth(natural) <= maxWidth) {
    return { shown: [...columns.keys()], widths: natural };
  }
  const order = leastImportantFirst(columns);
  const lessImportant = order.filter((index) => columns[index]!.importance < keptImportance);
  const roomy = columns.map((column) => leastWidth(column, 0));
  const narrow = columns.map((column) => leastWidth(column, 1));
  const kept = dropColumns(new Set(columns.keys()), lessImportant, roomy, maxWidth);
  const isRoomy = totalWidth(pick(roomy, kept)) <= maxWidth;
  const shown = isRoomy ? kept : dropColumns(kept, order, narrow, maxWidth);
  const least = isRoomy ? roomy : narrow;
  const areBars = Array.from(shown, (index) => columns[index]!.kind === 'bar');
  const widths = shrink(pick(natural, shown), pick(least, shown), areBars, maxWidth);
  return {
    shown: [...shown],
    widths: Array.from(shown, (index, slot) =>
      widths[slot]! < alignedWidthOf(columns[index]!) ? least[index]! : widths[slot]!,
    ),
  };
}

/** `columns` without the first ones in `order`, until all fit with their `least` widths. One column always stays. */
function dropColumns(
  columns: ReadonlySet<number>,
  order: readonly number[],
  least: readonly number[],
  maxWidth: number,
): ReadonlySet<number> {
  const kept = new Set(columns);
  let width = totalWidth(pick(least, kept));
  for (const index of order) {
    if (kept.size === 1 || width <= maxWidth) break;
    if (kept.delete(index)) width -= least[index]! + GAP;
  }
  return kept;
}

function leastImportantFirst(columns: readonly MeasuredColumn[]): readonly number[] {
  const placeOf = (index: number): number => (columns[index]!.isUnit === true ? index : -index);
  return [...columns.keys()].sort(
    (one, other) => columns[one]!.importance - columns[other]!.importance || placeOf(one) - placeOf(other),
  );
}

function pick(widths: readonly number[], indexes: Iterable<number>): readonly number[] {
  return Array.from(indexes, (index) => widths[index]!);
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1);
}

function naturalWidth(column: MeasuredColumn): number {
  return Math.max(column.nameWidth, column.cellWidth, alignedWidthOf(column));
}

/** 0 for a column without numbers. */
function alignedWidthOf({ kind, cellWidth, alignedWidth = cellWidth }: MeasuredColumn): number {
  return kind === 'number' ? alignedWidth : 0;
}

/** If a column does not fit, its numbers lose the alignment of their decimal points, but no digit. */
function leastWidth(column: MeasuredColumn, stage: 0 | 1): number {
  const { kind, nameWidth, cellWidth } = column;
  const least = MIN_WIDTHS[kind][stage];
  if (kind === 'number') return Math.max(cellWidth, Math.min(nameWidth, least));
  return Math.min(naturalWidth(column), least);
}

/** The index after the whole part of a number: of its decimal point or its exponent, or its length. */
export function endOfWhole(number: string): number {
  for (let index = 0; index < number.length; index++) {
    const code = number.charCodeAt(index);
    if (code === POINT || code > NINE) return index;
  }
  return number.length;
}

/** Shortens bars, and then the widest column that can be shortened, by one, until all fit or none can. */
function shrink(
  natural: readonly number[],
  least: readonly number[],
  areBars: readonly boolean[],
  maxWidth: number,
): readonly number[] {
  const widths = [...natural];
  for (let excess = totalWidth(widths) - maxWidth; excess > 0; excess--) {
    const spare = widths.map((width, index) =>
      width <= least[index]! ? 0 : areBars[index] ? Number.POSITIVE_INFINITY : width,
    );
    const widest = Math.max(...spare);
    if (widest === 0) break;
    widths[spare.lastIndexOf(widest)]! -= 1;
  }
  return widths;
}
