/**
 * Conditions on records and groups: `revenue>100`, `country=US`, `campaign~spring`, `country in US,DE`. A condition
 * whose value does not match the kind of its column, such as `revenue<1,000`, is most likely a mistake and fails.
 */

import type { Column } from '../core/columns.ts';
import { compareDecimals, type Decimal, parseDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { option, phrase } from '../core/message.ts';
import { shellWord } from '../core/text.ts';
import { parseWeekday, shortWeekdayName } from '../dates/date.ts';
import { dateSpelling } from '../json/date-values.ts';
import { type Cell, cellText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows, storeRows } from '../records/rows.ts';
import { numberIn } from './aggregate.ts';

/** A parsed condition: a column, an operator, and one or several values. */
export interface Condition {
  /** The option with the condition, for errors. */
  readonly source: ConditionSource;
  /** The column's name, as the user typed it. */
  readonly column: string;
  readonly operator: Operator | 'in';
  /** Several for `in`, otherwise one. */
  readonly values: readonly ConditionValue[];
}

interface ConditionValue {
  readonly text: string;
  /** True for a value in quotation marks, which is always a text. */
  readonly isQuoted: boolean;
}

/** A condition with one of its values. */
interface Comparison {
  readonly condition: Condition;
  readonly operator: Operator;
  readonly value: ConditionValue;
}

type ConditionSource = 'where' | 'having';

type Operator = OrderOperator | '~' | '!~';
type OrderOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/**
 * A name in double quotation marks may hold operators; a bare name ends at the first operator. A bare value that begins like an
 * operator does not match: `==`, `<>` and `=>` are most likely mistakes.
 */
const PATTERN =
  /^\s*(?:"((?:[^"]|"")*)"|([^"=!<>~][^=!<>~]*?))\s*(!=|!~|<=|>=|=|<|>|~)\s*([^=<>~\s].*?|)\s*$/s;

/** A bare value of a list has no operator: `check in date=5` is a condition on the column `check in date`. */
const LIST_VALUE = String.raw`(?:"(?:[^"]|"")*"|[^"=<>~,\s](?:[^=<>~,]*[^=<>~,\s])?)`;
const LIST_PATTERN = new RegExp(
  String.raw`^\s*(?:"((?:[^"]|"")*)"\s*|([^"=!<>~][^=!<>~]*?)\s+)in(?:\s+|(?="))(${LIST_VALUE}(?:\s*,\s*${LIST_VALUE})*)\s*$`,
  'is',
);
const LIST_VALUES = new RegExp(LIST_VALUE, 'gs');
/** A list as in SQL. */
const PARENTHESES = /^\(.*,.*\)$/s;

/** Throws a usage error if `text` is not a condition. */
export function parseCondition(text: string, source: ConditionSource = 'where'): Condition {
  const list = LIST_PATTERN.exec(text);
  const match = list ?? PATTERN.exec(text);
  if (match === null) {
    const respelled = respellOperator(text);
    throw new ReportingError('usage', phrase`${option(source)} ${JSON.stringify(text)} is not a condition`, {
      hint:
        respelled !== undefined
          ? phrase`did you mean ${option(source)} ${shellWord(respelled)}?`
          : phrase`write a column, one of = != < <= > >= ~ (contains) !~ (does not contain), and a value: ${option(source)} 'revenue>100', ${option(source)} 'name="=="'; or several values: ${option(source)} 'country in US,DE'`,
    });
  }
  const column = match[1]?.replaceAll('""', '"') ?? match[2]!;
  if (list === null) {
    return { source, column, operator: match[3] as Operator, values: [parseValue(match[4]!)] };
  }
  if (PARENTHESES.test(list[3]!)) {
    throw new ReportingError(
      'usage',
      phrase`${option(source)} ${JSON.stringify(text)} has parentheses around its values`,
      { hint: phrase`leave them out: ${option(source)} 'country in US,DE'` },
    );
  }
  return { source, column, operator: 'in', values: list[3]!.match(LIST_VALUES)!.map(parseValue) };
}

/** Operators of other languages, each with the one that means the same here. */
const FOREIGN_OPERATORS: Readonly<Record<string, string>> = { '==': '=', '<>': '!=', '=>': '>=', '=<': '<=' };

/** The condition with this tool's operator: `country=US` for `country==US`. Undefined if that is not a condition either. */
function respellOperator(text: string): string | undefined {
  const [, name, operator, value] = /^([^=!<>~]+)(==|<>|=>|=<)([^=<>~]*)$/s.exec(text) ?? [];
  if (operator === undefined) return undefined;
  const respelled = `${name}${FOREIGN_OPERATORS[operator]}${value}`;
  return PATTERN.test(respelled) ? respelled : undefined;
}

function parseValue(typed: string): ConditionValue {
  return { text: withoutQuotes(typed), isQuoted: typed.startsWith('"') };
}

function comparisonsOf(condition: Condition): readonly Comparison[] {
  const { operator, values } = condition;
  return values.map((value) => ({ condition, operator: operator === 'in' ? '=' : operator, value }));
}

/** A condition that compares the day of the week: undefined if its operator or one of its values does not fit. */
export function weekdayCondition(condition: Condition): Condition | undefined {
  if (!WEEKDAY_OPERATORS.has(condition.operator)) return undefined;
  const days = condition.values.map(({ text }) => parseWeekday(text)).filter((day) => day !== undefined);
  if (days.length < condition.values.length) return undefined;
  return { ...condition, values: days.map((day) => ({ text: shortWeekdayName(day), isQuoted: true })) };
}

const WEEKDAY_OPERATORS: ReadonlySet<Condition['operator']> = new Set(['=', '!=', 'in'] as const);

/** The usage error for a condition on the day of the week that `weekdayCondition` does not accept. */
export function notAWeekdayCondition(condition: Condition): ReportingError {
  const { source } = condition;
  return new ReportingError(
    'usage',
    phrase`${option(source)} ${JSON.stringify(textOf(condition))} is not a condition on the day of the week`,
    {
      hint: phrase`for example: ${option(source)} weekday=sat, ${option(source)} weekday!=sun, ${option(source)} 'weekday in sat,sun'`,
    },
  );
}

/** A condition, and the column that it tests: the column's cells, or what `read` gives for them. */
export interface ResolvedCondition {
  readonly condition: Condition;
  readonly column: Column;
  readonly read?: (cell: Cell) => Cell;
}

/**
 * The records that meet all `conditions`. They are written to `file` unchanged. Throws a usage error for a condition whose value
 * does not match the kind of its column.
 */
export async function filterRows(
  recordSet: RecordSet,
  conditions: readonly ResolvedCondition[],
  file: string,
): Promise<RecordSet> {
  const columns = conditions.map(({ column }) => column);
  const matchers = conditions.map(({ condition, read }) => {
    const matches = matcherOf(condition);
    return read === undefined ? matches : (cell: Cell) => matches(read(cell));
  });
  const surveys = conditions.map(({ condition }) => comparisonsOf(condition).map(createKindSurvey));
  return storeRows(file, recordSet, async (stored) => {
    for await (const rows of readRows(recordSet, columns)) {
      for (const { cells, block, start, end } of rows) {
        for (let index = 0; index < surveys.length; index++) {
          for (const survey of surveys[index]!) survey.add(cells[index]);
        }
        if (matchers.every((matches, index) => matches(cells[index]))) stored.add(block, start, end);
      }
      await stored.settle();
    }
    for (const survey of surveys.flat()) survey.assertComparable();
  });
}

/**
 * A function that tests a cell. Two numbers compare by value, exactly; two texts compare by characters. A number and a text
 * are not equal, and neither is less. `~` finds a part of the text and ignores case; `!~` is its opposite. `in` tests whether a
 * cell equals one of the values. A null or missing cell is the empty text, and nothing is less or greater than it.
 */
export function matcherOf(condition: Condition): (cell: Cell) => boolean {
  const matchers = comparisonsOf(condition).map(comparerOf);
  const [first] = matchers;
  return matchers.length === 1 ? first! : (cell) => matchers.some((matches) => matches(cell));
}

function comparerOf({ operator, value: typed }: Comparison): (cell: Cell) => boolean {
  const { text: value } = typed;
  const expected = numberOf(typed);
  if (operator === '~' || operator === '!~') {
    const part = value.toLowerCase();
    const isContained = operator === '~';
    return (cell) => cellText(cell).toLowerCase().includes(part) === isContained;
  }
  const test = TESTS[operator];
  const isOrder = operator !== '=' && operator !== '!=';
  return (cell) => {
    const number = numberIn(cell);
    if (number !== undefined && expected !== undefined) return test(compareDecimals(number, expected));
    const text = cellText(cell);
    const isComparable = number === expected && text !== '' && value !== '';
    return (isComparable || !isOrder) && test(text < value ? -1 : text > value ? 1 : 0);
  };
}

const TESTS: Readonly<Record<OrderOperator, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Digits after a leading zero are a text, as in the records. */
const CODE = /^[+-]?0\d/;

/** The number that a value spells; undefined for a text. */
function numberOf({ text, isQuoted }: ConditionValue): Decimal | undefined {
  return isQuoted || CODE.test(text) ? undefined : parseDecimal(text);
}

function withoutQuotes(value: string): string {
  const match = /^"((?:[^"]|"")*)"$/.exec(value);
  return match === null ? value : match[1]!.replaceAll('""', '"');
}

interface KindSurvey {
  add(cell: Cell): void;
  /** Throws a usage error if all cells are numbers and the value is not, or all are dates and the value is only part of one. */
  assertComparable(): void;
}

/** A year, which is a number, or a word for a date. */
const NOT_A_DATE = /^(\d{4}|\d+[dwmy]|today|yesterday)$/i;
/** A month sorts before all of its days: `>=` and `<` mean what they seem to mean, the other operators do not. */
const MONTH = /^\d{4}-\d{1,2}$/;

function createKindSurvey({ condition, operator, value: typedValue }: Comparison): KindSurvey {
  const { source, column } = condition;
  const { text: value, isQuoted } = typedValue;
  const isNumber = numberOf(typedValue) !== undefined;
  const isPart = operator === '~' || operator === '!~';
  const isPartOfDate = NOT_A_DATE.test(value) || (MONTH.test(value) && operator !== '>=' && operator !== '<');
  const isChecked = !isPart && value !== '' && !isQuoted && (!isNumber || isPartOfDate);
  let numbers = 0;
  let dates = 0;
  let others = 0;
  return {
    add(cell) {
      if (!isChecked || others > 0) return;
      if (numberIn(cell) !== undefined) numbers++;
      else if (dateSpelling(cell ?? '')?.isText === true) dates++;
      else if (cellText(cell) !== '') others++;
    },
    assertComparable() {
      if (!isChecked || others > 0) return;
      const typed = phrase`${option(source)} ${JSON.stringify(textOf(condition))}`;
      if (numbers > 0 && dates === 0 && !isNumber) {
        throw new ReportingError(
          'usage',
          phrase`${typed}: ${JSON.stringify(value)} is not a number, but ${column} holds only numbers`,
          { hint: phrase`write 1000 for 1,000; give each condition its own ${option(source)}` },
        );
      }
      if (dates > 0 && numbers === 0 && isPartOfDate) {
        throw new ReportingError(
          'usage',
          phrase`${typed}: ${JSON.stringify(value)} is not a full date, but ${column} holds dates`,
          {
            hint: phrase`for a day: ${option(source)} '${column}${operator}2026-01-31'; for a month: ${option(source)} '${column}~2026-01'`,
          },
        );
      }
    },
  };
}

/** The condition as the user may have typed it. */
export function textOf({ column, operator, values }: Condition): string {
  const texts = values.map(({ text }) => text).join(',');
  return operator === 'in' ? `${column} in ${texts}` : `${column}${operator}${texts}`;
}
