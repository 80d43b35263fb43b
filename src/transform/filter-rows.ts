/** Keeps the records or groups that meet conditions, and says which cells the conditions could not compare. */

import { countOf, formatCount, quoteLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { cellOf, frameOf, recordsOfFrame } from '../frame/frame.ts';
import { inTurns } from '../frame/turns.ts';
import { type Cell, cellText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows, storeRows } from '../records/rows.ts';
import { createTest, type Incomparable, type ResolvedCondition } from './condition-test.ts';
import { quoteCondition } from './where.ts';

/** The rows that meet conditions, and messages about the conditions. */
export interface FilteredRows {
  /** One for each record set. */
  readonly filtered: readonly RecordSet[];
  readonly notes: readonly string[];
  readonly warnings: readonly DataWarning[];
}

/**
 * The rows that meet all `conditions`. They are written to new files unchanged. Throws a usage error for a condition whose value
 * does not match the kind of its column.
 */
export async function filterRows(
  recordSets: readonly RecordSet[],
  conditions: readonly ResolvedCondition[],
  newFile: () => string,
): Promise<FilteredRows> {
  const tests = conditions.map(createTest);
  const count = tests.length;
  const columns = conditions.map(({ column }) => column);
  const others = conditions.map(({ column, other }) => other ?? column);
  const read = conditions.some(({ other }) => other !== undefined) ? [...columns, ...others] : columns;
  const filtered: RecordSet[] = [];
  let rowCount = 0;
  for (const recordSet of recordSets) {
    rowCount += recordSet.recordCount;
    const matches = (cellAt: (index: number) => Cell): boolean => {
      let isMet = true;
      // Each test counts the cells that it cannot compare.
      for (let index = 0; index < count; index++) {
        if (!tests[index]!.matches(cellAt(index), cellAt(count + index))) isMet = false;
      }
      return isMet;
    };
    const frame = frameOf(recordSet);
    if (frame !== undefined) {
      const cells = read.map((column) => cellOf(frame, column));
      const kept: number[] = [];
      await inTurns(frame.rows.length, frame.endTurn, (at) => {
        const row = frame.rows[at]!;
        if (matches((index) => cells[index]?.(row))) kept.push(row);
      });
      filtered.push(recordsOfFrame({ ...frame, rows: kept }));
      continue;
    }
    const rows = await storeRows(newFile(), recordSet, async (stored) => {
      for await (const batch of readRows(recordSet, read)) {
        for (const { cells, block, start, end } of batch) {
          if (matches((index) => cells[index])) stored.add(block, start, end);
        }
        await stored.flush();
      }
    });
    filtered.push(rows);
  }
  const notes: string[] = [];
  const warnings: DataWarning[] = [];
  for (const [index, { incomparable, finish }] of tests.entries()) {
    finish();
    if (incomparable.count === 0) continue;
    const { column } = conditions[index]!;
    const text = describe(conditions[index]!, incomparable, rowCount);
    // A text with digits may be a number or a date in another spelling, so the result may be wrong.
    const name = incomparable.kind === 'date' ? 'bad-dates' : 'text-numbers';
    if (incomparable.hasDigits) warnings.push({ name, scope: [column.name], text });
    else notes.push(text);
  }
  return { filtered, notes, warnings };
}

function describe(
  { condition, column, other }: ResolvedCondition,
  { count, kind, example }: Incomparable,
  rowCount: number,
): string {
  const noun = condition.source === 'where' ? 'record' : 'group';
  const reason =
    other === undefined
      ? `${column.name} is not a ${kind}: ${quoteLine(cellText(example), 40)}`
      : `${column.name} or ${other.name} is empty`;
  return `${quoteCondition(condition)} leaves out ${formatCount(count)} of ${countOf(rowCount, noun)}, because ${reason}`;
}
