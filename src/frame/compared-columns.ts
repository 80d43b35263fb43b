/** The columns of a comparison beside each measure: before, the change, and the change in percent. */

import { type Column, createColumn } from '../core/columns.ts';

const PARTS = ['before', 'change', 'percent'] as const;

/** The four columns of a compared measure: now, before, change, percent. */
export function comparedColumns({ name }: Column): readonly [Column, Column, Column, Column] {
  const [before, change, percent] = PARTS.map((part) => createColumn([`${name}_${part}`]));
  return [createColumn([name]), before!, change!, percent!];
}
