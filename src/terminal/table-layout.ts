/** Chooses the width of each column of a table, and the columns that fit into a terminal. Numbers and dates are never cut. */

import type { TableColumn } from '../document/document.ts';

/** The facts about a column that its width depends on. */
export interface MeasuredColumn extends Pick<TableColumn, 'heading' | 'kind' | 'importance' | 'isUnit'> {
  readonly nameWidth: number;
  /** The width of the widest cell. */
  readonly cellWidth: number;
  /** The same with a short label of the totals. */
  readonly shortWidth: number;
  /** The width of the cells with their decimal points aligned, if they are numbers; else 0. */
  readonly alignedWidth: number;
}

export interface TableLayout {
  /** Indexes of the shown columns, ascending; at least one. */
  readonly shown: readonly number[];
  /** The width of each shown column. */
  readonly widths: readonly number[];
}

/** Spaces between two columns. */
export const GAP = 2;
/** The widths of bars; those on both sides of zero have half of it each. */
const BAR = { least: 11, most: 25 };
/** The width of a day with a star. */
const DAY = 11;
/** Minimum widths of cut texts, and of the broken names of columns of numbers. */
const MIN_WIDTHS = { number: 12, date: DAY, key: 14, text: 10, bar: BAR.least } as const;

/**
 * Fits columns into `maxWidth`: drops the least important ones until all fit with their least widths, and then shortens texts, the widest
 * first. Bars take the room that is left.
 */
export function layOutTable(columns: readonly MeasuredColumn[], maxWidth = Number.POSITIVE_INFINITY): TableLayout {
  const natural = columns.map(naturalWidth);
  const least = columns.map(leastWidth);
  const shown = dropColumns(columns, least, maxWidth);
  const shrunk = shrink(pick(natural, shown), pick(least, shown), maxWidth);
  const widths = shown.map((index, slot) =>
    shrunk[slot]! < columns[index]!.alignedWidth ? least[index]! : shrunk[slot]!,
  );
  const spare = Math.max(0, maxWidth - totalWidth(widths));
  const withBars = widths.map((width, slot) =>
    columns[shown[slot]!]!.kind === 'bar' ? Math.min(BAR.most, width + spare) : width,
  );
  return { shown, widths: withBars };
}

/** The indexes of the columns that fit with their `least` widths. One always stays. Of equally important units, the oldest goes first. */
function dropColumns(
  columns: readonly MeasuredColumn[],
  least: readonly number[],
  maxWidth: number,
): readonly number[] {
  const kept = new Set(columns.keys());
  const placeOf = (index: number): number => (columns[index]!.isUnit === true ? index : -index);
  const order = [...columns.keys()].sort(
    (one, other) => columns[one]!.importance - columns[other]!.importance || placeOf(one) - placeOf(other),
  );
  for (const index of order) if (kept.size > 1 && totalWidth(pick(least, [...kept])) > maxWidth) kept.delete(index);
  return [...kept];
}

function pick(widths: readonly number[], indexes: readonly number[]): readonly number[] {
  return indexes.map((index) => widths[index]!);
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1);
}

function naturalWidth({ kind, nameWidth, cellWidth, alignedWidth }: MeasuredColumn): number {
  return kind === 'bar' ? BAR.least : Math.max(nameWidth, cellWidth, alignedWidth);
}

/** If a column does not fit, its numbers lose the alignment of their decimal points, but no digit. The name of a unit is not broken. */
function leastWidth(column: MeasuredColumn): number {
  const { kind, heading, nameWidth, cellWidth, isUnit } = column;
  const least = isUnit === true ? /^[^_]*_?/.exec(heading)![0].length : MIN_WIDTHS[kind];
  if (kind === 'number') return Math.max(cellWidth, Math.min(nameWidth, least));
  return Math.min(naturalWidth({ ...column, cellWidth: column.shortWidth }), least);
}

/** The index after the whole part of a number: of its decimal point or its exponent, or its length. */
export function endOfWhole(number: string): number {
  return /^[^.:-\uffff]*/.exec(number)![0].length;
}

/** Shortens the widest column that can be shortened by one, until all fit or none can. */
function shrink(natural: readonly number[], least: readonly number[], maxWidth: number): readonly number[] {
  const widths = [...natural];
  for (let excess = totalWidth(widths) - maxWidth; excess > 0; excess--) {
    const spare = widths.map((width, index) => (width <= least[index]! ? 0 : width));
    const widest = Math.max(...spare);
    if (widest === 0) break;
    widths[spare.lastIndexOf(widest)]! -= 1;
  }
  return widths;
}
