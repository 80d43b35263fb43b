/** Rows on their way from one step to the next: written to the spool, so that memory does not grow with them. */

import type { Column } from '../core/column.ts';
import type { Dataset } from '../segments/dataset.ts';
import { createLineWriter } from '../segments/line-writer.ts';
import { openSpoolFile } from '../segments/spool.ts';
import { readLines, splitLines } from '../segments/spooled-lines.ts';

export interface StoredRows {
  /** Adds a record's JSON text, minified: bytes of `block`, which are copied. */
  add(block: Buffer, start: number, end: number): void;
  addText(record: string): void;
  /** Waits while much is waiting to be written. */
  settle(): Promise<void>;
  /** What was added, as a dataset of these columns. */
  finish(columns: readonly Column[], hasMoreColumns?: boolean): Promise<Dataset>;
  /** Closes the file; what is in it is of no use. */
  abandon(): Promise<void>;
}

/** Rows are gathered in pieces of so many bytes: a buffer for each row would cost more than the row. */
const PIECE_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;
/** A UTF-16 code unit takes no more bytes in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** What `write` adds, as a dataset with the columns of `shape`, kept in `file`: a path in the spool where nothing is yet. */
export async function storeRows(
  file: string,
  shape: Pick<Dataset, 'columns'> & Partial<Pick<Dataset, 'hasMoreColumns'>>,
  write: (stored: StoredRows) => Promise<void>,
): Promise<Dataset> {
  const stored = await openStoredRows(file);
  try {
    await write(stored);
    return await stored.finish(shape.columns, shape.hasMoreColumns);
  } catch (error) {
    await stored.abandon().catch(() => undefined);
    throw error;
  }
}

/** Rows in `file`, a path in the spool where nothing is yet. */
export async function openStoredRows(file: string): Promise<StoredRows> {
  const handle = await openSpoolFile(file);
  const writer = createLineWriter(handle, file);
  let recordCount = 0;
  let piece = Buffer.allocUnsafeSlow(0);
  let length = 0;

  /** Makes room for a line of so many bytes, and its line feed. */
  function reserve(sizeBytes: number): void {
    if (length + sizeBytes < piece.length) return;
    handOver();
    piece = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, sizeBytes + 1));
    length = 0;
  }

  /** The writer adds the last line's line feed. */
  function handOver(): void {
    if (length > 0) writer.add(piece.subarray(0, length - 1));
  }

  function endLine(): void {
    piece[length++] = LINE_FEED;
    recordCount++;
  }

  return {
    add(block, start, end) {
      reserve(end - start);
      block.copy(piece, length, start, end);
      length += end - start;
      endLine();
    },
    addText(record) {
      reserve(record.length * MAX_UNIT_BYTES);
      length += piece.write(record, length);
      endLine();
    },
    settle: writer.flushWhenFull,
    async finish(columns, hasMoreColumns = false) {
      handOver();
      const spoolBytes = await writer.finish().finally(() => handle.close());
      const lines = () => readLines({ file, spoolBytes });
      return {
        recordCount,
        columns,
        hasMoreColumns,
        lines,
        async *records() {
          for await (const block of lines()) yield splitLines(block);
        },
      };
    },
    abandon: () => handle.close(),
  };
}
