/** Numbers the groups of rows by their keys. All spellings of a key are the same group. */

import { CellDictionary } from '../records/cell-dictionary.ts';
import { cellAt } from '../records/cells.ts';
import type { ScannedRows } from '../records/scanned-rows.ts';
import { type GroupKey, keyIdentity } from './group-key.ts';

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
    let number = 0;
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!.numberOf(block, starts[index]!, ends[index]!, side);
      number = index === 0 ? value : numberIn(this.pairs[index - 1]!, number * MAX_VALUES + value);
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
/** Without it, groups by three keys take 14 % more CPU time, and by one key 4 % (bench `groups`, `--group-by campaign`). */
const REMEMBERED = { slots: 16 * 1024, maxBytes: 64 };

/** The values of one key. */
class KeyValues {
  private readonly numbers = new Map<string, number>();
  /** For each side if the key is a unit of time, because that depends on it. */
  private readonly known: (CellDictionary | undefined)[] = [];

  constructor(private readonly key: GroupKey) {}

  numberOf(block: Buffer, start: number, end: number, side: number): number {
    const known = this.knownOf(side);
    let number = end === 0 ? -1 : known.find(block, start, end);
    if (number === -1) {
      const { unitOf } = this.key;
      const cell = cellAt(block, start, end);
      number = numberIn(this.numbers, keyIdentity(unitOf === undefined ? cell : unitOf(cell, side)));
      if (end !== 0) known.remember(block, start, end, number);
    }
    return number;
  }

  private knownOf(side: number): CellDictionary {
    const index = this.key.unitOf === undefined ? 0 : side;
    const known = this.known[index] ?? new CellDictionary(REMEMBERED);
    this.known[index] = known;
    return known;
  }

  clear(): void {
    this.numbers.clear();
    for (const known of this.known) known?.clear();
  }
}

function numberIn<T>(numbers: Map<T, number>, key: T): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(key, number);
  }
  return number;
}
