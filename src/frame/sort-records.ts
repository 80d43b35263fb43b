/**
 * Sorts records by keys in memory. The records themselves are read again, in sequence: once for each part of the order that is
 * small enough for memory.
 */

import { LINE_FEED } from '../core/bytes.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type SortKey, SortRows } from './sort.ts';
import type { UnknownCells } from './states.ts';
import type { EndTurn } from './turns.ts';

export interface SortOptions {
  readonly keys: readonly SortKey[];
  /** Only the first `limit` records are needed. */
  readonly limit: number;
  readonly endTurn: EndTurn;
  /** Receives the cells of each key that say that their number is not known. */
  readonly onUnknown?: ((key: SortKey, cells: UnknownCells) => void) | undefined;
  /** The bytes of sorted records to hold in memory at once. */
  readonly maxBytes?: number;
}

/** A million records of 175 bytes are read three times. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Larger reports have larger parts. */
const MAX_PARTS = 16;
/** With a limit, this many keys are held before the last ones are removed. */
const LEAST_HELD = 1024;
/** The place of a record that the limit leaves out. */
const NONE = 0xffff_ffff;
const BLOCK_BYTES = 256 * 1024;

/** The first `limit` records in order. Equal records keep their order. */
export async function sortRecords(recordSet: RecordSet, options: SortOptions): Promise<RecordSet> {
  const { endTurn, maxBytes = MAX_BYTES } = options;
  const { sizes, order } = await readOrder(recordSet, options);
  const places = new Uint32Array(sizes.length).fill(NONE);
  order.forEach((record, place) => {
    places[record] = place;
  });
  const parts = partsOf(order, sizes, maxBytes);
  let only: Buffer | undefined;
  return {
    columns: recordSet.columns,
    hasMoreColumns: recordSet.hasMoreColumns,
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

/** The size of each record with its line feed, and the first records in order. */
async function readOrder(
  recordSet: RecordSet,
  { keys, limit, endTurn, onUnknown }: SortOptions,
): Promise<{ readonly sizes: Uint32Array; readonly order: Uint32Array }> {
  const { recordCount } = recordSet;
  const sizes = new Uint32Array(recordCount);
  const isLimited = limit < recordCount;
  const most = isLimited ? Math.max(2 * limit, LEAST_HELD) : Number.POSITIVE_INFINITY;
  const rows = new SortRows(keys);
  /** The record of each row of keys. */
  const records = new Uint32Array(Math.min(recordCount, most + 1));
  /** The row after all others with the keys of the last one of `limit` records. Later records must come before it. */
  const last = most + 2;
  let [record, hasLast] = [0, false];
  const keep = async (): Promise<void> => {
    const kept = (await rows.order(endTurn)).slice(0, limit);
    rows.copy(kept.at(-1)!, last);
    hasLast = true;
    kept.sort().forEach((row, to) => {
      rows.copy(row, to);
      records[to] = records[row]!;
    });
    rows.size = kept.length;
  };
  const columns = keys.map(({ column }) => column);
  for await (const batch of scanRows(recordSet, columns)) {
    while (batch.next()) {
      sizes[record] = batch.end - batch.start + 1;
      records[rows.size] = record++;
      rows.addRow(batch);
      if (hasLast && rows.compare(rows.size - 1, last) >= 0) rows.size--;
      else if (rows.size > most) await keep();
    }
  }
  for (const [index, cells] of rows.unknown().entries()) onUnknown?.(keys[index]!, cells);
  const order = (await rows.order(endTurn)).subarray(0, limit);
  return { sizes, order: isLimited ? order.map((row) => records[row]!) : order };
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
      if (index >= 0 && index < ends.length)
        block.copy(bytes, index === 0 ? 0 : ends[index - 1]!, start, end);
      start = end;
    }
    await endTurn();
  }
  return bytes;
}
