/** Joins the pieces of one token or record. */
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
  let limit = 0;
  let overflow: (() => void) | undefined;

  function restart(maxBytes: number, onOverflow?: () => void): void {
    length = 0;
    limit = maxBytes;
    overflow = onOverflow;
  }

  return {
    restart,
    stop: () => restart(0),
    add(bytes) {
      if (bytes.length > limit - length) overflow?.();
      const end = Math.min(limit, length + bytes.length);
      if (end > buffer.length) buffer = Buffer.concat([buffer], Math.max(buffer.length * 2, end));
      length += bytes.copy(buffer, length, 0, end - length);
    },
    bytes: () => buffer.subarray(0, length),
  };
}
