/** What is to be made of records that share a key, as columns of this report. */

import { type Column, createColumn } from '../core/column.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Cell } from '../segments/cell.ts';
import type { AggregateKind } from './aggregate.ts';

export interface GroupKey {
  readonly column: Column;
  /** The key's name in the result. */
  readonly name: string;
  /** What a cell falls into, as a JSON value; undefined for the cell itself. */
  readonly unitOf?: ((cell: Cell) => string) | undefined;
}

export interface Aggregation {
  readonly kind: AggregateKind;
  readonly column: Column;
  readonly name: string;
}

export interface Grouping {
  readonly keys: readonly GroupKey[];
  readonly aggregations: readonly Aggregation[];
  /** True if a last column, `count`, tells the records of each group. */
  readonly withCount: boolean;
}

export const COUNT = 'count';

/** The columns that are made of the records of one side: aggregates, then the count. */
export function measureColumns({ aggregations, withCount }: Grouping): readonly Column[] {
  const names = aggregations.map(({ name }) => name).concat(withCount ? [COUNT] : []);
  return names.map((name) => createColumn([name]));
}

/** Throws a usage error if two columns would have one name. */
export function refuseSharedNames(columns: readonly Column[]): void {
  const names = columns.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  throw new ReportingError('usage', `two columns of the groups would be called ${JSON.stringify(repeated)}`, {
    hint: 'say which columns are wanted: --sum revenue',
  });
}
