/** Keeps the records or groups that meet conditions, and says which cells the conditions could not compare. */

import { countOf, formatCount, quoteLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { cellOf, type Frame } from '../frame/frame.ts';
import { inTurns } from '../frame/turns.ts';
import { type Cell, cellText } from '../records/cells.ts';
import { type RecordSet, storeRecords } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { createTest, type Incomparable, type ResolvedCondition } from './condition-test.ts';
import { quoteCondition } from './where.ts';

/** Messages about conditions. */
export interface ConditionMessages {
  readonly notes: readonly string[];
  readonly warnings: readonly DataWarning[];
}

/**
 * The records that meet all `conditions`, one set for each. They are written to new files unchanged. Throws a usage error for a
 * condition whose value does not match the kind of its column.
 */
export async function filterRecordSets(
  recordSets: readonly RecordSet[],
  conditions: readonly ResolvedCondition[],
  newFile: () => string,
): Promise<ConditionMessages & { readonly filtered: readonly RecordSet[] }> {
  const { read, matches, finish } = createFilter(conditions);
  const filtered: RecordSet[] = [];
  for (const recordSet of recordSets) {
    const stored = await storeRecords(newFile(), recordSet, async (add) => {
      for await (const rows of scanRows(recordSet, read)) {
        const cellAt = (index: number): Cell => (index < read.length ? rows.cell(index) : undefined);
        while (rows.next()) if (matches(cellAt)) add(rows.block, rows.start, rows.end);
      }
    });
    filtered.push(stored);
  }
  return { filtered, ...finish(recordSets.reduce((sum, { recordCount }) => sum + recordCount, 0)) };
}

/** The groups that meet all `conditions`. Throws as `filterRecordSets` does. */
export async function filterFrame(
  frame: Frame,
  conditions: readonly ResolvedCondition[],
): Promise<ConditionMessages & { readonly frame: Frame }> {
  const { read, matches, finish } = createFilter(conditions);
  const cells = read.map((column) => cellOf(frame, column));
  const rows: number[] = [];
  await inTurns(frame.rows.length, frame.endTurn, (at) => {
    const row = frame.rows[at]!;
    if (matches((index) => cells[index]?.(row))) rows.push(row);
  });
  return { frame: { ...frame, rows }, ...finish(frame.rows.length) };
}

/** Tests rows by the cells of the `read` columns. */
function createFilter(conditions: readonly ResolvedCondition[]) {
  const tests = conditions.map(createTest);
  const count = tests.length;
  const columns = conditions.map(({ column }) => column);
  const others = conditions.map(({ column, other }) => other ?? column);
  return {
    read: conditions.some(({ other }) => other !== undefined) ? [...columns, ...others] : columns,
    matches(cellAt: (index: number) => Cell): boolean {
      let isMet = true;
      // Each test counts the cells that it cannot compare.
      for (let index = 0; index < count; index++) {
        if (!tests[index]!.matches(cellAt(index), cellAt(count + index))) isMet = false;
      }
      return isMet;
    },
    finish(rowCount: number): ConditionMessages {
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
      return { notes, warnings };
    },
  };
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
