/**
 * Tests dates against a condition: `date>=2026-02-15`, `date<=2026-W06`, `date in 2026-01,2026-03`. A date is before, among or
 * after the days of a value. Only its written day counts, and not its time or its zone.
 */

import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { quoteLine } from '../core/text.ts';
import { tryRead } from '../core/try-read.ts';
import { unitAround, unitStart } from '../dates/calendar.ts';
import { type CalendarDate, type DateUnit, dayWithin, MONDAY, type Weekday } from '../dates/date.ts';
import { suggestSpan } from '../dates/date-errors.ts';
import type { DateRange } from '../dates/range.ts';
import { parseCalendarSpan, unitName } from '../dates/unit-names.ts';
import { createFoundDate, dateNumber, readDateIn, spellDate } from '../json/date-values.ts';
import { type Cell, cellText, isEmpty } from '../records/cells.ts';
import { type ConditionTest, isOrder, matcherOf, orderTest } from './condition-test.ts';
import { type Condition, quoteValue } from './where.ts';

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
  const { values, operator } = condition;
  const test = orderTest(condition);
  const tests = values.map(({ text, isQuoted }) => ({
    ...{ text, isQuoted, shape: shapeOf(text) },
    span: spanOf(condition, text, cellUnit),
    matchesText: matcherOf(condition, { text, isQuoted: true }),
  }));
  /** Mistyped dates, unless a cell has their text. */
  const unread = new Set(
    tests.flatMap(({ span, text, isQuoted }) => (span === undefined && text && !isQuoted ? text : [])),
  );
  const isOrdered = isOrder(condition) && values[0]!.text !== '';
  if (isOrdered && tests[0]!.span === undefined) throw notADate(condition, values[0]!.text);
  /** A value with a time, and a cell with another spelling. */
  let unlike: readonly [text: string, other: string] | undefined;
  const matchesDay = (day: number, cell: Cell, { span, shape, text, matchesText }: (typeof tests)[number]) => {
    if (span === undefined) return operator === '!=';
    if (span !== 'time') return test(day < span.first ? -1 : day > span.last ? 1 : 0);
    // Texts order times only if all of them are spelled alike.
    const other = cellText(cell);
    const otherShape = shapeOf(other);
    if (!otherShape.startsWith(shape) && !shape.startsWith(otherShape)) unlike ??= [text, other];
    return matchesText(cell);
  };
  return {
    kind: 'date',
    matches(cell) {
      if (cell !== undefined && readDateIn(cell, found) === 'date') {
        const { date } = found;
        return tests.some((each) => matchesDay(date, cell, each));
      }
      unread.delete(cellText(cell));
      if (isOrdered) return !isEmpty(cell) && 'incomparable';
      return tests.some(({ matchesText }) => matchesText(cell));
    },
    finish() {
      for (const text of unread) throw notADate(condition, text);
      if (unlike === undefined) return;
      const [text, other] = unlike;
      throw new ReportingError(
        'E-condition',
        `${quoteValue(condition, text)} is not spelled like ${quoteLine(other, 40)}, so the times cannot be compared`,
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

/** The first and last day of a value, as numbers: `2026-01-31`, `2026/01/31`, `20260131`, `2026-W05`, `2026-01`, `2026-Q1`, `2026`. */
function spanOf(condition: Condition, text: string, cellUnit: CellUnit | undefined) {
  let span: DateRange | undefined;
  if (readDateIn(JSON.stringify(text), found) !== 'date') {
    span = tryRead(() => parseCalendarSpan(text));
  } else if (found.hasTime) {
    return cellUnit === undefined ? ('time' as const) : undefined;
  } else {
    const day = spellDate(found.date);
    // A week that does not begin on a Monday is named by its first day.
    const isWeek = cellUnit?.unit === 'week' && cellUnit.weekStart !== MONDAY && isFirstDay(day, cellUnit);
    span = isWeek ? unitAround(day, 'week', cellUnit.weekStart) : { from: day, to: day };
  }
  if (span === undefined) return undefined;
  if (cellUnit !== undefined) assertWholeUnits(condition, text, span, cellUnit);
  return { first: dateNumber(span.from), last: dateNumber(span.to) };
}

/** Throws a usage error if the value begins or ends, as far as the operator asks, inside a unit. */
function assertWholeUnits(condition: Condition, text: string, { from, to }: DateRange, cellUnit: CellUnit): void {
  const { operator, column, source } = condition;
  const isCut =
    (operator !== '<=' && operator !== '>' && !isFirstDay(from, cellUnit)) ||
    (operator !== '<' && operator !== '>=' && !isFirstDay(dayWithin(to, 1), cellUnit));
  if (!isCut) return;
  const { unit, weekStart } = cellUnit;
  const written = `${column}${operator === 'in' ? '=' : operator}${unitName(from, unit, weekStart)}`;
  const hint = `write a ${unit}: ${flagOf(source)} '${written}'; --where compares days`;
  throw new ReportingError(
    'E-condition',
    `${quoteValue(condition, text)} is not made of whole ${unit}s, but ${column} holds ${unit}s`,
    { hint },
  );
}

function isFirstDay(day: CalendarDate, { unit, weekStart }: CellUnit): boolean {
  return unit === 'day' || unitStart(day, unit, weekStart) === day;
}

function notADate(condition: Condition, text: string): ReportingError {
  const forms = 'write a day, week, month, quarter or year: 2026-01-31, 2026-W05, 2026-01, 2026-Q1, 2026';
  return new ReportingError(
    'E-condition',
    `${quoteValue(condition, text)} is not a date, but ${condition.column} holds dates`,
    { hint: suggestSpan(text) ?? forms },
  );
}
