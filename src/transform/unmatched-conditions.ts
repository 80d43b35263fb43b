/** Messages about values of conditions that no record has. */

import { closestMatch, quoteLine, toVisibleLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { cellText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type ConditionTest, createTest, matcherOf, type ResolvedCondition } from './condition-test.ts';
import { type ConditionValue, quoteCondition } from './where.ts';

/** The operators of conditions that name a value, or part of one. */
const NAMING: ReadonlySet<string> = new Set(['=', '!=', 'in', '~']);
const MAX_SHOWN = 5;
/** Number of different values to look at for a value that resembles the typed one. */
const MAX_KEPT = 1000;
const MAX_LENGTH = 40;

interface Messages {
  readonly notes: readonly string[];
  readonly warnings: readonly DataWarning[];
}

/**
 * A warning for each `=` or `in` that no record meets by itself, and for each value that only differs from one of the records by case
 * or white space; a note for each `~` that no record meets. Stops reading once all values were seen.
 */
export async function findUnmatched(
  recordSet: RecordSet,
  conditions: readonly ResolvedCondition[],
): Promise<Messages> {
  const candidates = conditions
    .filter(({ condition }) => NAMING.has(condition.operator))
    .map((resolved) => new Candidate(resolved));
  const columns = candidates.map(({ resolved }) => resolved.column);
  for await (const rows of candidates.length === 0 ? [] : scanRows(recordSet, columns)) {
    while (rows.next()) {
      for (const [index, candidate] of candidates.entries()) candidate.add(rows.cell(index));
    }
    if (candidates.every(({ isDone }) => isDone)) break;
  }
  const found = candidates.flatMap((candidate) => candidate.message() ?? []);
  return {
    notes: found.filter(({ name }) => name === undefined).map(({ text }) => text),
    warnings: found.flatMap(({ name, scope, text }) => (name === undefined ? [] : { name, scope, text })),
  };
}

/** A condition, and what the records have instead of its values. */
class Candidate {
  private readonly test: ConditionTest;
  /** The first different cells, which are tested once. */
  private readonly seen = new Set<string>();
  private readonly values = new Set<string>();
  private isMet: boolean;
  /** The values that no record had so far, with a value of a record that only differs by case or white space. */
  private readonly unseen: Map<ConditionValue, string | undefined>;

  constructor(readonly resolved: ResolvedCondition) {
    const { operator, values } = resolved.condition;
    this.test = createTest(resolved);
    this.isMet = operator === '!=';
    // Dates are not compared as texts.
    const areTexts = operator !== '~' && resolved.createTest === undefined;
    this.unseen = new Map(areTexts ? values.map((value) => [value, undefined]) : []);
  }

  get isDone(): boolean {
    return this.isMet && this.unseen.size === 0;
  }

  add(own: string | undefined): void {
    if (this.isDone || this.seen.has(own ?? '')) return;
    if (this.seen.size < MAX_KEPT) this.seen.add(own ?? '');
    const { read, condition } = this.resolved;
    const cell = read === undefined ? own : read(own);
    const text = cellText(cell);
    if (!this.isMet && this.test.matches(own)) this.isMet = true;
    if (text !== '' && this.values.size < MAX_KEPT) this.values.add(text);
    for (const value of this.unseen.keys()) {
      if (matcherOf({ ...condition, operator: '=' }, value)(cell)) this.unseen.delete(value);
      else if (text !== '' && fold(text) === fold(value.text)) this.unseen.set(value, text);
    }
  }

  message():
    | { readonly name?: 'unmatched'; readonly scope: readonly string[]; readonly text: string }
    | undefined {
    const { condition, column } = this.resolved;
    const scope = [column.name];
    const near = [...this.unseen].find(([, text]) => text !== undefined);
    if (near !== undefined) {
      const [typed, known] = [near[0].text, near[1]!].map((text) =>
        toVisibleLine(JSON.stringify(text), MAX_LENGTH),
      );
      const text = `${quoteCondition(condition)}: no record has ${typed}, but some have ${known}`;
      return { name: 'unmatched', scope, text };
    }
    const isEmpty = condition.operator !== '~' && condition.values.every(({ text }) => text === '');
    if (this.isMet || this.values.size === 0 || isEmpty) return undefined;
    const text = describe(this.resolved, [...this.values]);
    return condition.operator === '~' ? { scope, text } : { name: 'unmatched', scope, text };
  }
}

function fold(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

function describe({ condition }: ResolvedCondition, values: readonly string[]): string {
  const near = closestMatch(condition.values[0]!.text, values);
  const first = [...new Set([...(near === undefined ? [] : [near]), ...values])].slice(0, MAX_SHOWN);
  const shown = first.map((value) => quoteLine(value, MAX_LENGTH)).join(', ');
  const more = values.length > first.length ? ', …' : '';
  return `${quoteCondition(condition)} matches no record; values of ${condition.column}: ${shown}${more}`;
}
