/** Notes about columns and ranges that a transform could not use, and about averages. */

import { isSameColumn } from '../core/columns.ts';
import type { DateUnit } from '../dates/date.ts';
import { type Frame, ownMeasures } from '../frame/frame.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ColumnSchema, hasUnsummableName, isSummable } from '../records/schema.ts';
import type { GroupedRecords, TransformInput } from './group-step.ts';
import type { Records } from './plan-groups.ts';
import type { Transform } from './transform-request.ts';

/** A note about a comparison range without matching records: the result would look like growth. */
export function rangeNotes({ all, filtered }: Records): readonly string[] {
  const hasRecords = ([, ...comparisons]: readonly RecordSet[]): boolean =>
    comparisons.some(({ recordCount }) => recordCount > 0);
  if (!hasRecords(all) || hasRecords(filtered)) return [];
  return ['no record of the comparison range meets --where'];
}

/** The days of a unit of time, at most. */
const MAX_DAYS: Readonly<Record<DateUnit, number>> = { day: 1, week: 7, month: 31, quarter: 92, year: 366 };

/** A note about averages of units of time, if a group has more records than days: the average is not that of the days. */
export function averageNotes(
  { by, aggregations }: Transform,
  { table }: Frame,
  { windowUnit }: TransformInput,
): readonly string[] {
  if (by === undefined || windowUnit !== undefined || aggregations.every(({ kind }) => kind !== 'avg')) return [];
  const hasSeveral = (group: number): boolean =>
    table.parts.some((part) => part !== undefined && part.records.countOf(group) > MAX_DAYS[by]);
  if (!table.allGroups().some(hasSeveral)) return [];
  return [
    '--avg averages records, and there are several a day; for the average of the days, see "An average day" in docs/recipes.md',
  ];
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
