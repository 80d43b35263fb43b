/** The largest or the first groups, and one row for all others, whose values come from their records. */

import type { Column } from '../core/columns.ts';
import { type Cell, cellText, figureIn } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isNameOfOthers, nameOthers } from '../records/row-keys.ts';
import { readRows, type StoredRows, storeRows } from '../records/rows.ts';
import { surveyColumns } from './column-kinds.ts';
import { chooseMeasure } from './main-measure.ts';
import { sortRows } from './sort.ts';
import type { SortKey } from './sort-keys.ts';

/** The number of groups, their order, and the way to merge the others. */
export interface TopOptions {
  /** The number of groups to keep. */
  readonly count: number;
  /** Without a sort key, the largest amounts of the main measure come first: gains and losses. */
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

/** The first rows of `groups`, in order, then a row for the others. One other group has its own row. */
export async function topRows(groups: RecordSet, options: TopOptions): Promise<RecordSet> {
  const { count, keys, measures, newFile } = options;
  const measure = chooseMeasure(await surveyColumns([groups], measures), options.namedMeasure);
  const bySize: SortKey = { column: measure, isDescending: true, rankOf: sizeOf };
  const sort = options.sort.length > 0 ? options.sort : [bySize];
  const sorted = await sortRows(groups, { keys: sort, limit: count + 1, newFile });
  if (groups.recordCount <= count + 1) return sorted;

  const first = await storeRows(newFile(), groups, (stored) => copyRows(sorted, stored, count));
  const name = JSON.stringify(nameOthers(await hasNameOfOthers(groups, keys[0]!)));
  const other = await options.mergeOthers(
    groups,
    first,
    keys.map((_, index) => (index === 0 ? name : 'null')),
  );
  return storeRows(newFile(), groups, async (stored) => {
    await copyRows(first, stored);
    await copyRows(other, stored);
  });
}

/** The amount of a number without its sign. */
function sizeOf(cell: Cell): Cell {
  const figure = cell === undefined ? undefined : figureIn(cell);
  return figure?.startsWith('-') === true ? figure.slice(1) : cell;
}

async function hasNameOfOthers(groups: RecordSet, key: Column): Promise<boolean> {
  for await (const rows of readRows(groups, [key])) {
    for (const { cells } of rows) if (isNameOfOthers(cellText(cells[0]))) return true;
  }
  return false;
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
    await stored.flush();
  }
}
