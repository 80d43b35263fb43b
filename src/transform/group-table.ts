/**
 * Groups in memory: the aggregates of the records of each key, for each side of a comparison. A side is one of the record
 * sets that are grouped together. Cells that show the same text, and numbers of the same value, are the same key.
 */

import { type Column, createColumn } from '../core/columns.ts';
import { formatDecimal, parseDecimal, trimDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { option, phrase } from '../core/message.ts';
import { type Cell, isNumber, isText } from '../records/cells.ts';
import { type Aggregate, type AggregateKind, createAggregate } from './aggregate.ts';

export interface GroupKey {
  readonly column: Column;
  /** The key's name in the result. */
  readonly name: string;
  /** Gives the unit of time of a cell of one side, as a JSON value. Without it, the cell itself is the key. */
  readonly unitOf?: ((cell: Cell, side: number) => string) | undefined;
}

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
  /** Adds a record of one side. `cells` are those of the keys, then those of the aggregations. */
  add(cells: readonly Cell[], side: number, order: number): void;
  size(): number;
  /** In order of first appearance. */
  finish(): Iterable<FinishedGroup>;
}

export function createGroupTable({ keys, aggregations, withCount }: Grouping): GroupTable {
  const groups = new Map<string, Group>();

  function groupOf(cells: readonly Cell[], side: number, order: number): Group {
    const identity = identityOf(cells, { keys, side });
    let group = groups.get(identity);
    if (group === undefined) {
      const values = keys.map(({ unitOf }, index) => unitOf?.(cells[index], side) ?? cells[index] ?? 'null');
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
      const { sides } = groupOf(cells, side, order);
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

/** A text that is the same for records of the same group only: the JSON strings of all keys, one after the other. */
export function identityOf(
  cells: readonly Cell[],
  { keys, side }: Pick<Grouping, 'keys'> & { readonly side: number },
): string {
  let identity = '';
  for (let index = 0; index < keys.length; index++) {
    const { unitOf } = keys[index]!;
    const cell = cells[index];
    identity += keyIdentity(unitOf === undefined ? cell : unitOf(cell, side));
  }
  return identity;
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

const WHOLE = /^(?:0|-?[1-9]\d*)$/;

/**
 * A JSON string that is equal for cells of the same key only. Texts are the same key if their characters are, so are `7` and
 * `"7"`, and `1` and `1.0`. The texts `"1"` and `"1.0"` are different keys, as versions are. Null, missing and empty text
 * are one key.
 */
export function keyIdentity(cell: Cell): string {
  if (cell === undefined || cell === 'null') return '""';
  if (isText(cell)) return cell.includes('\\') ? JSON.stringify(JSON.parse(cell) as string) : cell;
  if (!isNumber(cell)) return JSON.stringify(cell);
  return `"${WHOLE.test(cell) ? cell : plainNumber(cell)}"`;
}

function plainNumber(text: string): string {
  const number = parseDecimal(text);
  return number === undefined ? text : formatDecimal(trimDecimal(number));
}
