/** Groups in memory: for each key, what is made of its records, apart for each side of a comparison. */

import type { Cell } from '../segments/cell.ts';
import { type Aggregate, createAggregate } from './aggregate.ts';
import type { Grouping } from './grouping.ts';
import { keyIdentity } from './key-identity.ts';

/** One of the datasets that are grouped together: its records of one key. */
interface Side {
  readonly aggregates: readonly Aggregate[];
  count: number;
}

interface Group {
  readonly keys: readonly string[];
  readonly sides: (Side | undefined)[];
  /** Place of its first record among all. */
  readonly order: number;
}

export interface FinishedGroup {
  /** JSON values, as the first record spelled them. */
  readonly keys: readonly string[];
  /** What was made of the records of each side, as JSON values; undefined for a side without any. */
  readonly sides: readonly (readonly string[] | undefined)[];
  readonly order: number;
}

export interface GroupTable {
  /** Takes a record of one side; `cells` are those of the keys, then those of the aggregations. */
  add(cells: readonly Cell[], side: number, order: number): void;
  size(): number;
  /** In order of first appearance. */
  finish(): Iterable<FinishedGroup>;
}

export function createGroupTable({ keys, aggregations, withCount }: Grouping): GroupTable {
  const groups = new Map<string, Group>();

  function groupOf(cells: readonly Cell[], order: number): Group {
    const identity = identityOf(cells, { keys });
    let group = groups.get(identity);
    if (group === undefined) {
      const values = keys.map(({ unitOf }, index) => unitOf?.(cells[index]) ?? cells[index] ?? 'null');
      group = { keys: values, sides: [], order };
      groups.set(identity, group);
    }
    return group;
  }

  function startSide(): Side {
    const aggregates = aggregations.map(({ kind, column }) => createAggregate(kind, column.name));
    return { aggregates, count: 0 };
  }

  return {
    size: () => groups.size,
    add(cells, side, order) {
      const { sides } = groupOf(cells, order);
      const own = sides[side] ?? startSide();
      sides[side] = own;
      own.count++;
      for (let index = 0; index < aggregations.length; index++) {
        own.aggregates[index]!.add(cells[keys.length + index]);
      }
    },
    *finish() {
      for (const { keys: values, sides, order } of groups.values()) {
        yield { keys: values, sides: Array.from(sides, (side) => side && resultsOf(side, withCount)), order };
      }
    },
  };
}

/** What tells the groups apart. The identity of a key is a JSON string: one behind the other, they stay apart. */
export function identityOf(cells: readonly Cell[], { keys }: Pick<Grouping, 'keys'>): string {
  let identity = '';
  for (let index = 0; index < keys.length; index++) {
    const { unitOf } = keys[index]!;
    const cell = cells[index];
    identity += keyIdentity(unitOf === undefined ? cell : unitOf(cell));
  }
  return identity;
}

function resultsOf({ aggregates, count }: Side, withCount: boolean): readonly string[] {
  const results = aggregates.map((aggregate) => aggregate.result());
  return withCount ? [...results, String(count)] : results;
}
