/** Where a report goes, all or nothing. */
export interface Sink {
  /** Writes text, or bytes of UTF-8, and resolves when they are needed no more. Throws an output error, or `ReaderGone`. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Makes what was written the result, for good. Nothing written is an empty result. */
  commit(): Promise<void>;
  /** Takes back what can be taken back. True if nothing is left of it. Never throws. */
  abort(): Promise<boolean>;
}

/** Thrown by a sink whose reader has left, as `head` does: the run ends quietly. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}
