/** The largest or the first groups, of all or of each group of a key, and one row for the others, whose values come from their records. */

import { type Column, createColumn } from '../core/columns.ts';
import { type Cell, cellText, figureIn } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isNameOfOthers, nameOthers } from '../records/row-keys.ts';
import { readRows, type StoredRows, storeRows } from '../records/rows.ts';
import type { MixedAmount } from './amounts.ts';
import { surveyColumns } from './column-kinds.ts';
import { type GroupKey, keyIdentity } from './group-key.ts';
import type { Groups } from './group-step.ts';
import { chooseMeasure } from './main-measure.ts';
import { pivotOthers } from './pivot.ts';
import { addRatios, ratiosFor } from './ratio.ts';
import { type KeyCells, regroup } from './regroup.ts';
import { selectGroups } from './select-groups.ts';
import { sortRows } from './sort.ts';
import type { SortKey } from './sort-keys.ts';

/** The number of groups, and their order. */
interface TopOptions {
  /** The number of groups to keep. */
  readonly count: number;
  /** The key whose groups each keep that number; undefined for all groups together. */
  readonly within: GroupKey | undefined;
  /** Without a sort key, the largest amounts of the main measure come first: gains and losses. */
  readonly sort: readonly SortKey[];
  readonly groups: Groups;
  /** Receives the amounts that the row of the others leaves empty, by name. */
  readonly emptied: Map<string, MixedAmount>;
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
}

/**
 * The first rows of all groups, or of each group of `within`, in order, then a row for the others. One other group has its own
 * row. The groups of `within` are in the order of their totals, units of time in the order of time.
 */
export async function topRows(rows: RecordSet, options: TopOptions): Promise<RecordSet> {
  const { count, within, groups, newFile } = options;
  const { keys, measures, namedMeasure } = groups;
  const measure = chooseMeasure(await surveyColumns([rows], measures), namedMeasure);
  const bySize: SortKey = { column: measure, isDescending: true, rankOf: sizeOf };
  const sort = options.sort.length > 0 ? options.sort : [bySize];
  const limit = within === undefined ? count + 1 : Number.POSITIVE_INFINITY;
  const sorted = await sortRows(rows, { keys: sort, limit, newFile });
  if (rows.recordCount <= count + 1 && within === undefined) return sorted;

  const column = within && createColumn([within.name]);
  const sizes = column === undefined ? new Map([[ALL, rows.recordCount]]) : await countRows(rows, column);
  const first = await storeRows(newFile(), rows, async (stored) => {
    const kept = new Map<string, number>();
    for await (const batch of readRows(sorted, column === undefined ? [] : [column])) {
      for (const { cells, block, start, end } of batch) {
        const id = column === undefined ? ALL : keyIdentity(cells[0]);
        const place = kept.get(id) ?? 0;
        if (place >= count && sizes.get(id)! > count + 1) continue;
        kept.set(id, place + 1);
        stored.add(block, start, end);
      }
      await stored.flush();
    }
  });
  const labelled = keys.find(({ name }) => name !== within?.name)!;
  const name = JSON.stringify(nameOthers(await hasNameOfOthers(rows, labelled)));
  const allKeys = groups.pivot?.others ?? groups.grouping.keys;
  const others = await selectGroups(groups.records, allKeys, first, { newFile, isExcluded: true });
  const cellOf = (key: string, own: string | undefined): string =>
    key === within?.name ? own! : key === labelled.name ? name : 'null';
  const merge = {
    ...options,
    keyCells: ([own]: readonly string[]) => keys.map((key) => cellOf(key.name, own)),
  };
  const other = await mergeGroups(others, merge);
  const all = await storeRows(newFile(), rows, async (stored) => {
    await copyRows(first, stored);
    await copyRows(other, stored);
  });
  if (column === undefined) return all;

  const isTime = within!.unitOf !== undefined && options.sort.length === 0;
  const inTime = { column, isDescending: false };
  const totals = await mergeGroups(groups.records, { ...merge, emptied: new Map() });
  const ranked = await sortRows(totals, { keys: isTime ? [inTime] : sort, limit, newFile });
  const places = await placesOf(ranked, column);
  const byTotal: SortKey = {
    column,
    isDescending: false,
    rankOf: (cell) => String(places.get(keyIdentity(cell))),
  };
  return sortRows(all, { keys: [byTotal], limit, newFile });
}

/** The identity of the only group without `within`. */
const ALL = '';

/** The number of rows of each key in a column, by `keyIdentity`. */
async function countRows(rows: RecordSet, column: Column): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const batch of readRows(rows, [column])) {
    for (const { cells } of batch) {
      const id = keyIdentity(cells[0]);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

/** The place of the row of each key in a column, by `keyIdentity`. */
async function placesOf(rows: RecordSet, column: Column): Promise<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for await (const batch of readRows(rows, [column])) {
    for (const { cells } of batch) places.set(keyIdentity(cells[0]), places.size);
  }
  return places;
}

type MergeOptions = Omit<TopOptions, 'count' | 'sort'> & { readonly keyCells: KeyCells };

/** The second grouping: one row for each group of `within`, or one row in all, of the records of `sides`. */
async function mergeGroups(
  sides: readonly RecordSet[],
  { within, groups, keyCells, emptied, newFile }: MergeOptions,
): Promise<RecordSet> {
  const { computed, pivot } = groups;
  const keys = within === undefined ? [] : [within];
  if (pivot !== undefined) return pivotOthers(groups, sides, { keys, keyCells, emptied, newFile });
  const { recordSet, combined } = await regroup(groups, sides, { keys, keyCells, newFile });
  for (const [name, amount] of combined) emptied.set(name, amount);
  return addRatios(recordSet, ratiosFor(computed, keys), newFile);
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
