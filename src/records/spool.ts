/**
 * The spool: a directory under the system's temporary directory that holds the records of one run until all windows are
 * complete. Only this user can enter it. Its files hold one minified record a line, never credentials.
 */

import { closeSync, mkdirSync, openSync, promises, readdirSync, writeSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { LINE_FEED } from '../core/bytes.ts';
import { ReportingError, tryRead } from '../core/errors.ts';
import { TEMPORARY_VARIABLE } from '../core/shell.ts';
import { processIdOf, removeStaleFiles, temporaryName } from '../fs/temporary-files.ts';

/** The temporary directory of one run. */
export type Spool = ReturnType<typeof createSpool>;

export interface SpoolOptions {
  /** Once it is aborted, reading and writing files of the spool throws its reason. */
  readonly signal?: AbortSignal | undefined;
  /** True to create the directory at once, and all files in it: for readers that open them by their paths. */
  readonly isOnDisk?: boolean;
}

const DIRECTORY_PREFIX = 'reporting-';
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** A smaller file stays in memory: most runs then create no directory. */
const MAX_KEPT_BYTES = 64 * 1024;
const MAX_KEPT_BYTES_OF_ALL = 4 * 1024 * 1024;

interface Directory {
  readonly signal: AbortSignal | undefined;
  readonly isOnDisk: boolean;
  /** The content of each file in memory, by its path. */
  readonly kept: Map<string, Buffer>;
  keptBytes: number;
  /** Creates the directory, once. Throws an output error. */
  create(): void;
}

/**
 * The spools in use, by their directories. Every step of a run reads or writes files of its spool, so their signals stop a run in
 * the middle of any step.
 */
const directories = new Map<string, Directory>();

/**
 * A spool in a directory under `parent`. The first large file, or `isOnDisk`, creates the directory and calls `onCreate`; that
 * throws an output error. Directories of killed runs are removed, too.
 */
export function createSpool(
  parent: string,
  { signal, isOnDisk = false }: SpoolOptions = {},
  onCreate: () => void = () => undefined,
) {
  const directory = path.join(parent, temporaryName(DIRECTORY_PREFIX));
  /** Undefined until the directory is created. */
  let cleaning: Promise<void> | undefined;
  let scratchFiles = 0;

  function create(): void {
    if (cleaning !== undefined) return;
    try {
      mkdirSync(directory, { mode: DIRECTORY_MODE });
    } catch (error) {
      throw spoolError(parent, error);
    }
    cleaning = removeStaleFiles(parent, DIRECTORY_PREFIX);
    onCreate();
  }

  if (isOnDisk) create();
  directories.set(directory, { signal, isOnDisk, kept: new Map(), keptBytes: 0, create });
  return {
    /** The path of the file for the window at `index`. The file may not exist yet. */
    filePath: (index: number): string => path.join(directory, `window-${String(index + 1).padStart(4, '0')}.ndjson`),
    scratchPath: (): string => path.join(directory, `rows-${++scratchFiles}.ndjson`),
    /** Ends a turn of the event loop. Rejects once the signal is aborted. */
    async endTurn(): Promise<void> {
      await nextTurn();
      signal?.throwIfAborted();
    },
    /** Removes the directory and its files. Never throws: the run has finished even if a file stays. */
    async remove(): Promise<void> {
      directories.delete(directory);
      if (cleaning !== undefined) {
        await cleaning;
        // Windows keeps a file until its last reader closes it.
        await promises.rm(directory, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
      } else if (hasSpools(parent)) await removeStaleFiles(parent, DIRECTORY_PREFIX);
    },
  };
}

/** True if there may be directories of killed runs. A quick look: most runs find none, and need no node:fs/promises. */
function hasSpools(parent: string): boolean {
  const names = tryRead(() => readdirSync(parent)) ?? [];
  return names.some((name) => processIdOf(name, DIRECTORY_PREFIX) !== undefined);
}

function directoryOf(file: string): Directory | undefined {
  return directories.get(path.dirname(file));
}

function throwIfAborted(file: string): void {
  directoryOf(file)?.signal?.throwIfAborted();
}

/** The error for a spool that cannot be created, written or read. */
function spoolError(file: string, error: unknown): ReportingError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ReportingError(
    'E-temporary-files',
    `cannot keep the windows in the temporary directory ${file}: ${reason}`,
    {
      hint: `free some space there, or name another directory with ${TEMPORARY_VARIABLE}`,
      cause: error,
    },
  );
}

const nextTurn = promisify(setImmediate);

const WRITE_BYTES = 256 * 1024;

/**
 * Gathers lines for `file`, a path in a spool, and replaces its content. Not every record costs a write. Lines larger than the
 * buffer are written at once: a copy of a large record would take its size in memory. All methods throw output errors.
 */
export function createLineWriter(file: string) {
  throwIfAborted(file);
  const directory = directoryOf(file);
  if (directory !== undefined) drop(directory, file);
  const gathered = Buffer.allocUnsafeSlow(WRITE_BYTES);
  let [length, sizeBytes] = [0, 0];
  let descriptor: number | undefined;

  function write(bytes: Buffer): void {
    throwIfAborted(file);
    directory?.create();
    try {
      descriptor ??= openSync(file, 'w', FILE_MODE);
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    } catch (error) {
      throw spoolError(file, error);
    }
    sizeBytes += bytes.length;
  }

  function flush(): void {
    write(gathered.subarray(0, length));
    length = 0;
  }

  return {
    /** Copies one or more lines, separated by line feeds, and adds a line feed after the last. */
    add(bytes: Buffer, start = 0, end = bytes.length): void {
      if (length + end - start >= WRITE_BYTES) flush();
      if (end - start < WRITE_BYTES) {
        length += bytes.copy(gathered, length, start, end);
        gathered[length++] = LINE_FEED;
      } else {
        write(bytes.subarray(start, end));
        write(Buffer.of(LINE_FEED));
      }
    },
    /** Writes the rest of the lines. Gives the size of the file in bytes. */
    finish(): number {
      if (descriptor === undefined && directory !== undefined && canKeep(directory, length)) {
        directory.kept.set(file, Buffer.from(gathered.subarray(0, length)));
        directory.keptBytes += length;
        return length;
      }
      flush();
      return sizeBytes;
    },
    close(): void {
      const open = descriptor;
      descriptor = undefined;
      try {
        if (open !== undefined) closeSync(open);
      } catch (error) {
        throw spoolError(file, error);
      }
    },
  };
}

/** True if a file of this size may stay in memory. */
function canKeep({ isOnDisk, keptBytes }: Directory, sizeBytes: number): boolean {
  return !isOnDisk && sizeBytes <= MAX_KEPT_BYTES && keptBytes + sizeBytes <= MAX_KEPT_BYTES_OF_ALL;
}

/** Removes a file from memory. */
function drop(directory: Directory, file: string): void {
  directory.keptBytes -= directory.kept.get(file)?.length ?? 0;
  directory.kept.delete(file);
}

/** A finished file in the spool: one minified record a line. */
export interface SpooledLines {
  readonly file: string;
  readonly spoolBytes: number;
}

const READ_BYTES = 256 * 1024;

/**
 * The lines of a file, in order, in blocks of whole lines with their line feeds: many short lines, or one that is longer than a
 * read. A block is valid until the next one is requested. Throws if the size or the end of the file has changed.
 */
export async function* readLines(spooled: SpooledLines): AsyncGenerator<Buffer> {
  const kept = directoryOf(spooled.file)?.kept.get(spooled.file);
  if (kept !== undefined) {
    throwIfAborted(spooled.file);
    // A copy: what a reader does to a block must not change the file.
    if (kept.length > 0) yield Buffer.from(kept);
    return;
  }
  let left = spooled.spoolBytes;
  const handle = await promises.open(spooled.file).catch((error: unknown) => {
    throw spoolError(spooled.file, error);
  });
  const read = async (buffer: Buffer, at: number, sizeBytes: number): Promise<number> => {
    const { bytesRead } = await handle.read(buffer, at, sizeBytes).catch((error: unknown) => {
      throw spoolError(spooled.file, error);
    });
    return bytesRead;
  };
  try {
    let buffer = Buffer.allocUnsafe(Math.max(1, Math.min(READ_BYTES, left)));
    /** The number of bytes at the beginning of the buffer that belong to an unfinished line. */
    let held = 0;
    while (left > 0) {
      throwIfAborted(spooled.file);
      if (held === buffer.length) {
        const larger = Buffer.allocUnsafe(buffer.length * 2);
        buffer.copy(larger);
        buffer = larger;
      }
      const room = Math.min(READ_BYTES, buffer.length - held);
      const bytesRead = await read(buffer, held, room);
      if (bytesRead === 0) break;
      left -= bytesRead;
      const bytes = buffer.subarray(held, held + bytesRead);
      const end = bytes.includes(LINE_FEED) ? held + bytes.lastIndexOf(LINE_FEED) + 1 : 0;
      const firstEnd = held > READ_BYTES && end > 0 ? held + bytes.indexOf(LINE_FEED) + 1 : 0;
      if (firstEnd > 0) yield buffer.subarray(0, firstEnd);
      if (end > firstEnd) yield buffer.subarray(firstEnd, end);
      buffer.copyWithin(0, end, held + bytesRead);
      held += bytesRead - end;
    }
    if (left !== 0 || held !== 0 || (await read(buffer, 0, 1)) !== 0) {
      throw new Error(`a spool file of ${spooled.spoolBytes} bytes has changed since it was written`);
    }
  } finally {
    await handle.close().catch((error: unknown) => {
      throw spoolError(spooled.file, error);
    });
  }
}

/** The lines of a block, without their line feeds. */
export function splitLines(block: Buffer): readonly string[] {
  return block.toString('utf8', 0, block.length - 1).split('\n');
}
