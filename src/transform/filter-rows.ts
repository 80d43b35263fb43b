/**
 * Keeps the records or groups that meet conditions. Says which cells the conditions could not compare, and which of their values no record
 * has.
 */

import { inTurns } from '../core/async.ts';
import { countOf, formatCount, quoteLine, toVisibleLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { cellOf, type Frame } from '../frame/frame.ts';
import { type Cell, cellText, isEmpty } from '../records/cells.ts';
import { type RecordSet, storeRecords } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { quoteCondition } from './condition.ts';
import { matcherOf, type ResolvedCondition, type Verdict } from './condition-test.ts';

/**
 * The records that meet all `conditions`, one set for each. They are written to new files unchanged. `unmatched` is about values that no
 * record of the first set has, and the messages are about cells that could not be compared. Throws a usage error for a condition whose
 * value does not match the kind of its column.
 */
export async function filterRecordSets(
  recordSets: readonly RecordSet[],
  conditions: readonly ResolvedCondition[],
  newFile: () => string,
) {
  const filters = conditions.map((each) => new ConditionFilter(each));
  const columns = conditions.map(({ column }) => column);
  const filtered: RecordSet[] = [];
  let unmatched: readonly DataWarning[] | undefined;
  for (const recordSet of recordSets) {
    const stored = await storeRecords(newFile(), recordSet, async (add) => {
      for await (const rows of scanRows(recordSet, columns)) {
        while (rows.next()) {
          let isMet = true;
          // Each filter counts the cells that it cannot compare.
          for (let index = 0; index < filters.length; index++) {
            if (!filters[index]!.keeps(rows.cell(index))) isMet = false;
          }
          if (isMet) add(rows.block, rows.start, rows.end);
        }
      }
    });
    filtered.push(stored);
    unmatched ??= filters.flatMap((each) => each.unmatched());
  }
  const recordCount = recordSets.reduce((sum, each) => sum + each.recordCount, 0);
  return { filtered, unmatched: unmatched!, messages: filters.flatMap((each) => each.finish(recordCount)) };
}

/** The groups that meet all `conditions`. Throws as `filterRecordSets` does. */
export async function filterFrame(
  frame: Frame,
  conditions: readonly ResolvedCondition[],
): Promise<{ readonly frame: Frame; readonly messages: readonly (DataWarning | string)[] }> {
  const filters = conditions.map((each) => new ConditionFilter(each));
  const cells = conditions.map(({ column }) => cellOf(frame, column));
  const rows: number[] = [];
  await inTurns(frame.rows.length, frame.endTurn, (at) => {
    const row = frame.rows[at]!;
    const kept = filters.filter((each, index) => each.keeps(cells[index]!(row)));
    if (kept.length === filters.length) rows.push(row);
  });
  return { frame: { ...frame, rows }, messages: filters.flatMap((each) => each.finish(frame.rows.length)) };
}

/** Operators of conditions that name values. */
const NAMING: ReadonlySet<string> = new Set(['=', '!=', 'in']);
/** Cells whose verdicts a filter remembers. */
const MAX_REMEMBERED = 1000;
const [MAX_SHOWN, MAX_LENGTH] = [5, 40];

/** Tests rows against a condition, and counts the cells that it cannot compare. */
class ConditionFilter {
  private incomparable = 0;
  /** One of these cells, if possible one with digits: it may be a number or a date in another spelling. */
  private example: Cell;
  private hasDigits = false;
  private isMet = false;
  /** The verdicts on the first different cells: names and dates occur in many rows. Undefined for a condition on numbers. */
  private readonly verdicts: Map<string, Verdict> | undefined;

  constructor(private readonly resolved: ResolvedCondition) {
    const { condition, test } = resolved;
    const isText = NAMING.has(condition.operator) || condition.operator === '~';
    this.verdicts = isText || test.kind === 'date' ? new Map() : undefined;
  }

  keeps(cell: Cell): boolean {
    const verdict = this.verdicts?.get(cell ?? '') ?? this.judge(cell);
    if (verdict === 'incomparable') this.count(cell);
    return verdict === true;
  }

  private judge(cell: Cell): Verdict {
    const { resolved, verdicts } = this;
    const verdict = resolved.test.matches(cell);
    this.isMet ||= verdict === true;
    if (verdicts !== undefined && verdicts.size < MAX_REMEMBERED) verdicts.set(cell ?? '', verdict);
    return verdict;
  }

  private count(cell: Cell): void {
    this.incomparable++;
    if (this.hasDigits) return;
    this.hasDigits = /\d/.test(cellText(cell));
    if (this.hasDigits || this.example === undefined) this.example = cell;
  }

  /** The note or the warning about cells that could not be compared. Throws a usage error for a value that fits none of the cells. */
  finish(rowCount: number): readonly (DataWarning | string)[] {
    const { incomparable, example, hasDigits, resolved } = this;
    const { condition, column, test } = resolved;
    test.finish();
    if (incomparable === 0) return [];
    const rows = countOf(rowCount, condition.source === 'where' ? 'record' : 'group');
    const reason = `${column.name} is not a ${test.kind}: ${quoteLine(cellText(example), MAX_LENGTH)}`;
    const text = `${quoteCondition(condition)} leaves out ${formatCount(incomparable)} of ${rows}, because ${reason}`;
    // A text with digits may be a number or a date in another spelling, so the result may be wrong.
    const name = test.kind === 'date' ? 'bad-dates' : 'text-numbers';
    return [hasDigits ? { name, scope: [column.name], text } : text];
  }

  /**
   * The warning about a value that only differs from one of the records by case or white space, or about a `=` or `in` that no record
   * meets by itself; none without one.
   */
  unmatched(): readonly DataWarning[] {
    const { condition, column, test } = this.resolved;
    if (!NAMING.has(condition.operator)) return [];
    const cells = [...this.verdicts!.keys()].filter((cell) => cell !== '' && !isEmpty(cell));
    const texts = [...new Set(cells.map(cellText))];
    const warn = (text: string): readonly DataWarning[] => [{ name: 'unmatched', scope: [column.name], text }];
    // Dates are not compared as texts, and records may have more values than these.
    const isKnown = test.kind !== 'date' && this.verdicts!.size < MAX_REMEMBERED;
    for (const value of isKnown ? condition.values : []) {
      if (cells.some(matcherOf({ ...condition, operator: '=' }, value))) continue;
      const near = texts.find((text) => fold(text) === fold(value.text));
      if (near === undefined) continue;
      const [typed, known] = [value.text, near].map((text) => toVisibleLine(JSON.stringify(text), MAX_LENGTH));
      return warn(`${quoteCondition(condition)}: no record has ${typed}, but some have ${known}`);
    }
    const isEmptyText = condition.values.every(({ text }) => text === '');
    if (this.isMet || condition.operator === '!=' || texts.length === 0 || isEmptyText) return [];
    const shown = texts.slice(0, MAX_SHOWN).map((value) => quoteLine(value, MAX_LENGTH));
    const more = texts.length > MAX_SHOWN ? ', …' : '';
    return warn(
      `${quoteCondition(condition)} matches no record; values of ${condition.column}: ${shown.join(', ')}${more}`,
    );
  }
}

function fold(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}
