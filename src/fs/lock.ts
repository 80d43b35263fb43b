/**
 * A lock file: one process at a time does some work. Node has no flock, so the owner changes its lock every ten seconds, and a lock
 * that stays the same is taken over. On Linux, a lock also names the boot and the namespace of its process id: there, a process that
 * has ended is known at once.
 */

import { randomBytes } from 'node:crypto';
import { promises, readFileSync, readlinkSync, statSync } from 'node:fs';
import { tryRead } from '../core/errors.ts';
import { parseObject } from '../core/json-object.ts';
import { removeFile, untilFree } from './held-files.ts';
import { codeOf, ignoreMissing } from './paths.ts';
import { isRunning } from './temporary-files.ts';

const HEARTBEAT_MS = 10_000;
/** Six heartbeats. */
export const STALE_LOCK_MS = 60_000;

/** How to wait for a lock. */
export interface LockOptions {
  /** How long to wait for another process. */
  readonly waitMs: number;
  /** The time between two looks at a lock. */
  readonly pollMs: number;
  /** A lock without a heartbeat for this long belongs to a process that was killed or stopped. */
  readonly staleMs: number;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Thrown for a lock that another process holds. */
export class LockHeld extends Error {
  /** Undefined while the other process writes it. */
  readonly pid: number | undefined;

  constructor(file: string, pid: number | undefined) {
    super(`${file} is held`);
    this.pid = pid;
  }
}

/** Acquires the lock in `file`, whose directory exists. Throws a LockHeld, errors of the system, and the reason of an aborted signal. */
export async function acquireLock(file: string, options: LockOptions) {
  const { waitMs, pollMs, staleMs, signal, now, sleep } = options;
  const token = randomBytes(8).toString('hex');
  let beats = 0;
  const text = (): string => `${JSON.stringify({ host: ownHost(), pid: process.pid, token, beats })}\n`;
  const startMs = now().getTime();
  let seen: string | undefined;
  // Counts looks: after the sleep of a laptop, the owner needs time for its next heartbeat.
  let quietMs = 0;

  while (!(await isCreated(file, text()))) {
    signal.throwIfAborted();
    const found = await readLock(file);
    if (found === undefined) continue;
    quietMs = found === seen ? quietMs + pollMs : 0;
    seen = found;
    if (hasEnded(found) || quietMs >= staleMs) {
      await removeStaleLock(file, found, token);
      continue;
    }
    if (now().getTime() - startMs >= waitMs) throw new LockHeld(file, pidIn(found));
    await sleep(pollMs, signal);
  }

  const isOwn = async (): Promise<boolean> =>
    (await promises.readFile(file, 'utf8').catch(() => '')).includes(`"${token}"`);
  const heartbeat = setInterval(async () => {
    beats++;
    if (await isOwn()) await promises.writeFile(file, text()).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release(): Promise<void> {
      clearInterval(heartbeat);
      if (await isOwn()) await removeFile(file).catch(() => undefined);
    },
  };
}

/** True if a process holds the lock in `file`, as far as that can be known at once: it has changed the lock in the last minute. */
export function isLockHeld(file: string, now: Date): boolean {
  const isHeld = tryRead(() => {
    const ageMs = now.getTime() - statSync(file).mtimeMs;
    return ageMs < STALE_LOCK_MS && !hasEnded(readFileSync(file, 'utf8'));
  });
  return isHeld ?? false;
}

/** Creates the lock. False if another process has it. */
async function isCreated(file: string, text: string): Promise<boolean> {
  try {
    // On Windows, a file that was just removed may stay until its last reader closes it.
    await untilFree(() => promises.writeFile(file, text, { flag: 'wx' }));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // On a full disk, the file exists without its content. One that could not be opened is not this process's own.
    if ((error as NodeJS.ErrnoException).syscall !== 'open') await removeFile(file).catch(() => undefined);
    throw error;
  }
}

/** The text of a lock; undefined if it is gone. */
function readLock(file: string): Promise<string | undefined> {
  return untilFree(() => promises.readFile(file, 'utf8')).catch(ignoreMissing);
}

/** Removes a stale lock. If several processes find it stale, one of them moves it. A new lock in its place is put back. */
async function removeStaleLock(file: string, stale: string, token: string): Promise<void> {
  const removed = `${file}-${token}`;
  if ((await readLock(file)) !== stale) return;
  await promises.rename(file, removed).catch(() => undefined);
  const moved = await promises.readFile(removed, 'utf8').catch(() => undefined);
  if (moved !== undefined && moved !== stale) {
    await promises.writeFile(file, moved, { flag: 'wx' }).catch(() => undefined);
  }
  await removeFile(removed);
}

/** True if the owner of a lock has ended, which is known only of a process of this boot and namespace. */
function hasEnded(lock: string): boolean {
  const pid = pidIn(lock);
  const host = parseObject(lock)?.host;
  return pid !== undefined && host !== undefined && host === ownHost() && !isRunning(pid);
}

function pidIn(lock: string): number | undefined {
  const pid = parseObject(lock)?.pid;
  return typeof pid === 'number' ? pid : undefined;
}

/** Where this process's id is valid; undefined on systems without /proc. */
function ownHost(): string | undefined {
  return tryRead(
    () => `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`,
  );
}
