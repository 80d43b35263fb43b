/** Finds months that were written with another schema than the present one: an edited schema file, or a month of another dataset. */

import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { unreadable } from '../fs/paths.ts';
import type { TypedColumn } from '../parquet/column-types.ts';
import { folderOfPartition, type Partition } from './partition-name.ts';
import { type PartitionRecord, RECORD_FILE } from './record.ts';
import { type DatasetSchema, hashOfSchema, typedColumns } from './schema-file.ts';
import { SCHEMA_FILE } from './tree.ts';

/** A month with a data file of the size that its record has. */
export interface WrittenMonth {
  readonly partition: Partition;
  readonly record: PartitionRecord;
  /** The absolute path of a Parquet file whose columns are to be compared; undefined to compare only the hash. */
  readonly parquet: string | undefined;
}

/** The hashes of all versions of a schema, and the columns of the present one. */
interface PinnedSchema {
  readonly hashes: ReadonlySet<string>;
  readonly columns: readonly TypedColumn[];
}

export function pinSchema(schema: DatasetSchema): PinnedSchema {
  return { hashes: new Set([...schema.earlier, hashOfSchema(schema)]), columns: typedColumns(schema) };
}

/**
 * How a month differs from the schema of its report; undefined if it does not. Records of earlier releases have no hash: of their
 * months, only the columns are compared.
 */
export async function findOtherSchema(
  { record, parquet }: Omit<WrittenMonth, 'partition'>,
  { hashes, columns }: PinnedSchema,
): Promise<{ readonly file: 'record' | 'data'; readonly what: string } | undefined> {
  if (record.schema !== undefined && !hashes.has(record.schema))
    return { file: 'record', what: `was written with another ${SCHEMA_FILE}` };
  if (parquet === undefined) return undefined;
  const { findOtherColumn } = await import('../parquet/parquet-footer.ts');
  const what = await findOtherColumn(parquet, columns);
  return what === undefined ? undefined : { file: 'data', what };
}

/**
 * The errors of the months of one report that differ from its schema, by the index in `months`. Throws the first one if no month
 * fits, of those with a hash if there are any: then the schema file itself has changed, and new months would get other types.
 */
export async function findForeignMonths(
  months: readonly WrittenMonth[],
  schema: DatasetSchema,
  { shown, dataFile }: { readonly shown: string; readonly dataFile: string },
): Promise<ReadonlyMap<number, ReportingError>> {
  const foreign = new Map<number, ReportingError>();
  const pinned = pinSchema(schema);
  let first: ReportingError | undefined;
  /** The numbers of months that fit, and that do not, by what told: the hash, or only the columns. */
  const fitting = { record: 0, data: 0 };
  const other = { record: 0, data: 0 };
  for (const [index, month] of months.entries()) {
    const folder = path.join(shown, folderOfPartition(month.partition));
    const found = await findOtherSchema(month, pinned).catch((error: unknown) =>
      unreadable(path.join(folder, dataFile), error),
    );
    if (found instanceof ReportingError) {
      foreign.set(index, found);
      continue;
    }
    if (found === undefined) {
      if (month.record.schema !== undefined) fitting.record++;
      else if (month.parquet !== undefined) fitting.data++;
      continue;
    }
    other[found.file]++;
    const { partition } = month;
    const name = found.file === 'data' ? dataFile : RECORD_FILE;
    const error = new ReportingError('E-dataset-file', `${path.join(folder, name)} ${found.what}`, {
      profile: partition.profile,
      hint: `restore ${path.join(shown, `report=${partition.report}`, SCHEMA_FILE)} from a copy; if only this month is from elsewhere, remove ${folder}: the next sync pulls it again`,
    });
    foreign.set(index, error);
    first ??= error;
  }
  const fits = fitting.record > 0 || (other.record === 0 && fitting.data > 0);
  if (first !== undefined && !fits) throw first;
  return foreign;
}
