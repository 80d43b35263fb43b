/**
 * Sorts records by keys in memory. The records themselves are read again, in sequence: once for each part of the order that is
 * small enough for memory.
 */

import type { EndTurn } from '../core/async.ts';
import { LINE_FEED } from '../core/bytes.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type SortKey, SortRows } from './sort.ts';
import type { UnknownCells } from './states.ts';

interface SortOptions {
  readonly keys: readonly SortKey[];
  /** Only the first `limit` records are needed. */
  readonly limit: number;
  readonly endTurn: EndTurn;
  /** The bytes of sorted records to hold in memory at once. */
  readonly maxBytes?: number;
}

/** A million records of 175 bytes are read three times. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Larger reports have larger parts. */
const MAX_PARTS = 16;
/** So many first records are held in memory; the records of a larger limit are all sorted. */
const MAX_HELD = 50_000;
/** This many records are held before the last ones are removed. */
const LEAST_HELD = 1024;
/** The place of a record that the limit leaves out. */
const NONE = 0xffff_ffff;
const BLOCK_BYTES = 256 * 1024;
const BLOCK_RECORDS = 1000;

/**
 * The first `limit` records in order, and the cells of each key that say that their number is not known. Equal records keep their
 * order.
 */
export async function sortRecords(
  recordSet: RecordSet,
  options: SortOptions,
): Promise<RecordSet & { readonly unknown: readonly UnknownCells[] }> {
  const { keys, limit } = options;
  const rows = new SortRows(keys);
  const isHeld = limit <= Math.min(MAX_HELD, recordSet.recordCount);
  const sorted = await (isHeld ? firstRecords : allRecords)(recordSet, rows, options);
  return { ...recordSet, ...sorted, unknown: rows.unknown() };
}

type SortedRecords = Pick<RecordSet, 'recordCount' | 'lines'>;

/** Holds the records that may be the first ones. */
async function firstRecords(
  recordSet: RecordSet,
  rows: SortRows,
  { keys, limit, endTurn }: SortOptions,
): Promise<SortedRecords> {
  const most = Math.max(2 * limit, LEAST_HELD);
  let lines: string[] = [];
  /** The row after all others with the keys of the last one of `limit` records. Later records must come before it. */
  const last = most + 2;
  let hasLast = false;
  const keep = (): void => {
    const kept = rows.order().subarray(0, limit);
    if (kept.length > 0) rows.copy(kept.at(-1)!, last);
    hasLast = kept.length > 0;
    kept.sort();
    lines = Array.from(kept, (row) => lines[row]!);
    for (const [to, row] of kept.entries()) rows.copy(row, to);
    rows.size = kept.length;
  };
  const columns = keys.map(({ column }) => column);
  for await (const batch of scanRows(recordSet, columns)) {
    while (batch.next()) {
      rows.addRow(batch);
      if (hasLast && rows.compare(rows.size - 1, last) >= 0) rows.size--;
      else lines.push(batch.block.toString('latin1', batch.start, batch.end + 1));
      if (rows.size > most) keep();
    }
  }
  const order = rows.order().subarray(0, limit);
  return {
    recordCount: order.length,
    async *lines() {
      for (let from = 0; from < order.length; from += BLOCK_RECORDS, await endTurn()) {
        const block = Array.from(order.subarray(from, from + BLOCK_RECORDS), (row) => lines[row]!);
        yield Buffer.from(block.join(''), 'latin1');
      }
    },
  };
}

/** Holds the keys of all records, and reads the records again in order. */
async function allRecords(
  recordSet: RecordSet,
  rows: SortRows,
  { keys, limit, endTurn, maxBytes = MAX_BYTES }: SortOptions,
): Promise<SortedRecords> {
  const sizes = new Uint32Array(recordSet.recordCount);
  const columns = keys.map(({ column }) => column);
  for await (const batch of scanRows(recordSet, columns)) {
    while (batch.next()) {
      sizes[rows.size] = batch.end - batch.start + 1;
      rows.addRow(batch);
    }
  }
  const order = rows.order().subarray(0, limit);
  const places = new Uint32Array(sizes.length).fill(NONE);
  order.forEach((record, place) => {
    places[record] = place;
  });
  const parts = partsOf(order, sizes, maxBytes);
  let only: Buffer | undefined;
  return {
    recordCount: order.length,
    async *lines() {
      for (const part of parts) {
        const bytes = only ?? (await readPart(recordSet, part, places, endTurn));
        if (parts.length === 1) only = bytes;
        for (let start = 0; start < bytes.length; await endTurn()) {
          const end = bytes.indexOf(LINE_FEED, Math.min(start + BLOCK_BYTES, bytes.length - 1)) + 1;
          yield bytes.subarray(start, end);
          start = end;
        }
      }
    },
  };
}

/** Consecutive places, and the end of each of their records in the bytes of the part. */
interface Part {
  readonly from: number;
  readonly ends: readonly number[];
}

function partsOf(order: Uint32Array, sizes: Uint32Array, maxBytes: number): readonly Part[] {
  const total = order.reduce((sum, record) => sum + sizes[record]!, 0);
  const most = Math.max(maxBytes, Math.ceil(total / MAX_PARTS));
  const parts: { from: number; ends: number[] }[] = [];
  let size = 0;
  order.forEach((record, place) => {
    const isFirst = parts.length === 0 || size + sizes[record]! > most;
    if (isFirst) parts.push({ from: place, ends: [] });
    size = (isFirst ? 0 : size) + sizes[record]!;
    parts.at(-1)!.ends.push(size);
  });
  return parts;
}

/** The records of a part, in order. */
async function readPart(
  recordSet: RecordSet,
  { from, ends }: Part,
  places: Uint32Array,
  endTurn: EndTurn,
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(ends.at(-1)!);
  let record = 0;
  for await (const block of recordSet.lines()) {
    for (let start = 0; start < block.length; ) {
      const end = block.indexOf(LINE_FEED, start) + 1;
      const index = places[record++]! - from;
      // The place of a record that is left out is larger.
      if (index >= 0 && index < ends.length) block.copy(bytes, index === 0 ? 0 : ends[index - 1]!, start, end);
      start = end;
    }
    await endTurn();
  }
  return bytes;
}
