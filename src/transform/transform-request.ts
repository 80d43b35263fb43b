import type { ColumnItem } from '../core/column-list.ts';
import type { Column } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { type DateUnit, MONDAY, type Weekday } from '../dates/date.ts';
import type { AggregateKind } from '../frame/arithmetic.ts';
import { PROFILE_COLUMN } from '../records/record-set.ts';
import type { RowKeys } from '../records/row-keys.ts';
import type { Condition } from './condition.ts';
import type { RatioRequest } from './ratio.ts';

/** The name of the column with the number of records in a group. */
export const COUNT = 'count';

/** The steps from a report's records to its rows, in the order in which they run. All of them are optional. */
export interface Transform {
  readonly where: readonly Condition[];
  readonly groupBy: readonly string[];
  readonly by: DateUnit | undefined;
  /** True for a chart by day because the user named no keys. */
  readonly isByDefault?: true;
  readonly weekStart: Weekday;
  /** Without a key, one row aggregates all records. */
  readonly aggregations: readonly { readonly kind: AggregateKind; readonly column: string }[];
  readonly count: boolean;
  /** True for the results of two ranges side by side. */
  readonly isCompared: boolean;
  readonly ratios: readonly RatioRequest[];
  /** The sums of these columns as a percentage of the sum of all groups. */
  readonly shares: readonly string[];
  readonly having: readonly Condition[];
  /** Keeps those that meet all of these, too. The run fails without a group, if the records are doubtful. */
  readonly alert: readonly Condition[];
  /** The name in `groupBy`, or the unit in `by`, whose values become columns; undefined for none. */
  readonly pivot: string | undefined;
  /** Merges the groups after so many first ones into one row; undefined for all groups. */
  readonly top: number | undefined;
  readonly sort: readonly { readonly column: string; readonly isDescending: boolean }[];
  readonly limit: number | undefined;
  /** True for a table on a terminal: the largest groups come first unless they are in order of time. */
  readonly isForReading?: true;
  /** True for a document that rounds quotients to fewer decimals: `Quotient` in frame/arithmetic.ts. */
  readonly roundsQuotients?: true;
  /** True to list the columns of the matching records: one row for each column. */
  readonly listsColumns?: true;
}

/** What the user chose of a chart. */
export interface ChartRequest {
  readonly columns: readonly ColumnItem[] | undefined;
  /** The names of the measures to sum or to sort by. */
  readonly measures: readonly string[];
}

/** The error for a chart by default without days. */
export function chartWithoutDays(column = 'campaign'): ReportingError {
  const message = 'a chart of one day, of records without dates, or with --compare usual goes with --group-by';
  return new ReportingError('E-option-conflict', message, { hint: `for example: --group-by ${column}` });
}

/** A transform that changes nothing. */
export const IDENTITY: Transform = {
  where: [],
  groupBy: [],
  by: undefined,
  weekStart: MONDAY,
  aggregations: [],
  count: false,
  isCompared: false,
  ratios: [],
  shares: [],
  having: [],
  alert: [],
  pivot: undefined,
  top: undefined,
  sort: [],
  limit: undefined,
};

/** True if the rows are groups of records: one for each key, or one of all records. */
export function isGrouped(transform: Transform): boolean {
  const { aggregations, count, isCompared } = transform;
  return hasKeys(transform) || aggregations.length > 0 || count || isCompared;
}

/** True if there is one row for each distinct key. */
export function hasKeys({ groupBy, by }: Transform): boolean {
  return groupBy.length > 0 || by !== undefined;
}

/** True if each client has groups of its own. */
export function separatesProfiles({ groupBy }: Transform): boolean {
  return groupBy.includes(PROFILE_COLUMN);
}

/** The keys of rows that are records: `dayColumn` has the date of each. */
export function recordKeys({ weekStart }: Transform, dayColumn: Column | undefined): RowKeys {
  const time = dayColumn && { column: dayColumn, unit: 'day' as const, weekStart };
  return { areGroups: false, groups: [], time };
}

/** True if the transform changes nothing. */
export function isIdentity(transform: Transform): boolean {
  const { where, ratios, sort, limit, listsColumns = false } = transform;
  return (
    !isGrouped(transform) && !listsColumns && where.length + ratios.length + sort.length === 0 && limit === undefined
  );
}
