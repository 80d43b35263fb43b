/**
 * Windows that a run has finished, kept for a later one that goes on where it failed. They belong to what was asked, of
 * whom, and as whom: base URL, client id, report and way to ask are in the directory's name, as a hash, the window in the
 * file's. Never the token. Each window is a file of records and, written last, one of what is known about them.
 *
 * Several runs may keep the same window at once. Each writes a pair of files of its own, with its process id in their
 * names, and removes only its own pairs and those of runs that have ended. So no run loses what another still needs.
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
import type { Window } from '../core/windows.ts';
import { isRunning, temporaryName } from '../disk/leftovers.ts';
import { codeOf } from '../disk/links.ts';
import type { Segment } from './segment.ts';

export interface KeptWindow {
  readonly segment: Segment;
  readonly keptAt: Date;
}

export interface KeptWindows {
  /** The window as an earlier run kept it, its records copied to `file`; undefined if none did within a day. */
  find(window: Window, file: string): Promise<KeptWindow | undefined>;
  /** Keeps a finished window. Throws the system's error. */
  keep(segment: Segment): Promise<void>;
  /** Forgets these windows, but for what runs that still go on have kept of them. Never throws. */
  clear(windows: readonly Window[]): Promise<void>;
}

export interface Asked {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly report: string;
  /** How a window's last day was asked for. */
  readonly endDate: string;
  /** The column that is said to hold the record's date: what is counted of its values depends on it. */
  readonly dateColumn: string | undefined;
}

/** Changes when what is kept means something else. */
const VERSION = 4;
/** A process of another container may look gone from here, and be at work. */
const MAX_UNFINISHED_AGE_MS = 60 * 60 * 1000;
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Another run may remove the empty directory between its making and the first file in it. */
const MAX_ATTEMPTS = 5;

/** Endings of the files of one window. The last is what is known about the records, until it is whole. */
const [RECORDS, ABOUT, UNFINISHED] = ['.ndjson', '.json', '.json.tmp'];

interface Kept {
  readonly version: number;
  readonly keptAt: string;
  /** SHA-256 of the file of records. */
  readonly recordsHash: string;
  readonly segment: Omit<Segment, 'file'>;
}

/** The files of one window that one run has kept: `<from>_<to>.<process id>-<random>` and an ending. */
interface Pair {
  /** Name of its files without the ending. */
  readonly name: string;
  readonly pid: number;
}

/** `root` is a directory for all that is kept; what is older than a day is removed from it. */
export async function openKeptWindows(root: string, asked: Asked, now: () => Date): Promise<KeptWindows> {
  const { baseUrl, clientId, report, endDate, dateColumn } = asked;
  const key = createHash('sha256').update(JSON.stringify([baseUrl, clientId, report, endDate, dateColumn]));
  const directory = path.join(root, key.digest('hex').slice(0, 32));
  const run = temporaryName('');
  /** Names of the pairs that were there when this run looked for a window. */
  const seen = new Set<string>();
  await removeOld(root, now().getTime());

  const at = (name: string, ending: string): string => path.join(directory, name + ending);
  const ownName = (window: Window): string => `${windowName(window)}.${run}`;

  /** The pairs of a window, whole or not, in no order. */
  async function pairsOf(window: Window): Promise<readonly Pair[]> {
    const files = await readdir(directory).catch(() => []);
    const pairs = files
      .filter((file) => file.startsWith(`${windowName(window)}.`))
      .flatMap((file) => pairOf(file) ?? []);
    return [...new Map(pairs.map((pair) => [pair.name, pair])).values()];
  }

  async function readAbout(name: string): Promise<Kept | undefined> {
    const text = await readFile(at(name, ABOUT), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : parseKept(text);
  }

  async function removePair(name: string): Promise<void> {
    // In this order there is never a file about records that are gone.
    for (const ending of [UNFINISHED, ABOUT, RECORDS]) {
      await rm(at(name, ending), { force: true }).catch(() => undefined);
    }
  }

  /** Removes the pairs that no run needs any more. A process may do several runs: of its own, only what was there before. */
  async function removeOthers(window: Window): Promise<void> {
    for (const { name, pid } of await pairsOf(window)) {
      const isOver = pid === process.pid ? seen.has(name) : !isRunning(pid);
      if (isOver && name !== ownName(window)) await removePair(name);
    }
  }

  /** Undefined if the pair is broken, or another run has just removed it. */
  async function take(name: string, kept: Kept, file: string): Promise<KeptWindow | undefined> {
    const isCopied = await copyFile(at(name, RECORDS), file).then(
      () => true,
      () => false,
    );
    if (!isCopied || (await hashOf(file)) !== kept.recordsHash) return undefined;
    return { segment: { ...kept.segment, file }, keptAt: new Date(kept.keptAt) };
  }

  async function write({ file, ...segment }: Segment): Promise<void> {
    const name = ownName(segment.window);
    await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
    await copyFile(file, at(name, RECORDS));
    await flush(at(name, RECORDS));
    const kept: Kept = {
      version: VERSION,
      keptAt: now().toISOString(),
      recordsHash: await hashOf(file),
      segment,
    };
    await writeFile(at(name, UNFINISHED), JSON.stringify(kept), { mode: FILE_MODE });
    await rename(at(name, UNFINISHED), at(name, ABOUT));
  }

  return {
    async find(window, file) {
      const candidates: { readonly name: string; readonly kept: Kept }[] = [];
      for (const { name } of await pairsOf(window)) {
        seen.add(name);
        const kept = await readAbout(name);
        if (kept !== undefined && isFresh(kept, now()) && isFor(kept, window))
          candidates.push({ name, kept });
      }
      candidates.sort((one, other) => Date.parse(other.kept.keptAt) - Date.parse(one.kept.keptAt));
      for (const { name, kept } of candidates) {
        const taken = await take(name, kept, file);
        if (taken !== undefined) return taken;
      }
      return undefined;
    },
    async keep(segment) {
      for (let attempt = 1; ; attempt++) {
        try {
          await write(segment);
          break;
        } catch (error) {
          if (codeOf(error) === 'ENOENT' && attempt < MAX_ATTEMPTS) continue;
          await removePair(ownName(segment.window));
          throw error;
        }
      }
      await removeOthers(segment.window);
    },
    async clear(windows) {
      for (const window of windows) {
        await removePair(ownName(window));
        await removeOthers(window);
      }
      await rmdir(directory).catch(() => undefined);
    },
  };
}

function windowName({ from, to }: Window): string {
  return `${from}_${to}`;
}

const PAIR = /^([\d-]{10}_[\d-]{10}\.(\d{1,10})-[0-9a-f]{12})\.(?:ndjson|json|json\.tmp)$/;

/** Undefined for a file of another kind. */
function pairOf(file: string): Pair | undefined {
  const match = PAIR.exec(file);
  return match === null ? undefined : { name: match[1]!, pid: Number(match[2]) };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** What is told about the records is not to reach the disk before them. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}

function parseKept(text: string): Kept | undefined {
  try {
    const kept = JSON.parse(text) as Kept;
    return kept.version === VERSION && typeof kept.segment?.window === 'object' ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isFresh(kept: Kept, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(kept.keptAt);
  return ageMs >= 0 && ageMs <= RESUME_MAX_AGE_MS;
}

function isFor({ segment }: Kept, window: Window): boolean {
  return segment.window.from === window.from && segment.window.to === window.to;
}

/**
 * Removes files that are older than a day, what runs that were killed have left unfinished, and directories that are empty.
 * Never throws.
 */
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

/** True for a file of a run that has ended before the pair was whole. */
function isUnfinished(file: string, files: readonly string[]): boolean {
  const pair = pairOf(file);
  return pair !== undefined && !files.includes(pair.name + ABOUT) && !isRunning(pair.pid);
}
