import type { FileHandle } from 'node:fs/promises';
import { spoolError } from './spool.ts';

export interface LineWriter {
  /** Takes a line, or several with line feeds between them; the last gets its own. The bytes must stay as they are. */
  add(lines: Buffer): void;
  /** Begins to write what was added once that is much, while more can be added. Waits for the write before. */
  flushWhenFull(): Promise<void>;
  /** Writes what is left. Resolves with the number of bytes written in all. */
  finish(): Promise<number>;
}

const WRITE_BYTES = 256 * 1024;
const LINE_FEED = Buffer.from('\n');

/** Gathers lines for `handle`, so that a record does not cost a write. `file` is its path, for errors. */
export function createLineWriter(handle: FileHandle, file: string): LineWriter {
  let pieces: Buffer[] = [];
  let gatheredBytes = 0;
  let writtenBytes = 0;
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    await writing;
    const bytes = Buffer.concat(pieces, gatheredBytes);
    writtenBytes += gatheredBytes;
    pieces = [];
    gatheredBytes = 0;
    writing = handle.appendFile(bytes).catch((error: unknown) => {
      throw spoolError(file, error);
    });
    // Told by whoever waits for it next.
    writing.catch(() => undefined);
  }

  return {
    add(lines) {
      pieces.push(lines, LINE_FEED);
      gatheredBytes += lines.length + LINE_FEED.length;
    },
    async flushWhenFull() {
      if (gatheredBytes >= WRITE_BYTES) await flush();
    },
    async finish() {
      await flush();
      await writing;
      return writtenBytes;
    },
  };
}
