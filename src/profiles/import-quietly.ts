const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Imports a module, and takes away the listeners for signals that it leaves. Conf's file writer brings some that send
 * each signal again (when-exit 2), which to us is a second Ctrl-C, and ends the run before it has cleared up.
 */
export async function importQuietly<T>(load: () => Promise<T>): Promise<T> {
  const before = new Set(SIGNALS.flatMap((signal) => process.listeners(signal)));
  const module = await load();
  for (const signal of SIGNALS) {
    for (const listener of process.listeners(signal)) {
      if (!before.has(listener)) process.off(signal, listener);
    }
  }
  return module;
}
