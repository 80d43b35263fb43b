import { link, rename, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from './paths.ts';
import { temporaryName } from './temporary-files.ts';

const RETRY_MS = 20;
const MAX_WAIT_MS = 15_000;
/** A run holds a lock for milliseconds. An older lock belongs to a run that was killed. */
const STALE_MS = 10_000;

/**
 * The result of `work`, which runs while this process holds the lock of `file`, `<file>.lock`. Waits at most 15 seconds for
 * another process. Throws the system's error if the lock cannot be acquired.
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
      if (codeOf(error) !== 'EEXIST' || waitedMs >= MAX_WAIT_MS) throw error;
    }
    await removeStale(lock);
    await delay(RETRY_MS);
  }
}

/** Renames a stale lock before removing it: if several processes find it stale, only one of them removes it. */
async function removeStale(lock: string): Promise<void> {
  const found = await stat(lock).catch(() => undefined);
  if (found === undefined || Date.now() - found.mtimeMs < STALE_MS) return;
  const away = temporaryName(`${lock}.`);
  await rename(lock, away).catch(() => undefined);
  const moved = await stat(away).catch(() => undefined);
  // Another process may have replaced the stale lock with its own in the meantime. Put that lock back.
  if (moved !== undefined && Date.now() - moved.mtimeMs < STALE_MS)
    await link(away, lock).catch(() => undefined);
  await rm(away, { force: true });
}
