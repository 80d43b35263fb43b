/** Records in another order, on disk where they are many: sorted in memory a share at a time, and then merged. */

import type { Column } from '../core/column.ts';
import { compareDecimals, type Decimal } from '../core/decimal.ts';
import { type Cell, cellText } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { isEmpty } from './aggregate.ts';
import { numberIn } from './cell-number.ts';
import { readRows } from './rows.ts';
import { openStoredRows } from './stored-rows.ts';

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
  readonly record: Buffer;
}

/** Undefined for an empty cell. */
type Key = Decimal | string | undefined;

const MEMORY_BYTES = 16 * 1024 * 1024;
/** What an entry takes beside its record. */
const ENTRY_BYTES = 300;

/**
 * The records of `dataset` by `keys`: numbers by their value and before texts, texts by their characters, what is empty
 * last in either direction; equal ones stay in their order.
 */
export async function sortRows(dataset: Dataset, options: SortOptions): Promise<Dataset> {
  const columns = options.keys.map(({ column }) => column);
  const compare = comparatorOf(options.keys);
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
    for (const { cells, record } of rows) {
      entries.push({ keys: cells.map(keyOf), record: Buffer.from(record) });
      sizeBytes += record.length + ENTRY_BYTES;
    }
    if (sizeBytes > (options.memoryBytes ?? MEMORY_BYTES)) await store();
  }
  await store();
  return shares.length === 1 ? shares[0]! : mergeShares(shares, dataset, columns, compare, options);
}

async function storeEntries(entries: readonly Entry[], { columns, hasMoreColumns }: Dataset, file: string) {
  const stored = await openStoredRows(file);
  try {
    for (const { record } of entries) {
      stored.add(record);
      await stored.settle();
    }
    return await stored.finish(columns, hasMoreColumns);
  } catch (error) {
    await stored.abandon();
    throw error;
  }
}

/** Takes the least of all shares' first entries, again and again; of equal ones, that of the earlier share. */
async function mergeShares(
  shares: readonly Dataset[],
  { columns: all, hasMoreColumns }: Dataset,
  columns: readonly Column[],
  compare: (left: Entry, right: Entry) => number,
  { limit, newFile }: SortOptions,
): Promise<Dataset> {
  const stored = await openStoredRows(newFile());
  const cursors = shares.map((share) => readEntries(share, columns));
  try {
    const heads = await Promise.all(
      cursors.map(async (cursor) => (await cursor.next()).value as Entry | undefined),
    );
    for (let count = 0; count < limit; count++) {
      let least = -1;
      for (let index = 0; index < heads.length; index++) {
        const head = heads[index];
        if (head !== undefined && (least === -1 || compare(head, heads[least]!) < 0)) least = index;
      }
      if (least === -1) break;
      stored.add(heads[least]!.record);
      await stored.settle();
      heads[least] = (await cursors[least]!.next()).value as Entry | undefined;
    }
    return await stored.finish(all, hasMoreColumns);
  } catch (error) {
    await stored.abandon();
    throw error;
  } finally {
    await Promise.all(cursors.map((cursor) => cursor.return(undefined)));
  }
}

async function* readEntries(share: Dataset, columns: readonly Column[]): AsyncGenerator<Entry> {
  for await (const rows of readRows(share, columns)) {
    for (const { cells, record } of rows) yield { keys: cells.map(keyOf), record: Buffer.from(record) };
  }
}

function keyOf(cell: Cell): Key {
  return isEmpty(cell) ? undefined : (numberIn(cell) ?? cellText(cell));
}

function comparatorOf(keys: readonly SortKey[]): (left: Entry, right: Entry) => number {
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
