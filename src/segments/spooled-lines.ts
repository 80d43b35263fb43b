import { open } from 'node:fs/promises';
import { spoolError } from './spool.ts';

/** A file in the spool: records, minified, a line each. */
export interface SpooledLines {
  readonly file: string;
  /** Bytes of the file. */
  readonly spoolBytes: number;
}

const READ_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/**
 * The lines, in order, in blocks of whole ones, each ending in a line feed: many short ones, or one that is longer than that.
 * A block is valid until the next is asked for. Throws if the file is not what was written.
 */
export async function* readLines(spooled: SpooledLines): AsyncGenerator<Buffer> {
  let left = spooled.spoolBytes;
  const handle = await open(spooled.file).catch((error: unknown) => {
    throw spoolError(spooled.file, error);
  });
  try {
    let buffer = Buffer.allocUnsafe(Math.max(1, Math.min(READ_BYTES, left)));
    /** Bytes at the beginning of the buffer: a line whose end is not read yet. */
    let held = 0;
    while (left > 0) {
      if (held === buffer.length) {
        const larger = Buffer.allocUnsafe(buffer.length * 2);
        buffer.copy(larger);
        buffer = larger;
      }
      const room = Math.min(READ_BYTES, buffer.length - held);
      const { bytesRead } = await handle.read(buffer, held, room).catch((error: unknown) => {
        throw spoolError(spooled.file, error);
      });
      if (bytesRead === 0) break;
      left -= bytesRead;
      const read = buffer.subarray(held, held + bytesRead);
      const end = read.includes(LINE_FEED) ? held + read.lastIndexOf(LINE_FEED) + 1 : 0;
      const firstEnd = held > READ_BYTES && end > 0 ? held + read.indexOf(LINE_FEED) + 1 : 0;
      if (firstEnd > 0) yield buffer.subarray(0, firstEnd);
      if (end > firstEnd) yield buffer.subarray(firstEnd, end);
      buffer.copyWithin(0, end, held + bytesRead);
      held += bytesRead - end;
    }
    if (left !== 0 || held !== 0 || (await handle.read(buffer, 0, 1)).bytesRead !== 0) {
      throw new Error(`the spool of a window is not the ${spooled.spoolBytes} bytes that were written`);
    }
  } finally {
    await handle.close();
  }
}

/** The lines of a block, without their line feeds. */
export function splitLines(block: Buffer): readonly string[] {
  return block.toString('utf8', 0, block.length - 1).split('\n');
}
