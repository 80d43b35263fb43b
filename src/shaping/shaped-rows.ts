import type { Column } from '../core/column.ts';
import type { Dataset } from '../segments/dataset.ts';
import type { Totals } from './totals.ts';

/** What leaves: a report's records as they came, or what was made of them. */
export interface ShapedRows {
  readonly dataset: Dataset;
  /** Of all rows, also of those behind the limit; undefined if none were asked for. */
  readonly totals: Totals | undefined;
  /** Rows that the totals are of. */
  readonly totalRows: number;
  /** Columns that hold a change, by `columnKey`. */
  readonly changeColumns: ReadonlySet<string>;
  /** Columns of numbers that the groups leave out, since their sum would mean nothing. */
  readonly leftOut: readonly Column[];
}

/** The records as they came. */
export function plainRows(dataset: Dataset): ShapedRows {
  return {
    dataset,
    totals: undefined,
    totalRows: dataset.recordCount,
    changeColumns: new Set(),
    leftOut: [],
  };
}
