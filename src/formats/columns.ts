import type { Column } from '../core/column.ts';
import { renameColumns, selectColumns } from '../core/column-selection.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { COLUMN_LIMITS } from '../segments/record-survey.ts';
import type { EncoderInput } from './format.ts';

/** The columns that a format with columns shows, in order; none for an empty report. Throws for more than can be laid out, or one that no record has. */
export function columnsToShow({
  dataset,
  columnNames,
  renames,
}: Pick<EncoderInput, 'dataset' | 'columnNames' | 'renames'>): readonly Column[] {
  refuseTooManyColumns({ dataset });
  if (dataset.recordCount === 0) return [];
  const columns = columnNames === undefined ? dataset.columns : selectColumns(columnNames, dataset.columns);
  return renames === undefined ? columns : renameColumns(columns, renames, dataset.columns);
}

/** Throws a usage error if the columns were too many to list. */
export function refuseTooManyColumns({ dataset }: Pick<EncoderInput, 'dataset'>): void {
  if (!dataset.hasMoreColumns) return;
  throw new ReportingError('usage', `the records have more than ${COLUMN_LIMITS}`, {
    hint: 'use a format without columns: --format ndjson',
  });
}

/** Throws for two columns whose names text cannot tell apart: UTF-8 has no bytes for half of a surrogate pair. */
export function refuseMergedNames(columns: readonly Column[]): void {
  const names = [...new Set(columns.map(({ name }) => name))];
  const written = names.map((name) => name.toWellFormed());
  const second = written.findIndex((name, index) => written.indexOf(name) !== index);
  if (second === -1) return;
  const [one, other] = [names[written.indexOf(written[second]!)], names[second]].map((name) =>
    JSON.stringify(name),
  );
  throw new ReportingError(
    'malformed',
    `the columns ${one} and ${other} differ only in half of a surrogate pair, which is not a character: both would be ${JSON.stringify(written[second])}`,
    { hint: 'take json or ndjson, which keep them apart, or leave one out with --columns' },
  );
}
