import type { Dataset } from '../segments/dataset.ts';
import { type Condition, matcherOf } from './condition.ts';
import { resolveColumn } from './resolve-column.ts';
import { readRows } from './rows.ts';
import { openStoredRows } from './stored-rows.ts';

/** The records that meet all `conditions`, as they are, written to `file`. Throws a usage error for a column that none has. */
export async function filterRows(
  dataset: Dataset,
  conditions: readonly Condition[],
  file: string,
): Promise<Dataset> {
  const columns = conditions.map(({ column }) => resolveColumn(column, dataset.columns, '--where'));
  const matchers = conditions.map(matcherOf);
  const stored = await openStoredRows(file);
  try {
    for await (const rows of readRows(dataset, columns)) {
      for (const { cells, record } of rows) {
        if (matchers.every((matches, index) => matches(cells[index]))) stored.add(Buffer.from(record));
      }
      await stored.settle();
    }
    return await stored.finish(dataset.columns, dataset.hasMoreColumns);
  } catch (error) {
    await stored.abandon();
    throw error;
  }
}
