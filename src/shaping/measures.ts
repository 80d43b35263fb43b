/** Which columns hold figures that can be added up, by what their cells and their names say. */

import type { Column } from '../core/column.ts';
import type { Cell } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { figureIn } from './cell-number.ts';
import { isNamingName, isQuotientName } from './measure-names.ts';
import { readRows } from './rows.ts';

export interface Measures {
  /** Every cell that is not empty holds a number, and there is one. */
  readonly addable: readonly Column[];
  /** Columns of numbers all the same, whose sum would mean nothing: ids, rates, averages. */
  readonly leftOut: readonly Column[];
}

interface Seen {
  numbers: number;
  others: number;
  isLong: boolean;
}

/** More digits than this make an id, not an amount: a spreadsheet would lose some. */
const MAX_AMOUNT_DIGITS = 15;

/** Looks at every record. */
export async function findMeasures(dataset: Dataset, columns: readonly Column[]): Promise<Measures> {
  const seen = columns.map((): Seen => ({ numbers: 0, others: 0, isLong: false }));
  for await (const rows of readRows(dataset, columns)) {
    for (const { cells } of rows) {
      for (let index = 0; index < seen.length; index++) look(cells[index], seen[index]!);
    }
  }
  const numeric = columns.filter((_, index) => seen[index]!.numbers > 0 && seen[index]!.others === 0);
  const isAddable = (column: Column): boolean =>
    !seen[columns.indexOf(column)]!.isLong && !isNamingName(column.name) && !isQuotientName(column.name);
  return {
    addable: numeric.filter(isAddable),
    leftOut: numeric.filter((column) => !isAddable(column)),
  };
}

function look(cell: Cell, seen: Seen): void {
  if (cell === undefined || cell === 'null' || cell === '""') return;
  const figure = figureIn(cell);
  if (figure === undefined) {
    seen.others++;
    return;
  }
  seen.numbers++;
  if (figure.length > MAX_AMOUNT_DIGITS && /^-?\d{16,}$/.test(figure)) seen.isLong = true;
}
