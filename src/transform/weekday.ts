/** The day of the week of a record: conditions on it, and the order of its groups. */

import type { Column } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { MONDAY, parseWeekday, shortWeekdayName, type Weekday, weekdayPlaces } from '../dates/date.ts';
import { cellText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { ResolvedCondition } from './condition-test.ts';
import { type Columns, unite } from './resolve-column.ts';
import type { SortKey } from './sort-keys.ts';
import type { Transform } from './transform-request.ts';
import { createUnitOf } from './unit-key.ts';
import { type Condition, quoteCondition } from './where.ts';

const WEEKDAY = 'weekday';

/** True for a condition on the day of the week: it names a column that the records do not have. */
export function isOnWeekday({ column }: Condition, { columns, hasMoreColumns }: Columns): boolean {
  if (column !== WEEKDAY || hasMoreColumns) return false;
  return columns.every(({ name }) => name !== WEEKDAY && !name.startsWith(`${WEEKDAY}.`));
}

/** A condition that compares the day of the week: undefined if its operator or one of its values does not fit. */
function weekdayCondition(condition: Condition): Condition | undefined {
  if (!WEEKDAY_OPERATORS.has(condition.operator)) return undefined;
  const days = condition.values.map(({ text }) => parseWeekday(text)).filter((day) => day !== undefined);
  if (days.length < condition.values.length) return undefined;
  return { ...condition, values: days.map((day) => ({ text: shortWeekdayName(day), isQuoted: true })) };
}

const WEEKDAY_OPERATORS: ReadonlySet<Condition['operator']> = new Set(['=', '!=', 'in'] as const);

/** The usage error for a condition on the day of the week that `weekdayCondition` does not accept. */
function notAWeekdayCondition(condition: Condition): ReportingError {
  const { source } = condition;
  return new ReportingError(
    'E-condition',
    `${quoteCondition(condition)} is not a condition on the day of the week`,
    {
      hint: `for example: ${flagOf(source)} weekday=sat, ${flagOf(source)} weekday!=sun, ${flagOf(source)} 'weekday in sat,sun'`,
    },
  );
}

/** The condition on the day of the week of a record's date. Throws a usage error without a date column. */
export function resolveWeekday(condition: Condition, dayColumn: Column | undefined): ResolvedCondition {
  const ofWeekday = weekdayCondition(condition);
  if (ofWeekday === undefined) throw notAWeekdayCondition(condition);
  if (dayColumn !== undefined) {
    return { condition: ofWeekday, column: dayColumn, read: createUnitOf('weekday', MONDAY) };
  }
  throw new ReportingError(
    'E-date-column',
    `--where ${WEEKDAY}: no column is known to hold the record's date`,
    {
      hint: 'name the column with --date-column, or add --windows 1 --window-columns to test the day of each window',
    },
  );
}

/** A note for conditions that could also mean the day of the week of a record. */
export function weekdayNotes(
  { where }: Transform,
  all: readonly RecordSet[],
  dayColumn: Column | undefined,
): readonly string[] {
  const testsColumn = (condition: Condition): boolean =>
    condition.column === WEEKDAY &&
    weekdayCondition(condition) !== undefined &&
    !isOnWeekday(condition, unite(all));
  if (dayColumn === undefined || !where.some(testsColumn)) return [];
  return [`--where ${WEEKDAY} tests the column ${WEEKDAY}, not the day of the week of ${dayColumn.name}`];
}

/** The key that sorts short names of weekdays in the order of the week. */
export function weekdayKeyOf(column: Column, weekStart: Weekday): SortKey {
  const places = weekdayPlaces(weekStart);
  return { column, isDescending: false, rankOf: (cell) => places.get(cellText(cell))?.toString() };
}

/** Compares short names of weekdays by their order in a week that begins on `weekStart`. */
export function weekdayComparer(weekStart: Weekday): (left: string, right: string) => number {
  const places = weekdayPlaces(weekStart);
  return (left, right) => places.get(left)! - places.get(right)!;
}
