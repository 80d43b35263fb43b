/**
 * Sorts records by keys in memory. The records themselves are split over files by their places in the order, each file small
 * enough for memory, so that every pass reads and writes in sequence.
 */

import { LINE_FEED } from '../core/bytes.ts';
import type { RecordSet } from '../records/record-set.ts';
import { openStoredRows, type StoredRows } from '../records/rows.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type SortKey, SortRows } from './sort.ts';
import type { UnknownCells } from './states.ts';
import type { EndTurn } from './turns.ts';

export interface SortOptions {
  readonly keys: readonly SortKey[];
  /** Only the first `limit` records are needed. */
  readonly limit: number;
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
  readonly endTurn: EndTurn;
  /** Receives the cells of each key that say that their number is not known. */
  readonly onUnknown?: ((key: SortKey, cells: UnknownCells) => void) | undefined;
  /** The bytes of sorted records to hold in memory at once. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** Each file has a write buffer. */
const MAX_FILES = 64;
/** With a limit, this many keys are held before the last ones are removed. */
const LEAST_HELD = 1024;
/** The place of a record that the limit leaves out. */
const NONE = 0xffff_ffff;
const BLOCK_BYTES = 256 * 1024;

/** The first `limit` records in order. Equal records keep their order. */
export async function sortRecords(recordSet: RecordSet, options: SortOptions): Promise<RecordSet> {
  const { endTurn, maxBytes = MAX_BYTES } = options;
  const { sizes, order, lines } = await readOrder(recordSet, options);
  const { columns, hasMoreColumns } = recordSet;
  const shape = { columns, hasMoreColumns, recordCount: order.length };
  if (lines !== undefined) {
    return {
      ...shape,
      async *lines() {
        if (lines.length > 0) yield Buffer.from(lines);
      },
    };
  }
  const places = new Uint32Array(sizes.length).fill(NONE);
  order.forEach((record, place) => {
    places[record] = place;
  });
  const parts = partsOf(order, sizes, maxBytes);
  const sorted =
    parts.length < 2
      ? parts.map((part) => ({ ...part, places, recordSet }))
      : await splitRecords(recordSet, parts, places, options);
  return {
    ...shape,
    async *lines() {
      for (const part of sorted) yield* linesOf(part, endTurn);
    },
  };
}

/** Records with their line feeds, which are few. */
class KeptRecords {
  private lines: (Buffer | undefined)[] | undefined = [];
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  set(row: number, block: Buffer, start: number, end: number): void {
    if (this.lines === undefined) return;
    this.bytes += end - start - (this.lines[row]?.length ?? 0);
    if (this.bytes > this.maxBytes) this.lines = undefined;
    else this.lines[row] = Buffer.from(block.subarray(start, end));
  }

  /** Keeps these rows, which are ascending, as the first ones. */
  keep(rows: Uint32Array): void {
    if (this.lines === undefined) return;
    this.lines = Array.from(rows, (row) => this.lines![row]);
    this.bytes = this.lines.reduce((sum, line) => sum + line!.length, 0);
  }

  /** The records of these rows; undefined if they are too large to keep. */
  inOrder(rows: Uint32Array): Buffer | undefined {
    return this.lines && Buffer.concat(Array.from(rows, (row) => this.lines![row]!));
  }
}

/** The size of each record with its line feed, and the first records in order: also their lines if they are few. */
async function readOrder(
  recordSet: RecordSet,
  { keys, limit, endTurn, onUnknown, maxBytes = MAX_BYTES }: SortOptions,
): Promise<{ readonly sizes: Uint32Array; readonly order: Uint32Array; readonly lines: Buffer | undefined }> {
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
  const lines = isLimited ? new KeptRecords(maxBytes) : undefined;
  const keep = async (): Promise<void> => {
    const kept = (await rows.order(endTurn)).slice(0, limit);
    rows.copy(kept.at(-1)!, last);
    hasLast = true;
    kept.sort().forEach((row, to) => {
      rows.copy(row, to);
      records[to] = records[row]!;
    });
    rows.size = kept.length;
    lines?.keep(kept);
  };
  const columns = keys.map(({ column }) => column);
  for await (const batch of scanRows(recordSet, columns)) {
    while (batch.next()) {
      sizes[record] = batch.end - batch.start + 1;
      records[rows.size] = record++;
      rows.addRow(batch);
      if (hasLast && rows.compare(rows.size - 1, last) >= 0) rows.size--;
      else {
        lines?.set(rows.size - 1, batch.block, batch.start, batch.end + 1);
        if (rows.size > most) await keep();
      }
    }
  }
  for (const [index, cells] of rows.unknown().entries()) onUnknown?.(keys[index]!, cells);
  const order = (await rows.order(endTurn)).subarray(0, limit);
  if (!isLimited) return { sizes, order, lines: undefined };
  return { sizes, order: order.map((row) => records[row]!), lines: lines?.inOrder(order) };
}

/** Consecutive places, and the bytes of their records. */
interface PlacePart {
  readonly from: number;
  readonly end: number;
  /** The end of each record in the bytes of the part. */
  readonly ends: Uint32Array;
}

function partsOf(order: Uint32Array, sizes: Uint32Array, maxBytes: number): readonly PlacePart[] {
  const total = order.reduce((sum, record) => sum + sizes[record]!, 0);
  const most = Math.max(maxBytes, Math.ceil((2 * total) / MAX_FILES));
  const parts: PlacePart[] = [];
  for (let from = 0; from < order.length; ) {
    const ends: number[] = [];
    let size = 0;
    for (let place = from; place < order.length; place++) {
      const more = sizes[order[place]!]!;
      if (size > 0 && size + more > most) break;
      size += more;
      ends.push(size);
    }
    parts.push({ from, end: from + ends.length, ends: Uint32Array.from(ends) });
    from += ends.length;
  }
  return parts;
}

interface SortedPart extends PlacePart {
  /** The records of these places, in another order. */
  readonly recordSet: RecordSet;
  /** The place of each of these records. */
  readonly places: Uint32Array;
}

/** The records of each part in a file of its own. */
async function splitRecords(
  recordSet: RecordSet,
  parts: readonly PlacePart[],
  places: Uint32Array,
  { newFile, endTurn }: SortOptions,
): Promise<readonly SortedPart[]> {
  const partAt = new Uint8Array(parts.at(-1)!.end);
  parts.forEach(({ from, end }, index) => {
    partAt.fill(index, from, end);
  });
  const placesIn = parts.map(({ from, end }) => new Uint32Array(end - from));
  const counts = parts.map(() => 0);
  const files: StoredRows[] = [];
  try {
    for (const _ of parts) files.push(await openStoredRows(newFile()));
    const flush = async (): Promise<void> => {
      await endTurn();
      for (const file of files) await file.flush();
    };
    await eachLine(recordSet, flush, (record, block, start, end) => {
      const place = places[record]!;
      if (place === NONE) return;
      const part = partAt[place]!;
      files[part]!.add(block, start, end);
      placesIn[part]![counts[part]!++] = place;
    });
    const { columns, hasMoreColumns } = recordSet;
    const stored = await Promise.all(files.map((file) => file.finish(columns, hasMoreColumns)));
    return parts.map((part, index) => ({ ...part, places: placesIn[index]!, recordSet: stored[index]! }));
  } catch (error) {
    await Promise.all(files.map((file) => file.abandon().catch(() => undefined)));
    throw error;
  }
}

/** The lines of a part in order. */
async function* linesOf(
  { recordSet, places, from, ends }: SortedPart,
  endTurn: EndTurn,
): AsyncGenerator<Buffer> {
  const bytes = Buffer.allocUnsafe(ends.at(-1) ?? 0);
  await eachLine(recordSet, endTurn, (record, block, start, end) => {
    const place = places[record]!;
    if (place !== NONE) block.copy(bytes, place === from ? 0 : ends[place - from - 1]!, start, end + 1);
  });
  let start = 0;
  for (const [index, end] of ends.entries()) {
    if (end - start < BLOCK_BYTES && index < ends.length - 1) continue;
    yield bytes.subarray(start, end);
    start = end;
    await endTurn();
  }
}

/** Calls `visit` with each record's number and its bytes from `start` to the line feed at `end`. */
async function eachLine(
  recordSet: RecordSet,
  afterBlock: () => Promise<void>,
  visit: (record: number, block: Buffer, start: number, end: number) => void,
): Promise<void> {
  let record = 0;
  for await (const block of recordSet.lines()) {
    for (let start = 0; start < block.length; ) {
      const end = block.indexOf(LINE_FEED, start);
      visit(record++, block, start, end);
      start = end + 1;
    }
    await afterBlock();
  }
}
