/**
 * Caches the windows that a run has finished, so that a later run can resume a failed one. The directory's name is a hash of
 * the base URL, the client id, the report and how it was requested, never of the token; the file names hold the window. A
 * window is a pair of files: its records and, written last, an entry about them.
 *
 * Several runs may cache the same window at once. Each run writes its own pair, with its process id in the names, and removes
 * only its own pairs and those of runs that have ended. So no run loses a pair that another run still needs.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { RESUME_MAX_AGE_MS } from '../core/limits.ts';
import type { DateRange } from '../dates/range.ts';
import { codeOf } from '../fs/paths.ts';
import { isRunning, temporaryName } from '../fs/temporary-files.ts';
import type { WindowRecords } from './window-records.ts';

/** A window that a run has finished, and the time when it did. */
export interface CachedWindow {
  readonly records: WindowRecords;
  readonly cachedAt: Date;
}

/** The cached windows of one client, one report and one way to request it. */
export interface ResumeCache {
  /** Copies the records of a cached window to `file`. Undefined if no run has cached the window in the last day. */
  find(window: DateRange, file: string): Promise<CachedWindow | undefined>;
  /** Caches a finished window. Throws the system's error. */
  put(windowRecords: WindowRecords): Promise<void>;
  /** Deletes these windows, except for the pairs of other runs that are still running. Never throws. */
  delete(windows: readonly DateRange[]): Promise<void>;
}

/** The properties of requests that share cached windows. */
export interface CacheKey {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly report: string;
  /** How requests spell the last day of a window. */
  readonly endDate: string;
  /** The column in which the user expects the record's date: the survey depends on it. */
  readonly dateColumn: string | undefined;
}

/** Increase it when the format or the meaning of entries changes. */
const VERSION = 4;
/** A process in another container may look ended from here, but still be running. */
const MAX_UNFINISHED_AGE_MS = 60 * 60 * 1000;
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Another run may remove the empty directory before this run has written its first file. */
const MAX_ATTEMPTS = 5;

/** Endings of the files of a pair. The entry has the last one while it is being written. */
const [RECORDS, ENTRY, UNFINISHED] = ['.ndjson', '.json', '.json.tmp'];

interface CacheEntry {
  readonly version: number;
  readonly cachedAt: string;
  /** SHA-256 of the file of records. */
  readonly recordsHash: string;
  readonly windowRecords: Omit<WindowRecords, 'file'>;
}

/** The files of one window by one run: `<from>_<to>.<process id>-<random>` and an ending. */
interface Pair {
  /** The name of both files without the ending. */
  readonly name: string;
  readonly pid: number;
}

/** Opens the cache in the directory `root`, which all runs share, and removes files that are older than a day. */
export async function openResumeCache(
  root: string,
  cacheKey: CacheKey,
  now: () => Date,
): Promise<ResumeCache> {
  const { baseUrl, clientId, report, endDate, dateColumn } = cacheKey;
  const key = createHash('sha256').update(JSON.stringify([baseUrl, clientId, report, endDate, dateColumn]));
  const directory = path.join(root, key.digest('hex').slice(0, 32));
  const run = temporaryName('');
  /** Names of the pairs that `find` has seen. */
  const seen = new Set<string>();
  await removeOld(root, now().getTime());

  const at = (name: string, ending: string): string => path.join(directory, name + ending);
  const ownName = (window: DateRange): string => `${windowName(window)}.${run}`;

  /** The pairs of a window, complete or not, in any order. */
  async function pairsOf(window: DateRange): Promise<readonly Pair[]> {
    const files = await readdir(directory).catch(() => []);
    const pairs = files
      .filter((file) => file.startsWith(`${windowName(window)}.`))
      .flatMap((file) => pairOf(file) ?? []);
    return [...new Map(pairs.map((pair) => [pair.name, pair])).values()];
  }

  async function readEntry(name: string): Promise<CacheEntry | undefined> {
    const text = await readFile(at(name, ENTRY), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : parseEntry(text);
  }

  async function removePair(name: string): Promise<void> {
    // In this order, no entry ever lacks its records.
    for (const ending of [UNFINISHED, ENTRY, RECORDS]) {
      await rm(at(name, ending), { force: true }).catch(() => undefined);
    }
  }

  /** Removes the pairs that no run needs. The pairs of this process may belong to another run, unless `find` has seen them. */
  async function removeOthers(window: DateRange): Promise<void> {
    for (const { name, pid } of await pairsOf(window)) {
      const hasEnded = pid === process.pid ? seen.has(name) : !isRunning(pid);
      if (hasEnded && name !== ownName(window)) await removePair(name);
    }
  }

  /** Copies the records of a pair to `file`. Undefined if the pair is damaged, or if another run has just removed it. */
  async function copyPair(name: string, entry: CacheEntry, file: string): Promise<CachedWindow | undefined> {
    const isCopied = await copyFile(at(name, RECORDS), file).then(
      () => true,
      () => false,
    );
    if (!isCopied || (await hashOf(file)) !== entry.recordsHash) return undefined;
    return { records: { ...entry.windowRecords, file }, cachedAt: new Date(entry.cachedAt) };
  }

  async function write({ file, ...windowRecords }: WindowRecords): Promise<void> {
    const name = ownName(windowRecords.window);
    await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
    await copyFile(file, at(name, RECORDS));
    await flush(at(name, RECORDS));
    const entry: CacheEntry = {
      version: VERSION,
      cachedAt: now().toISOString(),
      recordsHash: await hashOf(file),
      windowRecords,
    };
    await writeFile(at(name, UNFINISHED), JSON.stringify(entry), { mode: FILE_MODE });
    await rename(at(name, UNFINISHED), at(name, ENTRY));
  }

  return {
    async find(window, file) {
      const candidates: { readonly name: string; readonly entry: CacheEntry }[] = [];
      for (const { name } of await pairsOf(window)) {
        seen.add(name);
        const entry = await readEntry(name);
        if (entry !== undefined && isFresh(entry, now()) && isFor(entry, window))
          candidates.push({ name, entry });
      }
      candidates.sort((one, other) => Date.parse(other.entry.cachedAt) - Date.parse(one.entry.cachedAt));
      for (const { name, entry } of candidates) {
        const cached = await copyPair(name, entry, file);
        if (cached !== undefined) return cached;
      }
      return undefined;
    },
    async put(windowRecords) {
      for (let attempt = 1; ; attempt++) {
        try {
          await write(windowRecords);
          break;
        } catch (error) {
          if (codeOf(error) === 'ENOENT' && attempt < MAX_ATTEMPTS) continue;
          await removePair(ownName(windowRecords.window));
          throw error;
        }
      }
      await removeOthers(windowRecords.window);
    },
    async delete(windows) {
      for (const window of windows) {
        await removePair(ownName(window));
        await removeOthers(window);
      }
      await rmdir(directory).catch(() => undefined);
    },
  };
}

function windowName({ from, to }: DateRange): string {
  return `${from}_${to}`;
}

const PAIR = /^([\d-]{10}_[\d-]{10}\.(\d{1,10})-[0-9a-f]{12})\.(?:ndjson|json|json\.tmp)$/;

/** The pair that a file belongs to; undefined for other files. */
function pairOf(file: string): Pair | undefined {
  const match = PAIR.exec(file);
  return match === null ? undefined : { name: match[1]!, pid: Number(match[2]) };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Forces the records to disk: their entry must not reach it first. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}

function parseEntry(text: string): CacheEntry | undefined {
  try {
    const entry = JSON.parse(text) as CacheEntry;
    return entry.version === VERSION && typeof entry.windowRecords?.window === 'object' ? entry : undefined;
  } catch {
    return undefined;
  }
}

function isFresh(entry: CacheEntry, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(entry.cachedAt);
  return ageMs >= 0 && ageMs <= RESUME_MAX_AGE_MS;
}

function isFor({ windowRecords }: CacheEntry, window: DateRange): boolean {
  return windowRecords.window.from === window.from && windowRecords.window.to === window.to;
}

/** Removes files that are older than a day, unfinished pairs of killed runs, and empty directories. Never throws. */
async function removeOld(root: string, nowMs: number): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    const directory = path.join(root, name);
    const files = await readdir(directory).catch(() => []);
    for (const file of files) {
      const location = path.join(directory, file);
      const found = await stat(location).catch(() => undefined);
      const maxAgeMs = isUnfinished(file, files) ? MAX_UNFINISHED_AGE_MS : RESUME_MAX_AGE_MS;
      if (found !== undefined && nowMs - found.mtimeMs > maxAgeMs)
        await rm(location, { force: true }).catch(() => undefined);
    }
    await rmdir(directory).catch(() => undefined);
  }
}

/** True for a file of an incomplete pair whose run has ended. */
function isUnfinished(file: string, files: readonly string[]): boolean {
  const pair = pairOf(file);
  return pair !== undefined && !files.includes(pair.name + ENTRY) && !isRunning(pair.pid);
}
