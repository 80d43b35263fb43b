/** Conditions on records and groups, and their words in messages. */

import { flagOf } from '../core/text.ts';

/** A parsed condition: a column, an operator, and one or several values. */
export interface Condition {
  /** The option with the condition, for errors. */
  readonly source: ConditionSource;
  /** The column's name, as the user typed it. */
  readonly column: string;
  readonly operator: CompareOperator | '~' | '!~' | 'in';
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

/** The condition as the user may have typed it. */
export function textOf({ column, operator, values }: Condition): string {
  const texts = values.map(({ text }) => text).join(',');
  return operator === 'in' ? `${column} in ${texts}` : `${column}${operator}${texts}`;
}

/** The condition with its option, for messages. */
export function quoteCondition(condition: Condition): string {
  return `${flagOf(condition.source)} ${JSON.stringify(textOf(condition))}`;
}

/** The condition with one of its values, for messages. */
export function quoteValue(condition: Condition, value: string): string {
  return `${quoteCondition(condition)}: ${JSON.stringify(value)}`;
}
