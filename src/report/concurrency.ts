import { setMaxListeners } from 'node:events';

export interface ConcurrencyOptions {
  /** Items under way at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/**
 * What `map` gives for each item, in the items' order. The first failure cancels the items that are under way, waits for
 * them, and is thrown; so is the signal's reason once it is aborted.
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  map: (item: T, index: number, signal: AbortSignal) => Promise<R>,
  { concurrency, signal }: ConcurrencyOptions,
): Promise<readonly R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const cancel = new AbortController();
  // One listener for each item under way is not a leak.
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
