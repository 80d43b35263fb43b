import type { DateUnit } from '../core/date-units.ts';
import { MONDAY, type Weekday } from '../core/weekday.ts';
import type { AggregateKind } from './aggregate.ts';
import type { Condition } from './condition.ts';
import type { RatioRequest } from './ratio.ts';

/** What is to be made of a report's records before they leave: all of it optional, in this order. */
export interface ShapeRequest {
  /** Records that meet all of these. */
  readonly where: readonly Condition[];
  /** One record for each value of these columns. */
  readonly groupBy: readonly string[];
  /** One record for each of these units of the column of dates. */
  readonly by: DateUnit | undefined;
  /** True if `by` is to be shown as bars in one row for each group, where there are groups. */
  readonly asTrend: boolean;
  readonly weekStart: Weekday;
  readonly aggregations: readonly { readonly kind: AggregateKind; readonly column: string }[];
  readonly count: boolean;
  readonly ratios: readonly RatioRequest[];
  readonly sort: readonly { readonly column: string; readonly isDescending: boolean }[];
  /** Undefined for all. */
  readonly limit: number | undefined;
  readonly totals: boolean;
}

/** The records as they came. */
export const PLAIN: ShapeRequest = {
  where: [],
  groupBy: [],
  by: undefined,
  asTrend: false,
  weekStart: MONDAY,
  aggregations: [],
  count: false,
  ratios: [],
  sort: [],
  limit: undefined,
  totals: false,
};

export function isGrouped({ groupBy, by }: ShapeRequest): boolean {
  return groupBy.length > 0 || by !== undefined;
}

/** True if the records leave as they came. */
export function isPlain(request: ShapeRequest): boolean {
  const { where, ratios, sort, limit, totals } = request;
  return (
    !isGrouped(request) && where.length + ratios.length + sort.length === 0 && limit === undefined && !totals
  );
}

/** True if groups are to have a column of bars. */
export function hasTrend({ groupBy, by, asTrend }: ShapeRequest): boolean {
  return asTrend && by !== undefined && groupBy.length > 0;
}
