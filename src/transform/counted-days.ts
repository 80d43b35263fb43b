/**
 * The calendar days of compared ranges, for their change a day: those of a unit of time, or of the whole range, whether they have
 * records or not. A day that a condition excludes does not count. And a warning about conditions that keep other days of a range than
 * of the range that it is compared with.
 */

import { type Column, isSameColumn } from '../core/columns.ts';
import { countOf } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { unitStart } from '../dates/calendar.ts';
import type { ComparedRange } from '../dates/compared-range.ts';
import { type CalendarDate, type CalendarUnit, MONDAY } from '../dates/date.ts';
import { type ComparedRanges, pairUnits } from '../dates/paired-units.ts';
import { countDays, type DateRange, daysOf, formatRange } from '../dates/range.ts';
import type { Frame } from '../frame/frame.ts';
import { createUnitOf } from '../frame/key-column.ts';
import type { Cell } from '../records/cells.ts';
import { quoteCondition } from './condition.ts';
import { createDateTest, createValueTest, isPart, type ResolvedCondition } from './condition-test.ts';
import type { Transform } from './transform-request.ts';

/** The days of each side of a comparison; the first side is the range. */
export interface CountedDays {
  /** The number of days of each side. */
  readonly counts: readonly number[];
  /** False if the current day or a later one is among them: their records are not complete. */
  readonly areOver: boolean;
  /** The number of those days in units of time, which are JSON values. */
  readonly countIn: (units: ReadonlySet<Cell>, side: number) => number;
}

/** The ranges of a report, and what is known of the days of their records. */
export interface DayFacts {
  readonly range: DateRange;
  readonly compared: ComparedRange | undefined;
  readonly dayColumn: Column | undefined;
  /** The unit of the windows if `dayColumn` only has the first day of each; undefined if it has days. */
  readonly windowUnit?: CalendarUnit | undefined;
  /** The current day. */
  readonly today: () => CalendarDate;
}

/** A function that tests whether all `conditions` on the date of a record keep a day. */
function createDayFilter(conditions: readonly ResolvedCondition[]): (day: CalendarDate) => boolean {
  // The values may have the spelling of the column: a test of its cells as numbers or texts would not find the day.
  const tests = conditions.map(({ condition }) =>
    isPart(condition) ? createValueTest(condition) : createDateTest(condition),
  );
  return (day) => tests.every(({ matches }) => matches(JSON.stringify(day)) === true);
}

/** The conditions on the dates of records. */
function conditionsOnDays(
  conditions: readonly ResolvedCondition[],
  dayColumn: Column | undefined,
): readonly ResolvedCondition[] {
  return conditions.filter(({ column }) => isSameColumn(column, dayColumn));
}

/** The days of the ranges that the conditions keep; undefined if one of them does not keep whole days. */
export function countDaysOf(
  conditions: readonly ResolvedCondition[],
  facts: DayFacts,
  { by, weekStart }: Pick<Transform, 'by' | 'weekStart'>,
): CountedDays | undefined {
  const own = conditionsOnDays(conditions, facts.dayColumn);
  if (own.some(({ condition }) => isPart(condition))) return undefined;
  const isKept = createDayFilter(own);
  const today = facts.today();
  const windowStart = ({ from }: DateRange, day: CalendarDate): CalendarDate => {
    const first = facts.windowUnit === undefined ? day : unitStart(day, facts.windowUnit, weekStart);
    return first < from ? from : first;
  };
  const ranges = [facts.range, ...(facts.compared === undefined ? [] : [facts.compared])];
  const sides = ranges.map((range) => daysOf(range).filter((day) => isKept(windowStart(range, day))));
  return {
    counts: sides.map((days) => days.length),
    areOver: sides.every((days) => days.every((day) => day < today)),
    countIn(units, side) {
      const unitOf = createUnitOf(by!, weekStart);
      return sides[side]!.filter((day) => units.has(unitOf(JSON.stringify(day)))).length;
    },
  };
}

/** The days of the units of time in the rows. */
export function daysInRows({ table, rows }: Frame, days: CountedDays): CountedDays {
  const units = table.keys.flatMap(({ key }, index) => (key.unit === undefined ? [] : [index]));
  if (units.length === 0) return days;
  const counts = days.counts.map((_, side) => {
    const unit = side === 0 ? units[0]! : units.at(-1)!;
    return days.countIn(new Set(rows.map((row) => table.keyAt(unit, row))), side);
  });
  return { ...days, counts };
}

/** The warning about the conditions on `dayColumn`, which holds the dates of the records; undefined if there is no reason. */
export function unevenDays(
  conditions: readonly ResolvedCondition[],
  dayColumn: Column | undefined,
  ranges: ComparedRanges,
): DataWarning | undefined {
  const own = conditionsOnDays(conditions, dayColumn);
  if (own.length === 0) return undefined;
  const { range, compared } = ranges;
  const isKept = createDayFilter(own);
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
