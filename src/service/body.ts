import type { Readable } from 'node:stream';
import { describeFailure, stalled } from './failures.ts';

export interface BodyOptions {
  /** Longest wait for the next bytes, in milliseconds. The time that the reader takes between them does not count. */
  readonly stallTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** The stream's chunks. Throws an unavailable error where the body is cut off or stalls; ends the request if left early. */
export async function* readBody(stream: Readable, options: BodyOptions): AsyncGenerator<Buffer> {
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const { signal, stallTimeoutMs } = options;
  let sizeBytes = 0;
  let isStalled = false;
  const onAbort = (): void => void stream.destroy();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      const timer = setTimeout(() => {
        isStalled = true;
        stream.destroy();
      }, stallTimeoutMs);
      const next = await iterator.next().finally(() => clearTimeout(timer));
      signal.throwIfAborted();
      if (next.done === true) break;
      sizeBytes += next.value.length;
      yield next.value;
    }
    if (isStalled) throw stalled(sizeBytes, stallTimeoutMs);
  } catch (error) {
    signal.throwIfAborted();
    throw isStalled
      ? stalled(sizeBytes, stallTimeoutMs)
      : describeFailure(error, { during: 'body', sizeBytes });
  } finally {
    signal.removeEventListener('abort', onAbort);
    stream.on('error', () => undefined);
    stream.destroy();
  }
}
