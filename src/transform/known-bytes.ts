/** Above these limits, further cells are not remembered: memory must not grow with the records. */
const MAX_COUNT = 64 * 1024;
const MAX_BYTES = 4 * 1024 * 1024;
/** A cell that needs more steps is not remembered: many cells would have the same hash. */
const MAX_STEPS = 32;
const FIRST_SLOTS = 256;
const FIRST_BYTES = 8 * 1024;

/** Remembers a number for each cell by its bytes. Its code runs for every record. */
export class KnownBytes {
  private count = 0;
  private length = 0;
  private bytes = new Uint8Array(FIRST_BYTES);
  /** A hash table: each slot holds the index of a cell plus 1. Half of the slots are free, so that few cells need the next slot. */
  private slots = new Int32Array(FIRST_SLOTS);
  private hashes = new Int32Array(FIRST_SLOTS / 2);
  private numbers = new Int32Array(FIRST_SLOTS / 2);
  /** The offset of each cell, and the end of the last one. */
  private offsets = new Int32Array(FIRST_SLOTS / 2 + 1);
  /** The hash and the slot of the last cell that was not found; the slot is -1 if it cannot be remembered. */
  private hash = 0;
  private slot = -1;

  /** The number of the cell with the same bytes; -1 if it is not known. Then `remember` may follow. */
  find(block: Uint8Array, start: number, end: number): number {
    let hash = 0;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + block[at]!) | 0;
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let step = 0; step < MAX_STEPS; step++) {
      const index = slots[slot]! - 1;
      if (index === -1) {
        this.hash = hash;
        this.slot = slot;
        return -1;
      }
      if (hashes[index] === hash && this.isAt(index, block, start, end)) return this.numbers[index]!;
      slot = (slot + 1) & mask;
    }
    this.slot = -1;
    return -1;
  }

  /** Remembers the cell that `find` has just not found, with a number of 0 or more. False without room for it. */
  remember(block: Uint8Array, start: number, end: number, number: number): boolean {
    const after = this.length + end - start;
    if (this.slot === -1 || this.count === MAX_COUNT || after > MAX_BYTES) return false;
    if (after > this.bytes.length) this.bytes = enlarged(this.bytes, Uint8Array, after);
    this.bytes.set(block.subarray(start, end), this.length);
    this.length = after;
    const index = this.count++;
    this.hashes[index] = this.hash;
    this.numbers[index] = number;
    this.offsets[index + 1] = after;
    this.slots[this.slot] = this.count;
    if (this.count === this.hashes.length) this.grow();
    return true;
  }

  clear(): void {
    this.count = this.length = 0;
    this.slots.fill(0);
  }

  private isAt(index: number, block: Uint8Array, start: number, end: number): boolean {
    const { bytes } = this;
    let from = this.offsets[index]!;
    if (this.offsets[index + 1]! - from !== end - start) return false;
    for (let at = start; at < end; at++) if (bytes[from++] !== block[at]) return false;
    return true;
  }

  private grow(): void {
    const size = 2 * this.count;
    this.hashes = enlarged(this.hashes, Int32Array, size);
    this.numbers = enlarged(this.numbers, Int32Array, size);
    this.offsets = enlarged(this.offsets, Int32Array, size + 1);
    this.slots = new Int32Array(2 * size);
    const mask = this.slots.length - 1;
    for (let index = 0; index < this.count; index++) {
      const hash = this.hashes[index]!;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = index + 1;
    }
  }
}

/** A copy with room for at least `least` values, and for twice as many as before. */
function enlarged<T extends Uint8Array | Int32Array>(
  values: T,
  type: new (length: number) => T,
  least: number,
): T {
  const larger = new type(Math.max(least, 2 * values.length));
  larger.set(values);
  return larger;
}
