import type { TypedColumn } from '../parquet/column-types.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { DatasetFormat } from './dataset.ts';

/**
 * The data file of a partition, in pieces. It has these columns, also those that no record has. Throws a `columns` error for a
 * value that its column's type does not hold, in both formats: engines read all files of a dataset with the same types.
 */
export async function* encodePartition(
  format: DatasetFormat,
  recordSet: RecordSet,
  columns: readonly TypedColumn[],
  metadata: Readonly<Record<string, string>>,
): AsyncGenerator<string | Uint8Array> {
  const { assertTypes, encodeParquet } = await import('../parquet/parquet-encoder.ts');
  if (format === 'parquet') {
    yield* encodeParquet(recordSet, columns, metadata);
    return;
  }
  // CSV has no types.
  await assertTypes(recordSet, columns);
  const { csv } = await import('../formats/csv.ts');
  yield* csv.encode({
    recordSet: { ...recordSet, columns },
    chosen: undefined,
    terminalWidth: undefined,
    color: false,
    maxRows: Number.POSITIVE_INFINITY,
    onNote: ignore,
    onTruncation: ignore,
    onWarning: ignore,
  });
}

/** CSV shows everything, so there is nothing to report. */
function ignore(): void {}
