import type { RecordSet } from '../records/record-set.ts';
import type { TypedColumn } from './column-types.ts';

export interface ParquetOptions {
  /** The columns of the file, in order. Their names differ. A column that no record has is null in all rows. */
  readonly columns: readonly TypedColumn[];
  /** Keys and values for the footer. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * The records as the bytes of a Parquet file. Bytes are valid until the next piece is requested. Columns of the records that are
 * not in the options are left out. Throws a `columns` error (exit 11) for a value that its column's type does not hold.
 */
export async function* encodeParquet(
  _recordSet: RecordSet,
  _options: ParquetOptions,
): AsyncGenerator<Uint8Array> {
  yield new Uint8Array();
  throw new Error('not written yet');
}
