import { interruptible } from '../core/interruptible.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { ReaderGone, type Sink } from '../core/sink.ts';

/** Writes to stdout, or another stream that is written as it comes. A reader that left is told by `ReaderGone`. */
export function createStdoutSink(stream: NodeJS.WritableStream, signal: AbortSignal): Sink {
  let isUntouched = true;
  return {
    write(piece) {
      isUntouched = false;
      return interruptible(write(stream, piece), signal);
    },
    commit: async () => undefined,
    abort: async () => isUntouched,
  };
}

function write(stream: NodeJS.WritableStream, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(piece, (error?: Error | null) => {
      if (error === undefined || error === null) resolve();
      else reject(explain(error));
    });
  });
}

/** Node's pipe to another process is a socket, which is reset if not all was read. */
const READER_GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

function explain(error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  if (READER_GONE.has(code)) return new ReaderGone();
  return new ReportingError('output', `cannot write to stdout: ${error.message}`, { cause: error });
}
