/** The largest or the first groups, and one row for the others. */

import { frameOf, recordsOfFrame } from '../frame/frame.ts';
import { combinedIn } from '../frame/measures.ts';
import type { SortKey } from '../frame/sort.ts';
import { topFrame } from '../frame/steps.ts';
import { type Cell, figureIn } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { Step } from './group-step.ts';
import { chooseMeasure } from './main-measure.ts';

/**
 * The first groups in order, or without one those with the largest amounts of the main measure, gains and losses; then a row for the
 * others. One other group has its own row.
 */
export async function topRows(
  { recordSet, groups, emptied }: Step,
  count: number,
  sort: readonly SortKey[],
): Promise<RecordSet> {
  const { aggregations, pivot, measures, namedMeasure } = groups!;
  const frame = frameOf(recordSet)!;
  const measure = await chooseMeasure(recordSet, measures, namedMeasure);
  const bySize: SortKey = { column: measure, isDescending: true, rankOf: sizeOf };
  const top = await topFrame(frame, count, sort.length > 0 ? sort : [bySize]);
  // In pivoted rows, each value has its own parts, and so has the total.
  const parts = Array.from({ length: pivot?.slotCount ?? 1 }, (_, slot) => slot * frame.sides);
  const others = { ...top, rows: top.rows.filter((row) => top.table.merged.has(row)) };
  for (const [name, amount] of combinedIn(others, aggregations, parts)) {
    // The total of columns that are currencies explains itself.
    if (!amount.by.every((each) => each.name === pivot?.name)) emptied.set(name, amount);
  }
  return recordsOfFrame(top);
}

/** The amount of a number without its sign. */
function sizeOf(cell: Cell): Cell {
  const figure = cell === undefined ? undefined : figureIn(cell);
  return figure?.startsWith('-') === true ? figure.slice(1) : cell;
}
