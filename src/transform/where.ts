/** Parses conditions on records and groups: `revenue>100`, `country=US`, `campaign~spring`, `country in US,DE`. */

import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { shellWord } from '../core/text.ts';

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

/** A value of a condition. */
export interface ConditionValue {
  readonly text: string;
  /** True for a value in quotation marks, which is never a number. */
  readonly isQuoted: boolean;
}

export type ConditionSource = 'where' | 'having' | 'alert';

/** The operators that compare a cell with a value. */
export type CompareOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';
type Operator = CompareOperator | '~' | '!~';

/**
 * A name in double quotation marks may hold operators; a bare name ends at the first operator. A bare value that begins like an
 * operator does not match: `==`, `<>` and `=>` are most likely mistakes.
 */
const PATTERN =
  /^\s*(?:"((?:[^"]|"")*)"|([^"=!<>~][^=!<>~]*?))\s*(!=|!~|<=|>=|=|<|>|~)\s*([^=<>~\s].*?|)\s*$/s;

/** A value in quotation marks, which are doubled inside. */
const QUOTED = `"(?:[^"]|"")*"|'(?:[^']|'')*'`;
/** A bare value of a list has no operator: `check in date=5` is a condition on the column `check in date`. */
const LIST_VALUE = String.raw`(?:${QUOTED}|[^"=<>~,\s](?:[^=<>~,]*[^=<>~,\s])?)`;
const LIST_PATTERN = new RegExp(
  String.raw`^\s*(?:"((?:[^"]|"")*)"\s*|([^"=!<>~][^=!<>~]*?)\s+)in(?:\s+|(?=["']))(${LIST_VALUE}(?:\s*,\s*${LIST_VALUE})*)\s*$`,
  'is',
);
const LIST_VALUES = new RegExp(LIST_VALUE, 'gs');
/** A quoted text inside a condition: an apostrophe in a word quotes nothing. */
const QUOTED_PART = new RegExp(`(?<=^|[\\s,=<>~])(?:${QUOTED})(?=$|[\\s,])`, 'gs');
/** Two conditions as in SQL and in programs. */
const CONNECTIVE = /\s+(and|or|&&|\|\|)\s+/i;
/** A list as in SQL. */
const PARENTHESES = /^\(.*,.*\)$/s;

/** Throws a usage error if `text` is not a condition. */
export function parseCondition(text: string, source: ConditionSource = 'where'): Condition {
  assertSingle(text, source);
  const list = LIST_PATTERN.exec(text);
  const match = list ?? PATTERN.exec(text);
  if (match === null) {
    const respelled = respellOperator(text);
    throw new ReportingError('E-condition', `${flagOf(source)} ${JSON.stringify(text)} is not a condition`, {
      hint:
        respelled !== undefined
          ? `did you mean ${flagOf(source)} ${shellWord(respelled)}?`
          : `write a column, one of = != < <= > >= ~ (contains) !~ (does not contain), and a value: ${flagOf(source)} 'revenue>100', ${flagOf(source)} 'name="=="'; or several values: ${flagOf(source)} 'country in US,DE'`,
    });
  }
  const column = match[1]?.replaceAll('""', '"') ?? match[2]!;
  if (list === null) {
    return { source, column, operator: match[3] as Operator, values: [parseValue(match[4]!)] };
  }
  const values = list[3]!.match(LIST_VALUES)!;
  if (/\snot$/i.test(match[2] ?? '')) {
    const name = column.replace(/\s+not$/i, '');
    const others = values.map(
      (value) => `${flagOf(source)} ${shellWord(`${name}!=${value.replace(/^\(|\)$/g, '')}`)}`,
    );
    throw new ReportingError(
      'E-condition',
      `${flagOf(source)} ${JSON.stringify(text)} has "not in", which is no operator`,
      {
        hint: `give each value its own condition: ${others.join(' ')}`,
      },
    );
  }
  if (PARENTHESES.test(list[3]!)) {
    throw new ReportingError(
      'E-condition',
      `${flagOf(source)} ${JSON.stringify(text)} has parentheses around its values`,
      { hint: `leave them out: ${flagOf(source)} 'country in US,DE'` },
    );
  }
  return { source, column, operator: 'in', values: values.map(parseValue) };
}

/** Throws a usage error for several conditions in one, which would be read as one value. */
function assertSingle(text: string, source: ConditionSource): void {
  const hidden = text.replace(QUOTED_PART, (quoted) => '"'.repeat(quoted.length));
  const found = CONNECTIVE.exec(hidden);
  if (found === null) return;
  const [left, right] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  const isCondition = PATTERN.test(right) || LIST_PATTERN.test(right);
  const word = JSON.stringify(found[1]);
  const flag = flagOf(source);
  const hint = !isCondition
    ? `if it is part of a value, put the value in quotation marks: ${flag} 'name="R ${found[1]} D"'`
    : /and|&&/i.test(found[1]!)
      ? `give each its own option: ${flag} ${shellWord(left)} ${flag} ${shellWord(right)}`
      : `several values of one column are a list: ${flag} 'country in US,DE'; for other conditions, write a report for each`;
  throw new ReportingError(
    'E-condition',
    `${flag} ${JSON.stringify(text)} has ${word} outside quotation marks`,
    { hint },
  );
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
  return { text: withoutQuotes(typed), isQuoted: /^["']/.test(typed) };
}

function withoutQuotes(value: string): string {
  const match = /^(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)')$/.exec(value);
  if (match === null) return value;
  return match[1]?.replaceAll('""', '"') ?? match[2]!.replaceAll("''", "'");
}

/** The condition as the user may have typed it. */
export function textOf({ column, operator, values }: Condition): string {
  const texts = values.map(({ text }) => text).join(',');
  return operator === 'in' ? `${column} in ${texts}` : `${column}${operator}${texts}`;
}

/** The condition with its option, for messages. */
export function quoteCondition(condition: Condition): string {
  return `${flagOf(condition.source)} ${JSON.stringify(textOf(condition))}`;
}
