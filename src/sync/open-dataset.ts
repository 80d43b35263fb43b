/** Opens a dataset for reports, which only read it. */

import path from 'node:path';
import type { MonthName, StoredDataset, StoredMonth } from '../config/stored-input.ts';
import { ReportingError } from '../core/errors.ts';
import { shellWord } from '../core/text.ts';
import { isSandbox } from './dataset.ts';
import { findDataset } from './find-dataset.ts';
import { folderOfPartition } from './partition-name.ts';
import { RECORD_FILE } from './record.ts';
import { hashesOf, OTHER_SCHEMA } from './schema-check.ts';
import { type DatasetSchema, openSchemas } from './schema-file.ts';
import { openTree } from './tree.ts';

/** Opens the dataset in `location`. Throws a usage error if there is none, and a configuration error for a broken file. */
export async function openDataset(location: string, directory: string): Promise<StoredDataset> {
  const dataset = findDataset(location, directory);
  const tree = openTree(location, directory, dataset);
  const store = openSchemas(location, directory, { isReadOnly: true });
  const schemas = new Map<string, DatasetSchema>();
  for (const report of dataset.reports) {
    const schema = await store.read(report);
    if (schema !== undefined) schemas.set(report, schema);
  }
  const { reports, format, from, timeZone, endDate, profiles } = dataset;

  function readMonth(name: MonthName): StoredMonth | undefined {
    const folder = folderOfPartition(name);
    const file = path.join(directory, folder, RECORD_FILE);
    try {
      const record = tree.readRecord(name);
      if (record === undefined) return undefined;
      const known = schemas.get(name.report);
      const isOfSchema = known !== undefined && hashesOf(known).has(record.schema);
      if (record.schema !== undefined && !isOfSchema) throw damagedMonth(`${file} ${OTHER_SCHEMA}`, directory);
      const { from, to, records, bytes, sha256, days, columns, pulledAt, warnings } = record;
      return { folder, from, to, records, bytes, sha256, days, columns, pulledAt, warnings };
    } catch (error) {
      throw error instanceof ReportingError && error.kind === 'config' ? damagedMonth(error.message, directory) : error;
    }
  }

  return {
    kind: 'dataset',
    ...{ directory, location, reports, format, from, timeZone, endDate, readMonth },
    clients: Object.keys(profiles),
    isSandbox: isSandbox(dataset),
    schemas,
  };
}

/** The error for a month whose files do not match. */
export function damagedMonth(message: string, directory: string): ReportingError {
  const name = shellWord(directory);
  return new ReportingError('E-damaged', message, {
    hint: `if a sync is running, try again when it is done; otherwise \`reporting verify ${name}\` lists all faults`,
  });
}
