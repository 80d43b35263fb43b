/** What is made of the cells of a group: sums, counts, extremes and averages, exact. */

import { compareDecimals, divideDecimals, formatDecimal, trimDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { type Cell, cellText } from '../segments/cell.ts';
import { figureIn, numberIn } from './cell-number.ts';
import { createExactSum } from './exact-sum.ts';

export type AggregateKind = 'sum' | 'min' | 'max' | 'avg';

/** Gathers the cells of one group. */
export interface Aggregate {
  add(cell: Cell): void;
  /** A JSON value; `null` if no cell held anything. */
  result(): string;
}

/** Decimals of an average or a quotient, at most; halves are rounded away from zero. */
export const QUOTIENT_DECIMALS = 6;

const CREATE: Readonly<Record<AggregateKind, (name: string) => Aggregate>> = {
  sum: (name) => createSum(name, false),
  avg: (name) => createSum(name, true),
  min: () => createExtreme(-1),
  max: () => createExtreme(1),
};

/** `name` is the column's, for errors. */
export function createAggregate(kind: AggregateKind, name: string): Aggregate {
  return CREATE[kind](name);
}

export function isEmpty(cell: Cell): boolean {
  return cell === undefined || cell === 'null' || cell === '""';
}

/** Throws a usage error for a cell that is neither empty nor a number: a sum without it would be wrong. */
function createSum(name: string, isAverage: boolean): Aggregate {
  const sum = createExactSum();
  let count = 0;
  return {
    add(cell) {
      if (isEmpty(cell)) return;
      const figure = figureIn(cell);
      if (figure === undefined || !sum.add(figure)) throw notNumber(name, cell, isAverage);
      count++;
    },
    result() {
      if (count === 0) return 'null';
      const total = sum.result();
      if (!isAverage) return formatDecimal(total);
      const scale = Math.max(QUOTIENT_DECIMALS, total.scale);
      const average = divideDecimals(total, { units: BigInt(count), scale: 0 }, scale)!;
      return formatDecimal(trimDecimal(average));
    },
  };
}

/** The cell itself, as it was spelled; of equal ones, the first. */
function createExtreme(sign: 1 | -1): Aggregate {
  let best: Cell;
  return {
    add(cell) {
      if (!isEmpty(cell) && (best === undefined || sign * compareCells(cell, best) > 0)) best = cell;
    },
    result: () => best ?? 'null',
  };
}

/** Numbers by their value, and before texts; texts by their characters. */
export function compareCells(left: Cell, right: Cell): number {
  const [leftNumber, rightNumber] = [numberIn(left), numberIn(right)];
  if (leftNumber !== undefined && rightNumber !== undefined) return compareDecimals(leftNumber, rightNumber);
  if (leftNumber !== undefined) return -1;
  if (rightNumber !== undefined) return 1;
  const [leftText, rightText] = [cellText(left), cellText(right)];
  return leftText < rightText ? -1 : leftText > rightText ? 1 : 0;
}

function notNumber(name: string, cell: Cell, isAverage: boolean): ReportingError {
  const option = isAverage ? '--avg' : '--sum';
  return new ReportingError(
    'usage',
    `${option} ${name}: a record holds ${cell!.slice(0, 60)}, which is no number`,
    {
      hint: `leave such records out with --where, or choose another column`,
    },
  );
}
