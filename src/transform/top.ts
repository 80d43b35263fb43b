/** The largest or the first groups, and one row for all others, whose values come from their records. */

import type { Column } from '../core/columns.ts';
import { type Cell, cellText, figureIn } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isNameOfOthers, nameOthers } from '../records/row-keys.ts';
import { readRows, type StoredRows, storeRows } from '../records/rows.ts';
import type { MixedAmount } from './amounts.ts';
import { surveyColumns } from './column-kinds.ts';
import type { Groups } from './group-step.ts';
import { measureColumns } from './group-table.ts';
import { chooseMeasure } from './main-measure.ts';
import { pivotOthers } from './pivot.ts';
import { addRatios, ratiosFor } from './ratio.ts';
import { daysOfRecords, regroup } from './regroup.ts';
import { selectGroups } from './select-groups.ts';
import { sortRows } from './sort.ts';
import type { SortKey } from './sort-keys.ts';
import { addTrend } from './sparkline.ts';

/** The number of groups, and their order. */
interface TopOptions {
  /** The number of groups to keep. */
  readonly count: number;
  /** Without a sort key, the largest amounts of the main measure come first: gains and losses. */
  readonly sort: readonly SortKey[];
  readonly groups: Groups;
  /** Receives the amounts that the row of the others leaves empty, by name. */
  readonly emptied: Map<string, MixedAmount>;
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
}

/** The first `rows` of groups, in order, then a row for the others. One other group has its own row. */
export async function topRows(rows: RecordSet, options: TopOptions): Promise<RecordSet> {
  const { count, groups, newFile } = options;
  const { keys, measures, namedMeasure } = groups;
  const measure = chooseMeasure(await surveyColumns([rows], measures), namedMeasure);
  const bySize: SortKey = { column: measure, isDescending: true, rankOf: sizeOf };
  const sort = options.sort.length > 0 ? options.sort : [bySize];
  const sorted = await sortRows(rows, { keys: sort, limit: count + 1, newFile });
  if (rows.recordCount <= count + 1) return sorted;

  const first = await storeRows(newFile(), rows, (stored) => copyRows(sorted, stored, count));
  const name = JSON.stringify(nameOthers(await hasNameOfOthers(rows, keys[0]!)));
  const keyCells = keys.map((_, index) => (index === 0 ? name : 'null'));
  const other = await groupOthers(first, keyCells, options);
  return storeRows(newFile(), rows, async (stored) => {
    await copyRows(first, stored);
    await copyRows(other, stored);
  });
}

/** The second grouping: one row with the keys `keyCells`, for the records of all groups that are not among the `first` ones. */
async function groupOthers(
  first: RecordSet,
  keyCells: readonly string[],
  { groups, emptied, newFile }: TopOptions,
): Promise<RecordSet> {
  const { records, grouping, computed, trend, pivot } = groups;
  const keys = pivot?.others ?? grouping.keys;
  const sides = await selectGroups(records, keys, first, { newFile, isExcluded: true });
  const days = await daysOfRecords(sides, keys, grouping, newFile);
  if (pivot !== undefined) return pivotOthers(groups, sides, { keyCells, days, emptied, newFile });
  const { recordSet, combined } = await regroup(groups, sides, { keys: [], keyCells, days, newFile });
  for (const [name, amount] of combined) emptied.set(name, amount);
  // A trend of several currencies stays empty, as their sum does.
  const hasTrend = trend !== undefined && !combined.has(measureColumns(grouping)[trend.measure]!.name);
  const byUnit = hasTrend ? { ...grouping, keys: [trend.unit] } : undefined;
  const complete = byUnit && (await addTrend(recordSet, sides[0]!, byUnit, { ...trend!, newFile }));
  return addRatios(complete?.recordSet ?? recordSet, ratiosFor(computed, []), newFile);
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
