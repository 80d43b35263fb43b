/** Messages about values of conditions that no record has. */

import { closestMatch, quoteLine, toVisibleLine } from '../core/text.ts';
import type { Warning } from '../core/warnings.ts';
import { type Cell, cellText } from '../records/cells.ts';
import { matcherOf, type ResolvedCondition } from './condition-test.ts';
import { type Condition, quoteCondition } from './where.ts';

/** The operators of conditions that name a value, or part of one. */
const NAMING: ReadonlySet<string> = new Set(['=', '!=', 'in', '~']);
const MAX_SHOWN = 5;
/** Number of different values to look at for a value that resembles the typed one. */
const MAX_KEPT = 1000;
const MAX_LENGTH = 40;

/** True for a condition that names a value, or part of one. */
export function isNaming({ operator }: Condition): boolean {
  return NAMING.has(operator);
}

/** A value that no record had so far. */
interface UnseenValue {
  readonly typed: string;
  readonly isIn: (cell: Cell) => boolean;
  /** A value of a record that only differs by case or white space. */
  near?: string;
}

/**
 * Finds a `=` or `in` that no record meets by itself, a value that only differs from one of the records by case or white space, and a
 * `~` that no record meets.
 */
export class UnmatchedSurvey {
  private readonly values = new Set<string>();
  private isMet: boolean;
  private unseen: readonly UnseenValue[];

  constructor(private readonly resolved: ResolvedCondition) {
    const { condition, test } = resolved;
    this.isMet = condition.operator === '!=';
    // Dates are not compared as texts.
    const areTexts = condition.operator !== '~' && test.kind !== 'date';
    this.unseen = (areTexts ? condition.values : []).map((value) => ({
      typed: value.text,
      isIn: matcherOf({ ...condition, operator: '=' }, value),
    }));
  }

  /** Adds a cell of a record; `isMet` if it meets the condition. A cell that was added needs not be added again. */
  add(cell: Cell, isMet: boolean): void {
    this.isMet ||= isMet;
    if (this.isMet && this.unseen.length === 0) return;
    const text = cellText(cell);
    if (text !== '' && this.values.size < MAX_KEPT) this.values.add(text);
    if (this.unseen.some(({ isIn }) => isIn(cell))) this.unseen = this.unseen.filter(({ isIn }) => !isIn(cell));
    for (const value of this.unseen) if (text !== '' && fold(text) === fold(value.typed)) value.near = text;
  }

  /** A warning, or the text of a note. */
  message(): Warning | undefined {
    const { condition, column } = this.resolved;
    const warn = (text: string): Warning => ({ name: 'unmatched', scope: [column.name], text });
    const close = this.unseen.find(({ near }) => near !== undefined);
    if (close !== undefined) {
      const [typed, known] = [close.typed, close.near!].map((text) => toVisibleLine(JSON.stringify(text), MAX_LENGTH));
      return warn(`${quoteCondition(condition)}: no record has ${typed}, but some have ${known}`);
    }
    const isEmpty = condition.operator !== '~' && condition.values.every(({ text }) => text === '');
    if (this.isMet || this.values.size === 0 || isEmpty) return undefined;
    const text = describe(condition, [...this.values]);
    return condition.operator === '~' ? text : warn(text);
  }
}

function fold(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

function describe(condition: Condition, values: readonly string[]): string {
  const near = closestMatch(condition.values[0]!.text, values);
  const first = [...new Set([...(near === undefined ? [] : [near]), ...values])].slice(0, MAX_SHOWN);
  const shown = first.map((value) => quoteLine(value, MAX_LENGTH)).join(', ');
  const more = values.length > first.length ? ', …' : '';
  return `${quoteCondition(condition)} matches no record; values of ${condition.column}: ${shown}${more}`;
}
