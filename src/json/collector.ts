/** Joins the pieces of one token or record. It drops all bytes until its first `restart`. */
export function createCollector() {
  let buffer = Buffer.allocUnsafe(4096);
  let length = 0;
  let limit = 0;
  let overflow: (() => void) | undefined;

  /** Starts a new token of at most `maxBytes`; 0 drops all bytes. Further bytes are dropped, and `onOverflow` is called. */
  function restart(maxBytes: number, onOverflow?: () => void): void {
    length = 0;
    limit = maxBytes;
    overflow = onOverflow;
  }

  return {
    restart,
    add(bytes: Buffer): void {
      if (bytes.length > limit - length) overflow?.();
      const end = Math.min(limit, length + bytes.length);
      if (end > buffer.length) buffer = Buffer.concat([buffer], Math.max(buffer.length * 2, end));
      length += bytes.copy(buffer, length, 0, end - length);
    },
    /** The bytes added since the restart; valid until the next one. */
    bytes: (): Buffer => buffer.subarray(0, length),
  };
}
