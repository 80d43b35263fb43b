/**
 * Groups records that share a key. The groups stay in memory up to a limit. Beyond it, the records are split over files by
 * their keys, each file is grouped on its own, and the results are merged in order of first appearance.
 */

import type { Column } from '../core/columns.ts';
import type { RecordSet } from '../records/record-set.ts';
import { openCursor, storeRows } from '../records/rows.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { createGroupTable, type FinishedGroup, type Grouping, type GroupTable } from './group-table.ts';
import { type Part, partitionRecords } from './partition.ts';

/** The columns of grouped rows, and the limits of memory. */
export interface GroupOptions {
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
  /** The columns of the result. */
  readonly columns: readonly Column[];
  /** The values of a group's row, as JSON, in the order of `columns`. */
  readonly valuesOf: (group: FinishedGroup) => readonly string[];
  /** Approximate number of groups to hold in memory at once. */
  readonly maxGroups?: number;
}

/** Groups the records of all sides, as `groupRows` does. */
export type GroupRows = (
  sides: readonly RecordSet[],
  grouping: Grouping,
  options: GroupOptions,
) => Promise<RecordSet>;

/** A group takes some hundred bytes for each aggregated column. */
export const MAX_GROUPS = 16_000;
/** Each part has an open file and a write buffer. */
const MAX_PARTS = 64;

/** One row for each key of any side, in order of first appearance; the keys of the first side come first. */
export async function groupRows(
  sides: readonly RecordSet[],
  grouping: Grouping,
  options: GroupOptions,
): Promise<RecordSet> {
  const { maxGroups = MAX_GROUPS, newFile } = options;
  const columns = [...grouping.keys, ...grouping.aggregations].map(({ column }) => column);
  const table = createGroupTable(grouping);
  if (await groupInMemory(sides, columns, table, maxGroups)) return storeGroups(table, options);

  const recordCount = sides.reduce((sum, side) => sum + side.recordCount, 0);
  const parts = await partitionRecords(sides, columns, grouping.keys, {
    partCount: Math.min(MAX_PARTS, Math.ceil(recordCount / maxGroups)),
    newFile,
  });
  const results: GroupedPart[] = [];
  for (const part of parts) results.push(await groupPart(part, table, options));
  return mergeParts(results, options);
}

/** One row for each distinct value of `keys` among `points`: `valuesOf` gets the list of their cells in `column`, as JSON. */
export function groupLists(
  points: RecordSet,
  keys: readonly Column[],
  column: Column,
  {
    valuesOf,
    ...options
  }: Omit<GroupOptions, 'valuesOf'> & {
    readonly valuesOf: (list: string, keys: readonly string[]) => readonly string[];
  },
): Promise<RecordSet> {
  const grouping = {
    keys: keys.map((key) => ({ column: key, name: key.name })),
    aggregations: [{ kind: 'list' as const, column, name: column.name }],
    withCount: false,
  };
  return groupRows([points], grouping, {
    ...options,
    valuesOf: ({ keys: cells, sides: [lists] }) => valuesOf(lists![0]!, cells),
  });
}

/** Adds all records to the table. False if there are more than `maxGroups` groups: then the table is not complete. */
async function groupInMemory(
  sides: readonly RecordSet[],
  columns: readonly Column[],
  table: GroupTable,
  maxGroups: number,
): Promise<boolean> {
  let order = 0;
  for (const [index, side] of sides.entries()) {
    for await (const rows of scanRows(side, columns)) {
      while (rows.next()) table.add(rows, index, order++);
      if (table.size() > maxGroups) return false;
    }
  }
  return true;
}

interface GroupedPart {
  readonly recordSet: RecordSet;
  /** The index of each group's first record among all records, ascending. */
  readonly orders: readonly number[];
}

async function groupPart(part: Part, table: GroupTable, options: GroupOptions): Promise<GroupedPart> {
  table.clear();
  const columns = [...part.columns, part.side, part.order];
  const [side, order] = [columns.length - 2, columns.length - 1];
  for await (const rows of scanRows(part.recordSet, columns)) {
    while (rows.next()) table.add(rows, Number(rows.cell(side)), Number(rows.cell(order)));
  }
  const orders: number[] = [];
  const valuesOf = (group: FinishedGroup): readonly string[] => {
    orders.push(group.order);
    return options.valuesOf(group);
  };
  return { recordSet: await storeGroups(table, { ...options, valuesOf }), orders };
}

/** Stores a row for each group. */
export async function storeGroups(
  table: GroupTable,
  { columns, valuesOf, newFile }: GroupOptions,
): Promise<RecordSet> {
  const names = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const recordOf = (group: FinishedGroup): string => {
    const values = valuesOf(group);
    let record = names.length === 0 ? '{' : '';
    for (let index = 0; index < values.length; index++) record += names[index]! + values[index]!;
    return `${record}}`;
  };
  return storeRows(newFile(), { columns }, async (stored) => {
    for (const group of table.finish()) {
      stored.addText(recordOf(group));
      if (stored.isHalfFull()) await stored.flush();
    }
  });
}

/** Merges the parts: the group with the smallest order comes next. */
async function mergeParts(
  parts: readonly GroupedPart[],
  { columns, newFile }: GroupOptions,
): Promise<RecordSet> {
  const cursors = parts.map(({ recordSet }) => openCursor(recordSet, []));
  // An order together with the index of its part is an exact double.
  const all = Float64Array.from(
    parts.flatMap(({ orders }, part) => orders.map((order) => order * parts.length + part)),
  ).sort();
  try {
    return await storeRows(newFile(), { columns }, async (stored) => {
      for (const each of all) {
        const cursor = cursors[each % parts.length]!;
        const row = cursor.take() ?? (await cursor.takeMore());
        stored.add(row!.block, row!.start, row!.end);
        if (stored.isHalfFull()) await stored.flush();
      }
    });
  } finally {
    await Promise.all(cursors.map((cursor) => cursor.close()));
  }
}
