/**
 * Reads records as bytes: where the cells of some columns begin and end. A step that looks at every cell of a report reads it
 * this way, because a string for each cell would take most of its time.
 */

import type { Column } from '../core/columns.ts';
import { type Cell, cellAt } from './cells.ts';
import type { RecordSet } from './record-set.ts';
import { createRowScanner } from './row-scanner.ts';

/** A batch of rows, one at a time. It is valid until the next batch is requested. */
export interface ScannedRows {
  /** Moves to the next row, at first to the first one. False if there is none. */
  next(): boolean;
  /** The minified record is the block's bytes from `start` to `end`. */
  readonly block: Buffer;
  readonly start: number;
  readonly end: number;
  /** The bounds of each column's cell in the block; the end is 0 if the record has no such cell. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The cell of a column, for a cell that its bytes do not settle. */
  cell(column: number): Cell;
}

/** The rows of all records, in order, in batches as they are read. A column may occur twice. */
export async function* scanRows(
  recordSet: RecordSet,
  columns: readonly Column[],
): AsyncGenerator<ScannedRows> {
  const scanner = createRowScanner(columns);
  const { starts, ends } = scanner;
  let after = 0;
  const rows = {
    block: Buffer.alloc(0) as Buffer,
    start: 0,
    end: 0,
    starts,
    ends,
    next(): boolean {
      if (after === rows.block.length) return false;
      rows.start = after;
      after = scanner.scan(rows.block, after);
      rows.end = after - 1;
      return true;
    },
    cell: (column: number) => cellAt(rows.block, starts[column]!, ends[column]!),
  };
  for await (const block of recordSet.lines()) {
    rows.block = block;
    after = 0;
    yield rows;
  }
}
