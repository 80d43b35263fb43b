/** Groups the same records in several ways at once: the records are read only once. */

import { type Column, columnKey, uniteColumns } from '../core/columns.ts';
import type { Cell } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows } from '../records/rows.ts';
import { type GroupOptions, type GroupRows, groupRows, MAX_GROUPS, storeGroups } from './group.ts';
import { createGroupTable, type Grouping, type GroupTable } from './group-table.ts';

/** A reader of the cells of `columns`, besides the groupings. */
export interface CellVisitor {
  readonly columns: readonly Column[];
  add(cells: readonly Cell[]): void;
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
  const wanted = requests.map(({ grouping: { keys, aggregations } }) =>
    [...keys, ...aggregations].map(({ column }) => column),
  );
  const columns = uniteColumns([visitor?.columns ?? [], ...wanted]);
  const placeOf = new Map(columns.map(({ path }, index) => [columnKey(path), index]));
  const placesOf = wanted.map((each) => each.map(({ path }) => placeOf.get(columnKey(path))!));
  const tables = requests.map(({ grouping }): GroupTable | undefined => createGroupTable(grouping));
  let order = 0;
  for (const [side, recordSet] of sides.entries()) {
    for await (const rows of readRows(recordSet, columns)) {
      for (const { cells } of rows) {
        visitor?.add(cells);
        for (let index = 0; index < tables.length; index++) {
          tables[index]?.add(cellsAt(cells, placesOf[index]!), side, order);
        }
        order++;
      }
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

function cellsAt(cells: readonly Cell[], places: readonly number[]): Cell[] {
  return places.map((place) => cells[place]);
}
