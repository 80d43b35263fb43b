/** Chooses one measure of the groups: for the order of the `top` groups and of a table on a terminal. */

import type { Column } from '../core/columns.ts';
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

/** The named one of the `measures`, or else the main one by their cells in the rows, or else the first one. */
export async function chooseMeasure(
  rows: RecordSet,
  measures: readonly Column[],
  named: Column | undefined,
): Promise<Column> {
  const own = measures.length === 1 ? measures[0] : measures.find(({ name }) => name === named?.name);
  if (own !== undefined) return own;
  const schemas = await surveyColumns([rows], measures);
  return (mainMeasure(schemas) ?? schemas[0]!).column;
}
