/**
 * Names of temporary files, and the removal of files that a killed run left. A name holds the process id of its run. A file
 * is stale if that process is gone and the file has not changed for an hour: a process in another container looks
 * gone, too.
 */

import { randomBytes } from 'node:crypto';
import { promises, readdirSync } from 'node:fs';
import path from 'node:path';
import { tryRead } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import { codeOf } from './paths.ts';

const MIN_AGE_MS = 60 * 60 * 1000;

/** File names are limited to 255 bytes, and a temporary name is longer than the name of its target. */
const MAX_PREFIX_LENGTH = 50;

/** Begins the temporary names for a file or a directory. A hash distinguishes long names with the same beginning. */
export function temporaryPrefix(target: string): string {
  const name = path.basename(target);
  if (name.length <= MAX_PREFIX_LENGTH) return `.${name}.`;
  return `.${name.slice(0, MAX_PREFIX_LENGTH).toWellFormed()}-${hashOf(name).slice(0, 12)}.`;
}

/** A name that no other run uses: `<prefix><process id>-<random>`. */
export function temporaryName(prefix: string): string {
  return `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`;
}

/** Removes stale files and directories named `<prefix><process id>-<random><suffix>` from `directory`. Never throws. */
export async function removeStaleFiles(directory: string, prefix: string, suffix = ''): Promise<void> {
  const entries = tryRead(() => readdirSync(directory)) ?? [];
  const stale = entries.filter((entry) => {
    const pid = processIdOf(entry, prefix, suffix);
    return pid !== undefined && !isRunning(pid);
  });
  for (const entry of stale) {
    const location = path.join(directory, entry);
    if (await isOldAndOwn(location))
      await promises.rm(location, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The process id in `<prefix><process id>-<random><suffix>`; undefined for other names. */
export function processIdOf(entry: string, prefix = '', suffix = ''): number | undefined {
  if (!entry.startsWith(prefix) || !entry.endsWith(suffix)) return undefined;
  const match = /^(\d{1,10})-[0-9a-f]{12}$/.exec(entry.slice(prefix.length, entry.length - suffix.length));
  return match === null ? undefined : Number(match[1]);
}

/** True if a process with this id exists, also if it belongs to another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

async function isOldAndOwn(location: string): Promise<boolean> {
  const found = await promises.stat(location).catch(() => undefined);
  if (found === undefined || (process.getuid !== undefined && found.uid !== process.getuid())) return false;
  return Date.now() - ((await lastChangeMs(location)) ?? 0) > MIN_AGE_MS;
}

/** When a file, or the newest file in a directory, was last changed; undefined if it is gone. */
export async function lastChangeMs(location: string): Promise<number | undefined> {
  const names = await promises.readdir(location).catch(() => []);
  const files = names.length === 0 ? [location] : names.map((name) => path.join(location, name));
  const found = await Promise.all(files.map((file) => promises.stat(file).catch(() => undefined)));
  const times = found.flatMap((each) => each?.mtimeMs ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}
