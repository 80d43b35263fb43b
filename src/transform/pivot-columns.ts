/** The columns of pivoted rows: one for each value of the pivoted key and each measure, and one for the total of each measure. */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { MAX_PIVOT_VALUES } from '../core/limits.ts';
import { type Cell, cellText, isEmpty } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows } from '../records/rows.ts';
import { compareCells } from './aggregate.ts';
import { type GroupKey, keyIdentity } from './group-key.ts';

/** The name of the columns for an empty value. */
const NONE = '(none)';
const TOTAL = 'total';

/** The columns of pivoted rows. */
export interface PivotColumns {
  /** The columns of each value, in order, and then the totals. */
  readonly slots: readonly Slot[];
  readonly totals: Slot;
  /** The index of the slot of a value. */
  readonly slotOf: (value: Cell) => number;
}

/** How groups become pivoted rows. */
export interface PivotShape {
  /** The columns of the result. */
  readonly columns: readonly Column[];
  readonly pivot: GroupKey;
  /** The keys of the rows. */
  readonly others: readonly GroupKey[];
  readonly measures: readonly Column[];
  readonly slots: PivotColumns;
}

/** The columns of one value, or of the totals: one for each measure. */
interface Slot {
  /** Undefined for the totals, and for the empty value. */
  readonly value: Cell;
  readonly columns: readonly Column[];
  /** The column of a measure in this slot. A column that is not a measure stays the same. */
  readonly columnOf: (measure: Column) => Column;
}

/**
 * The columns for the values that `pivot` has in the rows: by value or name, the empty one last. Throws a usage error for too many values.
 */
export async function findPivotColumns(
  rows: RecordSet,
  pivot: Column,
  measures: readonly Column[],
): Promise<PivotColumns> {
  const values = [...(await findValues(rows, pivot))].sort(compareValues);
  const names = values.map(([, cell]) => (isEmpty(cell) ? NONE : cellText(cell)));
  const slots = [...names, TOTAL].map((name, index) => createSlot(name, values[index]?.[1], measures));
  const places = new Map(values.map(([identity], index) => [identity, index]));
  return { slots, totals: slots.at(-1)!, slotOf: (value) => places.get(keyIdentity(value))! };
}

function createSlot(name: string, value: Cell, measures: readonly Column[]): Slot {
  const columns = measures.map((measure) => ({
    ...createColumn([measures.length === 1 ? name : `${name}_${measure.name}`]),
    meaning: measure.path,
  }));
  const byMeasure = new Map(measures.map(({ path }, index) => [columnKey(path), columns[index]!]));
  return { value, columns, columnOf: (measure) => byMeasure.get(columnKey(measure.path)) ?? measure };
}

type Value = readonly [identity: string, cell: Cell];

async function findValues(rows: RecordSet, pivot: Column): Promise<ReadonlyMap<string, Cell>> {
  const found = new Map<string, Cell>();
  for await (const batch of readRows(rows, [pivot])) {
    for (const {
      cells: [cell],
    } of batch) {
      const identity = keyIdentity(cell);
      if (found.has(identity)) continue;
      if (found.size === MAX_PIVOT_VALUES) throw tooManyValues(pivot);
      found.set(identity, cell);
    }
  }
  return found;
}

function compareValues([, left]: Value, [, right]: Value): number {
  return isEmpty(left) || isEmpty(right)
    ? Number(isEmpty(left)) - Number(isEmpty(right))
    : compareCells(left, right);
}

function tooManyValues({ name }: Column): ReportingError {
  return new ReportingError(
    'E-option-value',
    `--pivot ${name}: the groups have more than ${MAX_PIVOT_VALUES} different values of ${name}, and each would be a column`,
    {
      hint: 'choose a column with fewer values, or a longer unit: --by month; or select values with --where',
    },
  );
}
