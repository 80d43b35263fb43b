/**
 * Tests dates against a condition: `date>=2026-02-15`, `date<=2026-W06`, `date in 2026-01,2026-03`. A date is before, among or
 * after the days of a value. Only its written day counts, and not its time or its zone.
 */

import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { quoteLine } from '../core/text.ts';
import { unitAround, unitStart } from '../dates/calendar.ts';
import { type CalendarDate, type DateUnit, dayWithin, MONDAY, type Weekday } from '../dates/date.ts';
import { isReadable, suggestSpan } from '../dates/date-errors.ts';
import type { DateRange } from '../dates/range.ts';
import { parseCalendarSpan, unitName } from '../dates/unit-names.ts';
import { createFoundDate, dateNumber, readDateIn, spellDate } from '../json/date-values.ts';
import { type Cell, cellText, isEmpty } from '../records/cells.ts';
import { anyOf, type ConditionTest, isOrder, matcherOf } from './condition-test.ts';
import { type CompareOperator, type Condition, quoteCondition } from './where.ts';

/** The unit of time that each cell of a column stands for. */
export interface CellUnit {
  readonly unit: DateUnit;
  readonly weekStart: Weekday;
}

const found = createFoundDate();

/**
 * The test of a column of dates. With `cellUnit`, each date is the first day of such a unit. A cell without a date is not before
 * or after any day, and equals only its own text. Throws a usage error for a value that is not a date.
 */
export function createDateTest(condition: Condition, cellUnit?: CellUnit): ConditionTest {
  const { values } = condition;
  const tests = values.map((value) => createDayTest(condition, value.text, cellUnit));
  const matchesDay = anyOf(tests.map(({ matches }) => matches));
  const matchesText = anyOf(values.map(({ text }) => matcherOf(condition, { text, isQuoted: true })));
  /** Mistyped dates, unless a cell has their text. */
  const unread = new Set(
    values.flatMap(({ text, isQuoted }, index) => (tests[index]!.isOther && text && !isQuoted ? text : [])),
  );
  const isOrdered = isOrder(condition) && values[0]!.text !== '';
  if (isOrdered && tests[0]!.isOther) throw notADate(condition, values[0]!.text);
  return {
    kind: 'date',
    matches(cell) {
      if (cell !== undefined && readDateIn(cell, found) === 'date') return matchesDay(found.date, cell);
      unread.delete(cellText(cell));
      if (isOrdered) return !isEmpty(cell) && 'incomparable';
      return matchesText(cell);
    },
    finish() {
      for (const text of unread) throw notADate(condition, text);
      for (const { finish } of tests) finish?.();
    },
  };
}

/** The test of one value. */
interface DayTest {
  /** Tests a date, as a number: 20260131. */
  matches(day: number, cell: Cell): boolean;
  /** Throws a usage error for a value that does not fit the cells so far. */
  finish?(): void;
  /** True for a value that is not a date, and differs from all dates. */
  readonly isOther?: true;
}

function createDayTest(condition: Condition, text: string, cellUnit: CellUnit | undefined): DayTest {
  const span = spanOf(text, cellUnit);
  if (span === 'time' && cellUnit === undefined) return createTimeTest(condition, text);
  if (typeof span !== 'object') return { isOther: true, matches: () => condition.operator === '!=' };
  if (cellUnit !== undefined) assertWholeUnits(condition, text, span, cellUnit);
  const test = SPAN_TESTS[condition.operator === 'in' ? '=' : (condition.operator as CompareOperator)];
  const [first, last] = [dateNumber(span.from), dateNumber(span.to)];
  return { matches: (day) => test(day, first, last) };
}

const SPAN_TESTS: Readonly<Record<CompareOperator, (day: number, first: number, last: number) => boolean>> = {
  '=': (day, first, last) => day >= first && day <= last,
  '!=': (day, first, last) => day < first || day > last,
  '<': (day, first) => day < first,
  '<=': (day, _, last) => day <= last,
  '>': (day, _, last) => day > last,
  '>=': (day, first) => day >= first,
};

/** Compares texts, which order times only if all of them are spelled alike. */
function createTimeTest(condition: Condition, text: string): DayTest {
  const matchesText = matcherOf(condition, { text, isQuoted: true });
  const shape = shapeOf(text);
  let unlike: string | undefined;
  return {
    matches(_, cell) {
      const other = shapeOf(cellText(cell));
      if (!other.startsWith(shape) && !shape.startsWith(other)) unlike ??= cellText(cell);
      return matchesText(cell);
    },
    finish() {
      if (unlike === undefined) return;
      throw new ReportingError(
        'E-condition',
        `${quoteCondition(condition)}: ${JSON.stringify(text)} is not spelled like ${quoteLine(unlike, 40)}, so the times cannot be compared`,
        { hint: 'write the time as the column does, or only a day' },
      );
    },
  };
}

/** True for a value that is a date with a time. */
export function hasTime(text: string): boolean {
  return readDateIn(JSON.stringify(text), found) === 'date' && found.hasTime;
}

function shapeOf(text: string): string {
  return text.replace(/\d/g, '0');
}

/** The days of a value: `2026-01-31`, `2026/01/31`, `20260131`, `2026-W05`, `2026-01`, `2026-Q1`, `2026`. */
function spanOf(text: string, cellUnit: CellUnit | undefined): DateRange | 'time' | undefined {
  if (readDateIn(JSON.stringify(text), found) !== 'date') {
    return isReadable(parseCalendarSpan, text) ? parseCalendarSpan(text) : undefined;
  }
  if (found.hasTime) return 'time';
  const day = spellDate(found.date);
  // A week that does not begin on a Monday is named by its first day.
  const isWeek = cellUnit?.unit === 'week' && cellUnit.weekStart !== MONDAY && isFirstDay(day, cellUnit);
  return isWeek ? unitAround(day, 'week', cellUnit.weekStart) : { from: day, to: day };
}

/** Throws a usage error if the value begins or ends, as far as the operator asks, inside a unit. */
function assertWholeUnits(
  condition: Condition,
  text: string,
  { from, to }: DateRange,
  cellUnit: CellUnit,
): void {
  const { operator, column, source } = condition;
  const isCut =
    (operator !== '<=' && operator !== '>' && !isFirstDay(from, cellUnit)) ||
    (operator !== '<' && operator !== '>=' && !isFirstDay(dayWithin(to, 1), cellUnit));
  if (!isCut) return;
  const { unit } = cellUnit;
  throw new ReportingError(
    'E-condition',
    `${quoteCondition(condition)}: ${JSON.stringify(text)} is not made of whole ${unit}s, but ${column} holds ${unit}s`,
    {
      hint: `write a ${unit}: ${flagOf(source)} '${column}${operator === 'in' ? '=' : operator}${unitName(from, unit, cellUnit.weekStart)}'; --where compares days`,
    },
  );
}

function isFirstDay(day: CalendarDate, { unit, weekStart }: CellUnit): boolean {
  return unit === 'day' || unitStart(day, unit, weekStart) === day;
}

function notADate(condition: Condition, text: string): ReportingError {
  return new ReportingError(
    'E-condition',
    `${quoteCondition(condition)}: ${JSON.stringify(text)} is not a date, but ${condition.column} holds dates`,
    {
      hint:
        suggestSpan(text) ??
        'write a day, week, month, quarter or year: 2026-01-31, 2026-W05, 2026-01, 2026-Q1, 2026',
    },
  );
}
