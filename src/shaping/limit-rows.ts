import type { Dataset } from '../segments/dataset.ts';
import { readRows } from './rows.ts';
import { storeRows } from './stored-rows.ts';

/** The first `limit` records. No more than these are read. */
export async function limitRows(dataset: Dataset, limit: number, newFile: () => string): Promise<Dataset> {
  if (dataset.recordCount <= limit) return dataset;
  return storeRows(newFile(), dataset, async (stored) => {
    let left = limit;
    for await (const rows of readRows(dataset, [])) {
      for (const { block, start, end } of rows) {
        stored.add(block, start, end);
        left--;
        if (left === 0) return;
      }
      await stored.settle();
    }
  });
}
