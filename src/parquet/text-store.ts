import { BACKSLASH, QUOTATION_MARK } from '../core/bytes.ts';
import type { ValueBounds, ValueStore } from './value-store.ts';

const FIRST_BYTES = 16 * 1024;
/** A larger buffer is released after a row group. */
const MAX_KEPT_BYTES = 1024 * 1024;
const LENGTH_BYTES = 4;
/** A row group with a longer text has no bounds: they would stay in memory up to the end of the file. */
const MAX_BOUND_BYTES = 256;

/** Texts in UTF-8, each after its length in 4 bytes: the characters of a string, and the JSON text of any other value. */
export class TextStore implements ValueStore {
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);
  private length = 0;
  /** The offset of each text, which begins with its length. */
  private offsets: number[] = [];
  private min = 0;
  private max = 0;
  private hasLong = false;

  get count(): number {
    return this.offsets.length;
  }

  add(block: Buffer, start: number, end: number): boolean {
    if (block[start] !== QUOTATION_MARK) this.copy(block, start, end);
    else if (!hasEscape(block, start, end)) this.copy(block, start + 1, end - 1);
    else {
      // UTF-8 has no bytes for half of a surrogate pair (RFC 3629, section 3): U+FFFD takes its place.
      const text = Buffer.from(JSON.parse(block.toString('utf8', start, end)) as string);
      this.copy(text, 0, text.length);
    }
    return true;
  }

  plain(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  plainAt(indexes: Int32Array): Uint8Array {
    let sizeBytes = 0;
    for (const index of indexes) sizeBytes += this.endOf(index) - this.offsets[index]!;
    const bytes = Buffer.allocUnsafe(sizeBytes);
    let to = 0;
    for (const index of indexes) to += this.bytes.copy(bytes, to, this.offsets[index]!, this.endOf(index));
    return bytes;
  }

  bounds(): ValueBounds | undefined {
    if (this.count === 0 || this.hasLong) return undefined;
    const [min, max] = [this.min, this.max].map((index) =>
      Uint8Array.from(this.bytes.subarray(this.offsets[index]! + LENGTH_BYTES, this.endOf(index))),
    );
    return { min: min!, max: max! };
  }

  clear(): void {
    if (this.bytes.length > MAX_KEPT_BYTES) this.bytes = Buffer.allocUnsafe(FIRST_BYTES);
    this.length = 0;
    this.offsets = [];
    this.min = this.max = 0;
    this.hasLong = false;
  }

  private copy(from: Buffer, start: number, end: number): void {
    const sizeBytes = end - start;
    this.reserve(LENGTH_BYTES + sizeBytes);
    const index = this.offsets.push(this.length) - 1;
    this.length = this.bytes.writeUInt32LE(sizeBytes, this.length);
    this.length += from.copy(this.bytes, this.length, start, end);
    if (sizeBytes > MAX_BOUND_BYTES) this.hasLong = true;
    if (this.hasLong) return;
    if (this.compare(index, this.min) < 0) this.min = index;
    if (this.compare(index, this.max) > 0) this.max = index;
  }

  private reserve(sizeBytes: number): void {
    if (this.length + sizeBytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, this.length + sizeBytes));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  /** The order of UTF-8 bytes is that of code points. */
  private compare(left: number, right: number): number {
    const { bytes } = this;
    const leftEnd = this.endOf(left);
    const rightEnd = this.endOf(right);
    let at = this.offsets[left]! + LENGTH_BYTES;
    let other = this.offsets[right]! + LENGTH_BYTES;
    while (at < leftEnd && other < rightEnd) {
      const difference = bytes[at++]! - bytes[other++]!;
      if (difference !== 0) return difference;
    }
    return leftEnd - at - (rightEnd - other);
  }

  private endOf(index: number): number {
    return this.offsets[index + 1] ?? this.length;
  }
}

function hasEscape(block: Buffer, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) if (block[at] === BACKSLASH) return true;
  return false;
}
