import { columnsOfEmpty, selectColumns } from '../core/column-list.ts';
import { type Column, columnKey } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf, formatCount, toVisibleText } from '../core/text.ts';
import type { EncoderInput } from '../formats/format.ts';
import { NOTHING_HIDDEN } from '../frame/frame.ts';
import { COLUMN_LIMITS } from '../json/record-survey.ts';
import type { Cell } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { Table } from './document.ts';

/**
 * The columns of the document, in order; none for an empty report. The caption has the currency that all rows have. Throws a usage error for too many columns, and for a name
 * that no record has.
 */
export function columnsToShow({
  recordSet,
  chosen,
  renames,
  currencies,
}: Pick<EncoderInput, 'recordSet' | 'chosen' | 'renames' | 'currencies'>): readonly Column[] {
  assertColumnCount(recordSet);
  if (recordSet.recordCount === 0) return [];
  if (chosen !== undefined) return selectColumns(chosen, recordSet.columns);
  const constant = new Set(currencies?.constant.map(({ path }) => columnKey(path)));
  const columns = recordSet.columns.filter(({ path }) => !constant.has(columnKey(path)));
  // The charts of a page have columns of their own, with the names of its table.
  return columns.map((column) => ({ ...column, name: renames?.get(column.name) ?? column.name }));
}

/** The label of the row of totals. */
export function totalLabel(groupCount: number): string {
  return `total of all ${formatCount(groupCount)}`;
}

/** The cells of the row of totals, in the order of `columns`, with a label in the first column that has no total. */
export function totalsRow(
  totals: ReadonlyMap<string, string>,
  columns: readonly Column[],
  groupCount: number,
): readonly Cell[] {
  const cells = columns.map(({ path }): Cell => totals.get(columnKey(path)));
  const free = cells.indexOf(undefined);
  if (free !== -1) cells[free] = JSON.stringify(totalLabel(groupCount));
  return cells;
}

/** What a document says in place of rows without columns. */
export function withoutColumns({ recordSet, hidden, caption }: EncoderInput): string {
  if (recordSet.recordCount > 0) return 'no columns';
  return hidden?.byConditions
    ? `no group meets ${(caption?.conditions ?? []).map(toVisibleText).join(', ')}`
    : 'no records';
}

/** The columns that the user named for a document of data without rows, or else `otherwise`. */
export function namedColumns(
  { recordSet, chosen }: EncoderInput,
  otherwise: readonly Column[] = [],
): readonly Column[] {
  return chosen === undefined ? otherwise : columnsOfEmpty(chosen, recordSet.columns);
}

/** Throws a usage error if the list of columns is not complete. */
export function assertColumnCount(recordSet: RecordSet): void {
  if (!recordSet.hasMoreColumns) return;
  throw new ReportingError('E-format', `the records have more than ${COLUMN_LIMITS}`, {
    hint: 'use a format without columns: --format ndjson',
  });
}

/** Throws for two columns with the same name in UTF-8, which has no bytes for half of a surrogate pair. */
export function assertDistinctNames(columns: readonly Column[]): void {
  const names = [...new Set(columns.map(({ name }) => name))];
  const written = names.map((name) => name.toWellFormed());
  const second = written.findIndex((name, index) => written.indexOf(name) !== index);
  if (second === -1) return;
  const [one, other] = [names[written.indexOf(written[second]!)], names[second]].map((name) => JSON.stringify(name));
  throw new ReportingError(
    'E-column-name',
    `the columns ${one} and ${other} differ only in half of a surrogate pair, which is not a character: both would be ${JSON.stringify(written[second])}`,
    { hint: 'use json or ndjson, which keep both names, or exclude one with --columns' },
  );
}

/** What conditions and a limit hide. */
export function hiddenNotes({ hidden: { byConditions, byLimit } = NOTHING_HIDDEN }: EncoderInput): readonly string[] {
  return [
    ...(byConditions > 0 ? [`${countOf(byConditions, 'row')} hidden by conditions`] : []),
    ...(byLimit > 0 ? [`${countOf(byLimit, 'row')} hidden by --limit`] : []),
  ];
}

/** Reports the number of cut texts, if there are any. */
export function reportCutText({ onTruncation }: EncoderInput, { truncation }: Pick<Table, 'truncation'>): void {
  const text = truncation?.();
  if (text !== undefined) onTruncation(text);
}

/** Reports the number of rows that the limit hides, if there are any. */
export function reportHiddenRows({ recordSet, hidden, onTruncation }: EncoderInput, shownCount: number): void {
  const count = recordSet.recordCount - shownCount + (hidden?.byLimit ?? 0);
  if (count <= 0) return;
  const which = `${formatCount(shownCount)} of ${countOf(shownCount + count, 'row')} ${shownCount === 1 ? 'is' : 'are'}`;
  onTruncation(`${which} shown (--limit all shows all; --format csv -o <file> keeps all)`);
}
