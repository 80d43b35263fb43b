/**
 * Files that are old or new, and whole, after a kill or a power failure: temporary file, fsync, rename, fsync of the directory.
 * Errors are output errors that name a file as the user did, `shown`.
 */

import { type FileHandle, link, mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { ContentHash } from '../core/hash.ts';
import { isHeld, removeFile, untilFree } from './held-files.ts';
import { codeOf, reasonOf } from './paths.ts';
import { removeStaleFiles, temporaryName } from './temporary-files.ts';

/** Begins the names of temporary files beside those that they replace. No such name ends in `.parquet` or `.csv`, which engines read. */
const TEMPORARY_PREFIX = '.reporting-';
/** Ends the names of temporary files. */
export const TEMPORARY_SUFFIX = '.tmp';

/** A file while it is written. All methods but `discard` throw output errors. */
export type DurableFile = Awaited<ReturnType<typeof createDurableFile>>;

interface DurableFileOptions {
  /** The mode of the finished file; by default that of a new file. */
  readonly mode?: number | undefined;
  /** True if an older file of this name is replaced, and not an error. */
  readonly replaces?: boolean;
  /** Ends the wait for another program that has the replaced file open. */
  readonly signal?: AbortSignal | undefined;
}

/** Creates the file at `temporary`. */
export async function createDurableFile(
  temporary: string,
  shown: string,
  { mode, replaces = false, signal }: DurableFileOptions = {},
) {
  const directory = path.dirname(temporary);
  const openMode = mode === undefined ? 0o666 : mode & 0o777;
  let handle: FileHandle | undefined = await withOutputErrors(shown, () =>
    open(temporary, replaces ? 'w' : 'wx', openMode),
  );
  const opened = handle;
  const discard = async (): Promise<void> => {
    await handle?.close().catch(() => undefined);
    await removeFile(temporary).catch(() => undefined);
  };
  return {
    write: (piece: string | Uint8Array): Promise<void> => withOutputErrors(shown, () => opened.appendFile(piece)),
    /** Forces the content to disk, and closes the file. */
    finish: (): Promise<void> =>
      withOutputErrors(shown, async () => {
        if (mode !== undefined) await opened.chmod(mode & 0o7777);
        await opened.sync();
        await opened.close();
        handle = undefined;
      }),
    /** Gives the finished file its name, in the same directory. */
    publish: (location: string): Promise<void> =>
      withOutputErrors(shown, async () => {
        await untilFree(() => rename(temporary, location), signal);
        await syncDirectory(directory);
      }),
    /** Like `publish`, but returns false and removes the file if the name is taken. */
    publishIfAbsent: (location: string): Promise<boolean> =>
      withOutputErrors(shown, async () => {
        try {
          await link(temporary, location);
          await syncDirectory(directory);
          return true;
        } catch (error) {
          if (codeOf(error) === 'EEXIST') return false;
          throw error;
        } finally {
          await discard();
        }
      }),
    /** Closes and removes an unpublished file. Never throws. */
    discard,
  };
}

/** A complete file under a temporary name. */
export type StagedFile = Awaited<ReturnType<typeof stageFile>>;

/** Writes `pieces` for the file at `location`, whose directory exists. */
export async function stageFile(
  location: string,
  shown: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
  options: Omit<DurableFileOptions, 'replaces'> = {},
) {
  const temporary = path.join(path.dirname(location), temporaryName(TEMPORARY_PREFIX) + TEMPORARY_SUFFIX);
  const file = await createDurableFile(temporary, shown, options);
  const content = new ContentHash();
  try {
    for await (const piece of pieces) {
      content.add(piece);
      await file.write(piece);
    }
    await file.finish();
  } catch (error) {
    await file.discard();
    throw error;
  }
  return {
    ...content.facts(),
    publish: () => file.publish(location),
    publishIfAbsent: () => file.publishIfAbsent(location),
    discard: file.discard,
  };
}

/** Writes a small file at once. */
export async function writeDurably(
  location: string,
  shown: string,
  text: string,
  options: Omit<DurableFileOptions, 'replaces'> = {},
): Promise<void> {
  const staged = await stageFile(location, shown, [text], options);
  await staged.publish().catch(async (error: unknown) => {
    await staged.discard();
    throw error;
  });
}

/** True for a name that `stageFile` gives to a temporary file. */
export function isTemporaryName(name: string): boolean {
  return name.startsWith(TEMPORARY_PREFIX) && name.endsWith(TEMPORARY_SUFFIX);
}

/** The temporary files that `stageFile` has in a directory; none if it cannot be read. */
export async function listStagedFiles(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter(isTemporaryName).map((name) => path.join(directory, name));
}

/** Removes those of killed runs from a directory that runs share, an hour after their last change. Never throws. */
export function removeOldStagedFiles(directory: string): Promise<void> {
  return removeStaleFiles(directory, TEMPORARY_PREFIX, TEMPORARY_SUFFIX);
}

/** Creates a directory below `root`, with those above it. */
export async function makeDirectories(root: string, relative: string, shown: string): Promise<void> {
  await withOutputErrors(shown, async () => {
    await mkdir(path.join(root, relative), { recursive: true });
    // A directory survives a power failure if the one above it was synced.
    for (let folder = relative; folder !== '.' && folder !== ''; ) {
      folder = path.dirname(folder);
      await syncDirectory(path.join(root, folder));
    }
  });
}

/** What systems answer that cannot sync this directory: Windows, some network file systems, a directory without read permission. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES']);

/** Lets a rename in `directory` survive a power failure, where the system supports it. Throws the error of a disk that fails. */
export async function syncDirectory(directory: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(directory, 'r');
    await handle.sync();
  } catch (error) {
    if (!UNSUPPORTED.has(String(codeOf(error)))) throw error;
  } finally {
    await handle?.close();
  }
}

/** The output error for `file`, which could not be written. An error that is not the system's is returned unchanged. */
export function outputError(file: string, error: unknown): Error {
  if (error instanceof ReportingError || !(error instanceof Error)) return error as Error;
  const reason = reasonOf(error) + (isHeld(error) ? ', or another program has it open, such as Excel' : '');
  return new ReportingError('E-cannot-write', `cannot write ${file}: ${reason}`, { cause: error });
}

/** The result of `work`. Throws the output error for `shown` in place of the system's. */
export async function withOutputErrors<T>(shown: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw outputError(shown, error);
  }
}
