/** Records in memory, to be sorted. With a limit, only those that can be among the first ones. */

import { type SortKey, SortKeys } from './sort-keys.ts';

interface SortBufferOptions {
  readonly keys: readonly SortKey[];
  /** Only the first `limit` records are needed. */
  readonly limit: number;
  /** The number of records that fit. */
  readonly maxRows: number;
  /** The number of bytes of records that fit. A single record may have more. */
  readonly maxBytes: number;
}

const FIRST_BYTES = 64 * 1024;

/** Sorts records in memory. Its code runs for every record of a sorted report. */
export class SortBuffer {
  private readonly keys: SortKeys;
  private readonly limit: number;
  private readonly maxRows: number;
  private readonly maxBytes: number;
  private bytes: Buffer;
  /** The index after each record with its line feed. A record starts where the one before ends. */
  private readonly ends: Int32Array;
  private count = 0;
  /** The slot of the last one of `limit` records. Later records must come before it. */
  private readonly last: number;
  private hasLast = false;

  constructor({ keys, limit, maxRows, maxBytes }: SortBufferOptions) {
    // One slot more than records, for the current record.
    this.last = maxRows + 1;
    this.keys = new SortKeys(keys, maxRows + 2);
    this.limit = limit;
    this.maxRows = maxRows;
    this.maxBytes = maxBytes;
    this.bytes = Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, maxBytes));
    this.ends = new Int32Array(maxRows);
  }

  /**
   * Adds the records of a block of whole lines from `start` on. Returns the index of the first one that does not fit, or the
   * length of the block.
   */
  add(block: Buffer, start: number): number {
    const { keys, last } = this;
    let at = start;
    let copied = start;
    while (at < block.length) {
      const next = keys.read(this.count, block, at);
      // Of equal records, the earlier one comes first.
      if (this.hasLast && keys.compare(this.count, last) >= 0) {
        this.copy(block, copied, at);
        copied = next;
      } else {
        if (!this.hasRoom(next - at)) break;
        this.ends[this.count] = this.startOf(this.count) + next - at;
        this.count++;
      }
      at = next;
    }
    this.copy(block, copied, at);
    return at;
  }

  /** Copies the bytes of the latest records. */
  private copy(block: Buffer, start: number, end: number): void {
    if (start < end) block.copy(this.bytes, this.startOf(this.count) - (end - start), start, end);
  }

  private hasRoom(sizeBytes: number): boolean {
    const needed = this.startOf(this.count) + sizeBytes;
    if (this.count === this.maxRows || (this.count > 0 && needed > this.maxBytes)) return false;
    if (needed > this.bytes.length) {
      const larger = Math.max(needed, Math.min(2 * this.bytes.length, this.maxBytes));
      const { bytes } = this;
      this.bytes = Buffer.allocUnsafeSlow(larger);
      bytes.copy(this.bytes);
    }
    return true;
  }

  private startOf(slot: number): number {
    return slot === 0 ? 0 : this.ends[slot - 1]!;
  }

  /** Removes the records after the first `limit` ones. Returns true if at least half of the room is free afterwards. */
  prune(): boolean {
    if (this.count <= this.limit) return false;
    const kept = this.inOrder().subarray(0, this.limit);
    this.keys.copy(kept.at(-1)!, this.last);
    this.hasLast = true;
    this.count = 0;
    for (const slot of kept.sort()) this.move(slot, this.count++);
    return this.count <= this.maxRows / 2 && this.startOf(this.count) <= this.maxBytes / 2;
  }

  /** Moves a record to the end of those before `to`. */
  private move(slot: number, to: number): void {
    const [start, end, target] = [this.startOf(slot), this.ends[slot]!, this.startOf(to)];
    this.bytes.copyWithin(target, start, end);
    this.keys.copy(slot, to);
    this.ends[to] = target + end - start;
  }

  /** Calls `visit` with the first `limit` records, without their line feeds, in order. */
  async drain(
    visit: (bytes: Buffer, start: number, end: number) => Promise<void> | undefined,
  ): Promise<void> {
    for (const slot of this.inOrder().subarray(0, this.limit)) {
      await visit(this.bytes, this.startOf(slot), this.ends[slot]! - 1);
    }
    this.count = 0;
  }

  private inOrder(): Uint32Array {
    const { keys } = this;
    return Uint32Array.from({ length: this.count }, (_, slot) => slot).sort(
      (left, right) => keys.compare(left, right) || left - right,
    );
  }
}
