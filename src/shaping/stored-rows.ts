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

/** Bytes that are gathered for each file: grouping writes to many at once. */
const GATHERED_BYTES = 64 * 1024;

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
  const writer = createLineWriter(handle, file, GATHERED_BYTES);
  let recordCount = 0;
  return {
    add(block, start, end) {
      writer.add(block, start, end);
      recordCount++;
    },
    addText(record) {
      writer.addText(record);
      recordCount++;
    },
    settle: writer.flushWhenFull,
    async finish(columns, hasMoreColumns = false) {
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
