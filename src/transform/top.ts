/** The largest or the first groups, and one row for the others. */

import type { Column } from '../core/columns.ts';
import type { MixedAmount } from '../frame/currencies.ts';
import { type Frame, recordsOfFrame } from '../frame/frame.ts';
import { combinedIn } from '../frame/measures.ts';
import type { SortKey } from '../frame/sort.ts';
import { topFrame } from '../frame/steps.ts';
import { type Cell, figureIn } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { Groups } from './group-step.ts';

interface TopOptions {
  /** The number of groups to keep. */
  readonly count: number;
  /** Without a sort key, the largest amounts of the measure come first: gains and losses. */
  readonly sort: readonly SortKey[];
  readonly measure: Column;
  readonly groups: Groups;
  /** Receives the amounts that the row of the others leaves empty, by name. */
  readonly emptied: Map<string, MixedAmount>;
}

/** The first rows in order, then a row for the others. One other group has its own row. */
export async function topRows(
  frame: Frame,
  { count, sort, measure, groups: { aggregations, pivot }, emptied }: TopOptions,
): Promise<RecordSet> {
  const bySize: SortKey = { column: measure, isDescending: true, rankOf: sizeOf };
  const top = await topFrame(frame, count, sort.length > 0 ? sort : [bySize]);
  // In pivoted rows, each value has its own parts, and so has the total.
  const parts = Array.from({ length: pivot?.slots.slots.length ?? 1 }, (_, slot) => slot * frame.sides);
  const others = { ...top, rows: top.rows.filter((row) => top.table.merged.has(row)) };
  for (const [name, amount] of combinedIn(others, aggregations, parts)) {
    // The total of columns that are currencies explains itself.
    const explains = pivot !== undefined && amount.by.every((each) => each.name === pivot.pivot.name);
    if (!explains) emptied.set(name, amount);
  }
  return recordsOfFrame(top);
}

/** The amount of a number without its sign. */
function sizeOf(cell: Cell): Cell {
  const figure = cell === undefined ? undefined : figureIn(cell);
  return figure?.startsWith('-') === true ? figure.slice(1) : cell;
}
