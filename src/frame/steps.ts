/** The steps between groups and rows. Each gives a new frame; the groups stay where they are. */

import type { Column } from '../core/columns.ts';
import { cellText } from '../records/cells.ts';
import { isNameOfOthers, nameOthers } from '../records/row-keys.ts';
import { cellOf, type Frame, type Measure } from './frame.ts';
import { GroupTable } from './group-table.ts';
import type { KeyColumn } from './key-column.ts';
import { assertCells } from './memory-limits.ts';
import { type SortKey, SortRows } from './sort.ts';
import { inTurns } from './turns.ts';

/** The first rows in order. Equal rows keep their order. */
export async function sortFrame(
  frame: Frame,
  keys: readonly SortKey[],
  limit = Number.POSITIVE_INFINITY,
): Promise<Frame> {
  if (keys.length === 0) return { ...frame, rows: frame.rows.slice(0, limit) };
  const { rows, endTurn } = frame;
  const columns = keys.map(({ column }) => cellOf(frame, column));
  const sorted = new SortRows(keys);
  await inTurns(rows.length, endTurn, (index) => sorted.add(columns.map((cell) => cell(rows[index]!))));
  const order = await sorted.order(endTurn);
  return { ...frame, rows: Array.from(order.subarray(0, limit), (index) => rows[index]!) };
}

/** The parts of a pivoted frame: one for each value and side, then those of the totals. */
interface PivotValues {
  readonly key: KeyColumn;
  /** The numbers of the values, in the order of their columns. */
  readonly values: readonly number[];
  /** For each value and the totals, the column of each measure. */
  readonly columns: readonly (readonly Column[])[];
}

/** The rows without the pivoted key. Later steps, and rows of other groups and of totals, work as for other frames. */
export async function pivotFrame(frame: Frame, { key, values, columns }: PivotValues): Promise<Frame> {
  const { table, rows, sides, measures, endTurn, keepsDigits } = frame;
  const index = table.keys.indexOf(key);
  const others = table.keys.map((_, other) => other).filter((other) => other !== index);
  const places = new Map(values.map((number, place) => [number, place]));
  const pivoted = new GroupTable(
    others.map((other) => table.keys[other]!),
    table.sources,
  );
  const width = columns.length * measures.length;
  await inTurns(rows.length, endTurn, (at) => {
    const row = rows[at]!;
    const group = pivoted.groupOf(others.map((other) => table.numberAt(other, row)));
    assertCells(pivoted.size * width);
    for (const place of [places.get(table.numberAt(index, row))!, values.length]) {
      for (let side = 0; side < sides; side++) pivoted.merge(group, place * sides + side, table, row, side);
    }
  });
  return {
    table: pivoted,
    sides,
    endTurn,
    keepsDigits,
    rows: Array.from({ length: pivoted.size }, (_, group) => group),
    measures: columns.flatMap((own, place) => {
      const number = values[place];
      const part = place * sides;
      const isTotal = number === undefined;
      const pivotedAt = isTotal ? undefined : { key, number };
      const within =
        (at: Measure['at']): Measure['at'] =>
        (spot) =>
          at({ ...spot, part, isMerged: spot.isMerged || isTotal, pivoted: pivotedAt });
      return measures.map(({ at, roundedAt }, measure) => ({
        column: own[measure]!,
        at: within(at),
        roundedAt: roundedAt && within(roundedAt),
      }));
    }),
  };
}

/** The first rows in order, and one for all others if there are several. It has no keys but the name of all others. */
export async function topFrame(frame: Frame, count: number, keys: readonly SortKey[]): Promise<Frame> {
  const { table, rows, endTurn } = frame;
  const sorted = await sortFrame(frame, keys);
  if (rows.length <= count + 1) return sorted;
  const isTaken = rows.some((row) => isNameOfOthers(cellText(table.keyAt(0, row))));
  const name = JSON.stringify(nameOthers(isTaken));
  const other = table.addMerged(table.keys.map((key, index) => key.add(index === 0 ? name : 'null')));
  const left = sorted.rows.slice(count);
  await inTurns(left.length, endTurn, (index) => {
    for (let part = 0; part < table.parts.length; part++) table.merge(other, part, table, left[index]!, part);
  });
  return { ...frame, rows: [...sorted.rows.slice(0, count), other] };
}
