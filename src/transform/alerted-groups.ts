/** The facts about the groups that meet `--alert`, for the line that names them. */

import { type Column, columnKey } from '../core/columns.ts';
import { comparedColumns } from '../frame/compared-columns.ts';
import { frameOf, recordsOfFrame } from '../frame/frame.ts';
import { findChangePerDay } from './change-per-day.ts';
import type { CountedDays } from './counted-days.ts';
import { chooseMeasure } from './main-measure.ts';
import { type GroupRows, resolveGroupColumn } from './resolve-conditions.ts';
import { totalsOfGroups } from './totals.ts';
import type { ComparedTotal } from './transformed-rows.ts';
import type { Condition } from './where.ts';

/**
 * The total, over all groups, of the sum that the conditions test, or else of the main sum. `days` are those of both ranges.
 * Undefined without a comparison, and without such a sum of one currency.
 */
export async function comparedTotal(
  alert: readonly Condition[],
  { rows, step }: GroupRows,
  days: CountedDays | undefined,
): Promise<ComparedTotal | undefined> {
  const shown = frameOf(rows);
  if (shown === undefined || step.changes.length === 0) return undefined;
  // The line has rounded figures in each format.
  const frame = { ...shown, keepsDigits: false };
  const measure = await testedSum(alert, rows, step);
  if (measure === undefined || step.amounts.has(columnKey(measure.path))) return undefined;
  const columns = comparedColumns(measure);
  const totals = await totalsOfGroups(frame, columns, [measure]);
  const perDay = await findChangePerDay(recordsOfFrame(frame), step, days, false);
  const [now, before, change, percent] = columns.map(({ path }) => totals.get(columnKey(path)));
  const percentPerDay = perDay?.totals.get(columnKey(columns[3].path));
  return { measure: measure.name, now, before, change, percent, percentPerDay };
}

/** The first sum that a condition tests, or whose comparison it tests; or else the main sum. */
async function testedSum(
  alert: readonly Condition[],
  rows: GroupRows['rows'],
  step: GroupRows['step'],
): Promise<Column | undefined> {
  const { measures, namedMeasure, grouping } = step.groups!;
  const { aggregations } = grouping;
  const sums = measures.filter((_, index) => (aggregations[index]?.kind ?? 'sum') === 'sum');
  if (sums.length === 0) return undefined;
  for (const { column: name, source } of alert) {
    const { column } = await resolveGroupColumn(name, source, rows, step);
    const tested = step.keys.derived?.get(columnKey(column.path))?.measure ?? column;
    const sum = sums.find((each) => each.name === tested.name);
    if (sum !== undefined) return sum;
  }
  const named = sums.find((each) => each.name === namedMeasure?.name);
  return chooseMeasure(rows, sums, named);
}
