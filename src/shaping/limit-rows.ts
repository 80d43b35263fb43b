import type { Dataset } from '../segments/dataset.ts';
import { readRows } from './rows.ts';
import { openStoredRows } from './stored-rows.ts';

/** The first `limit` records. No more than these are read. */
export async function limitRows(dataset: Dataset, limit: number, file: string): Promise<Dataset> {
  if (dataset.recordCount <= limit) return dataset;
  const stored = await openStoredRows(file);
  try {
    let left = limit;
    for await (const rows of readRows(dataset, [])) {
      for (const { record } of rows) {
        if (left === 0) break;
        stored.add(Buffer.from(record));
        left--;
      }
      await stored.settle();
      if (left === 0) break;
    }
    return await stored.finish(dataset.columns, dataset.hasMoreColumns);
  } catch (error) {
    await stored.abandon();
    throw error;
  }
}
