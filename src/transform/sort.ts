/** Sorts records: runs of them in memory, stored on disk, and merged if there are several (an external merge sort). */

import type { RecordSet } from '../records/record-set.ts';
import { readRows, storeRows } from '../records/rows.ts';
import { mergeSorted } from './merge-sorted.ts';
import { SortBuffer } from './sort-buffer.ts';
import type { SortKey } from './sort-keys.ts';

interface SortOptions {
  readonly keys: readonly SortKey[];
  /** Only the first `limit` records are needed. The result may hold more. */
  readonly limit: number;
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
  /** Approximate number of bytes to sort in memory at once. */
  readonly memoryBytes?: number;
}

const MEMORY_BYTES = 40 * 1024 * 1024;
const MAX_ROWS = 256 * 1024;
/** The buffer has room for this many records, even with a small limit. */
const MIN_ROWS = 1024;
/** The number of stored records between two writes to disk. */
const FLUSHED_ROWS = 128;

/**
 * The records of `recordSet`, sorted by `keys`. Numbers sort by value and before texts, texts sort by characters. Empty cells
 * come last in either direction. Equal records keep their order. Several runs are merged each time the result is read.
 */
export async function sortRows(recordSet: RecordSet, options: SortOptions): Promise<RecordSet> {
  const { keys, limit, newFile, memoryBytes = MEMORY_BYTES } = options;
  const maxRows = Math.min(recordSet.recordCount, MAX_ROWS, Math.max(2 * limit, MIN_ROWS));
  const buffer = new SortBuffer({ keys, limit, maxRows, maxBytes: memoryBytes });
  const runs: RecordSet[] = [];
  const store = async (): Promise<void> => {
    const run = await storeRows(newFile(), recordSet, async (stored) => {
      let count = 0;
      await buffer.drain((bytes, start, end) => {
        stored.add(bytes, start, end);
        return ++count % FLUSHED_ROWS === 0 ? stored.flush() : undefined;
      });
    });
    runs.push(run);
  };

  for await (const block of recordSet.lines()) {
    for (let start = buffer.add(block, 0); start < block.length; start = buffer.add(block, start)) {
      if (!buffer.prune()) await store();
    }
  }
  await store();
  return runs.length === 1 ? runs[0]! : mergeSorted(runs, keys);
}

/** The first `limit` records. Does not read further ones. */
export async function limitRows(
  recordSet: RecordSet,
  limit: number,
  newFile: () => string,
): Promise<RecordSet> {
  if (recordSet.recordCount <= limit) return recordSet;
  return storeRows(newFile(), recordSet, async (stored) => {
    let remaining = limit;
    for await (const rows of readRows(recordSet, [])) {
      for (const { block, start, end } of rows) {
        stored.add(block, start, end);
        remaining--;
        if (remaining === 0) return;
      }
      await stored.flush();
    }
  });
}
