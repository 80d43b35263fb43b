/** Turns groups of two keys into a table with a row for each value of one key, and a column for each value of the other. */

import type { ShownCell } from '../core/tone.ts';
import { isNameOfOthers, nameOthers } from '../records/row-keys.ts';
import { createAggregates } from '../transform/aggregate.ts';
import { rankLabels } from './chart-labels.ts';
import {
  type ChartSource,
  labelNames,
  labelParts,
  numberIn,
  readChartRows,
  readLabel,
} from './chart-rows.ts';
import { createCellShower } from './display-cells.ts';
import { createHeatScale } from './heat.ts';

/** Values of each key, besides that of all others. */
const MOST = { rows: 20, columns: 10 };
/** As many as a week has days. */
const FEW_COLUMNS = 7;

/** The sums of two keys, with a total of each row and each column. */
export interface Matrix {
  /** The names of the two keys. */
  readonly keys: readonly [rows: string, columns: string];
  readonly columns: readonly string[];
  /** The largest first. The last cell of a row is its total. */
  readonly rows: readonly MatrixRow[];
  readonly totals: readonly ShownCell[];
}

interface MatrixRow {
  readonly label: string;
  readonly isOther: boolean;
  readonly cells: readonly MatrixCell[];
}

interface MatrixCell {
  readonly shown: ShownCell;
  /** From 0 for the lowest of all cells. Those of all others and totals have none. */
  readonly shade: number | undefined;
}

/** Values of a key with their places. */
interface Side {
  readonly index: number;
  readonly labels: readonly string[];
  readonly places: ReadonlyMap<string, number>;
  readonly hasOthers: boolean;
}

/** Undefined for another number of keys, and for keys with a single value. Memory holds only the cells of the result. */
export async function readMatrix(source: ChartSource): Promise<Matrix | undefined> {
  const { columns, schemas, chosen, input } = source;
  if (chosen.labels.length !== 2 || !chosen.canTotal) return undefined;
  const [first, second] = (await Promise.all(
    chosen.labels.map((label) => rankSide(source, label, MOST.rows)),
  )) as [Side, Side];
  // Many columns of long names are wide, so the key with fewer values has them then.
  const isTurned = second.labels.length > FEW_COLUMNS && first.labels.length < second.labels.length;
  const [down, wide] = isTurned ? [second, first] : [first, second];
  const across = await narrow(source, wide);
  if (countOf(down) < 2 || countOf(across) < 2) return undefined;

  const width = countOf(across) + 1;
  const sums = createAggregates('number', '');
  const order: number[] = [];
  for await (const rows of readChartRows(source)) {
    for (const { label, number } of rows) {
      const parts = labelParts(label);
      const row = down.places.get(parts[isTurned ? 1 : 0]!) ?? down.labels.length;
      const column = across.places.get(parts[isTurned ? 0 : 1]!) ?? across.labels.length;
      if (!order.includes(column) && column < across.labels.length) order.push(column);
      for (const line of [row, countOf(down)])
        for (const place of [column, width - 1]) sums.add(line * width + place, number);
    }
  }
  // Columns keep the order of the report: weekdays are in that of the week.
  const places = [...order, ...(across.hasOthers ? [across.labels.length] : []), width - 1];
  const numberAt = (row: number, column: number): string | undefined =>
    numberIn(sums.result(row * width + column));
  const show = createCellShower(columns, schemas, input);
  const scale = createHeatScale();
  for (const row of down.labels.keys()) for (const column of order) scale.add(numberAt(row, column));
  const names = namesOf(across);
  const keys = labelNames({ ...source, chosen: { ...chosen, labels: [down.index, across.index] } });
  return {
    keys: [keys[0]!, keys[1]!],
    columns: places.slice(0, -1).map((column) => names[column]!),
    rows: namesOf(down).map((label, row) => ({
      label,
      isOther: row === down.labels.length,
      cells: places.map((column) => ({
        shown: show(numberAt(row, column), chosen.measure),
        shade:
          row < down.labels.length && column < across.labels.length
            ? scale.shadeOf(numberAt(row, column))
            : undefined,
      })),
    })),
    totals: places.map((column) => show(numberAt(countOf(down), column), chosen.measure)),
  };
}

async function rankSide(source: ChartSource, index: number, limit: number): Promise<Side> {
  const ofKey = { ...source, chosen: { ...source.chosen, labels: [index], comparison: undefined } };
  const { top, others } = await rankLabels(ofKey, { limit, isOrdered: false });
  const labels = top.map(({ label }) => label);
  const places = new Map(labels.map((label, place) => [label, place]));
  return { index, labels, places, hasOthers: others !== undefined };
}

function narrow(source: ChartSource, side: Side): Side | Promise<Side> {
  return side.labels.length <= MOST.columns + 1 && !side.hasOthers
    ? side
    : rankSide(source, side.index, MOST.columns);
}

function countOf({ labels, hasOthers }: Side): number {
  return labels.length + Number(hasOthers);
}

function namesOf({ labels, hasOthers }: Side): readonly string[] {
  return [...labels.map(readLabel), ...(hasOthers ? [nameOthers(labels.some(isNameOfOthers))] : [])];
}
