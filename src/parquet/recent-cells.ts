/**
 * Remembers the cells that occurred lately in a column, by their bytes. Most columns repeat few dates, names and ids, so most
 * cells need not be read again.
 */

/** Longer cells are not remembered. */
const MAX_LENGTH = 32;
const MOST_SLOTS = 2048;
const LEAST_SLOTS = 16;
/** The slots of all columns together. */
const ALL_SLOTS = 64 * 1024;
/** After this many cells, a column whose cells rarely repeat is no longer looked up. */
const TRIAL = 4096;
const LEAST_HITS = TRIAL / 8;

export class RecentCells<Value> {
  /** The index of the slot that `find` used; -1 if it used none. */
  private slot = -1;
  private lookups = 0;
  private hits = 0;
  private readonly mask: number;
  private readonly keys: Uint8Array;
  private readonly lengths: Uint8Array;
  private readonly values: (Value | undefined)[];

  constructor(columnCount: number) {
    let slots = LEAST_SLOTS;
    while (slots < MOST_SLOTS && slots * columnCount < ALL_SLOTS) slots *= 2;
    this.mask = slots - 1;
    this.keys = new Uint8Array(slots * MAX_LENGTH);
    this.lengths = new Uint8Array(slots);
    this.values = new Array<Value | undefined>(slots).fill(undefined);
  }

  /** The value that was set for the same bytes; undefined if there is none. */
  find(block: Uint8Array, start: number, end: number): Value | undefined {
    const length = end - start;
    this.slot = -1;
    if (length > MAX_LENGTH) return undefined;
    if (this.lookups === TRIAL) {
      if (this.hits < LEAST_HITS) return undefined;
    } else this.lookups++;
    let hash = 0;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + block[at]!) | 0;
    const slot = (hash ^ (hash >>> 15)) & this.mask;
    this.slot = slot;
    const { keys } = this;
    const key = slot * MAX_LENGTH;
    if (this.lengths[slot] === length) {
      let index = 0;
      while (index < length && keys[key + index] === block[start + index]) index++;
      if (index === length) {
        this.hits++;
        return this.values[slot];
      }
    }
    for (let index = 0; index < length; index++) keys[key + index] = block[start + index]!;
    this.lengths[slot] = length;
    this.values[slot] = undefined;
    return undefined;
  }

  /** Sets the value for the bytes of the last `find`. */
  set(value: Value): void {
    if (this.slot !== -1) this.values[this.slot] = value;
  }

  /** Forgets all cells. */
  clear(): void {
    this.lengths.fill(0);
    this.values.fill(undefined);
    this.lookups = this.hits = 0;
  }
}
