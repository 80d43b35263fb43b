/** A condition on a record, as `--where` takes it: `revenue>100`, `country=US`, `campaign~spring`. */

import { compareDecimals, type Decimal, parseDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { type Cell, cellText } from '../segments/cell.ts';
import { numberIn } from './cell-number.ts';

export interface Condition {
  /** The column's name, as typed. */
  readonly column: string;
  readonly operator: Operator;
  readonly value: string;
  /** True for a value in quotation marks: it is a text, whatever it spells. */
  readonly isQuoted: boolean;
}

type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~';

/**
 * A name in double quotation marks may hold operators; one without ends where the first begins. A value that begins like an
 * operator is most likely a slip, such as `==`, `<>` or `=>`, unless it stands in quotation marks.
 */
const PATTERN = /^\s*(?:"((?:[^"]|"")*)"|([^"=!<>~][^=!<>~]*?))\s*(!=|<=|>=|=|<|>|~)\s*([^=<>~\s].*?|)\s*$/s;

/** Throws a usage error for what is no condition. */
export function parseCondition(text: string): Condition {
  const match = PATTERN.exec(text);
  if (match === null) {
    throw new ReportingError('usage', `--where ${JSON.stringify(text)} is no condition`, {
      hint: "a column, one of = != < <= > >= ~ (contains), and a value: --where 'revenue>100', --where 'name=\"==\"'",
    });
  }
  const [, quoted, bare, operator, value] = match;
  return {
    column: quoted?.replaceAll('""', '"') ?? bare!,
    operator: operator as Operator,
    value: withoutQuotes(value!),
    isQuoted: value!.startsWith('"'),
  };
}

/**
 * What `condition` says of a cell. Two numbers are compared as numbers, exactly; two texts, character by character; a
 * number and a text are not equal, and neither is less. `~` looks for the text anywhere, in any case. A cell that is null
 * or missing is the empty text: nothing is less or greater than it.
 */
export function matcherOf(condition: Condition): (cell: Cell) => boolean {
  const { operator, value } = condition;
  const wanted = numberAsked(condition);
  if (operator === '~') {
    const part = value.toLowerCase();
    return (cell) => cellText(cell).toLowerCase().includes(part);
  }
  const test = TESTS[operator];
  const isOrder = operator !== '=' && operator !== '!=';
  return (cell) => {
    const number = numberIn(cell);
    if (number !== undefined && wanted !== undefined) return test(compareDecimals(number, wanted));
    const text = cellText(cell);
    const isComparable = number === wanted && text !== '' && value !== '';
    return (isComparable || !isOrder) && test(text < value ? -1 : text > value ? 1 : 0);
  };
}

/** The number that a condition asks for; undefined for a text. */
export function numberAsked({ value, isQuoted }: Condition): Decimal | undefined {
  return isQuoted || CODE.test(value) ? undefined : parseDecimal(value);
}

/** Digits with a zero in front: a text, here as in the records. */
const CODE = /^[+-]?0\d/;

const TESTS: Readonly<Record<Exclude<Operator, '~'>, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function withoutQuotes(value: string): string {
  const match = /^"((?:[^"]|"")*)"$/.exec(value);
  return match === null ? value : match[1]!.replaceAll('""', '"');
}
