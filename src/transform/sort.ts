/** Sorts records: runs of them in memory, stored on disk, and merged if there are several (an external merge sort). */

import type { Column } from '../core/columns.ts';
import { compareDecimals, type Decimal } from '../core/decimal.ts';
import { type Cell, cellText, isEmpty } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { openCursor, type Row, readRows, storeRows } from '../records/rows.ts';
import { numberIn } from './aggregate.ts';

export interface SortKey {
  readonly column: Column;
  readonly isDescending: boolean;
  /** Gives the cell to sort by. Without it, the column's own cell is the key. */
  readonly rankOf?: ((cell: Cell) => Cell) | undefined;
}

interface SortOptions {
  readonly keys: readonly SortKey[];
  /** Only the first `limit` records are needed. The result may hold more. */
  readonly limit: number;
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
  /** Approximate number of bytes to sort in memory at once. */
  readonly memoryBytes?: number;
}

interface Entry {
  readonly keys: readonly Key[];
  readonly block: Buffer;
  readonly start: number;
  readonly end: number;
}

type Compare = (left: Entry, right: Entry) => number;

/** Undefined for an empty cell. */
type Key = Decimal | string | undefined;

const MEMORY_BYTES = 16 * 1024 * 1024;
/** Memory of an entry in addition to its record and keys. */
const ENTRY_BYTES = 80;
const KEY_BYTES = 100;

/**
 * The records of `recordSet`, sorted by `keys`. Numbers sort by value and before texts, texts sort by characters. Empty cells
 * come last in either direction. Equal records keep their order.
 */
export async function sortRows(recordSet: RecordSet, options: SortOptions): Promise<RecordSet> {
  const columns = options.keys.map(({ column }) => column);
  const compare = comparatorOf(options.keys);
  const keysOf = keyReader(options.keys);
  const { memoryBytes = MEMORY_BYTES } = options;
  const entryBytes = ENTRY_BYTES + columns.length * KEY_BYTES;
  const runs: RecordSet[] = [];
  let entries: Entry[] = [];
  let sizeBytes = 0;

  const store = async (): Promise<void> => {
    entries.sort(compare);
    runs.push(await storeEntries(entries.slice(0, options.limit), recordSet, options.newFile()));
    entries = [];
    sizeBytes = 0;
  };

  for await (const rows of readRows(recordSet, columns)) {
    let copy: Buffer | undefined;
    for (const { cells, block, start, end } of rows) {
      copy ??= Buffer.from(block);
      entries.push({ keys: keysOf(cells), block: copy, start, end });
      sizeBytes += end - start + entryBytes;
    }
    if (sizeBytes > memoryBytes) await store();
  }
  await store();
  return runs.length === 1 ? runs[0]! : mergeRuns(runs, recordSet, compare, options);
}

function storeEntries(entries: readonly Entry[], shape: RecordSet, file: string): Promise<RecordSet> {
  return storeRows(file, shape, async (stored) => {
    for (const { block, start, end } of entries) {
      stored.add(block, start, end);
      await stored.settle();
    }
  });
}

/** Merges the runs. Of equal entries, that of the earlier run comes first. */
async function mergeRuns(
  runs: readonly RecordSet[],
  shape: RecordSet,
  compare: Compare,
  { keys, limit, newFile }: SortOptions,
): Promise<RecordSet> {
  const columns = keys.map(({ column }) => column);
  const keysOf = keyReader(keys);
  const cursors = runs.map((run) => openCursor(run, columns));
  const toEntry = (row: Row | undefined): Entry | undefined =>
    row && { keys: keysOf(row.cells), block: row.block, start: row.start, end: row.end };
  try {
    return await storeRows(newFile(), shape, async (stored) => {
      const heads = await Promise.all(cursors.map(async (cursor) => toEntry(await cursor.takeMore())));
      for (let count = 0; count < limit; count++) {
        let least = -1;
        for (let index = 0; index < heads.length; index++) {
          const head = heads[index];
          if (head !== undefined && (least === -1 || compare(head, heads[least]!) < 0)) least = index;
        }
        if (least === -1) break;
        const { block, start, end } = heads[least]!;
        stored.add(block, start, end);
        await stored.settle();
        heads[least] = toEntry(cursors[least]!.take() ?? (await cursors[least]!.takeMore()));
      }
    });
  } finally {
    await Promise.all(cursors.map((cursor) => cursor.close()));
  }
}

function keyReader(keys: readonly SortKey[]): (cells: readonly Cell[]) => readonly Key[] {
  const ranks = keys.map(({ rankOf }) => rankOf);
  if (ranks.every((rankOf) => rankOf === undefined)) return (cells) => cells.map(keyOf);
  return (cells) =>
    cells.map((cell, index) => {
      const rankOf = ranks[index];
      return keyOf(rankOf === undefined ? cell : rankOf(cell));
    });
}

function keyOf(cell: Cell): Key {
  return isEmpty(cell) ? undefined : (numberIn(cell) ?? cellText(cell));
}

function comparatorOf(keys: readonly SortKey[]): Compare {
  const signs = keys.map(({ isDescending }) => (isDescending ? -1 : 1));
  return (left, right) => {
    for (let index = 0; index < signs.length; index++) {
      const order = compareKeys(left.keys[index], right.keys[index], signs[index]!);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function compareKeys(left: Key, right: Key, sign: number): number {
  if (left === undefined || right === undefined) {
    if (left === right) return 0;
    return left === undefined ? 1 : -1;
  }
  if (typeof left === 'string') {
    if (typeof right !== 'string') return sign;
    return left === right ? 0 : left < right ? -sign : sign;
  }
  return typeof right === 'string' ? -sign : sign * compareDecimals(left, right);
}
