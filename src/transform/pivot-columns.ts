/** The columns of pivoted rows: one for each value of the pivoted key and each measure, and one for the total of each measure. */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { MAX_PIVOT_VALUES } from '../core/limits.ts';
import { compareCells } from '../frame/arithmetic.ts';
import type { Frame } from '../frame/frame.ts';
import type { KeyColumn } from '../frame/key-column.ts';
import { type Cell, cellText, isEmpty } from '../records/cells.ts';

/** The name of the columns for an empty value. */
const NONE = '(none)';
const TOTAL = 'total';

/** The columns of pivoted rows. */
export interface PivotColumns {
  /** The columns of each value, in order, and then the totals. */
  readonly slots: readonly Slot[];
  readonly totals: Slot;
  /** The numbers of the values, in the order of their slots. */
  readonly values: readonly number[];
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
 * The columns for the values that the key has in the rows: by value or name, the empty one last. Throws a usage error for too many
 * values.
 */
export function findPivotColumns(
  { table, rows }: Frame,
  key: KeyColumn,
  measures: readonly Column[],
): PivotColumns {
  const index = table.keys.indexOf(key);
  const numbers = new Set<number>();
  for (const row of rows) {
    numbers.add(table.numberAt(index, row));
    if (numbers.size > MAX_PIVOT_VALUES) throw tooManyValues(key.key.name);
  }
  const values = Array.from(numbers, (number): Value => [number, key.cells[number]]).sort(compareValues);
  const names = values.map(([, cell]) => (isEmpty(cell) ? NONE : cellText(cell)));
  const slots = [...names, TOTAL].map((name, place) => createSlot(name, values[place]?.[1], measures));
  return { slots, totals: slots.at(-1)!, values: values.map(([number]) => number) };
}

function createSlot(name: string, value: Cell, measures: readonly Column[]): Slot {
  const columns = measures.map((measure) => ({
    ...createColumn([measures.length === 1 ? name : `${name}_${measure.name}`]),
    meaning: measure.path,
  }));
  const byMeasure = new Map(measures.map(({ path }, index) => [columnKey(path), columns[index]!]));
  return { value, columns, columnOf: (measure) => byMeasure.get(columnKey(measure.path)) ?? measure };
}

type Value = readonly [number: number, cell: Cell];

function compareValues([, left]: Value, [, right]: Value): number {
  return isEmpty(left) || isEmpty(right)
    ? Number(isEmpty(left)) - Number(isEmpty(right))
    : compareCells(left, right);
}

function tooManyValues(name: string): ReportingError {
  return new ReportingError(
    'E-option-value',
    `--pivot ${name}: the groups have more than ${MAX_PIVOT_VALUES} different values of ${name}, and each would be a column`,
    {
      hint: 'choose a column with fewer values, or a longer unit: --by month; or select values with --where',
    },
  );
}
