import { CellDictionary } from '../records/cell-dictionary.ts';
import { cellAt } from '../records/cells.ts';
import { type GroupKey, keyIdentity } from './group-key.ts';

/** Cells that occurred lately are found by their bytes: without them, 32,000 groups take 20 % more CPU time (bench `groups`). */
const RECENT = { slots: 256 * 1024, maxBytes: 32 };

/** The values of one key, numbered in order of first appearance. */
export class KeyColumn {
  /** The values as first spelled, by number. */
  readonly cells: string[] = [];
  private readonly byIdentity = new Map<string, number>();
  /** For each side of a comparison, on which the unit of a date depends. */
  private readonly recent: CellDictionary[] = [];

  constructor(readonly key: GroupKey) {}

  /** The number of the cell from `start` to `end` of a block; there is no cell if the end is 0. */
  numberAt(block: Buffer, start: number, end: number, side: number): number {
    const { unitOf } = this.key;
    if (end === 0) return this.add(unitOf === undefined ? 'null' : unitOf(undefined, side));
    this.recent[side] ??= new CellDictionary(RECENT);
    const recent = this.recent[side];
    const known = recent.find(block, start, end);
    if (known !== -1) return known;
    const cell = cellAt(block, start, end)!;
    const number = this.add(unitOf === undefined ? cell : unitOf(cell, side));
    recent.remember(block, start, end, number);
    return number;
  }

  /** The number of a value, which may be no cell of the records, such as `"(other)"`. */
  add(value: string): number {
    // The identity of most texts is their own JSON text.
    const known = this.byIdentity.get(value);
    if (known !== undefined) return known;
    const identity = keyIdentity(value);
    let number = this.byIdentity.get(identity);
    if (number === undefined) {
      number = this.cells.push(value) - 1;
      this.byIdentity.set(identity, number);
    }
    return number;
  }
}
