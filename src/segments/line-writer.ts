import { writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { spoolError } from './spool.ts';

export interface LineWriter {
  /** Takes a line, or several with line feeds between them, and copies them; the last gets its own line feed. */
  add(bytes: Buffer, start?: number, end?: number): void;
  addText(line: string): void;
  /** Begins to write what was added once that is much, while more can be added. Waits for the write before. */
  flushWhenFull(): Promise<void>;
  /** Writes what is left. Resolves with the number of bytes written in all. */
  finish(): Promise<number>;
}

/** Bytes that are gathered. */
const USUAL_CAPACITY = 512 * 1024;
const LINE_FEED = 0x0a;
/** A UTF-16 code unit takes no more bytes in UTF-8. */
const MAX_UNIT_BYTES = 3;

/**
 * Gathers lines for `handle`, so that a record does not cost a write. Lines that do not fit are written at once, since a copy of
 * a large record would cost its size in memory. `file` is the path, for errors.
 */
export function createLineWriter(
  handle: FileHandle,
  file: string,
  capacity: number = USUAL_CAPACITY,
): LineWriter {
  let gathered: Buffer = Buffer.allocUnsafeSlow(capacity);
  let spare: Buffer | undefined;
  let length = 0;
  /** The place in the file of the first byte that is gathered. */
  let position = 0;
  let writing: Promise<void> = Promise.resolve();

  async function write(bytes: Buffer, at: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      }
    } catch (error) {
      throw spoolError(file, error);
    }
  }

  function writeAtOnce(bytes: Buffer): void {
    try {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(handle.fd, bytes, done, bytes.length - done, position + done);
      }
    } catch (error) {
      throw spoolError(file, error);
    }
    position += bytes.length;
  }

  /** True if a line of so many bytes fits behind what is gathered, which is written if it does not. */
  function makeRoom(sizeBytes: number): boolean {
    if (length + sizeBytes < capacity) return true;
    writeAtOnce(gathered.subarray(0, length));
    length = 0;
    return sizeBytes < capacity;
  }

  async function flush(): Promise<void> {
    await writing;
    const bytes = gathered.subarray(0, length);
    const own = gathered;
    gathered = spare ?? Buffer.allocUnsafeSlow(capacity);
    spare = own;
    writing = write(bytes, position);
    position += length;
    length = 0;
    // Told by whoever waits for it next.
    writing.catch(() => undefined);
  }

  function add(bytes: Buffer, start = 0, end = bytes.length): void {
    if (makeRoom(end - start)) {
      length += bytes.copy(gathered, length, start, end);
      gathered[length++] = LINE_FEED;
    } else {
      writeAtOnce(bytes.subarray(start, end));
      writeAtOnce(Buffer.of(LINE_FEED));
    }
  }

  return {
    add,
    addText(line) {
      if (makeRoom(line.length * MAX_UNIT_BYTES)) {
        length += gathered.write(line, length);
        gathered[length++] = LINE_FEED;
      } else add(Buffer.from(line));
    },
    async flushWhenFull() {
      if (length >= capacity / 2) await flush();
    },
    async finish() {
      await flush();
      await writing;
      return position;
    },
  };
}
