/**
 * Reads records as rows, each with the cells of some columns and the bytes of its record, and stores rows between the steps of
 * a transform. Stored rows are written to the spool, so that memory does not grow with them.
 */

import type { Column } from '../core/columns.ts';
import type { Cell } from './cells.ts';
import type { RecordSet } from './record-set.ts';
import { type ScannedRows, scanRows } from './scanned-rows.ts';
import { createLineWriter, readLines } from './spool.ts';

/** The cells of one record, and its bytes. */
export interface Row {
  /** The cell of each column, in order. */
  readonly cells: readonly Cell[];
  /** The minified record is the block's bytes from `start` to `end`, valid until the next row is requested. */
  readonly block: Buffer;
  readonly start: number;
  readonly end: number;
}

/** The rows of all records, in order, in batches as they are read. A column may occur twice. */
export async function* readRows(
  recordSet: RecordSet,
  columns: readonly Column[],
): AsyncGenerator<Iterable<Row>> {
  function* rowsOf(scanned: ScannedRows): Generator<Row> {
    while (scanned.next()) {
      const { block, start, end } = scanned;
      yield { cells: scanned.cells(), block, start, end };
    }
  }

  for await (const scanned of scanRows(recordSet, columns)) yield rowsOf(scanned);
}

/** A file of records that is being written. */
export interface StoredRows {
  /** Adds a minified record: a copy of the bytes of `block` from `start` to `end`. */
  add(block: Buffer, start: number, end: number): void;
  addText(record: string): void;
  /** Writes the gathered records once there are many, and waits for the write before. */
  flush(): Promise<void>;
  /** Ends the file. Resolves with its records as a record set of these columns. */
  finish(columns: readonly Column[], hasMoreColumns?: boolean): Promise<RecordSet>;
  /** Closes the file without using its content. */
  abandon(): Promise<void>;
}

/** The size of the write buffer of a file: grouping writes to many files at once. */
const GATHERED_BYTES = 64 * 1024;

/** Stores the records that `write` adds in `file`, a new path in the spool. Resolves with its record set. */
export async function storeRows(
  file: string,
  shape: Pick<RecordSet, 'columns'> & Partial<Pick<RecordSet, 'hasMoreColumns'>>,
  write: (stored: StoredRows) => Promise<void>,
): Promise<RecordSet> {
  const stored = await openStoredRows(file);
  try {
    await write(stored);
    return await stored.finish(shape.columns, shape.hasMoreColumns);
  } catch (error) {
    await stored.abandon().catch(() => undefined);
    throw error;
  }
}

/** Opens `file`, a new path in the spool, for rows. */
export async function openStoredRows(file: string): Promise<StoredRows> {
  const writer = createLineWriter(file, GATHERED_BYTES);
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
    flush: writer.flushWhenFull,
    async finish(columns, hasMoreColumns = false) {
      const spoolBytes = await writer.finish().finally(() => writer.close());
      return { recordCount, columns, hasMoreColumns, lines: () => readLines({ file, spoolBytes }) };
    },
    abandon: () => writer.close(),
  };
}
