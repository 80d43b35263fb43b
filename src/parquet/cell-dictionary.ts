/** After this many cells, cells that rarely repeat are no longer looked up. */
const TRIAL = 2048;
const LEAST_HITS = TRIAL / 8;
const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

export interface DictionaryOptions {
  /** The number of cells to remember: a power of two. A cell replaces another one in its slot. */
  readonly slots: number;
  /** Longer cells are not remembered; at most 255. */
  readonly maxBytes: number;
}

/**
 * Remembers cells that occurred lately in a column, by their bytes, each with a number. Most columns repeat few dates, names and
 * ids, so most cells need not be read again. It is a class because its code runs for every cell.
 */
export class CellDictionary {
  /** The slot of the last cell that was not found; -1 if the cell is not remembered. */
  private slot = -1;
  private lookups = 0;
  private hits = 0;
  private readonly mask: number;
  private readonly maxBytes: number;
  private readonly cells: Uint8Array;
  private readonly lengths: Uint8Array;
  private readonly numbers: Int32Array;

  constructor({ slots, maxBytes }: DictionaryOptions) {
    this.mask = slots - 1;
    this.maxBytes = maxBytes;
    this.cells = new Uint8Array(slots * maxBytes);
    this.lengths = new Uint8Array(slots);
    this.numbers = new Int32Array(slots);
  }

  /** The number of the cell with the same bytes, at least one; -1 if it is not remembered. Then `remember` may follow. */
  find(block: Uint8Array, start: number, end: number): number {
    const { cells, maxBytes } = this;
    const length = end - start;
    this.slot = -1;
    if (length > maxBytes) return -1;
    if (this.lookups === TRIAL) {
      if (this.hits < LEAST_HITS) return -1;
    } else this.lookups++;
    let hash = FNV_OFFSET;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ block[at]!, FNV_PRIME);
    const slot = (hash ^ (hash >>> 15)) & this.mask;
    if (this.lengths[slot] === length) {
      const first = slot * maxBytes;
      let index = 0;
      while (index < length && cells[first + index] === block[start + index]) index++;
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
    const { slot, cells } = this;
    if (slot === -1) return;
    const first = slot * this.maxBytes;
    for (let index = 0; index < end - start; index++) cells[first + index] = block[start + index]!;
    this.lengths[slot] = end - start;
    this.numbers[slot] = number;
  }

  clear(): void {
    this.lengths.fill(0);
    this.lookups = this.hits = 0;
  }
}
