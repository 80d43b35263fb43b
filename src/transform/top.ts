/** The largest or the first groups, and one row for the others, whose values come from their records. */

import type { Column } from '../core/columns.ts';
import { type Cell, cellText, figureIn } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isNameOfOthers, nameOthers } from '../records/row-keys.ts';
import { readRows, type StoredRows, storeRows } from '../records/rows.ts';
import type { MixedAmount } from './amounts.ts';
import { surveyColumns } from './column-kinds.ts';
import type { Groups } from './group-step.ts';
import { chooseMeasure } from './main-measure.ts';
import { pivotOthers } from './pivot.ts';
import { addRatios } from './ratio.ts';
import { regroup } from './regroup.ts';
import { selectGroups } from './select-groups.ts';
import { limitRows, sortRows } from './sort.ts';
import type { SortKey } from './sort-keys.ts';

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

/** The first rows in order, then a row for the others. One other group has its own row. */
export async function topRows(
  rows: RecordSet,
  { count, groups, sort, emptied, newFile }: TopOptions,
): Promise<RecordSet> {
  const { keys, measures, namedMeasure } = groups;
  const measure = chooseMeasure(await surveyColumns([rows], measures), namedMeasure);
  const bySize: SortKey = { column: measure, isDescending: true, rankOf: sizeOf };
  const order = sort.length > 0 ? sort : [bySize];
  const sorted = await sortRows(rows, { keys: order, limit: count + 1, newFile });
  if (rows.recordCount <= count + 1) return sorted;

  const first = await limitRows(sorted, count, newFile);
  const name = JSON.stringify(nameOthers(await hasNameOfOthers(rows, keys[0]!)));
  const allKeys = groups.pivot?.others ?? groups.grouping.keys;
  const others = await selectGroups(groups.records, allKeys, first, { newFile, isExcluded: true });
  const keyCells = keys.map((_, index) => (index === 0 ? name : 'null'));
  const other = await mergeGroups(others, { groups, keyCells, emptied, newFile });
  return storeRows(newFile(), rows, async (stored) => {
    await copyRows(first, stored);
    await copyRows(other, stored);
  });
}

/** One row of all records of `sides`. */
async function mergeGroups(
  sides: readonly RecordSet[],
  {
    groups,
    keyCells,
    emptied,
    newFile,
  }: Pick<TopOptions, 'groups' | 'emptied' | 'newFile'> & { readonly keyCells: readonly string[] },
): Promise<RecordSet> {
  if (groups.pivot !== undefined) return pivotOthers(groups, sides, { keyCells, emptied, newFile });
  const { recordSet, combined } = await regroup(groups, sides, { keys: [], keyCells, newFile });
  for (const [name, amount] of combined) emptied.set(name, amount);
  return addRatios(recordSet, groups.computed, newFile);
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

async function copyRows(recordSet: RecordSet, stored: StoredRows): Promise<void> {
  for await (const rows of readRows(recordSet, [])) {
    for (const { block, start, end } of rows) stored.add(block, start, end);
    await stored.flush();
  }
}
