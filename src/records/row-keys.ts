import { type Column, columnKey } from '../core/columns.ts';
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
}

/** All parts but `share` are those of a comparison: `usual` is the median of the weeks before. */
export interface DerivedColumn {
  readonly measure: Column;
  readonly part: keyof typeof PART_HEADINGS | 'share';
}

type Derived = Pick<RowKeys, 'derived' | 'comparison'>;

/** True for the rows of a comparison. */
export function isComparison({ comparison }: Derived): boolean {
  return comparison !== undefined && comparison.size > 0;
}

/** The part that a column has; undefined for a column that is not computed from a measure. */
export function partOf(keys: Derived | undefined, { path }: Column): DerivedColumn['part'] | undefined {
  return keys?.derived?.get(columnKey(path))?.part;
}

/** True for a column of changes. */
export function isChange(keys: Derived | undefined, column: Column): boolean {
  return ['change', 'percent'].includes(partOf(keys, column) ?? '');
}

/** The short headings of the parts of a comparison. */
export const PART_HEADINGS = { before: 'before', usual: 'usual', change: 'change', percent: '%' } as const;

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
