/**
 * The spool: a directory under the system's temporary directory that holds the records of one run until all windows are
 * complete. Only this user can enter it. Its files hold one minified record a line, never credentials.
 */

import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { LINE_FEED } from '../core/bytes.ts';
import { ReportingError, tryRead } from '../core/errors.ts';
import { TEMPORARY_VARIABLE } from '../core/shell.ts';
import { removeStaleFiles, temporaryName } from '../fs/temporary-files.ts';

/** The temporary directory of one run. */
export type Spool = ReturnType<typeof createSpool>;

const DIRECTORY_PREFIX = 'reporting-';
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * The signals of the spools in use, by their directories. Every step of a run reads or writes files of its spool, so they stop a run
 * in the middle of any step.
 */
const signals = new Map<string, AbortSignal | undefined>();

/**
 * Creates a spool in a directory under `parent`. Throws an output error. Once the signal is aborted, reading and writing its files
 * throws the reason.
 */
export function createSpool(parent: string, signal?: AbortSignal) {
  const directory = path.join(parent, temporaryName(DIRECTORY_PREFIX));
  let scratchFiles = 0;
  try {
    mkdirSync(directory, { mode: DIRECTORY_MODE });
  } catch (error) {
    throw spoolError(parent, error);
  }
  signals.set(directory, signal);
  return {
    /** The path of the file for the window at `index`. The file may not exist yet. */
    filePath: (index: number): string => path.join(directory, `window-${String(index + 1).padStart(4, '0')}.ndjson`),
    scratchPath: (): string => path.join(directory, `rows-${++scratchFiles}.ndjson`),
    /** Ends a turn of the event loop. Rejects once the signal is aborted. */
    async endTurn(): Promise<void> {
      await nextTurn();
      signal?.throwIfAborted();
    },
    /** Removes the directory, and those of killed runs. Never throws: the run has finished even if a file stays. */
    async remove(): Promise<void> {
      signals.delete(directory);
      // Windows keeps a file until its last reader closes it.
      tryRead(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
      await removeStaleFiles(parent, DIRECTORY_PREFIX);
    },
  };
}

/** The result of `work` on a file of a spool. Throws the reason of its aborted signal, and output errors. */
function onSpool<T>(file: string, work: () => T): T {
  signals.get(path.dirname(file))?.throwIfAborted();
  try {
    return work();
  } catch (error) {
    throw spoolError(file, error);
  }
}

/** Closes a file, also after an interruption. A disk may report only now that a write has failed. */
function closeFile(file: string, descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch (error) {
    throw spoolError(file, error);
  }
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
  const gathered = Buffer.allocUnsafeSlow(WRITE_BYTES);
  let [length, sizeBytes] = [0, 0];
  let descriptor: number | undefined;

  function write(bytes: Buffer): void {
    onSpool(file, () => {
      descriptor ??= openSync(file, 'w', FILE_MODE);
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    });
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
      flush();
      return sizeBytes;
    },
    close(): void {
      const open = descriptor;
      descriptor = undefined;
      if (open !== undefined) closeFile(file, open);
    },
  };
}

/** A finished file in the spool: one minified record a line. */
export interface SpooledLines {
  readonly file: string;
  readonly spoolBytes: number;
}

const READ_BYTES = 256 * 1024;

/**
 * The lines of a file, in order, in blocks of whole lines with their line feeds. A block is valid until the next one is requested.
 * Throws if the size or the end of the file has changed.
 */
export async function* readLines({ file, spoolBytes }: SpooledLines): AsyncGenerator<Buffer> {
  const descriptor = onSpool(file, () => openSync(file, 'r'));
  try {
    let buffer = Buffer.allocUnsafe(READ_BYTES);
    let sizeBytes = 0;
    /** The number of bytes at the beginning of the buffer that belong to an unfinished line. */
    let held = 0;
    for (;;) {
      if (held === buffer.length) buffer = Buffer.concat([buffer], 2 * held);
      const room = Math.min(READ_BYTES, buffer.length - held);
      const bytesRead = onSpool(file, () => readSync(descriptor, buffer, held, room, null));
      if (bytesRead === 0) break;
      sizeBytes += bytesRead;
      const length = held + bytesRead;
      const last = buffer.subarray(held, length).lastIndexOf(LINE_FEED);
      const end = last === -1 ? 0 : held + last + 1;
      if (end > 0) yield buffer.subarray(0, end);
      buffer.copyWithin(0, end, length);
      held = length - end;
      // Signals arrive between turns of the event loop.
      await nextTurn();
    }
    if (sizeBytes !== spoolBytes || held > 0) {
      throw new Error(`a spool file of ${spoolBytes} bytes has changed since it was written`);
    }
  } finally {
    closeFile(file, descriptor);
  }
}

/** The lines of a block, without their line feeds. */
export function splitLines(block: Buffer): readonly string[] {
  return block.toString('utf8', 0, block.length - 1).split('\n');
}
