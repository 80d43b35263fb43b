/**
 * A lock for each partition, so that two runs do not pull it twice. It saves work only: files are replaced whole, and a later
 * record is never replaced, with or without a lock. Node has no flock, and a process id means nothing in another container or
 * after a reboot, so a lock names the boot, the namespace and the start of its process, and has a heartbeat.
 */

import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { ReportingError } from '../core/errors.ts';
import { type Message, option, phrase } from '../core/message.ts';
import { formatDuration } from '../core/text.ts';
import { outputError } from '../fs/durable-files.ts';
import { codeOf } from '../fs/paths.ts';
import { isRunning } from '../fs/temporary-files.ts';
import { unreadable } from './tree.ts';

const HEARTBEAT_MS = 10_000;
/** A lock without a heartbeat for this long belongs to a run that was killed. */
const STALE_MS = 60_000;
const POLL_MS = 1000;

/** The process that holds a lock. */
interface Owner {
  /** Undefined on systems that do not give it: then only the heartbeat counts. */
  readonly boot: string | undefined;
  readonly namespace: string | undefined;
  readonly pid: number;
  /** When the process started, in the system's own unit: systems use process ids again. */
  readonly start: string | undefined;
}

/** How to wait for a lock. */
export interface LockOptions {
  /** How long to wait for another run. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface HeldLock {
  /** True if another run held the lock before. */
  readonly hasWaited: boolean;
  release(): Promise<void>;
}

interface LockNames {
  /** The file as the user named its directory. */
  readonly shown: string;
  /** The partition. */
  readonly what: Message;
  readonly profile: string;
}

/**
 * Acquires the lock in `file`, whose directory exists. Throws a locked error if another run still holds it after `waitMs`, and
 * an output error for a file that cannot be written.
 */
export async function acquireLock(file: string, names: LockNames, options: LockOptions): Promise<HeldLock> {
  const { waitMs, signal, now, sleep } = options;
  const token = randomBytes(8).toString('hex');
  const own = currentOwner();
  let beats = 0;
  const text = (): string => `${JSON.stringify({ ...own, token, beats })}\n`;
  const startMs = now().getTime();
  let seen: string | undefined;
  let seenMs = startMs;
  let hasWaited = false;

  for (;;) {
    signal.throwIfAborted();
    try {
      await writeFile(file, text(), { flag: 'wx' });
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') {
        // On a full disk, the file exists without its content.
        await rm(file, { force: true }).catch(() => undefined);
        throw outputError(names.shown, error);
      }
    }
    const found = await readLock(file, names.shown);
    if (found === undefined) continue;
    const nowMs = now().getTime();
    if (found !== seen) [seen, seenMs] = [found, nowMs];
    if (hasEnded(found, own) || nowMs - seenMs >= STALE_MS) {
      await removeStaleLock(file, found, token);
      continue;
    }
    if (nowMs - startMs >= waitMs) throw locked(names, found, waitMs);
    hasWaited = true;
    await sleep(Math.min(POLL_MS, Math.max(1, startMs + waitMs - nowMs)), signal);
  }

  const isOwn = async (): Promise<boolean> =>
    (await readFile(file, 'utf8').catch(() => '')).includes(`"${token}"`);
  const heartbeat = setInterval(async () => {
    beats++;
    if (await isOwn()) await writeFile(file, text()).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    hasWaited,
    async release() {
      clearInterval(heartbeat);
      if (await isOwn()) await rm(file, { force: true }).catch(() => undefined);
    },
  };
}

/** The text of a lock; undefined if it is gone. Throws a configuration error if it cannot be read, such as a folder. */
async function readLock(file: string, shown: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unreadable(shown, error);
  }
}

/** Removes a stale lock. If several runs find it stale, one of them moves it. A new lock in its place is put back. */
async function removeStaleLock(file: string, stale: string, token: string): Promise<void> {
  const removed = `${file}-${token}`;
  await rename(file, removed).catch(() => undefined);
  const moved = await readFile(removed, 'utf8').catch(() => undefined);
  if (moved !== undefined && moved !== stale) {
    await writeFile(file, moved, { flag: 'wx' }).catch(() => undefined);
  }
  await rm(removed, { force: true });
}

/** True if the owner ran in this boot and namespace, and its process is gone. */
function hasEnded(text: string, own: Owner): boolean {
  const { boot, namespace, pid, start } = parseOwner(text) ?? {};
  if (boot === undefined || boot !== own.boot || namespace === undefined || namespace !== own.namespace)
    return false;
  return !isRunning(pid!) || startOf(pid!) !== start;
}

function parseOwner(text: string): Owner | undefined {
  try {
    const { boot, namespace, pid, start } = JSON.parse(text) as Owner;
    return typeof pid === 'number' ? { boot, namespace, pid, start } : undefined;
  } catch {
    // The owner is writing it.
    return undefined;
  }
}

function currentOwner(): Owner {
  return {
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: attempt(() => readlinkSync('/proc/self/ns/pid')),
    pid: process.pid,
    start: startOf(process.pid),
  };
}

/** Field 22 of /proc/<pid>/stat, in clock ticks since boot (proc_pid_stat(5)). The name before it may contain spaces. */
function startOf(pid: number): string | undefined {
  return attempt(
    () =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19]!,
  );
}

function attempt(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function locked({ what, profile }: LockNames, found: string, waitMs: number): ReportingError {
  const pid = parseOwner(found)?.pid;
  const owner = pid === undefined ? 'another sync' : `another sync (process ${pid})`;
  const waited = waitMs === 0 ? '' : `, after a wait of ${formatDuration(waitMs)}`;
  return new ReportingError('locked', phrase`${what}: ${owner} is pulling it${waited}`, {
    profile,
    hint: phrase`wait longer with ${option('wait')} 30m, or run again when it is done`,
  });
}
