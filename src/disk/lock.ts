import { link, rename, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryName } from './leftovers.ts';

const RETRY_MS = 20;
const MAX_WAIT_MS = 15_000;
/** A lock is held for milliseconds; one that is older was left by a run that was killed. */
const STALE_MS = 10_000;

/**
 * The outcome of `work`, during which no other process works on `file` under its lock, `<file>.lock`. Throws the
 * system's error where the lock cannot be made, and waits for one that is held for at most 15 seconds.
 */
export async function withLock<T>(file: string, work: () => T): Promise<T> {
  const lock = `${file}.lock`;
  await acquire(lock);
  try {
    return work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function acquire(lock: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      const isHeld = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isHeld || waitedMs >= MAX_WAIT_MS) throw error;
    }
    await removeStale(lock);
    await delay(RETRY_MS);
  }
}

/** Moved away before it is removed, so that of several that find it stale only one removes it. */
async function removeStale(lock: string): Promise<void> {
  const found = await stat(lock).catch(() => undefined);
  if (found === undefined || Date.now() - found.mtimeMs < STALE_MS) return;
  const away = temporaryName(`${lock}.`);
  await rename(lock, away).catch(() => undefined);
  const moved = await stat(away).catch(() => undefined);
  // In the meantime another run may have done the same, and made a lock of its own: it gets it back.
  if (moved !== undefined && Date.now() - moved.mtimeMs < STALE_MS)
    await link(away, lock).catch(() => undefined);
  await rm(away, { force: true });
}
