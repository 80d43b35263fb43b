/** The name of stdout as an output. */
export const STDOUT = '-';

/** The destination of a report: it gets the whole report or nothing. */
export interface Sink {
  /** Writes text or UTF-8 bytes. Resolves when the caller can reuse the bytes. Throws an output error or `ReaderGone`. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Makes the written pieces the final result. Without any, the result is empty. */
  commit(): Promise<void>;
  /** Discards the written pieces as far as possible. Never throws. */
  abort(): Promise<void>;
}

/** Thrown by a sink whose reader has closed its end early, like `head`. That is no failure of the run. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/**
 * Codes of a write whose reader is gone. Node's pipe to another process is a socket, which is reset. Windows reports a broken pipe
 * as EOF (libuv, src/win/error.c).
 */
const READER_GONE = new Set<unknown>(['EPIPE', 'ECONNRESET', 'EOF', 'ERR_STREAM_DESTROYED']);

/** True if a write failed with `error` because its reader has closed the other end. */
export function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && READER_GONE.has(error.code);
}

/**
 * Writes the pieces to a sink, and commits it. A reader that has closed its end loses the rest. The pieces are made
 * nevertheless, and the run goes on: its messages must not depend on how much a pipe took before the reader was gone. False if
 * it lost any.
 */
export async function writeDocument(
  sink: Sink,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<boolean> {
  let isReaderGone = false;
  const unlessGone = async (work: () => Promise<void>): Promise<void> => {
    try {
      if (!isReaderGone) await work();
    } catch (error) {
      if (!(error instanceof ReaderGone)) throw error;
      isReaderGone = true;
    }
  };
  for await (const piece of pieces) {
    signal.throwIfAborted();
    await unlessGone(() => sink.write(piece));
  }
  signal.throwIfAborted();
  await unlessGone(() => sink.commit());
  if (isReaderGone) await sink.abort();
  return !isReaderGone;
}

/** The result of `write`. If it fails, the sink gets nothing, as far as possible. */
export async function writeWhole<T>(sink: Sink, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    await sink.abort();
    throw error;
  }
}
