/**
 * Numbers the groups of rows by the bytes of their keys. Most rows have keys whose bytes occurred before, and cost no string.
 * Other keys are compared by their identity, so that all spellings of a key are the same group.
 */

import { BACKSLASH, QUOTATION_MARK } from '../core/bytes.ts';
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

/**
 * The values of one key. Its code runs for every record. The number of a plain text is found by its bytes; it has no identity as
 * long as no other cell has one.
 */
class KeyValues {
  private readonly numbers = new Map<string, number>();
  /** For each side if the key is a unit of time, because that depends on it. */
  private readonly known: (KnownBytes | undefined)[] = [];
  /** The number of values; and of those without an identity. */
  private size = 0;
  private plainTexts = 0;

  constructor(private readonly key: GroupKey) {}

  numberOf(block: Buffer, start: number, end: number, side: number): number {
    if (end === 0) return this.numberOfCell(undefined, side);
    const known = this.knownOf(side);
    const number = known.find(block, start, end);
    return number === -1 ? this.numberOfUnknown(known, block, start, end, side) : number;
  }

  clear(): void {
    this.numbers.clear();
    this.size = this.plainTexts = 0;
    // A side without records has none.
    for (const known of this.known) known?.clear();
  }

  private knownOf(side: number): KnownBytes {
    const index = this.key.unitOf === undefined ? 0 : side;
    const known = this.known[index] ?? new KnownBytes();
    this.known[index] = known;
    return known;
  }

  private numberOfUnknown(
    known: KnownBytes,
    block: Buffer,
    start: number,
    end: number,
    side: number,
  ): number {
    const isPlain = this.key.unitOf === undefined && isPlainText(block, start, end);
    if (isPlain && this.numbers.size === 0 && known.remember(block, start, end, this.size)) {
      this.plainTexts++;
      return this.size++;
    }
    const number = this.numberOfCell(cellAt(block, start, end), side);
    // The search for a plain text has replaced the one for this cell.
    if (this.plainTexts === 0 || known.find(block, start, end) === -1) {
      known.remember(block, start, end, number);
    }
    return number;
  }

  private numberOfCell(cell: Cell, side: number): number {
    const { unitOf } = this.key;
    const identity = keyIdentity(unitOf === undefined ? cell : unitOf(cell, side));
    const number = this.numbers.get(identity) ?? this.numberOfPlainText(identity) ?? this.size++;
    this.numbers.set(identity, number);
    return number;
  }

  /** The number of the plain text with this identity, if it has one. */
  private numberOfPlainText(identity: string): number | undefined {
    if (this.plainTexts === 0) return undefined;
    const bytes = Buffer.from(identity);
    const number = this.knownOf(0).find(bytes, 0, bytes.length);
    return number === -1 ? undefined : number;
  }
}

/** True for a JSON text without escapes: its bytes are those of its identity. */
function isPlainText(block: Buffer, start: number, end: number): boolean {
  if (block[start] !== QUOTATION_MARK) return false;
  for (let at = start; at < end; at++) if (block[at] === BACKSLASH) return false;
  return true;
}
