/**
 * A lock file: one process at a time does some work. Node has no flock, and a process id means nothing in another container or
 * after a reboot, so a lock names the boot, the namespace and the start of its process, and has a heartbeat. macOS and Windows
 * give neither boot nor start without another program: there, only the heartbeat shows whether the owner has ended.
 */

import { randomBytes } from 'node:crypto';
import { promises, readFileSync, readlinkSync, statSync } from 'node:fs';
import { tryRead } from '../core/errors.ts';
import { parseObject } from '../core/json-object.ts';
import { removeFile, untilFree } from './held-files.ts';
import { codeOf } from './paths.ts';
import { isRunning } from './temporary-files.ts';

const HEARTBEAT_MS = 10_000;
/** Six heartbeats. */
export const STALE_LOCK_MS = 60_000;
/** The longest time between two looks at a lock that counts. */
const MAX_COUNTED_MS = 1000;

/** How to wait for a lock. */
export interface LockOptions {
  /** How long to wait for another process. */
  readonly waitMs: number;
  /** The longest time between two looks at a lock. */
  readonly pollMs: number;
  /** A lock without a heartbeat for this long belongs to a process that was killed. */
  readonly staleMs: number;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A lock that cannot be acquired. Its cause is the system's error. */
export class LockError extends Error {
  /** `held`: by another process. `unreadable`: such as a directory in its place. */
  readonly reason: 'held' | 'unreadable' | 'unwritable';
  /** The process that holds the lock, if it is known. */
  readonly pid: number | undefined;

  constructor(reason: LockError['reason'], cause: unknown, pid?: number) {
    super(`lock ${reason}`, { cause });
    this.reason = reason;
    this.pid = pid;
  }
}

/** Acquires the lock in `file`, whose directory exists. Throws a LockError, and the reason of an aborted signal. */
export async function acquireLock(file: string, options: LockOptions) {
  const { waitMs, pollMs, staleMs, signal, now, sleep } = options;
  const token = randomBytes(8).toString('hex');
  const own = currentOwner();
  let beats = 0;
  const text = (): string => `${JSON.stringify({ ...own, token, beats })}\n`;
  const startMs = now().getTime();
  let seen: string | undefined;
  // A long time between two looks does not count in full: after the sleep of a laptop, the owner needs time for its next heartbeat.
  let quietMs = 0;
  let lookMs = startMs;
  let pauseMs = 0;

  for (;;) {
    signal.throwIfAborted();
    const taken = await create(file, text());
    if (taken === undefined) break;
    const found = await readLock(file);
    if (found === undefined) continue;
    const nowMs = now().getTime();
    if (found !== seen) [seen, quietMs] = [found, 0];
    // On a busy machine, a look takes longer than the pause before it.
    else quietMs += Math.max(pauseMs, Math.min(nowMs - lookMs, MAX_COUNTED_MS));
    lookMs = nowMs;
    const state = stateOf(found, own);
    if (state === 'ended' || (state === 'unknown' && quietMs >= staleMs)) {
      await removeStaleLock(file, found, token);
      continue;
    }
    if (nowMs - startMs >= waitMs) throw new LockError('held', taken, ownerOf(found)?.pid);
    pauseMs = Math.min(pollMs, Math.max(1, startMs + waitMs - nowMs));
    await sleep(pauseMs, signal);
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

/**
 * True if a process holds the lock in `file`, as far as that can be known at once: it is running, or it may be and has written to
 * the lock in the last minute.
 */
export function isLockHeld(file: string, now: Date): boolean {
  const text = tryRead(() => readFileSync(file, 'utf8'));
  const beatMs = tryRead(() => statSync(file).mtimeMs);
  if (text === undefined || beatMs === undefined) return false;
  const state = stateOf(text, currentOwner());
  return state === 'unknown' ? now.getTime() - beatMs < STALE_LOCK_MS : state === 'running';
}

/** Creates the lock. Returns the system's error if another process has it. */
async function create(file: string, text: string): Promise<unknown> {
  try {
    // On Windows, a file that was just removed may stay until its last reader closes it.
    await untilFree(() => promises.writeFile(file, text, { flag: 'wx' }));
    return undefined;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return error;
    // On a full disk, the file exists without its content. One that could not be opened is not this process's own.
    if ((error as NodeJS.ErrnoException).syscall !== 'open') await removeFile(file).catch(() => undefined);
    throw new LockError('unwritable', error);
  }
}

/** The text of a lock; undefined if it is gone. */
async function readLock(file: string): Promise<string | undefined> {
  try {
    return await untilFree(() => promises.readFile(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new LockError('unreadable', error);
  }
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

/** The process that holds a lock. */
interface Owner {
  /** Undefined on systems that do not give it: then only the heartbeat counts. */
  readonly boot: string | undefined;
  readonly namespace: string | undefined;
  readonly pid: number;
  /** When the process started, in the system's own unit: systems use process ids again. */
  readonly start: string | undefined;
}

/** Whether the owner has ended. That is known only of a process of this boot and namespace: it may be stopped, without a heartbeat. */
function stateOf(text: string, own: Owner): 'running' | 'ended' | 'unknown' {
  const { boot, namespace, pid, start } = ownerOf(text) ?? {};
  if (boot === undefined || boot !== own.boot || namespace === undefined || namespace !== own.namespace)
    return 'unknown';
  if (!isRunning(pid!)) return 'ended';
  const foundStart = startOf(pid!);
  // Linux can hide the processes of other users (proc(5), hidepid).
  if (foundStart === undefined || start === undefined) return 'unknown';
  return foundStart === start ? 'running' : 'ended';
}

/** The owner that a lock names; undefined while the owner writes it. */
function ownerOf(text: string): Owner | undefined {
  const found = parseObject(text);
  return typeof found?.pid === 'number' ? (found as unknown as Owner) : undefined;
}

function currentOwner(): Owner {
  return {
    boot: tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: tryRead(() => readlinkSync('/proc/self/ns/pid')),
    pid: process.pid,
    start: startOf(process.pid),
  };
}

/** Field 22 of /proc/<pid>/stat, in clock ticks since boot (proc_pid_stat(5)). The name before it may contain spaces. */
function startOf(pid: number): string | undefined {
  return tryRead(
    () =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19]!,
  );
}
