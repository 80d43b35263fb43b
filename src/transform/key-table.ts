/**
 * Numbers the groups of rows by the bytes of their keys. Most rows have keys whose bytes occurred before, and cost no string.
 * Other keys are compared by their identity, so that all spellings of a key are the same group.
 */

import { type Cell, cellAt } from '../records/cells.ts';
import type { ScannedRows } from '../records/scanned-rows.ts';
import { type GroupKey, keyIdentity } from './group-key.ts';
import { KnownBytes } from './known-bytes.ts';

/** The bytes of a row's cells: those of the keys come first. */
export type RowBytes = Pick<ScannedRows, 'block' | 'starts' | 'ends'>;

/** Gives each distinct combination of keys a number. Its code runs for every record. */
export class KeyTable {
  size = 0;
  private readonly values: readonly KeyValues[];
  /** For each key after the first: the numbers of its combinations with the keys before it. */
  private readonly pairs: readonly Map<number, number>[];

  constructor(keys: readonly GroupKey[]) {
    this.values = keys.map((key) => new KeyValues(key));
    this.pairs = keys.slice(1).map(() => new Map<number, number>());
  }

  /** The number of the row's group, from 0 in order of first appearance. */
  numberOf({ block, starts, ends }: RowBytes, side: number): number {
    const { values } = this;
    let number = values.length === 0 ? 0 : values[0]!.numberOf(block, starts[0]!, ends[0]!, side);
    for (let index = 1; index < values.length; index++) {
      const value = values[index]!.numberOf(block, starts[index]!, ends[index]!, side);
      number = numberIn(this.pairs[index - 1]!, number * MAX_VALUES + value);
    }
    if (number >= this.size) this.size = number + 1;
    return number;
  }

  clear(): void {
    this.size = 0;
    for (const values of this.values) values.clear();
    for (const pairs of this.pairs) pairs.clear();
  }
}

/** A Map has at most 2^24 entries, so numbers are below it. */
const MAX_VALUES = 2 ** 24;

function numberIn<T>(numbers: Map<T, number>, key: T): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(key, number);
  }
  return number;
}

/** The values of one key. Its code runs for every record. */
class KeyValues {
  private readonly numbers = new Map<string, number>();
  /** For each side, because a unit of time depends on it. */
  private readonly known: (KnownBytes | undefined)[] = [];

  constructor(private readonly key: GroupKey) {}

  numberOf(block: Buffer, start: number, end: number, side: number): number {
    if (end === 0) return this.numberOfCell(undefined, side);
    const known = this.known[side] ?? new KnownBytes();
    this.known[side] = known;
    let number = known.find(block, start, end);
    if (number !== -1) return number;
    number = this.numberOfCell(cellAt(block, start, end), side);
    known.remember(block, start, end, number);
    return number;
  }

  clear(): void {
    this.numbers.clear();
    // A side without records has none.
    for (const known of this.known) known?.clear();
  }

  private numberOfCell(cell: Cell, side: number): number {
    const { unitOf } = this.key;
    return numberIn(this.numbers, keyIdentity(unitOf === undefined ? cell : unitOf(cell, side)));
  }
}
