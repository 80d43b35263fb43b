/** Merges sorted record sets while they are read: the last step of an external sort. */

import type { RecordSet } from '../records/record-set.ts';
import { type SortKey, SortKeys } from './sort-keys.ts';

/** The size of a block of merged lines. */
const BLOCK_BYTES = 256 * 1024;

/** The records of all `runs`, each of which is sorted by `keys`. Of equal records, that of the earlier run comes first. */
export function mergeSorted(runs: readonly RecordSet[], keys: readonly SortKey[]): RecordSet {
  const { columns, hasMoreColumns } = runs[0]!;
  return {
    recordCount: runs.reduce((sum, { recordCount }) => sum + recordCount, 0),
    columns,
    hasMoreColumns,
    lines: () => mergeLines(runs, keys),
  };
}

/** A run, and the line in its block whose keys are read. */
interface Cursor {
  readonly blocks: AsyncIterator<Buffer>;
  block: Buffer;
  start: number;
  end: number;
}

async function* mergeLines(runs: readonly RecordSet[], sortKeys: readonly SortKey[]): AsyncGenerator<Buffer> {
  const keys = new SortKeys(sortKeys, runs.length);
  const cursors = runs.map((run): Cursor => {
    return { blocks: run.lines()[Symbol.asyncIterator](), block: Buffer.alloc(0), start: 0, end: 0 };
  });
  const readLine = (index: number): void => {
    const cursor = cursors[index]!;
    cursor.start = cursor.end;
    cursor.end = keys.read(index, cursor.block, cursor.start);
  };
  /** Reads the first line of the next block. Resolves with false at the end of the run. */
  const readBlock = async (index: number): Promise<boolean> => {
    const cursor = cursors[index]!;
    const { value, done } = await cursor.blocks.next();
    if (done === true) return false;
    cursor.block = value;
    cursor.end = 0;
    readLine(index);
    return true;
  };

  /** A binary heap of the indexes of the runs that have lines: no run sorts before its parent. */
  const heap: number[] = [];
  const compare = (left: number, right: number): number => keys.compare(left, right) || left - right;
  const siftDown = (from: number): void => {
    const index = heap[from]!;
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && compare(heap[child + 1]!, heap[child]!) < 0) child++;
      if (compare(index, heap[child]!) <= 0) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = index;
  };

  let merged = Buffer.allocUnsafe(BLOCK_BYTES);
  let length = 0;
  try {
    for (let index = 0; index < runs.length; index++) if (await readBlock(index)) heap.push(index);
    for (let place = heap.length >> 1; place-- > 0; ) siftDown(place);
    while (heap.length > 0) {
      const index = heap[0]!;
      const { block, start, end } = cursors[index]!;
      if (length + end - start > merged.length) {
        if (length > 0) yield merged.subarray(0, length);
        length = 0;
        if (end - start > merged.length) merged = Buffer.allocUnsafe(end - start);
      }
      length += block.copy(merged, length, start, end);
      if (end < block.length) readLine(index);
      else if (!(await readBlock(index))) {
        const last = heap.pop()!;
        if (heap.length > 0) heap[0] = last;
      }
      if (heap.length > 0) siftDown(0);
    }
    if (length > 0) yield merged.subarray(0, length);
  } finally {
    await Promise.all(cursors.map(({ blocks }) => blocks.return?.()));
  }
}
