import { ReportingError } from '../core/reporting-error.ts';
import { ReaderGone, type Sink } from '../core/sink.ts';

/** Writes to stdout, or another stream that is written as it comes. A reader that left is told by `ReaderGone`. */
export function createStdoutSink(stream: NodeJS.WritableStream, signal: AbortSignal): Sink {
  return {
    write: (text) => untilAborted(signal, write(stream, text)),
    commit: async () => undefined,
    abort: async () => undefined,
  };
}

function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error?: Error | null) => {
      if (error === undefined || error === null) resolve();
      else reject(explain(error));
    });
  });
}

function explain(error: Error): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return new ReaderGone();
  return new ReportingError('output', `cannot write to stdout: ${error.message}`, { cause: error });
}

/** A write waits for as long as the reader does not read; an interruption does not. */
function untilAborted(signal: AbortSignal, written: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    written.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
