/** Parquet: each column has the type that holds all of its cells exactly. */

import type { Column } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { assertDistinctNames, columnsToShow, namedColumns } from '../document/shown-columns.ts';
import { encodeParquet } from '../parquet/parquet-encoder.ts';
import { surveyTypes, typeByName } from '../parquet/type-survey.ts';
import type { EncoderInput } from './format.ts';

export async function* parquet(input: EncoderInput): AsyncGenerator<string | Uint8Array> {
  const { recordSet } = input;
  const isEmpty = recordSet.recordCount === 0;
  const columns = isEmpty ? namedColumns(input, recordSet.columns) : columnsToShow(input);
  if (columns.length === 0) throw noColumns(recordSet.recordCount);
  assertOneOfEachName(columns);
  assertDistinctNames(columns);
  const surveyed = await surveyTypes(recordSet, columns);
  for (const { name, warning, note } of surveyed) {
    if (warning !== undefined) input.onWarning({ name: 'encoding', scope: [name], text: warning });
    if (note !== undefined) input.onNote(note);
  }
  yield* encodeParquet(
    recordSet,
    // A column without values still has a place in the file.
    surveyed.map(({ name, path, type }) => ({ name, path, type: type ?? (isEmpty ? typeByName(path) : 'UTF8') })),
  );
}

/** Engines reject a file without columns: DuckDB, and Arrow in Rust. */
function noColumns(recordCount: number): ReportingError {
  const what = recordCount === 0 ? 'there is no record' : 'no record has a value';
  return new ReportingError('E-format', `${what}, and a Parquet file needs at least one column: nothing was written`, {
    hint: 'csv and ndjson can be empty: choose one with --format',
  });
}

/** Readers find columns by name. */
function assertOneOfEachName(columns: readonly Column[]): void {
  const names = columns.map(({ name }) => name);
  const second = names.find((name, index) => names.indexOf(name) !== index);
  if (second === undefined) return;
  throw new ReportingError(
    'E-column',
    `two columns have the name ${JSON.stringify(second)}: a key with a dot and a nested key`,
    {
      hint: 'use --format json or ndjson, which keep both, or exclude them with --columns',
    },
  );
}
