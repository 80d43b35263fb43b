/** Chooses one measure of the groups: for the order of the `top` groups and of a table on a terminal. */

import { type Column, columnKey } from '../core/columns.ts';
import type { SortKey } from '../frame/sort.ts';
import type { RecordSet } from '../records/record-set.ts';
import { mainMeasure } from '../records/schema.ts';
import { surveyColumns } from './survey-columns.ts';
import type { Transform } from './transform-request.ts';

/** The first measure that the user sums, or else sorts by; undefined without one. `measures` are in the order of the groups. */
export function findNamedMeasure(
  { aggregations, sort }: Transform,
  measures: readonly Column[],
): Column | undefined {
  const [first] = aggregations;
  if (first?.kind === 'sum') return measures[0];
  return sort
    .map(({ column }) => measures.find(({ name }) => name === column))
    .find((measure) => measure !== undefined);
}

/** The named measure, or else the main one of the `measures` by their cells in the rows, or else the first one. */
export async function chooseMeasure(
  rows: RecordSet,
  measures: readonly Column[],
  named: Column | undefined,
): Promise<Column> {
  if (named !== undefined || measures.length === 1) return named ?? measures[0]!;
  const schemas = await surveyColumns([rows], measures);
  return (mainMeasure(schemas) ?? schemas[0]!).column;
}

/** The order of groups for people, the largest of the main measure first. None for several currencies, and for rows in order of time. */
export async function orderForReading(
  { by, pivot }: Transform,
  rows: RecordSet,
  {
    measures,
    namedMeasure,
    amounts,
  }: {
    readonly measures: readonly Column[];
    readonly namedMeasure: Column | undefined;
    readonly amounts: ReadonlyMap<string, unknown>;
  },
): Promise<readonly SortKey[]> {
  if (by !== undefined && pivot !== by) return [];
  const column = await chooseMeasure(rows, measures, namedMeasure);
  return amounts.has(columnKey(column.path)) ? [] : [{ column, isDescending: true }];
}
