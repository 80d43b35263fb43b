/**
 * Resolves conditions to columns of records and of groups, and tests cells against them. Each cell is compared as what it is: a date
 * with the days of a value, a number with a number, a text with a text. A condition whose value does not match the kind of its
 * column, such as `revenue<1,000`, is most likely a mistake and fails.
 */

import type { Column } from '../core/columns.ts';
import { compareDecimals, type Decimal, parseDecimal } from '../core/decimal.ts';
import { ReportingError, tryRead } from '../core/errors.ts';
import { flagOf } from '../core/text.ts';
import { parseCalendarSpan, parseSpanStart, unitName } from '../dates/calendar.ts';
import { parseCalendarDate } from '../dates/date.ts';
import { numberIn } from '../frame/arithmetic.ts';
import { columnsOf, type Frame } from '../frame/frame.ts';
import type { GroupKey } from '../frame/key-column.ts';
import { createFoundDate, dateNumber, dateRole, isOtherDate, readDateIn } from '../json/date-values.ts';
import { type Cell, cellText, figureIn, isEmpty } from '../records/cells.ts';
import { kindOfName } from '../records/name-kind.ts';
import { type CompareOperator, type Condition, type ConditionValue, quoteValue, textOf } from './condition.ts';
import { type Columns, resolveColumn } from './resolve-column.ts';

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
  /** What the values are. */
  readonly kind: 'number' | 'date';
  /** The verdict on a cell, the same in every row. */
  matches(cell: Cell): Verdict;
  /** Throws a usage error for a value that fits none of the cells so far. */
  finish(): void;
}

/** The conditions on `available` columns. Throws a usage error for a column that is not there, and for another one in place of a value. */
export function resolveConditions(conditions: readonly Condition[], available: Columns): readonly ResolvedCondition[] {
  const names = new Set(available.columns.map(({ name }) => name));
  return conditions.map((condition) => {
    const column = resolveColumn(condition.column, available, condition.source);
    const other = condition.values.find(({ text, isQuoted }) => !isQuoted && names.has(text));
    if (other === undefined || !isOrder(condition)) return { condition, column, test: createTest(condition, column) };
    // As a text, it would silently keep other rows.
    const message = `${quoteValue(condition, other.text)} is a column: a condition compares with a value`;
    throw new ReportingError('E-condition', message, {
      hint: 'put a text that is no column in double quotation marks',
    });
  });
}

/** The conditions on groups. Throws a usage error for a value that is not the name of a unit of time: names sort by time. */
export function resolveHaving(having: readonly Condition[], frame: Frame): readonly ResolvedCondition[] {
  const resolved = resolveConditions(having, { columns: columnsOf(frame) });
  for (const { condition, column } of resolved) {
    const unit = frame.table.keys.find(({ key }) => key.name === column.name)?.key.unit;
    if (unit !== undefined && !isPart(condition)) assertUnits(condition, unit);
  }
  return resolved;
}

function assertUnits(condition: Condition, { unit, weekStart }: NonNullable<GroupKey['unit']>): void {
  for (const { text } of condition.values) {
    const start = tryRead(() => parseSpanStart(text));
    const name = unitName(start ?? parseCalendarDate('2026-02-01')!, unit, weekStart);
    if (text === '' || (start !== undefined && name === text)) continue;
    const example = textOf({ ...condition, values: [{ text: name, isQuoted: false }] });
    const hint = `write a ${unit}: ${flagOf(condition.source)} '${example}'; --where compares days`;
    throw new ReportingError('E-condition', `${quoteValue(condition, text)} is not the name of a ${unit}`, { hint });
  }
}

const found = createFoundDate();

/**
 * Tests the cells of a column. A date is before, among or after the days of a value: only its written day counts, and not its time or
 * its zone. A number such as 20260131 is a date only if the name of the column says so. Two numbers compare by value, exactly; two
 * texts compare by characters. Cells of different kinds are not equal, and neither is less. `~` finds a part of the text and ignores
 * case; `!~` is its opposite. `in` tests whether a cell equals one of the values. A null or missing cell is the empty text, and
 * nothing is less or greater than it.
 */
export function createTest(condition: Condition, { path }: Pick<Column, 'path'>): ConditionTest {
  const { kind } = kindOfName(path);
  const isNamedDate = dateRole(path) !== 'other' && kind !== 'money' && kind !== 'count';
  /** Leaves the day in `found`. */
  const isDay = (cell: string): boolean => readDateIn(cell, found) && (found.separator !== '' || isNamedDate);
  const isOtherDay = (text: string): boolean => isOtherDate(text, path);
  const values = condition.values.map((value) => readValue(value));
  const matchers = values.map((value) => createMatcher(condition, value, { isNamedDate, isDay, isOtherDay }));
  const isText = isPart(condition);
  const noNumber = values.find((each) => !isText && each.text !== '' && !each.isQuoted && each.number === undefined);
  const noDate = values.find(
    ({ text, isQuoted, span }) => !isText && text !== '' && (!isQuoted || isOrder(condition)) && span === undefined,
  );
  const holds = { numbers: false, dates: false, others: noNumber === undefined && noDate === undefined };
  return {
    kind: values.some(({ text, number, span, unit }) => (number === undefined && span) || unit || isOtherDay(text))
      ? 'date'
      : 'number',
    matches(cell) {
      if (!holds.others && !isEmpty(cell)) {
        holds[isDay(cell!) ? 'dates' : figureIn(cell!) === undefined ? 'others' : 'numbers'] = true;
      }
      let verdict: Verdict = false;
      for (const matches of matchers) {
        const own = matches(cell);
        if (own === true) return true;
        verdict ||= own;
      }
      return verdict;
    },
    finish() {
      if (holds.others || holds.numbers === holds.dates) return;
      if (holds.numbers && noNumber !== undefined) {
        const hint = `write 1000 for 1,000; a fall of 20% in a comparison is 'revenue_percent<-20'; give each condition its own ${flagOf(condition.source)}`;
        throw mismatch(condition, noNumber, 'is not a number, but', 'holds only numbers', hint);
      }
      if (!holds.dates || noDate === undefined) return;
      const hint = 'write a day, week, month, quarter or year: 2026-01-31, 2026-W05, 2026-01, 2026-Q1, 2026';
      throw mismatch(condition, noDate, 'is not a date, but', 'holds dates', hint);
    },
  };
}

function mismatch(condition: Condition, { text }: Value, is: string, holds: string, hint: string): ReportingError {
  return new ReportingError('E-condition', `${quoteValue(condition, text)} ${is} ${condition.column} ${holds}`, {
    hint,
  });
}

/** A value of a condition as what it may be. */
interface Value extends ConditionValue {
  readonly number: Decimal | undefined;
  /** Its first and last day, as numbers. */
  readonly span: { readonly first: number; readonly last: number } | undefined;
  /** The form of its name if it is that of a unit longer than a day: names are in order among those of the same form. */
  readonly unit: string | undefined;
}

/** The beginning of 2026-W05, 2026-01, 2026-Q1. */
const UNIT = /^\d{4}-(?:[wq]\d|\d\d)/i;
/** Digits after a leading zero are a text, as in the records. */
const CODE = /^[+-]?0\d/;

function readValue(value: ConditionValue): Value {
  const { text, isQuoted } = value;
  const number = isQuoted || CODE.test(text) ? undefined : parseDecimal(text);
  if (readDateIn(JSON.stringify(text), found)) {
    // Texts order times only if all of them are spelled alike.
    const span = found.hasTime ? undefined : { first: found.date, last: found.date };
    return { ...value, number, span, unit: undefined };
  }
  const named = tryRead(() => parseCalendarSpan(text));
  const span = named && { first: dateNumber(named.from), last: dateNumber(named.to) };
  return { ...value, number, span, unit: !isQuoted && UNIT.test(text) ? formOf(text) : undefined };
}

function formOf(text: string): string {
  return text.replace(/\d/g, '0');
}

interface DayTests {
  readonly isNamedDate: boolean;
  readonly isDay: (cell: string) => boolean;
  readonly isOtherDay: (text: string) => boolean;
}

/** A function that tests a cell against one value. */
function createMatcher(
  condition: Condition,
  value: Value,
  { isNamedDate, isDay, isOtherDay }: DayTests,
): (cell: Cell) => Verdict {
  const { operator } = condition;
  const { text: expected, number, span, unit } = value;
  if (isPart(condition)) {
    const part = expected.toLowerCase();
    return (cell) => cellText(cell).toLowerCase().includes(part) === (operator === '~');
  }
  const meets = ORDER_TESTS[operator === 'in' ? '=' : (operator as CompareOperator)];
  const isOrdered = isOrder(condition);
  const isOther = isOrdered && isOtherDay(expected);
  // 0 is before no day, but 2025 may be before 2026.
  const isDayOnly = isNamedDate && span !== undefined && span.first === span.last;
  return (cell) => {
    if (span !== undefined && cell !== undefined && isDay(cell))
      return meets(found.date < span.first ? -1 : found.date > span.last ? 1 : 0);
    const own = numberIn(cell);
    if (own !== undefined && number !== undefined && !isDayOnly) return meets(compareDecimals(own, number));
    const text = cellText(cell);
    const inOrder = (): boolean => meets(text < expected ? -1 : text > expected ? 1 : 0);
    if (!isOrdered) return inOrder();
    if (text === '' || expected === '') return false;
    if (unit !== undefined) return formOf(text) === unit ? inOrder() : 'incomparable';
    if (number !== undefined || span !== undefined || isOther || isOtherDay(text)) return 'incomparable';
    return own === undefined && inOrder();
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

/** True for a condition that asks which of two values is less. It has one value. */
function isOrder({ operator }: Condition): boolean {
  return operator.startsWith('<') || operator.startsWith('>');
}

/** True for a condition that asks whether a text is a part of another one. It has one value. */
function isPart({ operator }: Condition): boolean {
  return operator.endsWith('~');
}
