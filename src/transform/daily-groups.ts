/** The main sum of each group by day: findings name odd days, and the days on which a group began and stopped. */

import { isUsageError } from '../core/errors.ts';
import { amountsIn, chooseMeasure, type Frame, ownMeasures } from '../frame/frame.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { SummaryRows } from '../records/summaries.ts';
import { type TransformInput, withoutWeeks } from './group-step.ts';
import { groupAll } from './summarize.ts';
import { IDENTITY, type Transform } from './transform-request.ts';

/** More groups have no days of their own: their odd days are not judged. */
const MAX_GROUPS = 1000;

/**
 * One row for each group and day of the `filtered` records. Undefined if no column is known to hold the days, if the rows are not
 * whole groups of the whole range, and for several currencies.
 */
export async function groupByDay(
  { groupBy, by, having, alert, pivot, top, weekStart }: Transform,
  input: TransformInput,
  filtered: readonly RecordSet[],
  frame: Frame,
): Promise<SummaryRows | undefined> {
  const hasConditions = having.length + alert.length > 0;
  const isPart = by !== undefined || hasConditions || pivot !== undefined || top !== undefined;
  const isDaily = input.dayColumn !== undefined && input.windowUnit === undefined;
  const areMany = frame.rows.length > MAX_GROUPS;
  if (isPart || !isDaily || areMany || amountsIn(frame).size > 0) return undefined;
  const sums = ownMeasures(frame).filter(({ role }) => role === 'sum');
  if (sums.length === 0) return undefined;
  const { aggregation } = await chooseMeasure(frame, sums);
  const request: Transform = {
    ...{ ...IDENTITY, groupBy, by: 'day', weekStart },
    aggregations: [{ kind: 'sum', column: aggregation!.column.name }],
  };
  // A report is complete without its days.
  return groupAll(request, withoutWeeks(input), filtered).catch((error: unknown) => {
    if (isUsageError(error)) return undefined;
    throw error;
  });
}
