/** The columns of a comparison beside each measure: before, the change, and the change in percent. */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import type { DerivedColumn } from '../records/row-keys.ts';

const PARTS = ['before', 'change', 'percent'] as const;

/** The four columns of a compared measure: now, before, change, percent. */
export function comparedColumns({ name }: Column): readonly [Column, Column, Column, Column] {
  const [before, change, percent] = PARTS.map((part) => createColumn([`${name}_${part}`]));
  return [createColumn([name]), before!, change!, percent!];
}

/** The columns that a comparison adds to each of the `measures`, by `columnKey`. The first one is called `before`. */
export function derivedByComparison(
  measures: readonly Column[],
  before: 'before' | 'usual',
): ReadonlyMap<string, DerivedColumn> {
  const parts = [before, 'change', 'percent'] as const;
  const derived = measures.flatMap((measure) => {
    const [, ...added] = comparedColumns(measure);
    return added.map(({ path }, index) => [columnKey(path), { measure, part: parts[index]! }] as const);
  });
  return new Map(derived);
}
