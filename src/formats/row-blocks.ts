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
  const readRow = createRowReader(columns);
  let left = rowCount;
  for await (const records of dataset.records()) {
    for (let start = 0; start < records.length && left > 0; start += BLOCK_ROWS) {
      const block = records.slice(start, start + Math.min(BLOCK_ROWS, left));
      left -= block.length;
      yield block.map(readRow);
    }
    if (left === 0) return;
  }
}
