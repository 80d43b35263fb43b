import { setMaxListeners } from 'node:events';

/** The result of `work`. Rejects with the reason of `signal` when it is aborted; the work itself continues. */
export function interruptible<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/**
 * The results of `map` in the order of the items, of which `concurrency` are in progress at once. At the first failure, or when `signal` is aborted, cancels the items in
 * progress, waits for them, and throws the failure or the signal's reason.
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  map: (item: T, index: number, signal: AbortSignal) => Promise<R>,
  { concurrency, signal }: { readonly concurrency: number; readonly signal: AbortSignal },
): Promise<readonly R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const cancel = new AbortController();
  // Each item in progress adds a listener, and Node warns of a leak at more than ten.
  setMaxListeners(0, cancel.signal);
  const onAbort = (): void => cancel.abort(signal.reason);
  signal.addEventListener('abort', onAbort);

  async function work(): Promise<void> {
    for (const [index, item] of queue) {
      cancel.signal.throwIfAborted();
      results[index] = await map(item, index, cancel.signal);
    }
  }

  try {
    signal.throwIfAborted();
    const workers = Array.from({ length: Math.min(concurrency, items.length) }, () =>
      work().catch((error: unknown) => cancel.abort(error)),
    );
    await Promise.all(workers);
    cancel.signal.throwIfAborted();
    return results;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Ends a turn of the event loop, so that signals are noticed. Rejects once the run is interrupted. */
export type EndTurn = () => Promise<void>;

/** Rows between two turns: they take some milliseconds. */
const PIECE = 5000;

/** Does `work` for the indexes below `count`, in pieces. */
export async function inTurns(count: number, endTurn: EndTurn, work: (index: number) => void): Promise<void> {
  for (let from = 0; from < count; from += PIECE) {
    const to = Math.min(count, from + PIECE);
    for (let index = from; index < to; index++) work(index);
    if (to < count) await endTurn();
  }
}
