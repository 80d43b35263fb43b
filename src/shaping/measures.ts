/** Which columns hold figures that can be added up, by what their cells and their names say. */

import type { Column } from '../core/column.ts';
import { type Cell, isText } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { figureIn, isEmpty } from './cell-number.ts';
import { isNamingName, isQuotientName } from './measure-names.ts';
import { readRows } from './rows.ts';

export interface Measures {
  /** Every cell that is not empty holds a number, and there is one. */
  readonly addable: readonly Column[];
  /** Columns of numbers all the same, whose sum would mean nothing: ids, rates, averages. */
  readonly leftOut: readonly Column[];
  /** Columns of numbers but for some cells, which hold something else. */
  readonly mixed: readonly Column[];
  /** Columns in which every cell is empty. */
  readonly empty: readonly Column[];
}

interface Seen {
  readonly column: Column;
  numbers: number;
  /** Numbers that are JSON numbers. */
  bare: number;
  others: number;
  isLong: boolean;
}

/** More digits than this make an id, not an amount: a spreadsheet would lose some. */
const MAX_AMOUNT_DIGITS = 15;

/** Looks at every record of all datasets, whose columns count together. */
export async function findMeasures(
  datasets: readonly Dataset[],
  columns: readonly Column[],
): Promise<Measures> {
  const seen = columns.map((column): Seen => ({ column, numbers: 0, bare: 0, others: 0, isLong: false }));
  for (const dataset of datasets) {
    for await (const rows of readRows(dataset, columns)) {
      for (const { cells } of rows) {
        for (let index = 0; index < seen.length; index++) look(cells[index], seen[index]!);
      }
    }
  }
  const columnsOf = (of: readonly Seen[]): readonly Column[] => of.map(({ column }) => column);
  const numeric = seen.filter(({ numbers, others }) => numbers > 0 && others === 0);
  return {
    addable: columnsOf(numeric.filter(isAddable)),
    leftOut: columnsOf(numeric.filter((each) => !isAddable(each))),
    mixed: columnsOf(seen.filter((each) => isMixed(each) && isAddable(each))),
    empty: columnsOf(seen.filter(({ numbers, others }) => numbers + others === 0)),
  };
}

function isAddable({ column: { name }, isLong }: Seen): boolean {
  return !isLong && !isNamingName(name) && !isQuotientName(name);
}

/** A name that happens to be digits makes no column of numbers. */
function isMixed({ numbers, bare, others }: Seen): boolean {
  return others > 0 && (bare > 0 || (numbers > 0 && numbers >= others));
}

function look(cell: Cell, seen: Seen): void {
  if (isEmpty(cell)) return;
  const figure = figureIn(cell);
  if (figure === undefined) {
    seen.others++;
    return;
  }
  seen.numbers++;
  if (!isText(cell!)) seen.bare++;
  if (figure.length > MAX_AMOUNT_DIGITS && /^-?\d{16,}$/.test(figure)) seen.isLong = true;
}
