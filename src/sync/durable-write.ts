/** Files that are old or new and whole even if the process is killed: temporary file, fsync, rename, fsync of the directory. */

import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { outputError, syncDirectory } from '../fs/durable-files.ts';
import { codeOf } from '../fs/paths.ts';
import { TEMPORARY_PREFIX } from './tree.ts';

/** A complete file under a temporary name. */
export interface StagedFile {
  readonly bytes: number;
  readonly sha256: string;
  /** Gives the file its name. */
  publish(): Promise<void>;
  /** Like `publish`, but returns false and keeps the other file if the name is taken. */
  publishIfAbsent(): Promise<boolean>;
  discard(): Promise<void>;
}

/** A name in `directory` that no other run uses, and that no engine reads. */
function temporaryFile(directory: string): string {
  return path.join(directory, `${TEMPORARY_PREFIX}${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
}

/** Writes `pieces` for the file at `location`, whose directory exists. Throws an output error that names the file as `shown`. */
export async function stageFile(
  location: string,
  shown: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<StagedFile> {
  const directory = path.dirname(location);
  const temporary = temporaryFile(directory);
  const hash = createHash('sha256');
  let bytes = 0;
  let handle: FileHandle | undefined;
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw outputError(shown, error);
    }
  };
  const discard = async (): Promise<void> => {
    await handle?.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
  };
  try {
    handle = await guard(() => open(temporary, 'wx'));
    const opened = handle;
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += Buffer.byteLength(piece);
      await guard(() => opened.appendFile(piece));
    }
    await guard(async () => {
      await opened.sync();
      await opened.close();
      handle = undefined;
    });
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    bytes,
    sha256: hash.digest('hex'),
    discard,
    publish: () =>
      guard(async () => {
        await rename(temporary, location);
        await syncDirectory(directory);
      }),
    publishIfAbsent: () =>
      guard(async () => {
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
  };
}

/** Writes a small file at once. */
export async function writeDurably(location: string, shown: string, text: string): Promise<void> {
  const staged = await stageFile(location, shown, [text]);
  await staged.publish().catch(async (error: unknown) => {
    await staged.discard();
    throw error;
  });
}

/** Creates a directory below `root`, with those above it. Throws an output error that names it as `shown`. */
export async function makeDirectories(root: string, relative: string, shown: string): Promise<void> {
  try {
    await mkdir(path.join(root, relative), { recursive: true });
    // A directory survives a power failure if the one above it was synced.
    for (let folder = relative; folder !== '.' && folder !== ''; ) {
      folder = path.dirname(folder);
      await syncDirectory(path.join(root, folder));
    }
  } catch (error) {
    throw outputError(shown, error);
  }
}

/** Removes the temporary files of killed runs from a partition's folder. Only for the owner of its lock. Never throws. */
export async function removeTemporaryFiles(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(TEMPORARY_PREFIX))) {
    await rm(path.join(directory, name), { force: true }).catch(() => undefined);
  }
}
