/** Notes about columns and ranges that a transform could not use. */

import { isSameColumn } from '../core/columns.ts';
import { ownMeasures } from '../frame/frame.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ColumnSchema, hasUnsummableName, isSummable } from '../records/schema.ts';
import type { GroupedRecords } from './group-step.ts';
import type { Records } from './plan-groups.ts';
import type { Transform } from './transform-request.ts';

/** A note about a comparison range without matching records: the result would look like growth. */
export function rangeNotes({ all, filtered }: Records): readonly string[] {
  const hasRecords = ([, ...comparisons]: readonly RecordSet[]): boolean =>
    comparisons.some(({ recordCount }) => recordCount > 0);
  if (!hasRecords(all) || hasRecords(filtered)) return [];
  return ['no record of the comparison range meets --where'];
}

/** A note about columns that groups drop although some of their values are numbers. */
export function notesOf(grouped: GroupedRecords, request: Transform): readonly string[] {
  const names = droppedColumns(grouped, request, ({ kind, column }) => kind === 'mixed' && !hasUnsummableName(column));
  if (names.length === 0) return [];
  return [`not summed: ${names.join(', ')} (not all values are numbers); use --where to exclude the others`];
}

/** Notes about the columns that groups drop because a sum of them is meaningless: ids, dates, rates, averages. */
export function skippedNotes(grouped: GroupedRecords, request: Transform): readonly string[] {
  const names = droppedColumns(grouped, request, (schema) => !isSummable(schema) && hasNumbersOnly(schema));
  if (names.length === 0) return [];
  const [reason, pronoun] =
    names.length === 1 ? ['looks like an id or a ratio', 'it'] : ['look like ids or ratios', 'them'];
  return [`not summed: ${names.join(', ')} (${reason!}); use --sum, --avg or --ratio to include ${pronoun!}`];
}

/** The names of the columns that are not summed by default, and are no ratios either. */
function droppedColumns(
  { frame, schemas = [] }: GroupedRecords,
  { ratios }: Transform,
  test: (schema: ColumnSchema) => boolean,
): readonly string[] {
  const known = new Set(ratios.map(({ name }) => name));
  const summed = ownMeasures(frame).map(({ aggregation }) => aggregation!.column);
  return schemas
    .filter((each) => test(each) && !known.has(each.column.name))
    .flatMap(({ column }) => (summed.some((each) => isSameColumn(each, column)) ? [] : column.name));
}

/** True also if some of the numbers are codes such as `"01067"`: then the whole column holds codes. */
function hasNumbersOnly({ cells: { numbers, figures, texts, booleans, nested }, kind }: ColumnSchema): boolean {
  return kind !== 'mixed' && numbers + figures > 0 && texts + booleans + nested === 0;
}
