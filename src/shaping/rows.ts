/** The records of a dataset as rows: the cells of the columns that are asked for, and the record's own bytes. */

import { type Column, columnKey, uniteColumns } from '../core/column.ts';
import type { Cell } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { createRowReader } from '../segments/row-reader.ts';
import { createRowScanner } from '../segments/row-scanner.ts';

export interface Row {
  /** The cell of each column, in order. */
  readonly cells: readonly Cell[];
  /** The record's JSON text, minified, valid until the next row is asked for. */
  readonly record: Buffer;
}

/** Rows in the records' order, in batches as they are read. A column may be asked for twice. */
export async function* readRows(dataset: Dataset, columns: readonly Column[]): AsyncGenerator<Iterable<Row>> {
  const distinct = uniteColumns([columns]);
  const keys = distinct.map(({ path }) => columnKey(path));
  const places = columns.map(({ path }) => keys.indexOf(columnKey(path)));
  const scanner = createRowScanner(distinct);
  const { starts, ends } = scanner;
  const readRow = createRowReader(distinct);

  function* rowsOf(block: Buffer): Generator<Row> {
    for (let start = 0; start < block.length; ) {
      let end = scanner.scan(block, start);
      let cells: Cell[];
      if (end === -1) {
        end = block.indexOf('\n', start) + 1;
        const read = readRow(block.toString('utf8', start, end - 1));
        cells = places.map((place) => read[place]);
      } else {
        cells = places.map((place) => cellAt(block, starts[place]!, ends[place]!));
      }
      yield { cells, record: block.subarray(start, end - 1) };
      start = end;
    }
  }

  for await (const block of dataset.lines()) yield rowsOf(block);
}

const QUOTATION_MARK = 0x22;

/** What is no string is ASCII, and faster to read as latin1. */
function cellAt(block: Buffer, start: number, end: number): Cell {
  if (start === end) return undefined;
  const isAscii = block[start] !== QUOTATION_MARK && block[end - 1]! < 0x5b;
  return block.toString(isAscii ? 'latin1' : 'utf8', start, end);
}
