/** The name of stdout as an output. */
export const STDOUT = '-';

/** The destination of a report: it gets the whole report or nothing. */
export interface Sink {
  /** Writes text or UTF-8 bytes. Resolves when the caller can reuse the bytes. Throws an output error or `ReaderGone`. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Makes the written pieces the final result. Without any, the result is empty. */
  commit(): Promise<void>;
  /** Discards the written pieces as far as possible. True if no trace remains. Never throws. */
  abort(): Promise<boolean>;
}

/** Thrown by a sink whose reader has closed its end early, like `head`. The run ends without an error message. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}
