import type { Cell } from '../records/cells.ts';
import { type GroupKey, keyIdentity } from './group-key.ts';

/** The values of one key, numbered in order of first appearance. */
export class KeyColumn {
  /** The values as first spelled, by number. */
  readonly cells: string[] = [];
  private readonly byIdentity = new Map<string, number>();
  /** The numbers of other spellings, for each side of a comparison. */
  private readonly known: Map<Cell, number>[] = [];

  constructor(readonly key: GroupKey) {}

  numberOf(cell: Cell, side: number): number {
    const { unitOf } = this.key;
    if (unitOf === undefined && cell !== undefined) {
      // The identity of most texts is their own JSON text.
      const number = this.byIdentity.get(cell);
      if (number !== undefined) return number;
    }
    this.known[side] ??= new Map();
    const known = this.known[side];
    return known.get(cell) ?? this.addSpelling(known, cell, side);
  }

  /** The number of a value that is no cell of the records, such as `"(other)"`. */
  add(value: string): number {
    const identity = keyIdentity(value);
    let number = this.byIdentity.get(identity);
    if (number === undefined) {
      number = this.cells.push(value) - 1;
      this.byIdentity.set(identity, number);
    }
    return number;
  }

  private addSpelling(known: Map<Cell, number>, cell: Cell, side: number): number {
    const { unitOf } = this.key;
    const number = this.add(unitOf === undefined ? (cell ?? 'null') : unitOf(cell, side));
    if (cell === undefined || unitOf !== undefined || keyIdentity(cell) !== cell) known.set(cell, number);
    return number;
  }
}
