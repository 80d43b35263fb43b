import type { Column } from '../core/column.ts';
import type { Dataset } from '../segments/dataset.ts';
import { type Condition, matcherOf } from './condition.ts';
import { createConditionSense } from './condition-sense.ts';
import { readRows } from './rows.ts';
import { storeRows } from './stored-rows.ts';

/**
 * The records that meet all `conditions`, each on the column beside it, as they are, written to `file`. Throws a usage error
 * for a condition that compares what does not compare.
 */
export async function filterRows(
  dataset: Dataset,
  conditions: readonly (readonly [condition: Condition, column: Column])[],
  file: string,
): Promise<Dataset> {
  const columns = conditions.map(([, column]) => column);
  const matchers = conditions.map(([condition]) => matcherOf(condition));
  const senses = conditions.map(([condition]) => createConditionSense(condition));
  return storeRows(file, dataset, async (stored) => {
    for await (const rows of readRows(dataset, columns)) {
      for (const { cells, block, start, end } of rows) {
        for (let index = 0; index < senses.length; index++) senses[index]!.look(cells[index]);
        if (matchers.every((matches, index) => matches(cells[index]))) stored.add(block, start, end);
      }
      await stored.settle();
    }
    for (const sense of senses) sense.judge();
  });
}
