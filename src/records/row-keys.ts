import type { Column } from '../core/columns.ts';
import type { DateUnit, Weekday } from '../dates/date.ts';

/** What tells the rows of a report apart, and what can be added up in them. */
export interface RowKeys {
  /** True if a row sums up all records that share its keys; false if it is a record. */
  readonly areGroups: boolean;
  /** The keys of groups, in order, without the unit of time. */
  readonly groups: readonly Column[];
  /** The column that says when a row is: a date, or the name of a unit. Undefined if no column is known to. */
  readonly time: TimeColumn | undefined;
  /** Columns whose numbers can be added up as far as the report knows, by `columnKey`; undefined for all. */
  readonly addable?: ReadonlySet<string> | undefined;
  /** The column with the number of the range compared with, by the `columnKey` of its measure. */
  readonly earlier?: ReadonlyMap<string, Column> | undefined;
  /** The columns that sum up the others of their row: the totals of pivoted rows. */
  readonly totals?: readonly Column[] | undefined;
  /** The columns that are computed from a measure in the same row, by `columnKey`. */
  readonly derived?: ReadonlyMap<string, DerivedColumn> | undefined;
  /** True if the order of the rows means something. */
  readonly isOrdered: boolean;
}

/** `before`, `change` and `percent` are the parts of a comparison. */
export interface DerivedColumn {
  readonly measure: Column;
  readonly part: 'before' | 'change' | 'percent' | 'other';
}

interface TimeColumn {
  readonly column: Column;
  /** The column with the unit of the earlier range that a row is compared with; undefined without such a column. */
  readonly earlier?: Column | undefined;
  readonly unit: DateUnit;
  readonly weekStart: Weekday;
}
