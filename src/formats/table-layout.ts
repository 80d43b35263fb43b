/** How wide each column of a table is, and which columns a terminal has no room for. Numbers are never cut. */

export interface MeasuredColumn {
  readonly name: string;
  readonly nameWidth: number;
  /** The widest cell. */
  readonly cellWidth: number;
  /** True if every cell that is not empty is a number, and there is one. */
  readonly isNumeric: boolean;
  /** Columns of less importance are left out first; of the same importance, the last one first. */
  readonly importance: number;
}

export interface TableLayout {
  /** Indexes of the columns that are shown, ascending; at least one. */
  readonly shown: readonly number[];
  /** The width of each of these. */
  readonly widths: readonly number[];
}

/** Between two columns. */
export const GAP = 2;
/** Text is not cut to less than this, the width of a date. */
const MIN_TEXT_WIDTH = 10;
/** The name of a column of numbers is not cut to less than this. */
const MIN_NAME_WIDTH = 8;

/** Fits columns into `maxWidth`: by cutting text, the widest first, and then by leaving out columns. */
export function layOutTable(columns: readonly MeasuredColumn[], maxWidth: number | undefined): TableLayout {
  const natural = columns.map((column) => Math.max(column.nameWidth, column.cellWidth));
  if (maxWidth === undefined || totalWidth(natural) <= maxWidth) {
    return { shown: [...columns.keys()], widths: natural };
  }
  const least = columns.map((column, index) => Math.min(natural[index]!, leastWidth(column)));
  const shown = new Set(columns.keys());
  let width = totalWidth(least);
  for (const index of leastImportantFirst(columns)) {
    if (shown.size === 1 || width <= maxWidth) break;
    shown.delete(index);
    width -= least[index]! + GAP;
  }
  return { shown: [...shown], widths: shrink(pick(natural, shown), pick(least, shown), maxWidth) };
}

function leastImportantFirst(columns: readonly MeasuredColumn[]): readonly number[] {
  const indexes = [...columns.keys()];
  return indexes.sort((one, other) => columns[one]!.importance - columns[other]!.importance || other - one);
}

function pick(widths: readonly number[], indexes: Iterable<number>): readonly number[] {
  return Array.from(indexes, (index) => widths[index]!);
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1);
}

function leastWidth({ isNumeric, nameWidth, cellWidth }: MeasuredColumn): number {
  return isNumeric ? Math.max(cellWidth, Math.min(nameWidth, MIN_NAME_WIDTH)) : MIN_TEXT_WIDTH;
}

/** Takes one column's width off the column with most to spare, until all fit or none has any. */
function shrink(natural: readonly number[], least: readonly number[], maxWidth: number): readonly number[] {
  const widths = [...natural];
  for (let excess = totalWidth(widths) - maxWidth; excess > 0; excess--) {
    const spare = widths.map((width, index) => (width > least[index]! ? width : 0));
    const widest = Math.max(...spare);
    if (widest === 0) break;
    widths[spare.lastIndexOf(widest)]! -= 1;
  }
  return widths;
}
