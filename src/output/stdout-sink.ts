/** Writes to stdout, and to other streams that cannot be undone. */

import { write } from 'node:fs';
import { Writable } from 'node:stream';
import { interruptible } from '../core/async.ts';
import { ReportingError } from '../core/errors.ts';
import { ReaderGone, type Sink } from '../core/sink.ts';

/** A sink that writes to `stream` at once. Throws `ReaderGone` if the reader has closed a pipe. */
export function createStdoutSink(stream: NodeJS.WritableStream, signal: AbortSignal): Sink {
  let isUntouched = true;
  return {
    write(piece) {
      isUntouched = false;
      return interruptible(writePiece(stream, piece), signal);
    },
    commit: async () => undefined,
    abort: async () => isUntouched,
  };
}

function writePiece(stream: NodeJS.WritableStream, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(piece, (error?: Error | null) => {
      if (error === undefined || error === null) resolve();
      else reject(explain(error));
    });
  });
}

/** Node's pipe to another process is a socket, which is reset if its reader closes it early. */
const READER_GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

function explain(error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  if (READER_GONE.has(code)) return new ReaderGone();
  return new ReportingError('output', `cannot write to stdout: ${error.message}`, { cause: error });
}

const RETRY_MS = 10;

/**
 * A stream that writes to a file descriptor without blocking the process. Node's own stdout blocks on a pipe: while the
 * reader does not read, no signal is handled (documentation of process.stdout, "A note on process I/O").
 */
export function createDescriptorStream(descriptor: number): Writable {
  return new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      writeAll(descriptor, chunk, 0, done);
    },
  });
}

function writeAll(
  descriptor: number,
  bytes: Buffer,
  offset: number,
  done: (error?: Error | null) => void,
): void {
  write(descriptor, bytes, offset, bytes.length - offset, null, (error, written) => {
    // Another process made the pipe non-blocking, and it is full.
    if (error?.code === 'EAGAIN') setTimeout(writeAll, RETRY_MS, descriptor, bytes, offset, done);
    else if (error !== null) done(error);
    else if (offset + written < bytes.length) writeAll(descriptor, bytes, offset + written, done);
    else done();
  });
}
