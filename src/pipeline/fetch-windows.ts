import { setMaxListeners } from 'node:events';

/** Fetches one window, whatever that takes. `index` is the window's place among all. */
export type FetchWindow<W, T> = (window: W, index: number, signal: AbortSignal) => Promise<T>;

export interface FetchOptions {
  /** Windows under way at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/**
 * The results for all windows, in the windows' order, however they arrive. The first failure cancels what else is under
 * way, is waited out, and thrown; so is the signal's reason once it is aborted.
 */
export async function fetchWindows<W, T>(
  windows: readonly W[],
  fetchWindow: FetchWindow<W, T>,
  { concurrency, signal }: FetchOptions,
): Promise<readonly T[]> {
  const results = new Array<T>(windows.length);
  const queue = windows.entries();
  const cancel = new AbortController();
  // One listener a window under way, and no leak.
  setMaxListeners(0, cancel.signal);
  const onAbort = (): void => cancel.abort(signal.reason);
  signal.addEventListener('abort', onAbort);

  async function work(): Promise<void> {
    for (const [index, window] of queue) {
      cancel.signal.throwIfAborted();
      results[index] = await fetchWindow(window, index, cancel.signal);
    }
  }

  try {
    signal.throwIfAborted();
    const workers = Array.from({ length: Math.min(concurrency, windows.length) }, () =>
      work().catch((error: unknown) => cancel.abort(error)),
    );
    await Promise.all(workers);
    cancel.signal.throwIfAborted();
    return results;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
