/** Groups the same records in several ways at once: the records are read only once. */

import type { Column } from '../core/columns.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ScannedRows, scanRows } from '../records/scanned-rows.ts';
import { type GroupOptions, type GroupRows, groupRows, MAX_GROUPS, storeGroups } from './group.ts';
import { createGroupTable, type Grouping, type GroupTable } from './group-table.ts';
import type { RowBytes } from './key-table.ts';

/** A reader of the cells of `columns`, besides the groupings. */
export interface CellVisitor {
  readonly columns: readonly Column[];
  addRow(row: RowBytes): void;
}

interface Request {
  readonly grouping: Grouping;
  readonly options: GroupOptions;
  resolve(grouped: RecordSet | Promise<RecordSet>): void;
  reject(error: unknown): void;
}

/**
 * A `groupRows` for `count` groupings of the same records. It starts with the last request, and reads the records once for all of
 * them and for `visitor`. A grouping with too many groups for memory reads them again.
 */
export function createSharedGrouping(count: number, visitor?: CellVisitor): GroupRows {
  const requests: Request[] = [];
  return (sides, grouping, options) =>
    new Promise((resolve, reject) => {
      requests.push({ grouping, options, resolve, reject });
      if (requests.length < count) return;
      readOnce(sides, requests, visitor).catch((error: unknown) => {
        for (const request of requests) request.reject(error);
      });
    });
}

async function readOnce(
  sides: readonly RecordSet[],
  requests: readonly Request[],
  visitor: CellVisitor | undefined,
): Promise<void> {
  const columns: Column[] = [...(visitor?.columns ?? [])];
  const offsets = requests.map(({ grouping: { keys, aggregations } }) => {
    const offset = columns.length;
    for (const { column } of [...keys, ...aggregations]) columns.push(column);
    return offset;
  });
  const tables = requests.map(({ grouping }): GroupTable | undefined => createGroupTable(grouping));
  let order = 0;
  for (const [side, recordSet] of sides.entries()) {
    for await (const rows of scanRows(recordSet, columns)) {
      const { block, starts, ends } = rows;
      // Views of the same bounds, which change with each row.
      const views = offsets.map((from) => ({
        block,
        starts: starts.subarray(from),
        ends: ends.subarray(from),
      }));
      order = addRows(rows, { views, tables, visitor, side, order });
      tables.forEach((table, index) => {
        if (table !== undefined && table.size() > MAX_GROUPS) tables[index] = undefined;
      });
    }
  }
  for (const [index, { grouping, options, resolve }] of requests.entries()) {
    const table = tables[index];
    resolve(table === undefined ? groupRows(sides, grouping, options) : storeGroups(table, options));
  }
}

interface Readers {
  /** The cells of a row for each table. */
  readonly views: readonly RowBytes[];
  readonly tables: readonly (GroupTable | undefined)[];
  readonly visitor: CellVisitor | undefined;
  readonly side: number;
  /** The index of the first row among all records. */
  readonly order: number;
}

/** Shows a batch of rows to all readers. Returns the index of the row after it. Not in the loop of the files: V8 would compile both together. */
function addRows(rows: ScannedRows, { views, tables, visitor, side, order: first }: Readers): number {
  let order = first;
  while (rows.next()) {
    visitor?.addRow(rows);
    for (let index = 0; index < tables.length; index++) tables[index]?.add(views[index]!, side, order);
    order++;
  }
  return order;
}
