/**
 * Groups in memory: the aggregates of the records of each key, for each side of a comparison. A side is one of the record
 * sets that are grouped together.
 */

import { type Column, createColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { cellAt } from '../records/cells.ts';
import { type AggregateKind, type Aggregates, createAggregates, type InternalKind } from './aggregate.ts';
import type { GroupKey } from './group-key.ts';
import { KeyTable, type RowBytes } from './key-table.ts';
import { COUNT } from './transform-request.ts';

/** A requested aggregation of one column, and its name in the result. */
export interface Aggregation {
  readonly kind: AggregateKind | InternalKind;
  readonly column: Column;
  readonly name: string;
}

/** The keys and the aggregations of groups. */
export interface Grouping {
  readonly keys: readonly GroupKey[];
  readonly aggregations: readonly Aggregation[];
  /** True for a last column, `count`, with the number of records of each group. */
  readonly withCount: boolean;
  /** True for a document that rounds quotients again. */
  readonly isMarked?: boolean | undefined;
}

/** The records of all groups on one side, by the number of the group. */
interface Side {
  readonly aggregates: readonly Aggregates[];
  readonly counts: number[];
}

/** The keys and the results of one group. */
export interface FinishedGroup {
  /** JSON values, as the first record spells them. */
  readonly keys: readonly string[];
  /** The results of each side, as JSON values; undefined for a side without records of this key. */
  readonly sides: readonly (readonly string[] | undefined)[];
  readonly order: number;
}

/** Groups in memory. */
export interface GroupTable {
  /** Adds a record of one side. Its cells are those of the keys, then those of the aggregations. */
  add(row: RowBytes, side: number, order: number): void;
  size(): number;
  /** In order of first appearance. */
  finish(): Iterable<FinishedGroup>;
  /** Removes all groups. */
  clear(): void;
}

/** Creates a table without groups. */
export function createGroupTable({ keys, aggregations, withCount, isMarked }: Grouping): GroupTable {
  const table = new KeyTable(keys);
  let sides: (Side | undefined)[] = [];
  /** The values of the keys, group by group, and the index of each group's first record among all records. */
  let values: string[] = [];
  let orders: number[] = [];

  function addGroup(row: RowBytes, side: number, order: number): void {
    for (let index = 0; index < keys.length; index++) {
      const cell = cellAt(row.block, row.starts[index]!, row.ends[index]!);
      values.push(keys[index]!.unitOf?.(cell, side) ?? cell ?? 'null');
    }
    orders.push(order);
  }

  function createSide(): Side {
    return {
      aggregates: aggregations.map(({ kind, column }) => createAggregates(kind, column.name, isMarked)),
      counts: [],
    };
  }

  /** The results of one side. Undefined for a side without records of this group. */
  function resultsOf(index: number, group: number): readonly string[] | undefined {
    const side = sides[index];
    const count = side?.counts[group] ?? 0;
    if (side === undefined || count === 0) return undefined;
    const results = side.aggregates.map((aggregate) => aggregate.result(group));
    if (withCount) results.push(String(count));
    return results;
  }

  return {
    size: () => table.size,
    add(row, side, order) {
      const group = table.numberOf(row, side);
      if (group === orders.length) addGroup(row, side, order);
      const own = sides[side] ?? createSide();
      sides[side] = own;
      const { aggregates, counts } = own;
      while (group >= counts.length) counts.push(0);
      counts[group]!++;
      const { block, starts, ends } = row;
      for (let index = 0; index < aggregates.length; index++) {
        const column = keys.length + index;
        aggregates[index]!.addAt(group, block, starts[column]!, ends[column]!);
      }
    },
    *finish() {
      for (let group = 0; group < orders.length; group++) {
        const first = group * keys.length;
        const own = values.slice(first, first + keys.length);
        const results: (readonly string[] | undefined)[] = [];
        for (let side = 0; side < sides.length; side++) results.push(resultsOf(side, group));
        yield { keys: own, sides: results, order: orders[group]! };
      }
    },
    clear() {
      table.clear();
      sides = [];
      values = [];
      orders = [];
    },
  };
}

/** The columns of one side's results: the aggregates, then the count. */
export function measureColumns({ aggregations, withCount }: Grouping): readonly Column[] {
  const names = aggregations.map(({ name }) => name).concat(withCount ? [COUNT] : []);
  return names.map((name) => createColumn([name]));
}

/** Throws a usage error if two columns have the same name. `what` begins its message. */
export function assertUniqueNames(
  columns: readonly Column[],
  what = 'two columns of the groups would',
  hint?: string,
): void {
  const names = columns.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  const name = JSON.stringify(repeated);
  throw new ReportingError('E-column', `${what} have the name ${name}`, {
    hint: hint ?? `choose the columns with --sum, without ${name}`,
  });
}
