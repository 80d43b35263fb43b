/**
 * The bodies of a run on disk: in a temporary directory, with a journal of those that are complete, so that a later run can continue.
 * A recording is a store that is committed: its directory gets its name by one rename when everything is in. The store of `--resume`
 * never is.
 *
 * The name of a temporary directory holds the process id of its run. A run that fails renames its directory to `.<name>.partial`.
 * To continue, a run renames that directory, or one of a killed run, to its own name: only one run can succeed.
 */

import { lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Credentials } from '../api/credentials.ts';
import { ReportingError } from '../core/errors.ts';
import { ContentHash, hashOf } from '../core/hash.ts';
import { parseObject } from '../core/json-object.ts';
import { RESUME_MAX_AGE_MS } from '../core/limits.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { DateRange } from '../dates/range.ts';
import {
  createDurableFile,
  type DurableFile,
  syncDirectory,
  TEMPORARY_SUFFIX,
  withOutputErrors,
  writeDurably,
} from '../fs/durable-files.ts';
import { removeFile, untilFree } from '../fs/held-files.ts';
import { ignoreMissing } from '../fs/paths.ts';
import {
  isRunning,
  lastChangeMs,
  processIdOf,
  removeStaleFiles,
  temporaryName,
  temporaryPrefix,
} from '../fs/temporary-files.ts';
import type { Body } from '../json/unexpected-body.ts';
import {
  formatIndex,
  formatWindow,
  INDEX_FILE,
  parseWindow,
  type RecordedWindow,
  type RecordingIdentity,
  type RecordingIndex,
  recordedChunks,
  windowFile,
} from './recording.ts';
import { createTokenWatch } from './token-watch.ts';

/** The bodies of one client, of one report and one way to request it. */
export interface BodyStore {
  /** The body of a window that an earlier run has stored in the last day. Reading it throws if its file has changed. */
  find(window: DateRange): (Body & { readonly answer: RecordedWindow }) | undefined;
  /**
   * The result of `receive`, which reads a new response while it is stored. Throws output errors, and a malformed error for a body with
   * the token. A recording keeps a body that `receive` refuses in its file if it arrives whole.
   */
  copy<T extends Received>(body: Body, window: DateRange, receive: (body: Body) => Promise<T>): Promise<T>;
  pathOf(window: DateRange): string;
  /** The requested windows that are stored, in their order. */
  windows(): readonly RecordedWindow[];
  /** Writes the index, and gives the directory its name. Resolves with the SHA-256 of the index. Throws output errors. */
  commit(index: Pick<RecordingIndex, 'windowUnit' | 'warnings'>): Promise<string>;
  /** A later run gets no window. */
  forget(): void;
  /** Resolves with the number of windows that a later run gets. Without any, removes all files. Never throws. */
  close(): Promise<number>;
}

/** What a store keeps of the findings in a body. */
interface Received {
  readonly warnings?: readonly DataWarning[];
}

interface BodyStoreOptions {
  readonly identity: RecordingIdentity;
  readonly requested: readonly DateRange[];
  readonly resume: boolean;
  /** No file may hold the token, which a run may renew. */
  readonly owner: Pick<Credentials, 'token'>;
  readonly now: () => Date;
  /** True if only the user may read the files, which is no recording. */
  readonly isPrivate?: boolean;
}

export type ResumeStoreOptions = Omit<BodyStoreOptions, 'resume' | 'isPrivate'>;

/** The windows that are complete and on disk. A body without a line in it does not count. */
const JOURNAL = '_windows.ndjson';
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** A refused response that is longer is not kept: it may never end. */
const MAX_REFUSED_BYTES = 256 * 1024 * 1024;

/** Throws a usage error if there is anything at `location`. `shown` is its name for messages. */
export async function assertAbsent(location: string, shown: string): Promise<void> {
  const found = await withOutputErrors(shown, () => lstat(location).catch(ignoreMissing));
  if (found === undefined) return;
  throw new ReportingError('E-recording', `${shown} exists already`, {
    hint: 'a recording never replaces anything: choose another name with --output, or move it away',
  });
}

/** Creates the temporary directory for a store at `location`, an absolute path. Throws output errors. */
export async function openBodyStore(
  location: string,
  shown: string,
  { identity, requested, resume, owner, now, isPrivate = false }: BodyStoreOptions,
): Promise<BodyStore> {
  const parent = path.dirname(location);
  const prefix = temporaryPrefix(location);
  const directory = path.join(parent, temporaryName(prefix) + TEMPORARY_SUFFIX);
  const kept = path.join(parent, `${prefix}partial`);
  const journal = path.join(directory, JOURNAL);
  const head = JSON.stringify(hashOf(JSON.stringify(identity)));
  const mode = isPrivate ? FILE_MODE : undefined;
  const folder = { recursive: true, ...(isPrivate && { mode: DIRECTORY_MODE }) };
  const finished = new Map<string, RecordedWindow>();
  const pathOf = (window: DateRange): string => path.join(directory, windowFile(identity, window));
  const guard = <T>(work: () => Promise<T>): Promise<T> => withOutputErrors(shown, work);
  const removeAll = (): Promise<void> => rm(directory, { recursive: true, force: true }).catch(() => undefined);

  await assertAbsent(location, shown);
  await guard(async () => {
    await mkdir(parent, folder);
    const isContinued = resume && (await claim(parent, prefix, kept, directory));
    await removeStaleFiles(parent, prefix, TEMPORARY_SUFFIX);
    if (!isContinued) await mkdir(directory, folder);
    const files = new Set(requested.map((window) => windowFile(identity, window)));
    for (const window of await readJournal()) if (files.has(window.file)) finished.set(window.file, window);
    try {
      const lines = [head, ...Array.from(finished.values(), lineOf)];
      await writeDurably(journal, shown, `${lines.join('\n')}\n`, { mode });
    } catch (error) {
      // A later run can continue from the old journal.
      if (finished.size === 0) await removeAll();
      throw error;
    }
  });

  /** The windows of the last day in an earlier journal for the same requests. */
  async function readJournal(): Promise<readonly RecordedWindow[]> {
    const [first, ...lines] = (await readFile(journal, 'utf8').catch(() => '')).split('\n');
    if (first !== head) return [];
    return lines.flatMap((line) => {
      const window = parseWindow(parseObject(line), identity);
      const ageMs = now().getTime() - (window?.receivedAt.getTime() ?? Number.NaN);
      return window !== undefined && ageMs >= 0 && ageMs <= RESUME_MAX_AGE_MS ? [window] : [];
    });
  }

  function finish(window: RecordedWindow): Promise<void> {
    return guard(async () => {
      const handle = await open(journal, 'a');
      try {
        await handle.appendFile(`${lineOf(window)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      finished.set(window.file, window);
    });
  }

  return {
    pathOf,
    find(window) {
      const found = finished.get(windowFile(identity, window));
      if (found === undefined) return undefined;
      const chunks = recordedChunks({ location: directory, directory: shown }, found);
      return { chunks, endIsKnown: true, contentType: found.contentType, answer: found };
    },
    async copy({ chunks: received, ...body }, { from, to }, receive) {
      const iterator = received[Symbol.asyncIterator]();
      const content = new ContentHash();
      const watch = createTokenWatch(owner.token);
      let saved: DurableFile | undefined;
      let isBroken = false;

      /** The chunks once they are in the file. When a reader leaves early, the next one gets the rest. */
      async function* chunks(): AsyncGenerator<Buffer> {
        for (;;) {
          const next = await iterator.next().catch((error: unknown) => {
            isBroken = true;
            throw error;
          });
          if (next.done === true) return;
          const chunk: Buffer = next.value;
          watch.check(chunk);
          content.add(chunk);
          await saved!.write(chunk);
          yield chunk;
        }
      }

      /** True once the whole of a refused response is in the file. */
      async function finishRefused(error: unknown): Promise<boolean> {
        // If it broke off in transit, or cannot be decompressed, its bytes are not those of the service.
        const isRefused = error instanceof ReportingError && error.kind === 'malformed' && !isBroken;
        if (!isRefused || isPrivate) return false;
        try {
          let size = 0;
          for await (const chunk of chunks()) {
            size += chunk.length;
            if (size > MAX_REFUSED_BYTES) return false;
          }
          await saved!.finish();
          return watch.found() === undefined;
        } catch {
          return false;
        }
      }

      try {
        // An attempt before it may have left a part of a body.
        saved = await createDurableFile(pathOf({ from, to }), shown, { mode, replaces: true });
        const result = await receive({ ...body, chunks: chunks() });
        const { contentType, answer } = body;
        const file = windowFile(identity, { from, to });
        await saved.finish();
        const facts = { contentType, ...answer!, ...content.facts() };
        await finish({ from, to, file, ...facts, warnings: result.warnings ?? [] });
        return result;
      } catch (error) {
        if (!(await finishRefused(error))) await saved?.discard();
        // A reader may report the failed end of a body in other words.
        throw watch.found() ?? error;
      } finally {
        await iterator.return?.();
      }
    },
    windows: () => requested.flatMap((window) => finished.get(windowFile(identity, window)) ?? []),
    commit({ windowUnit, warnings }) {
      return guard(async () => {
        const windows = requested.map((window) => finished.get(windowFile(identity, window))!);
        const text = formatIndex({ ...identity, windowUnit, windows, warnings });
        await writeDurably(path.join(directory, INDEX_FILE), shown, text);
        await assertAbsent(location, shown);
        await removeFile(journal);
        const needed = new Set([INDEX_FILE, ...windows.map(({ file }) => file)]);
        // Without its journal, the directory is of no use to a later run.
        finished.clear();
        for (const name of await readdir(directory))
          if (!needed.has(name)) await rm(path.join(directory, name), { recursive: true });
        await syncDirectory(directory);
        await untilFree(() => rename(directory, location)).catch(async (error: unknown) => {
          await assertAbsent(location, shown);
          throw error;
        });
        await syncDirectory(parent);
        await rm(kept, { recursive: true, force: true }).catch(() => undefined);
        return hashOf(text);
      });
    },
    forget: () => finished.clear(),
    async close() {
      const count = finished.size;
      if (count === 0) {
        await removeAll();
        return 0;
      }
      await rm(kept, { recursive: true, force: true }).catch(() => undefined);
      return untilFree(() => rename(directory, kept)).then(
        () => count,
        () => 0,
      );
    },
  };
}

/**
 * Opens the windows that earlier runs with `--resume` have stored for the same requests, in a directory of `root` whose name is a hash
 * of them, never of the token. Removes what no run has changed for a day.
 */
export async function openResumeStore(root: string, options: ResumeStoreOptions): Promise<BodyStore> {
  const { identity, requested, now } = options;
  for (const name of await readdir(root).catch(() => [])) {
    const location = path.join(root, name);
    const changedMs = (await lastChangeMs(location)) ?? 0;
    if (now().getTime() - changedMs > RESUME_MAX_AGE_MS)
      await rm(location, { recursive: true, force: true }).catch(() => undefined);
  }
  const windows = requested.map((window) => windowFile(identity, window));
  const key = hashOf(JSON.stringify([identity, windows])).slice(0, 32);
  const store = { ...options, resume: true, isPrivate: true };
  return openBodyStore(path.join(root, key), root, store);
}

function lineOf(window: RecordedWindow): string {
  return JSON.stringify(formatWindow(window));
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
