/** Joins the pieces of one token or record. A token that arrives in one piece is not copied. */
export interface Collector {
  /** Starts a new token of at most `maxBytes`. Further bytes are dropped, and `onOverflow` is called. */
  restart(maxBytes: number, onOverflow?: () => void): void;
  add(bytes: Buffer): void;
  /** Drops all bytes until the next restart. */
  stop(): void;
  /** The bytes added since the restart; valid until the next `restart` or `stop`. */
  bytes(): Buffer;
}

/** Creates a collector, which drops all bytes until its first `restart`. */
export function createCollector(): Collector {
  let buffer = Buffer.allocUnsafe(4096);
  let length = 0;
  /** The first piece, while it is the only one: not copied yet. */
  let only: Buffer | undefined;
  let limit = 0;
  let overflow: (() => void) | undefined;

  function append(bytes: Buffer): void {
    if (length + bytes.length > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + bytes.length));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    bytes.copy(buffer, length);
    length += bytes.length;
  }

  function restart(maxBytes: number, onOverflow?: () => void): void {
    length = 0;
    only = undefined;
    limit = maxBytes;
    overflow = onOverflow;
  }

  return {
    restart,
    stop: () => restart(0),
    add(bytes) {
      const room = limit - length - (only?.length ?? 0);
      if (bytes.length > room) overflow?.();
      const piece = bytes.length > room ? bytes.subarray(0, room) : bytes;
      if (piece.length === 0) return;
      if (only === undefined && length === 0) {
        only = piece;
        return;
      }
      if (only !== undefined) append(only);
      only = undefined;
      append(piece);
    },
    bytes: () => only ?? buffer.subarray(0, length),
  };
}
