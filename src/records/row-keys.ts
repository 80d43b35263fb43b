import type { Column } from '../core/columns.ts';
import type { DateUnit, Weekday } from '../dates/date.ts';

/** The columns that distinguish the rows of a report, and the columns whose numbers can be added up. */
export interface RowKeys {
  /** True if a row aggregates all records that share its keys; false if it is a record. */
  readonly areGroups: boolean;
  /** The keys of groups, in order, without the unit of time. */
  readonly groups: readonly Column[];
  /** The column with the time of a row: a date, or the name of a unit. Undefined if no column is known to hold it. */
  readonly time: TimeColumn | undefined;
  /** Columns whose numbers can be added up as far as the report knows, by `columnKey`; undefined for all. */
  readonly addable?: ReadonlySet<string> | undefined;
  /** The columns with the numbers of the compared range, by the `columnKey` of their measures. */
  readonly comparison?: ReadonlyMap<string, Column> | undefined;
  /** The columns of pivoted units of time. */
  readonly pivotedUnits?: PivotedUnits | undefined;
  /** The columns that add up other columns of their row: the totals of pivoted rows. */
  readonly totals?: readonly Column[] | undefined;
  /** The columns that are computed from a measure in the same row, by `columnKey`. */
  readonly derived?: ReadonlyMap<string, DerivedColumn> | undefined;
  /** `columnKey` of each computed column of percentages. The measure of a pivoted column is its `meaning`. */
  readonly percentages?: ReadonlySet<string> | undefined;
  /** True if the order of the rows means something. */
  readonly isOrdered: boolean;
}

/** `before`, or `usual` for the median of the weeks before, `change` and `percent` are the parts of a comparison. */
export interface DerivedColumn {
  readonly measure: Column;
  readonly part: keyof typeof PART_HEADINGS | 'other';
}

/** The short headings of the parts of a comparison. */
export const PART_HEADINGS = { before: 'before', usual: 'usual', change: 'change', percent: '%' } as const;

/** The value of the first key in the row that stands for all other groups. */
const OTHER = '(other)';

/** The name of all other groups. `isTaken` is true if a group has the name `(other)`. */
export function nameOthers(isTaken: boolean): string {
  return isTaken ? '(other groups)' : OTHER;
}

/** True for the first key of a group if it is the name of all others. */
export function isNameOfOthers(text: string): boolean {
  return text === OTHER;
}

interface PivotedUnits {
  readonly unit: DateUnit;
  readonly weekStart: Weekday;
  /** The name of a column's unit, by `columnKey`. */
  readonly names: ReadonlyMap<string, string>;
}

interface TimeColumn {
  readonly column: Column;
  /** The column with the unit of the earlier range that a row is compared with; undefined without such a column. */
  readonly comparison?: Column | undefined;
  readonly unit: DateUnit;
  readonly weekStart: Weekday;
}
