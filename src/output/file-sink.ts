/**
 * A file that is whole or as it was: written under a temporary name beside the target, flushed to the disk, and renamed
 * over it. A symbolic link stays, and what it leads to is replaced. What is no regular file, such as a pipe or a
 * device, cannot be replaced and is written as it comes.
 */

import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { interruptible } from '../core/interruptible.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { shellWord } from '../core/shell-word.ts';
import { ReaderGone, type Sink } from '../core/sink.ts';
import { removeLeftovers, temporaryName } from '../disk/leftovers.ts';
import { codeOf, ignoreMissing, isThere, nearestDirectory, resolveLinks } from '../disk/links.ts';

/** A file's name has room for 255 bytes, and a temporary one takes more than its target's. */
const MAX_PREFIX_LENGTH = 50;

/** Behind the name of a file that is being written. */
const SUFFIX = '.tmp';

export interface FileSinkOptions {
  readonly signal: AbortSignal;
  /** True if directories that are missing are made when there is something to write. */
  readonly makesDirectories?: boolean;
}

/**
 * Checks that the file at `location`, an absolute path, can be written, without touching it. Throws an output error
 * otherwise, in which the file is called `file`, as the user did.
 */
export async function openFileSink(
  location: string,
  file: string,
  { signal, makesDirectories = false }: FileSinkOptions,
): Promise<Sink> {
  try {
    if (file.endsWith(path.sep)) throw new ReportingError('output', `${file} names a directory, not a file`);
    const there = await stat(location).catch(ignoreMissing);
    if (there !== undefined && !there.isFile() && !there.isDirectory())
      return await openDirect(file, location, signal);
    if (makesDirectories && !(await isThere(path.dirname(location)))) {
      await access(await nearestDirectory(location), constants.W_OK | constants.X_OK);
      return createReplacement(file, location, undefined, { makesDirectories });
    }
    const target = await resolveLinks(location);
    const existing = await stat(target).catch(ignoreMissing);
    if (existing?.isDirectory() === true) throw new ReportingError('output', `${file} is a directory`);
    await access(path.dirname(target), constants.W_OK | constants.X_OK);
    if (existing !== undefined) await access(target, constants.W_OK);
    return createReplacement(file, target, existing?.mode);
  } catch (error) {
    throw explain(file, error);
  }
}

function createReplacement(
  file: string,
  target: string,
  mode: number | undefined,
  { makesDirectories = false } = {},
): Sink {
  const [directory, prefix] = [
    path.dirname(target),
    `.${path.basename(target).slice(0, MAX_PREFIX_LENGTH)}.`,
  ];
  const temporary = path.join(directory, temporaryName(prefix) + SUFFIX);
  let handle: FileHandle | undefined;
  const opened = async (): Promise<FileHandle> => {
    if (handle === undefined) {
      if (makesDirectories) await mkdir(directory, { recursive: true });
      await removeLeftovers(directory, prefix, SUFFIX);
      handle = await open(temporary, 'wx', mode === undefined ? 0o666 : mode & 0o777);
    }
    return handle;
  };
  return {
    async write(piece) {
      await guard(file, async () => (await opened()).appendFile(piece));
    },
    async commit() {
      await guard(file, async () => {
        const written = await opened();
        if (mode !== undefined) await written.chmod(mode & 0o7777);
        await written.sync();
        await written.close();
        handle = undefined;
        await rename(temporary, target);
        await syncDirectory(directory);
      });
    },
    async abort() {
      await handle?.close().catch(() => undefined);
      await rm(temporary, { force: true }).catch(() => undefined);
      return true;
    },
  };
}

/** Whoever is at the other end of a pipe may never open it: an interruption does not wait for that. */
async function openDirect(file: string, target: string, signal: AbortSignal): Promise<Sink> {
  await access(target, constants.W_OK);
  let handle: FileHandle | undefined;
  const opened = async (): Promise<FileHandle> => {
    handle ??= await open(target, 'w');
    return handle;
  };
  return {
    async write(piece) {
      await guard(file, () =>
        interruptible(
          opened().then((stream) => stream.appendFile(piece)),
          signal,
        ),
      );
    },
    async commit() {
      await guard(file, () =>
        interruptible(
          opened().then((stream) => stream.close()),
          signal,
        ),
      );
    },
    async abort() {
      await handle?.close().catch(() => undefined);
      return handle === undefined;
    },
  };
}

/** Makes the rename last through a power failure. Not every file system can. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function guard(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw explain(file, error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its directory does not exist',
  ENOTDIR: 'its directory is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is used up',
};

function explain(file: string, error: unknown): Error {
  if (error instanceof ReportingError || !(error instanceof Error)) return error as Error;
  if (codeOf(error) === 'EPIPE') return new ReaderGone();
  const reason = REASONS[String(codeOf(error))] ?? error.message;
  const isLacking = codeOf(error) === 'ENOENT';
  return new ReportingError('output', `cannot write ${file}: ${reason}`, {
    hint: isLacking ? `make it first: mkdir -p ${shellWord(path.dirname(file))}` : undefined,
    cause: error,
  });
}
