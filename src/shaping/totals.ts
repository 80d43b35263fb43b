/** The last row of a table: sums of what can be added, quotients made anew, and nothing in between. */

import { type Column, columnKey } from '../core/column.ts';
import { countOf } from '../core/count.ts';
import { hasUnsummableName } from '../records/schema.ts';
import type { Cell } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { createAggregate } from './aggregate.ts';
import { findMeasures } from './measures.ts';
import type { Ratio } from './ratio.ts';
import { readRows } from './rows.ts';

/** A total for each column that has one, by `columnKey`. */
export type Totals = ReadonlyMap<string, string>;

export interface TotalsRequest {
  readonly candidates: readonly Column[];
  /** True if the candidates are sums already, and may be added whatever they are called. */
  readonly areSums: boolean;
  readonly ratios: readonly Ratio[];
}

export interface ComputedTotals {
  readonly totals: Totals;
  /** Columns of figures that have none. */
  readonly leftOut: readonly Column[];
}

/** Of those of `candidates` that can be added, and of `ratios` of them. Looks at every record, twice. */
export async function computeTotals(
  dataset: Dataset,
  { candidates, areSums, ratios }: TotalsRequest,
): Promise<ComputedTotals> {
  const found = await findMeasures([dataset], candidates);
  const addable = areSums ? [...found.addable, ...found.leftOut] : found.addable;
  const sums = addable.map((column) => createAggregate('sum', column.name));
  for await (const rows of readRows(dataset, addable)) {
    for (const { cells } of rows) {
      for (let index = 0; index < sums.length; index++) sums[index]!.add(cells[index]);
    }
  }
  const totals = new Map(addable.map(({ path }, index) => [columnKey(path), sums[index]!.result()]));
  const totalOf = ({ path }: Column): Cell => totals.get(columnKey(path));
  for (const { column, numerator, denominator, quotientOf } of ratios) {
    totals.set(columnKey(column.path), quotientOf(totalOf(numerator), totalOf(denominator)));
  }
  // Nobody expects a total of a column called `ctr`. Where only the cells rule it out, the user should know.
  const unexpected = areSums ? [] : found.leftOut.filter((column) => !hasUnsummableName(column));
  const missing = [...unexpected, ...found.mixed];
  return { totals, leftOut: missing.filter(({ path }) => !totals.has(columnKey(path))) };
}

/** The row of totals under `columns`; its first cell says what it is, if there is room. */
export function totalsRow(totals: Totals, columns: readonly Column[], rowCount: number): readonly Cell[] {
  const cells = columns.map(({ path }): Cell => totals.get(columnKey(path)));
  if (cells.length > 0 && cells[0] === undefined)
    cells[0] = JSON.stringify(`total of ${countOf(rowCount, 'row')}`);
  return cells;
}
