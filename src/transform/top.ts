/** The first groups, and one row for all others, whose values come from their records. */

import type { Column } from '../core/columns.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows, type StoredRows, storeRows } from '../records/rows.ts';
import { surveyColumns } from './column-kinds.ts';
import { chooseMeasure } from './main-measure.ts';
import { sortRows } from './sort.ts';
import type { SortKey } from './sort-keys.ts';

/** The key of the row for the groups after the first ones. */
const OTHER = '"(other)"';

/** The number of groups, their order, and the way to merge the others. */
export interface TopOptions {
  /** The number of groups to keep. */
  readonly count: number;
  /** Without a sort key, the largest values of the main measure come first. */
  readonly sort: readonly SortKey[];
  readonly keys: readonly Column[];
  readonly measures: readonly Column[];
  /** The measure to sort by, if the user named it. */
  readonly namedMeasure: Column | undefined;
  /** One row with the keys `keyCells` for all records of the `groups` that are not among the `first` ones. */
  readonly mergeOthers: (
    groups: RecordSet,
    first: RecordSet,
    keyCells: readonly string[],
  ) => Promise<RecordSet>;
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
}

/** The first rows of `groups`, in order, then a row `(other)` if there are more. */
export async function topRows(groups: RecordSet, options: TopOptions): Promise<RecordSet> {
  const { count, keys, measures, newFile } = options;
  const schemas = await surveyColumns([groups], [...keys, ...measures]);
  const measure = chooseMeasure(schemas.slice(keys.length), options.namedMeasure);
  const sort = options.sort.length > 0 ? options.sort : [{ column: measure, isDescending: true }];
  const sorted = await sortRows(groups, { keys: sort, limit: count, newFile });
  if (groups.recordCount <= count) return sorted;

  const first = await storeRows(newFile(), groups, (stored) => copyRows(sorted, stored, count));
  // A label in a column of numbers would make it a column of texts.
  const labelIndex = Math.max(
    0,
    schemas.slice(0, keys.length).findIndex(({ kind }) => kind === 'text' || kind === 'mixed'),
  );
  const keyCells = keys.map((_, index) => (index === labelIndex ? OTHER : 'null'));
  const other = await options.mergeOthers(groups, first, keyCells);
  return storeRows(newFile(), groups, async (stored) => {
    await copyRows(first, stored);
    await copyRows(other, stored);
  });
}

async function copyRows(
  recordSet: RecordSet,
  stored: StoredRows,
  limit = Number.POSITIVE_INFINITY,
): Promise<void> {
  let remaining = limit;
  for await (const rows of readRows(recordSet, [])) {
    for (const { block, start, end } of rows) {
      if (remaining-- <= 0) return;
      stored.add(block, start, end);
    }
    await stored.settle();
  }
}
