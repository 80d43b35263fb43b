import type { Column } from '../core/column.ts';
import type { Cell } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { createRowReader } from '../segments/row-reader.ts';

const BLOCK_ROWS = 500;

/** The cells of `columns` of the first `rowCount` records, in blocks. */
export async function* readRowBlocks(
  dataset: Dataset,
  columns: readonly Column[],
  rowCount: number,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const readRows = createRowReader(columns);
  let left = rowCount;
  if (left === 0) return;
  for await (const lines of dataset.lines()) {
    let rows: Cell[][] = [];
    for (const row of readRows(lines)) {
      rows.push(row);
      left--;
      if (left > 0 && rows.length < BLOCK_ROWS) continue;
      yield rows;
      if (left === 0) return;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }
}
