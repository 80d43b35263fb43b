/** Rows on their way from one step to the next: written to the spool, so that memory does not grow with them. */

import type { Column } from '../core/column.ts';
import type { Dataset } from '../segments/dataset.ts';
import { createLineWriter } from '../segments/line-writer.ts';
import { openSpoolFile } from '../segments/spool.ts';
import { readLines, splitLines } from '../segments/spooled-lines.ts';

export interface StoredRows {
  /** Adds a record's JSON text, minified. Its bytes must stay as they are. */
  add(record: Buffer): void;
  /** Waits while much is waiting to be written. */
  settle(): Promise<void>;
  /** What was added, as a dataset of these columns. */
  finish(columns: readonly Column[], hasMoreColumns?: boolean): Promise<Dataset>;
  /** Closes the file; what is in it is of no use. */
  abandon(): Promise<void>;
}

/** Rows in `file`, a path in the spool where nothing is yet. */
export async function openStoredRows(file: string): Promise<StoredRows> {
  const handle = await openSpoolFile(file);
  const writer = createLineWriter(handle, file);
  let recordCount = 0;
  return {
    add(record) {
      recordCount++;
      writer.add(record);
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
