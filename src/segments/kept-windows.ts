/**
 * Windows that a run has finished, kept for a later one that goes on where it failed. They belong to what was asked, of
 * whom, and as whom: base URL, client id, report and way to ask are in the directory's name, as a hash, the window in the
 * file's. Never the token. Each window is a file of records and, written last, one of what is known about them.
 */

import { createHash, randomBytes } from 'node:crypto';
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
import type { Window } from '../core/windows.ts';
import { temporaryName } from '../disk/leftovers.ts';
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
  /** Forgets these windows. Never throws. */
  clear(windows: readonly Window[]): Promise<void>;
}

export interface Asked {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly report: string;
  /** How a window's last day was asked for. */
  readonly endDate: string;
}

/** Changes when what is kept means something else. */
const VERSION = 4;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

interface Kept {
  readonly version: number;
  readonly keptAt: string;
  /** Name of the file of records. */
  readonly records: string;
  /** SHA-256 of that file. */
  readonly recordsHash: string;
  readonly segment: Omit<Segment, 'file'>;
}

/** `root` is a directory for all that is kept; what is older than a day is removed from it. */
export async function openKeptWindows(root: string, asked: Asked, now: () => Date): Promise<KeptWindows> {
  const { baseUrl, clientId, report, endDate } = asked;
  const key = createHash('sha256').update(JSON.stringify([baseUrl, clientId, report, endDate]));
  const directory = path.join(root, key.digest('hex').slice(0, 32));
  const aboutFile = ({ from, to }: Window): string => path.join(directory, `${from}_${to}.json`);
  await removeOld(root, now().getTime());

  async function readAbout(window: Window): Promise<Kept | undefined> {
    const text = await readFile(aboutFile(window), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : parseKept(text);
  }

  async function removeRecords({ records }: Kept): Promise<void> {
    await rm(path.join(directory, path.basename(records)), { force: true }).catch(() => undefined);
  }

  return {
    async find(window, file) {
      const kept = await readAbout(window);
      if (kept === undefined || !isFresh(kept, now()) || !isFor(kept, window)) return undefined;
      const records = path.join(directory, path.basename(kept.records));
      const isCopied = await copyFile(records, file).then(
        () => true,
        () => false,
      );
      if (!isCopied || (await hashOf(file)) !== kept.recordsHash) return undefined;
      return { segment: { ...kept.segment, file }, keptAt: new Date(kept.keptAt) };
    },
    async keep({ file, ...segment }) {
      await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
      const records = `${segment.window.from}_${segment.window.to}.${randomBytes(6).toString('hex')}.ndjson`;
      await copyFile(file, path.join(directory, records));
      await flush(path.join(directory, records));
      const recordsHash = await hashOf(file);
      const kept: Kept = { version: VERSION, keptAt: now().toISOString(), records, recordsHash, segment };
      const about = aboutFile(segment.window);
      const former = await readAbout(segment.window);
      const temporary = temporaryName(`${about}.`);
      await writeFile(temporary, JSON.stringify(kept), { mode: FILE_MODE, flag: 'wx' });
      await rename(temporary, about);
      if (former !== undefined) await removeRecords(former);
    },
    async clear(windows) {
      for (const window of windows) {
        const kept = await readAbout(window);
        await rm(aboutFile(window), { force: true }).catch(() => undefined);
        if (kept !== undefined) await removeRecords(kept);
      }
      await rmdir(directory).catch(() => undefined);
    },
  };
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
  return ageMs >= 0 && ageMs <= MAX_AGE_MS;
}

function isFor({ segment }: Kept, window: Window): boolean {
  return segment.window.from === window.from && segment.window.to === window.to;
}

/** Removes files that are older than a day, and directories that are empty. Never throws. */
async function removeOld(root: string, nowMs: number): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    const directory = path.join(root, name);
    for (const file of await readdir(directory).catch(() => [])) {
      const location = path.join(directory, file);
      const found = await stat(location).catch(() => undefined);
      if (found !== undefined && nowMs - found.mtimeMs > MAX_AGE_MS)
        await rm(location, { force: true }).catch(() => undefined);
    }
    await rmdir(directory).catch(() => undefined);
  }
}
