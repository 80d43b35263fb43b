/** How long to wait for something, and what ends the wait before. */
export interface WaitLimits {
  readonly timeoutMs: number;
  /** Its reason is thrown once it is aborted. */
  readonly signal: AbortSignal;
}

/** Told how what was begun has ended; only the first word counts. */
export interface Settle<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Begins something and waits for it. `begin` gives what stops it, which is called once, however the wait ends. After
 * `timeoutMs` the error of `onTimeout` is thrown.
 */
export async function bounded<T>(
  { timeoutMs, signal }: WaitLimits,
  onTimeout: () => Error,
  begin: (settle: Settle<T>) => () => void,
): Promise<T> {
  signal.throwIfAborted();
  let end = (): void => undefined;
  return new Promise<T>((resolve, reject) => {
    const stop = begin({ resolve, reject });
    const onAbort = (): void => reject(signal.reason);
    const timer = setTimeout(() => reject(onTimeout()), timeoutMs);
    signal.addEventListener('abort', onAbort);
    end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      stop();
    };
  }).finally(() => end());
}
