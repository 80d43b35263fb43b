/** The main sum of each group by day: findings name odd days, and the days on which a group began and stopped. */

import { isUsageError } from '../core/errors.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { SummaryRows } from '../records/summaries.ts';
import { type Step, type TransformInput, withoutWeeks } from './group-step.ts';
import { chooseMeasure } from './main-measure.ts';
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
  {
    filtered,
    step: { groups, amounts, recordSet },
  }: { readonly filtered: readonly RecordSet[]; readonly step: Step },
): Promise<SummaryRows | undefined> {
  const hasConditions = having.length + alert.length > 0;
  const isPart = by !== undefined || hasConditions || pivot !== undefined || top !== undefined;
  const isDaily = input.dayColumn !== undefined && input.windowUnit === undefined;
  const areMany = recordSet.recordCount > MAX_GROUPS;
  if (groups === undefined || isPart || !isDaily || areMany || amounts.size > 0) return undefined;
  const { aggregations } = groups.grouping;
  const sums = groups.measures.filter((_, index) => aggregations[index]?.kind === 'sum');
  if (sums.length === 0) return undefined;
  const main = await chooseMeasure(recordSet, sums, groups.namedMeasure);
  const source = aggregations.find(({ kind, name }) => kind === 'sum' && name === main.name)!;
  const request: Transform = {
    ...{ ...IDENTITY, groupBy, by: 'day', weekStart },
    aggregations: [{ kind: 'sum', column: source.column.name }],
  };
  // A report is complete without its days.
  return groupAll(request, withoutWeeks(input), filtered).catch((error: unknown) => {
    if (isUsageError(error)) return undefined;
    throw error;
  });
}
