/** The records of a dataset as rows: the cells of the columns that are asked for, and the record's own bytes. */

import { type Column, columnKey, uniteColumns } from '../core/column.ts';
import type { Cell } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { cellAt } from '../segments/row-reader.ts';
import { createRowScanner } from '../segments/row-scanner.ts';

export interface Row {
  /** The cell of each column, in order. */
  readonly cells: readonly Cell[];
  /** The record's JSON text, minified, is the block's bytes from `start` to `end`: valid until the next row is asked for. */
  readonly block: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Rows in the records' order, in batches as they are read. A column may be asked for twice. */
export async function* readRows(dataset: Dataset, columns: readonly Column[]): AsyncGenerator<Iterable<Row>> {
  const distinct = uniteColumns([columns]);
  const indexOf = new Map(distinct.map(({ path }, index) => [columnKey(path), index]));
  const places = columns.map(({ path }) => indexOf.get(columnKey(path))!);
  const scanner = createRowScanner(distinct);
  const { starts, ends } = scanner;

  function* rowsOf(block: Buffer): Generator<Row> {
    for (let start = 0; start < block.length; ) {
      const behind = scanner.scan(block, start);
      const cells = places.map((place) => cellAt(block, starts[place]!, ends[place]!));
      yield { cells, block, start, end: behind - 1 };
      start = behind;
    }
  }

  for await (const block of dataset.lines()) yield rowsOf(block);
}

/** Rows one at a time, for those that read several datasets at once. */
export interface RowCursor {
  /** The next row of those that are in memory; undefined if there is none. */
  take(): Row | undefined;
  /** Reads on, and takes the next row; undefined behind the last. */
  takeMore(): Promise<Row | undefined>;
  close(): Promise<void>;
}

export function openCursor(dataset: Dataset, columns: readonly Column[]): RowCursor {
  const batches = readRows(dataset, columns);
  let rows: Iterator<Row> | undefined;
  const take = (): Row | undefined => (rows?.next() as IteratorResult<Row, undefined> | undefined)?.value;
  return {
    take,
    async takeMore() {
      for (;;) {
        const batch = await batches.next();
        if (batch.done === true) return undefined;
        rows = batch.value[Symbol.iterator]();
        const row = take();
        if (row !== undefined) return row;
      }
    },
    async close() {
      await batches.return(undefined);
    },
  };
}
