const SLAB_BYTES = 64 * 1024;
/** A larger piece is allocated alone. */
const MAX_PIECE_BYTES = SLAB_BYTES / 8;

/** Allocates many small pieces of memory, which costs much less than one allocation each. */
export class ByteArena {
  private slab = new Uint8Array(0);
  private used = 0;

  /** New memory. Its bytes may be of any value. */
  take(sizeBytes: number): Uint8Array {
    if (sizeBytes > MAX_PIECE_BYTES) return new Uint8Array(sizeBytes);
    if (this.used + sizeBytes > this.slab.length) {
      this.slab = new Uint8Array(SLAB_BYTES);
      this.used = 0;
    }
    this.used += sizeBytes;
    return this.slab.subarray(this.used - sizeBytes, this.used);
  }

  /** A copy of the bytes of `block` from `start` to `end`. */
  copy(block: Buffer, start: number, end: number): Uint8Array {
    const piece = this.take(end - start);
    block.copy(piece, 0, start, end);
    return piece;
  }
}
