/** Writes records into a fresh spool as a record set, and reads them back. */

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRecordSurvey } from '../../../src/json/record-survey.ts';
import { type RecordSet, storeRecords } from '../../../src/records/record-set.ts';
import { splitLines } from '../../../src/records/spool.ts';

export interface TestSpool {
  /** Path of a new file. */
  readonly newFile: () => string;
  recordSetOf(records: readonly string[]): Promise<RecordSet>;
}

/** Runs `work` with a spool, and removes the spool afterwards. */
export async function withSpool<T>(work: (spool: TestSpool) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'reporting-test-'));
  let files = 0;
  const newFile = (): string => path.join(directory, `rows-${++files}`);
  try {
    return await work({
      newFile,
      recordSetOf(records) {
        const survey = createRecordSurvey({ from: '2026-01-01', to: '2026-01-31' } as never);
        for (const record of records) survey.add(Buffer.from(record));
        return storeRecords(newFile(), survey.result(), async (add) => {
          for (const record of records) add(Buffer.from(record));
        });
      },
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export async function recordsOf(recordSet: RecordSet): Promise<readonly string[]> {
  const records: string[] = [];
  for await (const block of recordSet.lines()) records.push(...splitLines(block));
  return records;
}
