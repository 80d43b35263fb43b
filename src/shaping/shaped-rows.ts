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
  /** What is worth knowing of the rows, in words to show. */
  readonly notes: readonly string[];
}

/** The records as they came. */
export function plainRows(dataset: Dataset): ShapedRows {
  return {
    dataset,
    totals: undefined,
    totalRows: dataset.recordCount,
    changeColumns: new Set(),
    notes: [],
  };
}
