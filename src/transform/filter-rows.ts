/** Keeps the records or groups that meet conditions, and says which cells the conditions could not compare. */

import { countOf, formatCount, quoteLine } from '../core/text.ts';
import type { DataWarning, Warning } from '../core/warnings.ts';
import { cellOf, type Frame } from '../frame/frame.ts';
import { inTurns } from '../frame/turns.ts';
import { type Cell, cellText } from '../records/cells.ts';
import { type RecordSet, storeRecords } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import type { ResolvedCondition, Verdict } from './condition-test.ts';
import { isNaming, UnmatchedSurvey } from './unmatched-conditions.ts';
import { quoteCondition } from './where.ts';

/** Messages about conditions. */
export interface ConditionMessages {
  readonly notes: readonly string[];
  readonly warnings: readonly DataWarning[];
}

interface FilteredRecords extends ConditionMessages {
  readonly filtered: readonly RecordSet[];
  /** Messages about values that no record of the first set has. */
  readonly unmatched: ConditionMessages;
}

/**
 * The records that meet all `conditions`, one set for each. They are written to new files unchanged. Throws a usage error for a
 * condition whose value does not match the kind of its column.
 */
export async function filterRecordSets(
  recordSets: readonly RecordSet[],
  conditions: readonly ResolvedCondition[],
  newFile: () => string,
): Promise<FilteredRecords> {
  const filters = conditions.map(
    (each) => new ConditionFilter(each, isNaming(each.condition) ? new UnmatchedSurvey(each) : undefined),
  );
  const columns = conditions.map(({ column }) => column);
  const filtered: RecordSet[] = [];
  let unmatched: ConditionMessages | undefined;
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
    unmatched ??= messagesOf(filters.map(({ survey }) => survey?.message()));
  }
  const recordCount = recordSets.reduce((sum, each) => sum + each.recordCount, 0);
  return { filtered, unmatched: unmatched!, ...messagesOf(filters.map((each) => each.finish(recordCount))) };
}

/** The groups that meet all `conditions`. Throws as `filterRecordSets` does. */
export async function filterFrame(
  frame: Frame,
  conditions: readonly ResolvedCondition[],
): Promise<ConditionMessages & { readonly frame: Frame }> {
  const filters = conditions.map((each) => new ConditionFilter(each));
  const cells = conditions.map(({ column, other }) => ({
    own: cellOf(frame, column),
    other: other && cellOf(frame, other),
  }));
  const rows: number[] = [];
  await inTurns(frame.rows.length, frame.endTurn, (at) => {
    const row = frame.rows[at]!;
    const kept = filters.filter((each, index) => each.keeps(cells[index]!.own(row), cells[index]!.other?.(row)));
    if (kept.length === filters.length) rows.push(row);
  });
  const messages = messagesOf(filters.map((each) => each.finish(frame.rows.length)));
  return { frame: { ...frame, rows }, ...messages };
}

/** Cells whose verdicts a filter remembers. */
const MAX_REMEMBERED = 1000;

/** Tests rows against a condition, and counts the cells that it cannot compare. */
class ConditionFilter {
  private incomparable = 0;
  /** One of these cells, if possible one with digits: it may be a number or a date in another spelling. */
  private example: Cell;
  private hasDigits = false;
  /** The verdicts on the first different cells: names and dates occur in many rows. Undefined for a condition on numbers. */
  private readonly verdicts: Map<string, Verdict> | undefined;

  constructor(
    private readonly resolved: ResolvedCondition,
    readonly survey?: UnmatchedSurvey,
  ) {
    const { condition, test, other } = resolved;
    const hasRepeats = other === undefined && (isNaming(condition) || test.kind === 'date');
    this.verdicts = hasRepeats ? new Map() : undefined;
  }

  keeps(cell: Cell, other?: Cell): boolean {
    const verdict = this.verdicts?.get(cell ?? '') ?? this.judge(cell, other);
    if (verdict === 'incomparable') this.count(cell);
    return verdict === true;
  }

  private judge(cell: Cell, other: Cell): Verdict {
    const { resolved, survey, verdicts } = this;
    const verdict = resolved.test.matches(cell, other);
    survey?.add(cell, verdict === true);
    if (verdicts !== undefined && verdicts.size < MAX_REMEMBERED) verdicts.set(cell ?? '', verdict);
    return verdict;
  }

  private count(cell: Cell): void {
    this.incomparable++;
    if (this.hasDigits || this.resolved.other !== undefined) return;
    this.hasDigits = /\d/.test(cellText(cell));
    if (this.hasDigits || this.example === undefined) this.example = cell;
  }

  /** The message about cells that could not be compared. Throws a usage error for a value that fits none of the cells. */
  finish(rowCount: number): Warning | undefined {
    const { incomparable, example, hasDigits, resolved } = this;
    const { condition, column, other, test } = resolved;
    test.finish?.();
    if (incomparable === 0) return undefined;
    const noun = condition.source === 'where' ? 'record' : 'group';
    const reason =
      other === undefined
        ? `${column.name} is not a ${test.kind}: ${quoteLine(cellText(example), 40)}`
        : `${column.name} or ${other.name} is empty`;
    const text = `${quoteCondition(condition)} leaves out ${formatCount(incomparable)} of ${countOf(rowCount, noun)}, because ${reason}`;
    // A text with digits may be a number or a date in another spelling, so the result may be wrong.
    const name = test.kind === 'date' ? 'bad-dates' : 'text-numbers';
    return hasDigits ? { name, scope: [column.name], text } : text;
  }
}

function messagesOf(messages: readonly (Warning | undefined)[]): ConditionMessages {
  return {
    notes: messages.filter((each) => typeof each === 'string'),
    warnings: messages.filter((each) => typeof each === 'object'),
  };
}
