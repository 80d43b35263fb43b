/**
 * The numbers of days of compared ranges, for their change a day. And a warning about conditions that keep other days of a range than of
 * the range that it is compared with.
 */

import { type Column, isSameColumn } from '../core/columns.ts';
import { countOf } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { type ComparedRange, type ComparedRanges, pairUnits } from '../dates/compared-range.ts';
import { type CalendarDate, type CalendarUnit, MONDAY } from '../dates/date.ts';
import { countDays, type DateRange, daysOf, formatRange } from '../dates/range.ts';
import { quoteCondition } from './condition.ts';
import { createDateTest, createValueTest, isPart, type ResolvedCondition } from './condition-test.ts';

/** The ranges of a report, and what is known of the days of their records. */
export interface DayFacts {
  readonly range: DateRange;
  readonly compared: ComparedRange | undefined;
  /** The column with the day of a record, which may be that of the window; undefined if there is none. */
  readonly dayColumn: Column | undefined;
  /** The unit of the windows if `dayColumn` only has the first day of each; undefined if it has days. */
  readonly windowUnit?: CalendarUnit | undefined;
  readonly today: () => CalendarDate;
}

/**
 * The numbers of days of the range and of the compared range if they differ, whether the days have records or not. Undefined for a condition
 * on days, and if a day is not over: its records are not complete.
 */
export function unequalDays(
  conditions: readonly ResolvedCondition[],
  { range, compared, dayColumn, today }: DayFacts,
): readonly [number, number] | undefined {
  if (compared === undefined || compared.weeks !== undefined) return undefined;
  const [now, before] = [countDays(range), countDays(compared)];
  const isOver = [range, compared].every(({ to }) => to < today());
  return now === before || !isOver || conditions.some(({ column }) => isSameColumn(column, dayColumn))
    ? undefined
    : [now, before];
}

/** The warning about the conditions on `dayColumn`, which holds the dates of the records; undefined if there is no reason. */
export function unevenDays(
  conditions: readonly ResolvedCondition[],
  dayColumn: Column | undefined,
  ranges: ComparedRanges,
): DataWarning | undefined {
  const own = conditions.filter(({ column }) => isSameColumn(column, dayColumn));
  if (own.length === 0) return undefined;
  const { range, compared } = ranges;
  // The values may have the spelling of the column: a test of its cells as numbers or texts would not find the day.
  const tests = own.map(({ condition }) =>
    isPart(condition) ? createValueTest(condition) : createDateTest(condition),
  );
  const isKept = (day: CalendarDate): boolean => tests.every(({ matches }) => matches(JSON.stringify(day)) === true);
  const kept = daysOf(range).filter(isKept);
  const keptBefore = new Set(daysOf(compared).filter(isKept));
  if (kept.length === countDays(range) && keptBefore.size === countDays(compared)) return undefined;
  const { comparedDay } = pairUnits(ranges, { unit: 'day', weekStart: MONDAY });
  const isUneven = daysOf(range).some((day) => {
    const partner = comparedDay(day);
    return partner !== undefined && isKept(day) !== keptBefore.has(partner);
  });
  if (!isUneven) return undefined;
  const names = own.map(({ condition }) => quoteCondition(condition)).join(' ');
  const verb = own.length === 1 ? 'keeps' : 'keep';
  const text = `${names} ${verb} ${kept.length} of ${countOf(countDays(range), 'day')} of ${formatRange(range)}, and ${keptBefore.size} of ${countDays(compared)} of ${formatRange(compared)}: name the days of both ranges with --from, --to and --compare instead`;
  return { name: 'comparison', text };
}
