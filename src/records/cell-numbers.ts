const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
const FIRST_SLOTS = 16;
/** Further cells and longer ones are by default not remembered: the times of a million records would take much memory. */
const MAX_CELLS = 256 * 1024;
const MAX_BYTES = 64;

/**
 * Remembers cells by their bytes, each with a number, in a hash table with open addressing. Strings in its place take 40 % more CPU
 * time for 32,000 groups (bench `groups`).
 */
export class CellNumbers {
  private size = 0;
  /** The index of the cell plus one; 0 in a free slot. At most half of the slots are taken. */
  private slots = new Int32Array(FIRST_SLOTS);
  private hashes = new Int32Array(FIRST_SLOTS);
  private numbers = new Int32Array(FIRST_SLOTS);
  private bytes = new Uint8Array(16 * FIRST_SLOTS);
  /** Where the bytes of each cell begin, and where those of the last one end. */
  private starts = new Int32Array(FIRST_SLOTS);
  /** The hash and the free slot of the cell that was not found; the slot is -1 for one that is not remembered. */
  private hash = 0;
  private slot = -1;

  constructor(private readonly maxCells = MAX_CELLS) {}

  /** The number of the cell with the same bytes; -1 if it is not remembered. Then `remember` may follow. */
  find(block: Uint8Array, start: number, end: number): number {
    const { slots, hashes, starts, bytes } = this;
    const length = end - start;
    this.slot = -1;
    if (length > MAX_BYTES) return -1;
    let hash = FNV_OFFSET;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ block[at]!, FNV_PRIME);
    let slot = slotOf(hash, slots);
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const found = slots[slot]! - 1;
      const first = starts[found]!;
      if (hashes[found] !== hash || starts[found + 1]! - first !== length) continue;
      let index = 0;
      while (index < length && bytes[first + index] === block[start + index]) index++;
      if (index === length) return this.numbers[found]!;
    }
    this.hash = hash;
    this.slot = slot;
    return -1;
  }

  /** Remembers the cell that `find` did not find. */
  remember(block: Uint8Array, start: number, end: number, number: number): void {
    if (this.slot === -1 || this.size === this.maxCells) return;
    const index = this.size++;
    const first = this.starts[index]!;
    const last = first + end - start;
    this.starts = grown(this.starts, index + 1);
    this.hashes = grown(this.hashes, index);
    this.numbers = grown(this.numbers, index);
    this.bytes = grown(this.bytes, last);
    this.starts[index + 1] = last;
    this.hashes[index] = this.hash;
    this.numbers[index] = number;
    this.bytes.set(block.subarray(start, end), first);
    this.slots[this.slot] = this.size;
    if (2 * this.size > this.slots.length) this.grow();
  }

  /** The number of these bytes in order of first appearance. */
  numberOf(bytes: Uint8Array): number {
    const known = this.find(bytes, 0, bytes.length);
    if (known === -1) this.remember(bytes, 0, bytes.length, this.size);
    return known === -1 ? this.size - 1 : known;
  }

  clear(): void {
    this.slots.fill(0);
    this.size = 0;
  }

  private grow(): void {
    const slots = new Int32Array(4 * this.slots.length);
    for (let index = 0; index < this.size; index++) {
      let slot = slotOf(this.hashes[index]!, slots);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = index + 1;
    }
    this.slots = slots;
  }
}

/** The array with room for the element at `index`. */
function grown<T extends Float64Array | Int32Array | Uint16Array | Uint8Array>(array: T, index: number): T {
  if (index < array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(index + 1, 2 * array.length));
  larger.set(array);
  return larger;
}

/** The first slot for a hash. */
function slotOf(hash: number, slots: Int32Array): number {
  return (hash ^ (hash >>> 15)) & (slots.length - 1);
}
