/** Records as a dataset in a fresh spool, and back. */

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Dataset } from '../../../src/segments/dataset.ts';
import { createRecordSurvey } from '../../../src/segments/record-survey.ts';
import { storeRows } from '../../../src/shaping/stored-rows.ts';

export interface TestSpool {
  /** Path of a further file, a new one each time. */
  readonly newFile: () => string;
  /** Files so far. */
  readonly files: () => number;
  datasetOf(records: readonly string[]): Promise<Dataset>;
}

/** Gives `work` a spool that is removed behind it. */
export async function withSpool<T>(work: (spool: TestSpool) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'reporting-test-'));
  let files = 0;
  const newFile = (): string => path.join(directory, `rows-${++files}`);
  try {
    return await work({
      newFile,
      files: () => files,
      datasetOf(records) {
        const survey = createRecordSurvey({ from: '2026-01-01', to: '2026-01-31' } as never);
        for (const record of records) survey.add(Buffer.from(record));
        return storeRows(newFile(), survey.result(), async (stored) => {
          for (const record of records) stored.addText(record);
        });
      },
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export async function recordsOf(dataset: Dataset): Promise<readonly string[]> {
  const records: string[] = [];
  for await (const batch of dataset.records()) records.push(...batch);
  return records;
}
