import type { Column } from '../core/column.ts';
import type { Cell } from './cell.ts';
import { createRowScanner, type RowScannerOptions } from './row-scanner.ts';

/** Reads the cells of `columns` out of the records of a block of whole lines, one record at a time. `toCell` makes a cell of its bytes. */
export function createRowReader(
  columns: readonly Column[],
  options: RowScannerOptions = {},
  toCell: (block: Buffer, start: number, end: number) => Cell = cellAt,
): (block: Buffer) => Generator<Cell[]> {
  const { scan, starts, ends } = createRowScanner(columns, options);
  return function* readRows(block) {
    for (let start = 0; start < block.length; ) {
      start = scan(block, start);
      yield columns.map((_, index) => toCell(block, starts[index]!, ends[index]!));
    }
  };
}

const QUOTATION_MARK = 0x22;
const NINE = 0x39;

/** The cell that a scanner found between two places of a block. */
export function cellAt(block: Buffer, start: number, end: number): Cell {
  if (end === 0) return undefined;
  // A number is ASCII, and faster to read as latin1.
  const isAscii = block[start] !== QUOTATION_MARK && block[end - 1]! <= NINE;
  return block.toString(isAscii ? 'latin1' : 'utf8', start, end);
}
