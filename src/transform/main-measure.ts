/** Chooses one measure of the groups: for the order of the `top` groups, and for the bars of a `trend`. */

import type { Column } from '../core/columns.ts';
import { type ColumnSchema, mainMeasure } from '../records/schema.ts';
import { perDayName, type Transform } from './transform-request.ts';

/** The first measure that the user sums, or divides by days, or else sorts by; undefined without one. `measures` are in the order of the groups. */
export function findNamedMeasure(
  { aggregations, sort }: Transform,
  measures: readonly Column[],
): Column | undefined {
  const [first] = aggregations;
  if (first?.kind === 'sum') return measures[0];
  const perDay = first?.kind === 'perDay' ? [perDayName(first.column)] : [];
  return [...perDay, ...sort.map(({ column }) => column)]
    .map((column) => measures.find(({ name }) => name === column))
    .find((measure) => measure !== undefined);
}

/** The named measure, or else the main one of these `schemas` of all measures, or else the first one. */
export function chooseMeasure(schemas: readonly ColumnSchema[], named: Column | undefined): Column {
  return named ?? (mainMeasure(schemas) ?? schemas[0]!).column;
}
