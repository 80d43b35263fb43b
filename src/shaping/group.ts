/**
 * Records that share a key become one: `--group-by`, `--by`, and what is made of the rest. As many groups as fit are held in
 * memory. Where there are more, the records are dealt out to files by their keys, each of which is grouped on its own.
 */

import type { Column } from '../core/column.ts';
import type { Dataset } from '../segments/dataset.ts';
import { createGroupTable, type FinishedGroup, type GroupTable } from './group-table.ts';
import type { Grouping } from './grouping.ts';
import { dealOut, type Part } from './parts.ts';
import { openCursor, readRows } from './rows.ts';
import { storeRows } from './stored-rows.ts';

export interface GroupOptions {
  /** Path of a further file in the spool, a new one each time. */
  readonly newFile: () => string;
  /** The columns of the result. */
  readonly columns: readonly Column[];
  /** The values of a group's row, as JSON, in the order of the columns. */
  readonly valuesOf: (group: FinishedGroup) => readonly string[];
  /** Groups that are held in memory at once, about. */
  readonly maxGroups?: number;
}

/** Some hundred bytes each, for each column that something is made of. */
const MAX_GROUPS = 16_000;
/** Each part has a file open, and bytes that wait to be written to it. */
const MAX_PARTS = 64;

/** One record for each key that any of `sides` has, in order of first appearance, those of the first side first. */
export async function groupRows(
  sides: readonly Dataset[],
  grouping: Grouping,
  options: GroupOptions,
): Promise<Dataset> {
  const { maxGroups = MAX_GROUPS, newFile } = options;
  const columns = [...grouping.keys, ...grouping.aggregations].map(({ column }) => column);
  const table = await gather(sides, columns, grouping, maxGroups);
  if (table !== undefined) return storeGroups(table, options);

  const recordCount = sides.reduce((sum, side) => sum + side.recordCount, 0);
  const parts = await dealOut(sides, columns, grouping, {
    partCount: Math.min(MAX_PARTS, Math.ceil(recordCount / maxGroups)),
    newFile,
  });
  const results: GroupedPart[] = [];
  for (const part of parts) results.push(await groupPart(part, grouping, options));
  return mergeParts(results, options);
}

/** Undefined if the groups are more than `maxGroups`. */
async function gather(
  sides: readonly Dataset[],
  columns: readonly Column[],
  grouping: Grouping,
  maxGroups: number,
): Promise<GroupTable | undefined> {
  const table = createGroupTable(grouping);
  let order = 0;
  for (const [index, side] of sides.entries()) {
    for await (const rows of readRows(side, columns)) {
      for (const { cells } of rows) table.add(cells, index, order++);
      if (table.size() > maxGroups) return undefined;
    }
  }
  return table;
}

interface GroupedPart {
  readonly dataset: Dataset;
  /** The place of each group, ascending. */
  readonly orders: readonly number[];
}

async function groupPart(part: Part, grouping: Grouping, options: GroupOptions): Promise<GroupedPart> {
  const table = createGroupTable(grouping);
  for await (const rows of readRows(part.dataset, [...part.columns, part.side, part.order])) {
    for (const { cells } of rows) table.add(cells, Number(cells.at(-2)), Number(cells.at(-1)));
  }
  const orders: number[] = [];
  const valuesOf = (group: FinishedGroup): readonly string[] => {
    orders.push(group.order);
    return options.valuesOf(group);
  };
  return { dataset: await storeGroups(table, { ...options, valuesOf }), orders };
}

async function storeGroups(
  table: GroupTable,
  { columns, valuesOf, newFile }: GroupOptions,
): Promise<Dataset> {
  const names = columns.map(({ name }) => JSON.stringify(name));
  return storeRows(newFile(), { columns }, async (stored) => {
    for (const group of table.finish()) {
      const members = valuesOf(group).map((value, index) => `${names[index]}:${value}`);
      stored.addText(`{${members.join(',')}}`);
      await stored.settle();
    }
  });
}

/** The groups of all parts in order of first appearance: the least of their next places comes next. */
async function mergeParts(
  parts: readonly GroupedPart[],
  { columns, newFile }: GroupOptions,
): Promise<Dataset> {
  const cursors = parts.map(({ dataset }) => openCursor(dataset, []));
  const next = parts.map(() => 0);
  const placeOf = (part: number): number => parts[part]!.orders[next[part]!] ?? Number.POSITIVE_INFINITY;
  try {
    return await storeRows(newFile(), { columns }, async (stored) => {
      for (;;) {
        let least = 0;
        for (let part = 1; part < parts.length; part++) if (placeOf(part) < placeOf(least)) least = part;
        if (placeOf(least) === Number.POSITIVE_INFINITY) return;
        next[least]!++;
        const row = cursors[least]!.take() ?? (await cursors[least]!.takeMore());
        stored.add(row!.block, row!.start, row!.end);
        await stored.settle();
      }
    });
  } finally {
    await Promise.all(cursors.map((cursor) => cursor.close()));
  }
}
