import type { Column } from '../core/column.ts';
import type { Cell } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { createRowReader } from '../segments/row-reader.ts';
import type { CellCutter } from './short-cell.ts';

const BLOCK_ROWS = 500;
/** Rows of many columns are fewer. */
const BLOCK_CELLS = 50_000;

/** The cells of `columns` of the first `rowCount` records, in blocks; long texts as `cutter` cuts them. */
export async function* readRowBlocks(
  dataset: Dataset,
  columns: readonly Column[],
  rowCount: number,
  cutter: CellCutter,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const readRows = createRowReader(columns, {}, cutter.cellAt);
  const blockRows = Math.max(1, Math.min(BLOCK_ROWS, Math.floor(BLOCK_CELLS / columns.length)));
  let left = rowCount;
  if (left === 0) return;
  for await (const lines of dataset.lines()) {
    let rows: Cell[][] = [];
    for (const row of readRows(lines)) {
      rows.push(row);
      left--;
      if (left > 0 && rows.length < blockRows) continue;
      yield rows;
      if (left === 0) return;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }
}
