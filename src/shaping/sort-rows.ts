/** Records in another order, on disk where they are many: sorted in memory a share at a time, and then merged. */

import type { Column } from '../core/column.ts';
import { compareDecimals, type Decimal } from '../core/decimal.ts';
import { type Cell, cellText, isEmpty } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { numberIn } from './cell-number.ts';
import { openCursor, type Row, readRows } from './rows.ts';
import { storeRows } from './stored-rows.ts';

export interface SortKey {
  readonly column: Column;
  readonly isDescending: boolean;
}

export interface SortOptions {
  readonly keys: readonly SortKey[];
  /** Only so many of the first are of use. */
  readonly limit: number;
  /** Path of a further file in the spool, a new one each time. */
  readonly newFile: () => string;
  /** Bytes that are sorted in memory at once, about. */
  readonly memoryBytes?: number;
}

interface Entry {
  readonly keys: readonly Key[];
  /** Where its record is. */
  readonly block: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Undefined for an empty cell. */
type Key = Decimal | string | undefined;

const MEMORY_BYTES = 16 * 1024 * 1024;
/** What an entry takes beside its record, and what each of its keys does. */
const ENTRY_BYTES = 80;
const KEY_BYTES = 100;

/**
 * The records of `dataset` by `keys`: numbers by their value and before texts, texts by their characters, what is empty
 * last in either direction; equal ones stay in their order.
 */
export async function sortRows(dataset: Dataset, options: SortOptions): Promise<Dataset> {
  const columns = options.keys.map(({ column }) => column);
  const compare = comparatorOf(options.keys);
  const { memoryBytes = MEMORY_BYTES } = options;
  const entryBytes = ENTRY_BYTES + columns.length * KEY_BYTES;
  const shares: Dataset[] = [];
  let entries: Entry[] = [];
  let sizeBytes = 0;

  const store = async (): Promise<void> => {
    entries.sort(compare);
    shares.push(await storeEntries(entries.slice(0, options.limit), dataset, options.newFile()));
    entries = [];
    sizeBytes = 0;
  };

  for await (const rows of readRows(dataset, columns)) {
    let copy: Buffer | undefined;
    for (const { cells, block, start, end } of rows) {
      copy ??= Buffer.from(block);
      entries.push({ keys: cells.map(keyOf), block: copy, start, end });
      sizeBytes += end - start + entryBytes;
    }
    if (sizeBytes > memoryBytes) await store();
  }
  await store();
  return shares.length === 1 ? shares[0]! : mergeShares(shares, dataset, compare, options);
}

function storeEntries(entries: readonly Entry[], shape: Dataset, file: string): Promise<Dataset> {
  return storeRows(file, shape, async (stored) => {
    for (const { block, start, end } of entries) {
      stored.add(block, start, end);
      await stored.settle();
    }
  });
}

/** Takes the least of all shares' first entries, again and again; of equal ones, that of the earlier share. */
async function mergeShares(
  shares: readonly Dataset[],
  shape: Dataset,
  compare: (left: Pick<Entry, 'keys'>, right: Pick<Entry, 'keys'>) => number,
  { keys, limit, newFile }: SortOptions,
): Promise<Dataset> {
  const columns = keys.map(({ column }) => column);
  const cursors = shares.map((share) => openCursor(share, columns));
  const toEntry = (row: Row | undefined): Entry | undefined =>
    row && { keys: row.cells.map(keyOf), block: row.block, start: row.start, end: row.end };
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

function keyOf(cell: Cell): Key {
  return isEmpty(cell) ? undefined : (numberIn(cell) ?? cellText(cell));
}

function comparatorOf(
  keys: readonly SortKey[],
): (left: Pick<Entry, 'keys'>, right: Pick<Entry, 'keys'>) => number {
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
