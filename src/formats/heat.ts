/**
 * Shades the cells of pivoted rows from low to high: within each row, each column, or all cells of a measure. The scale runs from
 * the lowest number to the highest, also below zero. Totals, empty cells and texts have no shade. Shades are for the eye:
 * they are computed with floating point numbers, and the numbers in the cells stay exact.
 */

import { type Column, columnKey } from '../core/columns.ts';
import { type Cell, isNumber } from '../records/cells.ts';
import { isTotal } from './column-roles.ts';
import { readRowBlocks } from './display-cells.ts';
import type { EncoderInput } from './format.ts';

/** The number of shades, from 0 for the lowest numbers. */
export const SHADES = 6;

/** The shades of a table. */
export interface Heat {
  /** True for each column whose cells can have a shade. */
  readonly columns: readonly boolean[];
  /** The shade of each cell of a row; undefined for a cell without one. */
  shadesOf(row: readonly Cell[]): readonly (number | undefined)[];
  /** The line that explains the shades. */
  readonly legend: string;
}

/** The scale of some cells. */
export interface HeatScale {
  readonly add: (cell: Cell) => void;
  /** Undefined for a cell that is no number, and on a scale of equal numbers, which are neither low nor high. */
  readonly shadeOf: (cell: Cell) => number | undefined;
}

const WITHIN = { row: 'within each row', column: 'within each column', all: 'of all cells' };

/** The line that explains the shades of a scope. */
export function heatLegend(scope: keyof typeof WITHIN): string {
  return `shade: low to high ${WITHIN[scope]}`;
}

/** The shades of the first `rowCount` rows of these columns; undefined if the user asked for none, or no column is pivoted. */
export async function createHeat(
  columns: readonly Column[],
  input: Pick<EncoderInput, 'heat' | 'keys' | 'recordSet'>,
  rowCount: number,
): Promise<Heat | undefined> {
  const { heat: scope, recordSet } = input;
  if (scope === undefined) return undefined;
  const areShaded = columns.map((column) => column.meaning !== undefined && !isTotal(column, input));
  if (!areShaded.includes(true)) return undefined;
  const isOne = new Set(columns.flatMap(({ meaning }) => (meaning ? [columnKey(meaning)] : []))).size === 1;
  // A sum and a ratio have no common scale.
  const scaleNames = columns.map(({ path, meaning = [] }) => columnKey(scope === 'column' ? path : meaning));

  function extend(scales: Map<string, HeatScale>, row: readonly Cell[]): Map<string, HeatScale> {
    for (const [index, cell] of row.entries()) {
      if (!areShaded[index]) continue;
      const name = scaleNames[index]!;
      if (!scales.has(name)) scales.set(name, createHeatScale());
      scales.get(name)!.add(cell);
    }
    return scales;
  }

  const ofAll = new Map<string, HeatScale>();
  if (scope !== 'row') {
    for await (const block of readRowBlocks(recordSet, columns, rowCount))
      for (const row of block) extend(ofAll, row);
  }
  return {
    columns: areShaded,
    legend: `${heatLegend(scope)}${isOne ? '' : ', for each measure'}`,
    shadesOf(row) {
      const scales = scope === 'row' ? extend(new Map(), row) : ofAll;
      return row.map((cell, index) =>
        areShaded[index] ? scales.get(scaleNames[index]!)?.shadeOf(cell) : undefined,
      );
    },
  };
}

function numberOf(cell: Cell): number | undefined {
  if (cell === undefined || !isNumber(cell)) return undefined;
  const number = Number(cell);
  return Number.isFinite(number) ? number : undefined;
}

/** A scale from the lowest number that is added to the highest. */
export function createHeatScale(): HeatScale {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    add(cell) {
      const number = numberOf(cell);
      if (number === undefined) return;
      low = Math.min(low, number);
      high = Math.max(high, number);
    },
    shadeOf(cell) {
      const number = numberOf(cell);
      if (number === undefined || low === high) return undefined;
      // Halves, because the difference of two large numbers can be infinite.
      const part = (number / 2 - low / 2) / (high / 2 - low / 2);
      return Math.min(SHADES - 1, Math.floor(part * SHADES));
    },
  };
}
