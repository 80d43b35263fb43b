/**
 * Writes a recording: into a temporary directory beside the final one, which gets its name by one rename when everything is in.
 * A journal in the temporary directory lists the windows that are complete and on disk, so that a later run can continue.
 *
 * The name of a temporary directory holds the process id of its run. A run that fails renames its directory to `.<name>.partial`.
 * To continue, a run renames that directory, or one of a killed run, to its own name: only one run can succeed.
 */

import { createReadStream } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { hashOf, hashOfChunks } from '../core/hash.ts';
import { syncDirectory, TEMPORARY_SUFFIX, withOutputErrors, writeDurably } from '../fs/durable-files.ts';
import { removeFile, untilFree } from '../fs/held-files.ts';
import { ignoreMissing } from '../fs/paths.ts';
import { isRunning, processIdOf, removeStaleFiles, temporaryName } from '../fs/temporary-files.ts';
import {
  formatIndex,
  INDEX_FILE,
  type RecordedWindow,
  type RecordingIdentity,
  type RecordingIndex,
} from './recording-index.ts';
import { addToJournal, JOURNAL, readJournal, startJournal } from './window-journal.ts';

/** A recording while it is written. All methods but `keep` and `discard` throw output errors. */
export interface Recorder {
  /** The windows that an earlier run has recorded in the last day, by file. */
  readonly finished: ReadonlyMap<string, RecordedWindow>;
  /** The path of a body's file while the recording is written. */
  pathOf(file: string): string;
  /** Notes that the file of a window is complete and on disk. */
  finish(window: RecordedWindow): Promise<void>;
  /** Writes the index, and gives the directory its name. Resolves with the SHA-256 of the index. */
  commit(index: RecordingIndex): Promise<string>;
  /**
   * Ends an incomplete recording. Resolves with the number of windows that it keeps for a later run; undefined for none. Never
   * throws.
   */
  keep(): Promise<number | undefined>;
  /** Ends a recording and removes its files. Never throws. */
  discard(): Promise<undefined>;
}

/** The settings of a new recording. */
export interface RecorderOptions {
  readonly identity: RecordingIdentity;
  /** The files of its windows. */
  readonly files: ReadonlySet<string>;
  /** True to continue an earlier run. */
  readonly resume: boolean;
  readonly now: () => Date;
}

/** File names are limited to 255 bytes, and a temporary name is longer than the name of its target. */
const MAX_PREFIX_LENGTH = 50;

/** Throws a usage error if there is anything at `location`. `shown` is its name for messages. */
export async function assertAbsent(location: string, shown: string): Promise<void> {
  const found = await withOutputErrors(shown, () => lstat(location).catch(ignoreMissing));
  if (found === undefined) return;
  throw new ReportingError('E-recording', `${shown} exists already`, {
    hint: 'a recording never replaces anything: choose another name with --output, or move it away',
  });
}

/** Creates the temporary directory for a recording at `location`, an absolute path. */
export async function openRecorder(location: string, shown: string, options: RecorderOptions): Promise<Recorder> {
  const parent = path.dirname(location);
  const prefix = `.${shortName(path.basename(location))}.`;
  const directory = path.join(parent, temporaryName(prefix) + TEMPORARY_SUFFIX);
  const kept = path.join(parent, `${prefix}partial`);
  const pathOf = (file: string): string => path.join(directory, file);
  const guard = <T>(work: () => Promise<T>): Promise<T> => withOutputErrors(shown, work);

  await assertAbsent(location, shown);
  const finished = await guard(async () => {
    await mkdir(parent, { recursive: true });
    const isContinued = options.resume && (await claim(parent, prefix, kept, directory));
    await removeStaleFiles(parent, prefix, TEMPORARY_SUFFIX);
    if (!isContinued) await mkdir(directory);
    const windows = isContinued ? await readFinished(directory, options) : [];
    try {
      await startJournal(directory, windows, { shown, head: JSON.stringify(options.identity) });
      return windows;
    } catch (error) {
      // A later run can continue from the old journal.
      if (windows.length === 0) await rm(directory, { recursive: true, force: true });
      throw error;
    }
  });
  let finishedCount = finished.length;

  async function removeAll(): Promise<undefined> {
    await rm(directory, { recursive: true, force: true }).catch(() => undefined);
    return undefined;
  }

  return {
    finished: new Map(finished.map((window) => [window.file, window])),
    pathOf,
    async finish(window) {
      await addToJournal(directory, window, shown);
      finishedCount++;
    },
    commit: (index) =>
      guard(async () => {
        const text = formatIndex(index);
        await writeDurably(pathOf(INDEX_FILE), shown, text);
        await assertAbsent(location, shown);
        await removeFile(pathOf(JOURNAL));
        // Without its journal, the directory is of no use to a later run.
        finishedCount = 0;
        await syncDirectory(directory);
        await untilFree(() => rename(directory, location)).catch(async (error: unknown) => {
          await assertAbsent(location, shown);
          throw error;
        });
        await syncDirectory(parent);
        await rm(kept, { recursive: true, force: true }).catch(() => undefined);
        return hashOf(text);
      }),
    async keep() {
      if (finishedCount === 0) return removeAll();
      await rm(kept, { recursive: true, force: true }).catch(() => undefined);
      return untilFree(() => rename(directory, kept)).then(
        () => finishedCount,
        () => undefined,
      );
    },
    discard: removeAll,
  };
}

/** The beginning of a long name, and a hash that distinguishes it from others with the same beginning. */
function shortName(name: string): string {
  if (name.length <= MAX_PREFIX_LENGTH) return name;
  const start = name.slice(0, MAX_PREFIX_LENGTH).replace(/[\ud800-\udbff]$/, '');
  return `${start}-${hashOf(name).slice(0, 12)}`;
}

/** Renames the directory of a run that has ended to `directory`. False if there is none. */
async function claim(parent: string, prefix: string, kept: string, directory: string): Promise<boolean> {
  const names = await readdir(parent);
  const killed = names.filter((name) => {
    const pid = processIdOf(name, prefix, TEMPORARY_SUFFIX);
    return pid !== undefined && !isRunning(pid);
  });
  for (const candidate of [kept, ...killed.map((name) => path.join(parent, name))]) {
    const isClaimed = await untilFree(() => rename(candidate, directory)).then(
      () => true,
      () => false,
    );
    if (isClaimed && (await isOwnDirectory(directory))) return true;
    if (isClaimed) await rename(directory, candidate).catch(() => undefined);
  }
  return false;
}

/** False for a link, and for a directory of another user, who could put responses into it. */
async function isOwnDirectory(location: string): Promise<boolean> {
  const found = await lstat(location).catch(() => undefined);
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
}

/** The requested windows of the journal whose files are whole. Removes all other files but the journal. */
async function readFinished(
  directory: string,
  { identity, files, now }: RecorderOptions,
): Promise<readonly RecordedWindow[]> {
  const finished = new Map<string, RecordedWindow>();
  for (const window of await readJournal(directory, JSON.stringify(identity), identity, now())) {
    if (!files.has(window.file)) continue;
    const body = createReadStream(path.join(directory, window.file));
    const hash = await hashOfChunks(body).catch(() => undefined);
    if (hash === window.sha256) finished.set(window.file, window);
  }
  for (const name of await readdir(directory)) {
    const isNeeded = name === JOURNAL || finished.has(name);
    if (!isNeeded) await rm(path.join(directory, name), { recursive: true, force: true });
  }
  return [...finished.values()];
}
