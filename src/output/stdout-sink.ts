/** Writes to stdout, and to other streams that cannot be undone. */

import { write } from 'node:fs';
import { interruptible } from '../core/async.ts';
import { ReportingError } from '../core/errors.ts';
import { isReaderGone, ReaderGone, type Sink } from '../core/sink.ts';

/** A stream of Node, or one that does not block the process. */
interface Target {
  write(piece: string | Uint8Array, done: (error?: Error | null) => void): unknown;
}

/** A sink that writes to `stream` at once. Throws `ReaderGone` if the reader has closed a pipe. */
export function createStdoutSink(stream: Target, signal: AbortSignal): Sink {
  return {
    write: (piece) => interruptible(writePiece(stream, piece), signal),
    commit: async () => undefined,
    abort: async () => undefined,
  };
}

/** Writes a text to stdout. A reader that has closed the pipe loses it: the run still reports success or failure. */
export async function print(
  text: string,
  { stdout, signal }: { readonly stdout: Target; readonly signal: AbortSignal },
): Promise<void> {
  await createStdoutSink(stdout, signal)
    .write(text)
    .catch((error: unknown) => {
      if (!(error instanceof ReaderGone)) throw error;
    });
}

function writePiece(stream: Target, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(piece, (error) => {
      if (!error) resolve();
      else if (isReaderGone(error)) reject(new ReaderGone());
      else reject(new ReportingError('E-cannot-write', `cannot write to stdout: ${error.message}`, { cause: error }));
    });
  });
}

const RETRY_MS = 10;

/**
 * A stream that writes to a file descriptor without blocking the process. Node's own stdout blocks on a pipe: while the
 * reader does not read, no signal is handled (documentation of process.stdout, "A note on process I/O").
 */
export function createDescriptorStream(descriptor: number): Target & { readonly isWriting: () => boolean } {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  async function writeAll(piece: string | Uint8Array): Promise<void> {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    for (let offset = 0; offset < bytes.length; ) offset += await writeSome(descriptor, bytes, offset);
  }
  return {
    write(piece, done) {
      waiting++;
      last = last
        .then(() => writeAll(piece))
        .finally(() => waiting--)
        .then(() => done(), done);
    },
    isWriting: () => waiting > 0,
  };
}

/** Resolves with the number of bytes that were written. */
function writeSome(descriptor: number, bytes: Uint8Array, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(descriptor, bytes, offset, bytes.length - offset, null, (error, written) => {
      // Another process made the pipe non-blocking, and it is full.
      if (error?.code === 'EAGAIN') setTimeout(resolve, RETRY_MS, 0);
      else if (error !== null) reject(error);
      else resolve(written);
    });
  });
}
