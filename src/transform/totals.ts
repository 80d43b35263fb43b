/** Totals: sums of the columns that can be summed, and ratios computed again from these sums. */

import { type Column, columnKey } from '../core/columns.ts';
import type { Cell } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { createAggregates } from './aggregate.ts';
import { findMeasures } from './plan-groups.ts';
import type { Ratio } from './ratio.ts';
import type { Totals } from './transformed-rows.ts';

interface TotalsRequest {
  readonly candidates: readonly Column[];
  /** True if the candidates are sums already: their names do not matter then. */
  readonly areSums: boolean;
  readonly ratios: readonly Ratio[];
}

/** The totals of the `candidates` that can be summed, and of `ratios` of them. Reads every row twice. */
export async function computeTotals(
  recordSet: RecordSet,
  { candidates, areSums, ratios }: TotalsRequest,
): Promise<Totals> {
  const found = await findMeasures([recordSet], candidates);
  const summable = areSums ? [...found.summable, ...found.skipped] : found.summable;
  const sums = summable.map((column) => createAggregates('sum', column.name));
  for await (const rows of scanRows(recordSet, summable)) {
    while (rows.next()) {
      const { block, starts, ends } = rows;
      for (let index = 0; index < sums.length; index++) {
        sums[index]!.addAt(0, block, starts[index]!, ends[index]!);
      }
    }
  }
  const totals = new Map(summable.map(({ path }, index) => [columnKey(path), sums[index]!.result(0)]));
  const totalOf = ({ path }: Column): Cell => totals.get(columnKey(path));
  for (const { column, numerator, denominator, quotientOf } of ratios) {
    const quotient = quotientOf(totalOf(numerator), totalOf(denominator));
    const isKnown = quotient !== 'null' || !totals.has(columnKey(column.path));
    // Without a total of one side, the change stays the sum of the changes: of new groups, for example.
    if (isKnown) totals.set(columnKey(column.path), quotient);
  }
  return totals;
}
