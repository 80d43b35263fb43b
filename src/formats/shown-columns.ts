import { type Column, renameColumns, selectColumns } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { option, phrase } from '../core/message.ts';
import { countOf } from '../core/text.ts';
import { COLUMN_LIMITS } from '../json/record-survey.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { EncoderInput } from './format.ts';
import type { CellCutter } from './short-cell.ts';

/**
 * The columns of the document, in order; none for an empty report. Throws a usage error for too many columns, and for a name
 * that no record has.
 */
export function columnsToShow({
  recordSet,
  columnNames,
  renames,
}: Pick<EncoderInput, 'recordSet' | 'columnNames' | 'renames'>): readonly Column[] {
  assertColumnCount(recordSet);
  if (recordSet.recordCount === 0) return [];
  const columns =
    columnNames === undefined ? recordSet.columns : selectColumns(columnNames, recordSet.columns);
  return renames === undefined ? columns : renameColumns(columns, renames, recordSet.columns);
}

/** Throws a usage error if the list of columns is not complete. */
export function assertColumnCount(recordSet: RecordSet): void {
  if (!recordSet.hasMoreColumns) return;
  throw new ReportingError('usage', `the records have more than ${COLUMN_LIMITS}`, {
    hint: phrase`use a format without columns: ${option('format')} ndjson`,
  });
}

/** Throws for two columns with the same name in UTF-8, which has no bytes for half of a surrogate pair. */
export function assertDistinctNames(columns: readonly Column[]): void {
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
    { hint: phrase`use json or ndjson, which keep both names, or exclude one with ${option('columns')}` },
  );
}

/** Reports the number of cut texts, if there are any. */
export function reportCutText({ onTruncation }: EncoderInput, cutter: CellCutter): void {
  const truncation = cutter.truncation();
  if (truncation !== undefined) onTruncation(truncation);
}

/** Reports the number of records that `maxRows` hides, if there are any. */
export function reportHiddenRows({ recordSet, onTruncation }: EncoderInput, shownCount: number): void {
  const count = recordSet.recordCount - shownCount;
  if (count <= 0) return;
  const which = `${countOf(count, 'more record')} ${count === 1 ? 'is' : 'are'}`;
  onTruncation(
    phrase`${which} not shown (${option('maxRows')} 0 shows all; ${option('format')} csv -o <file> keeps all)`,
  );
}
