/** What is made of the cells of a group: sums, extremes and averages, exact. */

import { compareDecimals, divideDecimals, formatDecimal, trimDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { type Cell, cellText, figureIn, isEmpty } from '../segments/cell.ts';
import { numberIn } from './cell-number.ts';
import { ExactSum } from './exact-sum.ts';

export type AggregateKind = 'sum' | 'min' | 'max' | 'avg';

/** Gathers the cells of one group. */
export interface Aggregate {
  add(cell: Cell): void;
  /** A JSON value; `null` if no cell held anything. */
  result(): string;
}

/** Decimals of an average or a quotient, at most; halves are rounded away from zero. */
export const QUOTIENT_DECIMALS = 6;

/** Throws a usage error for a cell that is neither empty nor a number: a sum without it would be wrong. */
class Sum implements Aggregate {
  protected readonly sum = new ExactSum();
  protected count = 0;

  constructor(
    private readonly kind: AggregateKind,
    private readonly name: string,
  ) {}

  add(cell: Cell): void {
    if (isEmpty(cell)) return;
    const figure = figureIn(cell);
    if (figure === undefined || !this.sum.add(figure)) throw notNumber(this.kind, this.name, cell!);
    this.count++;
  }

  result(): string {
    return this.count === 0 ? 'null' : formatDecimal(this.sum.result());
  }
}

class Average extends Sum {
  override result(): string {
    if (this.count === 0) return 'null';
    const total = this.sum.result();
    const scale = Math.max(QUOTIENT_DECIMALS, total.scale);
    const average = divideDecimals(total, { units: BigInt(this.count), scale: 0 }, scale)!;
    return formatDecimal(trimDecimal(average));
  }
}

/** The cell itself, as it was spelled; of equal ones, the first. */
class Extreme implements Aggregate {
  private best: Cell;

  constructor(private readonly sign: 1 | -1) {}

  add(cell: Cell): void {
    if (isEmpty(cell) || cell === this.best) return;
    if (this.best === undefined || this.sign * compareCells(cell, this.best) > 0) this.best = cell;
  }

  result(): string {
    return this.best ?? 'null';
  }
}

const CREATE: Readonly<Record<AggregateKind, (name: string) => Aggregate>> = {
  sum: (name) => new Sum('sum', name),
  avg: (name) => new Average('avg', name),
  min: () => new Extreme(-1),
  max: () => new Extreme(1),
};

/** `name` is the column's, for errors. */
export function createAggregate(kind: AggregateKind, name: string): Aggregate {
  return CREATE[kind](name);
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

function notNumber(kind: AggregateKind, name: string, cell: string): ReportingError {
  const why = figureIn(cell) === undefined ? 'is no number' : 'is too large a number to reckon with';
  const shown = cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
  return new ReportingError('usage', `--${kind} ${name}: a record holds ${shown}, which ${why}`, {
    hint: 'leave such records out with --where, or choose another column',
  });
}
