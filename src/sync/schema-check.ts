/** Finds months that were written with another schema than the present one: an edited schema file, or a month of another dataset. */

import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { folderOfPartition, type Partition } from './partition-name.ts';
import { type PartitionRecord, RECORD_FILE } from './record.ts';
import { type DatasetSchema, hashOfSchema } from './schema-file.ts';
import { SCHEMA_FILE } from './tree.ts';

/** The message about a record of another schema. */
export const OTHER_SCHEMA = `was written with another ${SCHEMA_FILE}`;

/** The hashes of all versions of a schema, one of which each record with a data file names. */
export function hashesOf(schema: DatasetSchema): ReadonlySet<string | undefined> {
  return new Set([...schema.earlier, hashOfSchema(schema)]);
}

/** A month with a data file of the size that its record has. */
export interface WrittenMonth {
  readonly partition: Partition;
  readonly record: PartitionRecord;
}

/**
 * The errors of the months of one report that differ from its schema, by the index in `months`. Throws the first one if no month
 * fits: then the schema file itself has changed, and new months would get other types.
 */
export function findForeignMonths(
  months: readonly WrittenMonth[],
  schema: DatasetSchema,
  shown: string,
): ReadonlyMap<number, ReportingError> {
  const hashes = hashesOf(schema);
  const foreign = new Map<number, ReportingError>();
  for (const [index, { partition, record }] of months.entries()) {
    if (hashes.has(record.schema)) continue;
    const folder = path.join(shown, folderOfPartition(partition));
    const error = new ReportingError('E-dataset-file', `${path.join(folder, RECORD_FILE)} ${OTHER_SCHEMA}`, {
      profile: partition.profile,
      hint: `restore ${path.join(shown, `report=${partition.report}`, SCHEMA_FILE)} from a copy; if only this month is from elsewhere, remove ${folder}: the next sync pulls it again`,
    });
    foreign.set(index, error);
  }
  const [first] = foreign.values();
  if (first !== undefined && foreign.size === months.length) throw first;
  return foreign;
}
