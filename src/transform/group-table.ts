/**
 * Groups in memory: the aggregates of the records of each key, for each side of a comparison. A side is one of the record
 * sets that are grouped together.
 */

import { type Column, createColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { option, phrase } from '../core/message.ts';
import { cellAt } from '../records/cells.ts';
import { type Aggregate, type AggregateKind, createAggregate } from './aggregate.ts';
import type { GroupKey } from './group-key.ts';
import { KeyTable, type RowBytes } from './key-table.ts';

export interface Aggregation {
  /** `list` is for internal use: no option requests it. */
  readonly kind: AggregateKind | 'list';
  readonly column: Column;
  readonly name: string;
}

export interface Grouping {
  readonly keys: readonly GroupKey[];
  readonly aggregations: readonly Aggregation[];
  /** True for a last column, `count`, with the number of records of each group. */
  readonly withCount: boolean;
}

/** The records of one key and one side. */
interface Side {
  readonly aggregates: readonly Aggregate[];
  count: number;
}

interface Group {
  readonly keys: readonly string[];
  readonly sides: (Side | undefined)[];
  /** The index of its first record among all records. */
  readonly order: number;
}

export interface FinishedGroup {
  /** JSON values, as the first record spells them. */
  readonly keys: readonly string[];
  /** The results of each side, as JSON values; undefined for a side without records of this key. */
  readonly sides: readonly (readonly string[] | undefined)[];
  readonly order: number;
}

export interface GroupTable {
  /** Adds a record of one side. Its cells are those of the keys, then those of the aggregations. */
  add(row: RowBytes, side: number, order: number): void;
  size(): number;
  /** In order of first appearance. */
  finish(): Iterable<FinishedGroup>;
  /** Removes all groups. */
  clear(): void;
}

export function createGroupTable({ keys, aggregations, withCount }: Grouping): GroupTable {
  const table = new KeyTable(keys);
  let groups: Group[] = [];

  function createGroup({ block, starts, ends }: RowBytes, side: number, order: number): Group {
    const values = keys.map(({ unitOf }, index) => {
      const cell = cellAt(block, starts[index]!, ends[index]!);
      return unitOf?.(cell, side) ?? cell ?? 'null';
    });
    return { keys: values, sides: [], order };
  }

  function createSide(): Side {
    const aggregates = aggregations.map(({ kind, column }) => createAggregate(kind, column.name));
    return { aggregates, count: 0 };
  }

  return {
    size: () => table.size,
    add(row, side, order) {
      const number = table.numberOf(row, side);
      const group = groups[number] ?? createGroup(row, side, order);
      groups[number] = group;
      const own = group.sides[side] ?? createSide();
      group.sides[side] = own;
      own.count++;
      const { block, starts, ends } = row;
      const { aggregates } = own;
      for (let index = 0; index < aggregates.length; index++) {
        const column = keys.length + index;
        aggregates[index]!.addAt(block, starts[column]!, ends[column]!);
      }
    },
    *finish() {
      for (const { keys: values, sides, order } of groups) {
        yield { keys: values, sides: Array.from(sides, (side) => side && resultsOf(side, withCount)), order };
      }
    },
    clear() {
      table.clear();
      groups = [];
    },
  };
}

function resultsOf({ aggregates, count }: Side, withCount: boolean): readonly string[] {
  const results = aggregates.map((aggregate) => aggregate.result());
  return withCount ? [...results, String(count)] : results;
}

export const COUNT = 'count';

/** The columns of one side's results: the aggregates, then the count. */
export function measureColumns({ aggregations, withCount }: Grouping): readonly Column[] {
  const names = aggregations.map(({ name }) => name).concat(withCount ? [COUNT] : []);
  return names.map((name) => createColumn([name]));
}

/** Throws a usage error if two columns have the same name. */
export function assertUniqueNames(columns: readonly Column[]): void {
  const names = columns.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  throw new ReportingError(
    'usage',
    `two columns of the groups would have the name ${JSON.stringify(repeated)}`,
    {
      hint: phrase`choose the columns with ${option('sum')}, without ${JSON.stringify(repeated)}`,
    },
  );
}
