/**
 * Tests the cells of records and groups against a condition. A condition whose value does not match the kind of its column, such as
 * `revenue<1,000`, is most likely a mistake and fails.
 */

import type { Column } from '../core/columns.ts';
import { compareDecimals, type Decimal, parseDecimal } from '../core/decimal.ts';
import { ReportingError, tryRead } from '../core/errors.ts';
import { flagOf } from '../core/text.ts';
import { parseCalendarSpan } from '../dates/calendar.ts';
import { numberIn } from '../frame/arithmetic.ts';
import { createFoundDate, dateNumber, readDateIn } from '../json/date-values.ts';
import { type Cell, cellText, figureIn, isEmpty } from '../records/cells.ts';
import { type CompareOperator, type Condition, type ConditionValue, quoteValue } from './condition.ts';

/** A condition on a column, and its test. */
export interface ResolvedCondition {
  readonly condition: Condition;
  readonly column: Column;
  readonly test: ConditionTest;
}

/** `incomparable`: the cell is neither less nor greater than the value, because it is of another kind. */
export type Verdict = boolean | 'incomparable';

/** Tests the rows of a report against a condition. */
export interface ConditionTest {
  readonly kind: 'number' | 'date';
  /** The verdict on a cell, the same in every row. */
  matches(cell: Cell): Verdict;
  /** Throws a usage error for a value that fits none of the cells so far. */
  finish(): void;
}

/**
 * Tests a cell against values. Two numbers compare by value, exactly; two texts compare by characters. A number and a text are
 * not equal, and neither is less. `~` finds a part of the text and ignores case; `!~` is its opposite. `in` tests whether a cell
 * equals one of the values. A null or missing cell is the empty text, and nothing is less or greater than it.
 */
export function createValueTest(condition: Condition): ConditionTest {
  const { values } = condition;
  const matchers = values.map((value) => matcherOf(condition, value));
  const isNumberOrder = isOrder(condition) && numberOf(values[0]!) !== undefined;
  const isBareText = (value: ConditionValue): boolean =>
    value.text !== '' && !value.isQuoted && numberOf(value) === undefined;
  const text = isPart(condition) ? undefined : values.find(isBareText);
  // Names of days, weeks and months are in order only among names of the same form.
  const form = isOrder(condition) && !values[0]!.isQuoted && UNIT.test(values[0]!.text) && formOf(values[0]!.text);
  let [hasNumbers, hasOthers] = [false, false];
  return {
    kind: form ? 'date' : 'number',
    matches(cell) {
      if (text !== undefined && !hasOthers && !isEmpty(cell)) {
        if (figureIn(cell) === undefined) hasOthers = true;
        else hasNumbers = true;
      }
      if (form && !isEmpty(cell) && formOf(cellText(cell)) !== form) return 'incomparable';
      if (matchers.some((matches) => matches(cell))) return true;
      return isNumberOrder && !isEmpty(cell) && figureIn(cell) === undefined ? 'incomparable' : false;
    },
    finish() {
      if (text === undefined || !hasNumbers || hasOthers) return;
      const hint = `write 1000 for 1,000; a fall of 20% in a comparison is 'revenue_percent<-20'; give each condition its own ${flagOf(condition.source)}`;
      throw new ReportingError(
        'E-condition',
        `${quoteValue(condition, text.text)} is not a number, but ${condition.column} holds only numbers`,
        { hint },
      );
    },
  };
}

/** The beginning of 2026-01, 2026-W05-3, 2026-Q1. */
const UNIT = /^\d{4}-(?:[wq]\d|\d\d)/i;

function formOf(text: string): string {
  return text.replace(/\d/g, '0');
}

const found = createFoundDate();

/**
 * The test of a column of dates: a date is before, among or after the days of a value. Only the written day of a cell counts, and not its
 * time or its zone. A cell without a date is not before or after any day, and equals only its own text. Throws a usage error for a value
 * that is not a date.
 */
export function createDateTest(condition: Condition): ConditionTest {
  const { values, operator } = condition;
  const test = orderTest(condition);
  const tests = values.map((value) => ({
    ...value,
    span: spanOf(condition, value.text),
    matchesText: matcherOf(condition, { ...value, isQuoted: true }),
  }));
  /** Mistyped dates, unless a cell has their text. */
  const unread = new Set(
    tests.flatMap(({ span, text, isQuoted }) => (span === undefined && text && !isQuoted ? text : [])),
  );
  const isOrdered = isOrder(condition) && values[0]!.text !== '';
  if (isOrdered && tests[0]!.span === undefined) throw notADate(condition, values[0]!.text);
  return {
    kind: 'date',
    matches(cell) {
      if (cell !== undefined && readDateIn(cell, found)) {
        const { date } = found;
        return tests.some(({ span }) => {
          if (span === undefined) return operator === '!=';
          return test(date < span.first ? -1 : date > span.last ? 1 : 0);
        });
      }
      unread.delete(cellText(cell));
      if (isOrdered) return !isEmpty(cell) && 'incomparable';
      return tests.some(({ matchesText }) => matchesText(cell));
    },
    finish() {
      for (const text of unread) throw notADate(condition, text);
    },
  };
}

/** The first and last day of a value, as numbers: `2026-01-31`, `2026/01/31`, `20260131`, `2026-W05`, `2026-01`, `2026-Q1`, `2026`. */
function spanOf(condition: Condition, text: string) {
  if (readDateIn(JSON.stringify(text), found)) {
    // Texts order times only if all of them are spelled alike.
    if (found.hasTime) throw notADate(condition, text);
    return { first: found.date, last: found.date };
  }
  const span = tryRead(() => parseCalendarSpan(text));
  return span && { first: dateNumber(span.from), last: dateNumber(span.to) };
}

function notADate(condition: Condition, text: string): ReportingError {
  const hint = 'write a day, week, month, quarter or year: 2026-01-31, 2026-W05, 2026-01, 2026-Q1, 2026';
  const message = `${quoteValue(condition, text)} is not a date, but ${condition.column} holds dates`;
  return new ReportingError('E-condition', message, { hint });
}

/** True for a condition that asks which of two values is less. It has one value. */
export function isOrder({ operator }: Condition): boolean {
  return operator.startsWith('<') || operator.startsWith('>');
}

/** True for a condition that asks whether a text is a part of another one. It has one value. */
export function isPart({ operator }: Condition): boolean {
  return operator.endsWith('~');
}

/** A function that tests a cell against one value, as a number or as a text. */
export function matcherOf(condition: Condition, typedValue: ConditionValue): (cell: Cell) => boolean {
  const { text: value } = typedValue;
  if (isPart(condition)) {
    const part = value.toLowerCase();
    const isWanted = condition.operator === '~';
    return (cell) => cellText(cell).toLowerCase().includes(part) === isWanted;
  }
  const expected = numberOf(typedValue);
  const test = orderTest(condition);
  const isOrdered = isOrder(condition);
  return (cell) => {
    const number = numberIn(cell);
    if (number !== undefined && expected !== undefined) return test(compareDecimals(number, expected));
    const text = cellText(cell);
    const isComparable = number === expected && text !== '' && value !== '';
    return (isComparable || !isOrdered) && test(text < value ? -1 : text > value ? 1 : 0);
  };
}

const ORDER_TESTS: Readonly<Record<CompareOperator, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Tests whether something that is less than, equal to, or greater than a value (-1, 0, 1) meets the condition. */
function orderTest({ operator }: Condition): (order: number) => boolean {
  return ORDER_TESTS[operator === 'in' ? '=' : (operator as CompareOperator)];
}

/** Digits after a leading zero are a text, as in the records. */
const CODE = /^[+-]?0\d/;

/** The number that a value spells; undefined for a text. */
export function numberOf({ text, isQuoted }: ConditionValue): Decimal | undefined {
  return isQuoted || CODE.test(text) ? undefined : parseDecimal(text);
}
