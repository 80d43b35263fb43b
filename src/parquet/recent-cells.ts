/** Longer cells are not remembered. */
const MAX_LENGTH = 32;
const MOST_SLOTS = 2048;
const LEAST_SLOTS = 16;
/** The slots of all columns together. */
const ALL_SLOTS = 64 * 1024;
/** After this many cells, a column whose cells rarely repeat is no longer looked up. */
const TRIAL = 2048;
const LEAST_HITS = TRIAL / 8;

/**
 * Remembers the cells that occurred lately in a column, by their bytes, each with a number. Most columns repeat few dates, names
 * and ids, so most cells need not be read again. It is a class because its code runs for every cell.
 */
export class RecentCells {
  /** The slot of the last cell that was not found; -1 if the cell is not remembered. */
  private slot = -1;
  private lookups = 0;
  private hits = 0;
  private readonly mask: number;
  private readonly keys: Uint8Array;
  private readonly lengths: Uint8Array;
  private readonly numbers: Int32Array;

  /** `columnCount` is the number of columns that remember their cells at the same time. */
  constructor(columnCount: number) {
    let slots = LEAST_SLOTS;
    while (slots < MOST_SLOTS && slots * columnCount < ALL_SLOTS) slots *= 2;
    this.mask = slots - 1;
    this.keys = new Uint8Array(slots * MAX_LENGTH);
    this.lengths = new Uint8Array(slots);
    this.numbers = new Int32Array(slots);
  }

  /** The number of the cell with the same bytes; -1 if it is not remembered. Then `remember` may follow. */
  find(block: Uint8Array, start: number, end: number): number {
    const length = end - start;
    this.slot = -1;
    if (length > MAX_LENGTH) return -1;
    if (this.lookups === TRIAL) {
      if (this.hits < LEAST_HITS) return -1;
    } else this.lookups++;
    let hash = 0;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + block[at]!) | 0;
    const slot = (hash ^ (hash >>> 15)) & this.mask;
    const { keys } = this;
    const key = slot * MAX_LENGTH;
    if (this.lengths[slot] === length) {
      let index = 0;
      while (index < length && keys[key + index] === block[start + index]) index++;
      if (index === length) {
        this.hits++;
        return this.numbers[slot]!;
      }
    }
    this.slot = slot;
    return -1;
  }

  /** Remembers the cell that `find` did not find, with a number of 0 or more. */
  remember(block: Uint8Array, start: number, end: number, number: number): void {
    const { slot, keys } = this;
    if (slot === -1) return;
    const key = slot * MAX_LENGTH;
    for (let index = 0; index < end - start; index++) keys[key + index] = block[start + index]!;
    this.lengths[slot] = end - start;
    this.numbers[slot] = number;
  }

  clear(): void {
    this.lengths.fill(0);
    this.lookups = this.hits = 0;
  }
}
