/** Notes about conditions that no record meets: the values that the column has instead. */

import { closestMatch, quoteLine } from '../core/text.ts';
import { cellText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { createTest, type ResolvedCondition } from './condition-test.ts';
import { quoteCondition } from './where.ts';

/** The operators of conditions that name a value, or part of one. */
const NAMING: ReadonlySet<string> = new Set(['=', 'in', '~']);
const MAX_SHOWN = 5;
/** Number of different values to look at for a value that resembles the typed one. */
const MAX_KEPT = 1000;
const MAX_LENGTH = 40;

/** One note for each condition that names a value and that no record meets by itself. */
export async function unmatchedNotes(
  recordSet: RecordSet,
  conditions: readonly ResolvedCondition[],
): Promise<readonly string[]> {
  const candidates = conditions
    .filter(({ condition }) => NAMING.has(condition.operator))
    .map((resolved) => ({
      ...resolved,
      test: createTest(resolved),
      values: new Set<string>(),
      isMet: false,
    }));
  if (candidates.length === 0) return [];
  for await (const rows of scanRows(
    recordSet,
    candidates.map(({ column }) => column),
  )) {
    while (rows.next()) {
      const cells = rows.cells();
      for (const [index, candidate] of candidates.entries()) {
        const { read, test, values } = candidate;
        const cell = read === undefined ? cells[index] : read(cells[index]);
        if (test.matches(cells[index])) candidate.isMet = true;
        else if (values.size < MAX_KEPT && cellText(cell) !== '') values.add(cellText(cell));
      }
    }
  }
  return candidates.filter(({ isMet, values }) => !isMet && values.size > 0).map(noteOf);
}

function noteOf({ condition, values }: ResolvedCondition & { readonly values: ReadonlySet<string> }): string {
  const all = [...values];
  const near = closestMatch(condition.values[0]!.text, all);
  const first = [...new Set([...(near === undefined ? [] : [near]), ...all])].slice(0, MAX_SHOWN);
  const shown = first.map((value) => quoteLine(value, MAX_LENGTH)).join(', ');
  const more = all.length > first.length ? ', …' : '';
  return `${quoteCondition(condition)} matches no record; values of ${condition.column}: ${shown}${more}`;
}
