/**
 * Pivots groups without compared sides: one column for each value of one of their keys and each measure, and one for the total of each measure; one row
 * for each group of the other keys.
 */

import { inTurns } from '../core/async.ts';
import { type Column, columnKey, createColumn, isSameColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { MAX_PIVOT_VALUES } from '../core/limits.ts';
import { compareCells } from '../frame/arithmetic.ts';
import { mixedIn } from '../frame/currencies.ts';
import { columnsOf, type Frame } from '../frame/frame.ts';
import { GroupTable } from '../frame/group-table.ts';
import type { Measure } from '../frame/measures.ts';
import { assertFits } from '../frame/memory-limits.ts';
import { cellText, isEmpty } from '../records/cells.ts';
import { assertUniqueNames } from './plan-groups.ts';
import type { Transform } from './transform-request.ts';

/** The names of the columns for an empty value, and for the totals. */
const [NONE, TOTAL] = ['(none)', 'total'];

/**
 * The groups as pivoted rows, in order of first appearance. The columns are in the order of the values, the empty one last. Throws a
 * usage error for too many values, and for two columns with the same name.
 */
export async function pivotGroups({ pivot, by, groupBy }: Transform, frame: Frame): Promise<Frame> {
  const { table, rows, named, endTurn, form } = frame;
  const pivoted = pivot === by ? table.keys.length - 1 : groupBy.indexOf(pivot!);
  const key = table.keys[pivoted]!;
  const { name, unit } = key.key;
  const values = valuesIn(frame, pivoted);
  const names = [...values.map((value) => cellText(key.cells[value]) || NONE!), TOTAL!];
  const columns = names.map((slot) => frame.measures.map((measure) => columnIn(slot, measure, frame)));
  const others = table.keys.map((_, index) => index).filter((index) => index !== pivoted);
  const groups = new GroupTable(
    others.map((index) => table.keys[index]!),
    table.sources,
  );
  const slots = new Map(values.map((value, slot) => [value, slot]));
  await inTurns(rows.length, endTurn, (at) => {
    const row = rows[at]!;
    const group = groups.groupOf(others.map((index) => table.numberAt(index, row)));
    assertFits(groups.size * columns.length * frame.measures.length, 'cells');
    groups.merge(group, slots.get(table.numberAt(pivoted, row))!, table, row, 0);
    groups.merge(group, values.length, table, row, 0);
  });
  const measures = columns.flatMap((own, slot) => {
    const value = values[slot];
    const isOfValue = value !== undefined;
    const columnOf = (column: Column): Column =>
      own[frame.measures.findIndex((each) => isSameColumn(each.column, column))] ?? column;
    return frame.measures.map((measure, index): Measure => {
      const { at, of, amount } = measure;
      return {
        ...{ ...measure, column: own[index]!, of: of.map(columnOf), part: slot, isOfValue },
        amount: amount && mixedIn(groups, groups.allGroups(), amount, slot, slot + 1),
        at(spot, form) {
          const isMerged = spot.isMerged || !isOfValue;
          const own = isOfValue ? { key, number: value } : undefined;
          return at({ ...spot, part: slot, isMerged, pivoted: own }, form);
        },
      };
    });
  });
  const totals = columns.at(-1)!;
  const result = { table: groups, sides: 1, endTurn, form, measures };
  assertUniqueNames(
    columnsOf({ ...result, rows }),
    `--pivot ${name}: two columns would`,
    'exclude one of the values with --where, or leave out a column of --group-by',
  );
  const namesOfUnits = values.flatMap((value, slot) =>
    columns[slot]!.map(({ path }) => [columnKey(path), cellText(key.cells[value])] as const),
  );
  return {
    ...result,
    rows: groups.allGroups(),
    named: totals[frame.measures.findIndex(({ column }) => column.name === named)]?.name,
    pivot: { name, units: unit && { ...unit, names: new Map(namesOfUnits) } },
  };
}

/** The requested order of rows, which may be pivoted: then the name of a measure means the column of its total. */
export function orderOfPivoted({ sort }: Transform, { measures }: Frame, pivoted: Frame): Transform['sort'] {
  if (pivoted.pivot === undefined) return sort;
  // Without a row, no value has a column to sort by.
  if (pivoted.rows.length === 0) return [];
  const columns = columnsOf(pivoted);
  const totals = pivoted.measures.slice(-measures.length);
  return sort.map((each) => {
    const index = measures.findIndex(({ column }) => column.name === each.column);
    const isColumn = columns.some(({ name }) => name === each.column);
    return isColumn || index === -1 ? each : { ...each, column: totals[index]!.column.name };
  });
}

/** The numbers of the values that the key has in the rows, in order: by value or name. */
function valuesIn({ table, rows }: Frame, index: number): readonly number[] {
  const { key, cells } = table.keys[index]!;
  const numbers = new Set<number>();
  for (const row of rows) {
    numbers.add(table.numberAt(index, row));
    if (numbers.size <= MAX_PIVOT_VALUES) continue;
    const hint = 'choose a column with fewer values, or a longer unit: --by month; or select values with --where';
    const message = `--pivot ${key.name}: the groups have more than ${MAX_PIVOT_VALUES} different values of ${key.name}, and each would be a column`;
    throw new ReportingError('E-option-value', message, { hint });
  }
  return [...numbers].sort((left, right) => {
    const [one, other] = [cells[left], cells[right]];
    return Number(isEmpty(one)) - Number(isEmpty(other)) || compareCells(one, other);
  });
}

function columnIn(slot: string, { column }: Measure, { measures }: Frame): Column {
  const name = measures.length === 1 ? slot : `${slot}_${column.name}`;
  return { ...createColumn([name]), meaning: column.path };
}
