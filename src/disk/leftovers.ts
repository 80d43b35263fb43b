/**
 * Names for what a run makes and removes again, and the removal of what a run could not remove because it was killed.
 * A name holds the process id of its run. A leftover is removed once that process is gone and nothing has changed for an
 * hour: a process of another container may look gone from here.
 */

import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const MIN_AGE_MS = 60 * 60 * 1000;

/** `<prefix><process id>-<random>`: a name that no other run uses. */
export function temporaryName(prefix: string): string {
  return `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`;
}

/** Removes leftovers called `<prefix><process id>-<random><suffix>` from `directory`. Never throws. */
export async function removeLeftovers(directory: string, prefix: string, suffix = ''): Promise<void> {
  const entries = await readdir(directory).catch(() => []);
  const leftovers = entries.filter((entry) => {
    const pid = processIdOf(entry, prefix, suffix);
    return pid !== undefined && !isRunning(pid);
  });
  for (const leftover of leftovers) {
    const location = path.join(directory, leftover);
    if (await isOldAndOwn(location))
      await rm(location, { recursive: true, force: true }).catch(() => undefined);
  }
}

function processIdOf(entry: string, prefix: string, suffix: string): number | undefined {
  if (!entry.startsWith(prefix) || !entry.endsWith(suffix)) return undefined;
  const match = /^(\d{1,10})-[0-9a-f]{12}$/.exec(entry.slice(prefix.length, entry.length - suffix.length));
  return match === null ? undefined : Number(match[1]);
}

/** True if a process has this id, whoever's it is. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

async function isOldAndOwn(location: string): Promise<boolean> {
  const found = await stat(location).catch(() => undefined);
  if (found === undefined || (process.getuid !== undefined && found.uid !== process.getuid())) return false;
  const inside = found.isDirectory() ? await readdir(location).catch(() => []) : [];
  const times = await Promise.all(inside.map((name) => stat(path.join(location, name)).catch(() => found)));
  const newestMs = Math.max(found.mtimeMs, ...times.map(({ mtimeMs }) => mtimeMs));
  return Date.now() - newestMs > MIN_AGE_MS;
}
