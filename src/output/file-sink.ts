/**
 * Writes a file completely or not at all: under a temporary name in the target's directory, with fsync and rename. A
 * symbolic link stays, and its target is replaced. A pipe or a device cannot be replaced, so data goes there directly.
 */

import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { interruptible } from '../core/async.ts';
import { ReportingError } from '../core/errors.ts';
import { isReaderGone, ReaderGone, type Sink } from '../core/sink.ts';
import {
  createDurableFile,
  type DurableFile,
  outputError,
  TEMPORARY_SUFFIX,
  withOutputErrors,
} from '../fs/durable-files.ts';
import { exists, ignoreMissing, nearestDirectory, resolveLinks } from '../fs/paths.ts';
import { removeStaleFiles, temporaryName, temporaryPrefix } from '../fs/temporary-files.ts';

/**
 * A sink for the file at `location`, an absolute path. Checks that the file can be written, without changing it. With
 * `makesDirectories`, the first write creates missing directories. Throws an output error that names the file as the user did, `file`.
 */
export async function openFileSink(
  location: string,
  file: string,
  { signal, makesDirectories }: { readonly signal: AbortSignal; readonly makesDirectories: boolean },
): Promise<Sink> {
  try {
    const found = await stat(location).catch(ignoreMissing);
    if (file.endsWith('/') || file.endsWith(path.sep) || found?.isDirectory() === true) {
      const problem = found === undefined ? 'names a directory, not a file' : 'is a directory';
      throw new ReportingError('E-cannot-write', `${file} ${problem}`, {
        hint: `name a file, such as ${path.join(file, 'report.csv')}`,
      });
    }
    if (found?.isFile() === false) return await openDirect(file, location, signal);
    const isInNewDirectory = makesDirectories && !(await exists(path.dirname(location)));
    const target = isInNewDirectory ? location : await resolveLinks(location);
    const directory = isInNewDirectory ? await nearestDirectory(location) : path.dirname(target);
    await access(directory, constants.W_OK | constants.X_OK);
    if (found !== undefined) await access(target, constants.W_OK);
    return createReplacement(file, target, { mode: found?.mode, signal, isInNewDirectory });
  } catch (error) {
    throw explain(file, error);
  }
}

interface Replacement {
  readonly mode: number | undefined;
  readonly signal: AbortSignal;
  readonly isInNewDirectory: boolean;
}

function createReplacement(file: string, target: string, { mode, signal, isInNewDirectory }: Replacement): Sink {
  const directory = path.dirname(target);
  const prefix = temporaryPrefix(target);
  const temporary = path.join(directory, temporaryName(prefix) + TEMPORARY_SUFFIX);
  let replacement: DurableFile | undefined;
  async function opened(): Promise<DurableFile> {
    if (replacement === undefined) {
      if (isInNewDirectory) await withOutputErrors(file, () => mkdir(directory, { recursive: true }));
      await removeStaleFiles(directory, prefix, TEMPORARY_SUFFIX);
      replacement = await createDurableFile(temporary, file, { mode, signal });
    }
    return replacement;
  }
  return {
    async write(piece) {
      await (await opened()).write(piece);
    },
    async commit() {
      const written = await opened();
      await written.finish();
      await written.publish(target);
    },
    async abort() {
      await replacement?.discard();
    },
  };
}

/** A sink that writes to a pipe or a device. The other end of a pipe may never open it, so each wait ends with `signal`. */
async function openDirect(file: string, target: string, signal: AbortSignal): Promise<Sink> {
  await access(target, constants.W_OK);
  let handle: FileHandle | undefined;
  async function use(action: (handle: FileHandle) => Promise<void>): Promise<void> {
    handle ??= await open(target, 'w');
    await action(handle);
  }
  async function guarded(action: (handle: FileHandle) => Promise<void>): Promise<void> {
    await interruptible(use(action), signal).catch((error: unknown) => Promise.reject(explain(file, error)));
  }
  return {
    write: (piece) => guarded((opened) => opened.appendFile(piece)),
    commit: () => guarded((opened) => opened.close()),
    async abort() {
      await handle?.close().catch(() => undefined);
    },
  };
}

function explain(file: string, error: unknown): Error {
  return isReaderGone(error) ? new ReaderGone() : outputError(file, error);
}
