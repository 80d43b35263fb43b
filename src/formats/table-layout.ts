/** Chooses the width of each column of a table, and the columns that fit into a terminal. Numbers are never cut. */

export interface MeasuredColumn {
  readonly name: string;
  readonly nameWidth: number;
  /** The width of the widest cell. */
  readonly cellWidth: number;
  /** True if the column holds only numbers and empty cells, and at least one number. */
  readonly isNumeric: boolean;
  /** The least important column is dropped first; of equally important ones, the last. */
  readonly importance: number;
}

interface TableLayout {
  /** Indexes of the shown columns, ascending; at least one. */
  readonly shown: readonly number[];
  /** The width of each shown column. */
  readonly widths: readonly number[];
}

/** Spaces between two columns. */
export const GAP = 2;
/** Minimum width of cut text: the width of a date. */
const MIN_TEXT_WIDTH = 10;
/** Minimum width of the cut name of a column of numbers. */
const MIN_NAME_WIDTH = 8;

/** Fits columns into `maxWidth`: cuts texts, the widest first, and then drops columns. */
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

/** Shortens the widest column that can be shortened by one, until all fit or none can. */
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
