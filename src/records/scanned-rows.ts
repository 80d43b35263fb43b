/**
 * Reads records as bytes: where the cells of some columns begin and end. A step that looks at every cell of a report reads it
 * this way, because a string for each cell would take most of its time.
 */

import type { Column } from '../core/columns.ts';
import { type Cell, cellAt } from './cells.ts';
import type { RecordSet } from './record-set.ts';
import { RowScanner, type RowScannerOptions } from './row-scanner.ts';
import { readLines, type SpooledLines } from './spool.ts';

/** A batch of rows, one at a time. It is valid until the next batch is requested. */
export class ScannedRows {
  block: Buffer = Buffer.alloc(0);
  /** The minified record is the block's bytes from `start` to `end`. */
  start = 0;
  end = 0;
  /** The bounds of each column's cell in the block; the end is 0 if the record has no such cell. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  private readonly scanner: RowScanner;
  private after = 0;

  constructor(columns: readonly Column[], options?: RowScannerOptions) {
    this.scanner = new RowScanner(columns, options);
    this.starts = this.scanner.starts;
    this.ends = this.scanner.ends;
  }

  /** Begins the batch of the records of a block. */
  begin(block: Buffer): void {
    this.block = block;
    this.after = 0;
  }

  /** Moves to the next row, at first to the first one. False if there is none. */
  next(): boolean {
    const { block, after } = this;
    if (after === block.length) return false;
    this.start = after;
    this.after = this.scanner.scan(block, after);
    this.end = this.after - 1;
    return true;
  }

  /** The cell of a column, for a cell that its bytes do not settle. */
  cell(column: number): Cell {
    return cellAt(this.block, this.starts[column]!, this.ends[column]!);
  }

  /** The cells of all columns. */
  cells(): Cell[] {
    const cells: Cell[] = [];
    for (let column = 0; column < this.ends.length; column++) cells.push(this.cell(column));
    return cells;
  }
}

/** The rows of all records, in order, in batches as they are read. A column may occur twice. */
export async function* scanRows(
  recordSet: Pick<RecordSet, 'lines'>,
  columns: readonly Column[],
  options?: RowScannerOptions,
): AsyncGenerator<ScannedRows> {
  const rows = new ScannedRows(columns, options);
  for await (const block of recordSet.lines()) {
    rows.begin(block);
    yield rows;
  }
}

/** The rows of the records in a file of the spool. */
export function scanSpooled(spooled: SpooledLines, columns: readonly Column[]): AsyncGenerator<ScannedRows> {
  return scanRows({ lines: () => readLines(spooled) }, columns);
}
