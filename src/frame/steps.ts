/** The steps that order and choose rows. Each gives a new frame; the groups stay where they are. */

import { inTurns } from '../core/async.ts';
import type { Column } from '../core/columns.ts';
import { type Cell, cellText, figureIn } from '../records/cells.ts';
import { cellOf, type Frame } from './frame.ts';
import { GroupTable } from './group-table.ts';
import type { KeyColumn } from './key-column.ts';
import { type SortKey, SortRows } from './sort.ts';

/** The first rows in order, by what `rankOf` gives for their cells. Equal rows keep their order. */
export async function sortFrame(
  frame: Frame,
  keys: readonly SortKey[],
  limit = Number.POSITIVE_INFINITY,
  rankOf = (cell: Cell): Cell => cell,
): Promise<Frame> {
  if (keys.length === 0) return { ...frame, rows: frame.rows.slice(0, limit) };
  const { rows, endTurn } = frame;
  const columns = keys.map(({ column }) => cellOf(frame, column));
  const sorted = new SortRows(keys);
  await inTurns(rows.length, endTurn, (index) => sorted.add(columns.map((cellOf) => rankOf(cellOf(rows[index]!)))));
  const order = sorted.order();
  return { ...frame, rows: Array.from(order.subarray(0, limit), (index) => rows[index]!), isOrdered: true };
}

/** The rows with the largest amounts of a measure first, gains and losses. */
export function sortBySize(frame: Frame, column: Column, limit?: number): Promise<Frame> {
  return sortFrame(frame, [{ column, isDescending: true }], limit, sizeOf);
}

/** The first rows, and one for all others if there are several. It has no keys but their `name`, which is by default one that no row has. */
export async function mergeOthers(frame: Frame, count: number, name?: string): Promise<Frame> {
  const { table, rows, endTurn } = frame;
  if (rows.length <= count + 1) return frame;
  const isTaken = rows.some((row) => cellText(table.keyAt(0, row)) === '(other)');
  const first = JSON.stringify(name ?? (isTaken ? '(other groups)' : '(other)'));
  const other = table.addMerged(table.keys.map((key, index) => key.add(index === 0 ? first : 'null')));
  const left = rows.slice(count);
  await inTurns(left.length, endTurn, (index) => table.mergeAll(other, table, left[index]!));
  return { ...frame, rows: [...rows.slice(0, count), other] };
}

/** The rows merged by the keys at these places, in order of first appearance. */
export async function mergeByKeys(frame: Frame, places: readonly number[]): Promise<Frame> {
  const { table } = frame;
  if (places.length === table.keys.length && places.every((place, index) => place === index)) return frame;
  const keys = places.map((place) => table.keys[place]!);
  return mergeRows(frame, keys, (row) => places.map((place) => table.numberAt(place, row)));
}

/** The rows merged by the numbers that they have of these keys, without the rows that have none. */
export async function mergeRows(
  frame: Frame,
  keys: readonly KeyColumn[],
  numbersOf: (row: number) => readonly number[] | undefined,
): Promise<Frame> {
  const { table, rows, endTurn } = frame;
  const merged = new GroupTable(keys, table.sources);
  await inTurns(rows.length, endTurn, (index) => {
    const numbers = numbersOf(rows[index]!);
    if (numbers !== undefined) merged.mergeAll(merged.groupOf(numbers), table, rows[index]!);
  });
  return { ...frame, table: merged, rows: merged.allGroups() };
}

/** The amount of a number without its sign. */
function sizeOf(cell: Cell): Cell {
  const figure = cell === undefined ? undefined : figureIn(cell);
  return figure?.startsWith('-') === true ? figure.slice(1) : cell;
}
