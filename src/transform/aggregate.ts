/** Exact sums, averages and extremes of a group's cells. */

import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  parseDecimal,
  trimDecimal,
} from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { ExactSum } from '../core/exact-sum.ts';
import { option, phrase } from '../core/message.ts';
import { type Cell, cellAt, cellText, figureIn, isEmpty } from '../records/cells.ts';

export type AggregateKind = 'sum' | 'min' | 'max' | 'avg';

/** Aggregates the cells of one group. */
export interface Aggregate {
  /** A sum and an average throw a usage error for a cell that is neither empty nor a number. */
  add(cell: Cell): void;
  /** As `add`, for the bytes of `block` from `start` to `end`; no cell if the end is 0. */
  addAt(block: Buffer, start: number, end: number): void;
  /** A JSON value; `null` if every cell was empty. */
  result(): string;
}

/** Maximum number of decimals of an average or a quotient. Halves are rounded away from zero. */
export const QUOTIENT_DECIMALS = 6;

/** An empty aggregate. `name` is the column's name, for errors. */
export function createAggregate(kind: AggregateKind | 'list', name: string): Aggregate {
  return CREATE[kind](name);
}

const CREATE: Readonly<Record<AggregateKind | 'list', (name: string) => Aggregate>> = {
  sum: (name) => new Sum('sum', name),
  avg: (name) => new Average('avg', name),
  min: () => new Extreme(-1),
  max: () => new Extreme(1),
  list: () => new List(),
};

/** The number in a cell; undefined for other cells. Throws a usage error for a number of hundreds of digits, which would sort wrongly as a text. */
export function numberIn(cell: Cell): Decimal | undefined {
  const figure = figureIn(cell);
  if (figure === undefined) return undefined;
  const number = parseDecimal(figure);
  if (number !== undefined) return number;
  throw new ReportingError(
    'usage',
    `a record holds ${figure.slice(0, 60)}, a number too large to compute with`,
    { hint: 'remove the options that compare, sort or divide by that column' },
  );
}

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

  addAt(block: Buffer, start: number, end: number): void {
    if (this.sum.addAt(block, start, end)) this.count++;
    else this.add(cellAt(block, start, end));
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

/** The cell with the smallest or largest value, as the record spells it; the first of equal ones. */
class Extreme implements Aggregate {
  private best: Cell;

  constructor(private readonly sign: 1 | -1) {}

  add(cell: Cell): void {
    if (isEmpty(cell) || cell === this.best) return;
    if (this.best === undefined || this.sign * compareCells(cell, this.best) > 0) this.best = cell;
  }

  addAt(block: Buffer, start: number, end: number): void {
    this.add(cellAt(block, start, end));
  }

  result(): string {
    return this.best ?? 'null';
  }
}

/** The cells that are not empty, in order. */
class List implements Aggregate {
  private readonly cells: string[] = [];

  add(cell: Cell): void {
    if (!isEmpty(cell)) this.cells.push(cell!);
  }

  addAt(block: Buffer, start: number, end: number): void {
    this.add(cellAt(block, start, end));
  }

  result(): string {
    return `[${this.cells.join(',')}]`;
  }
}

/** Numbers sort by value and before texts; texts sort by characters. */
export function compareCells(left: Cell, right: Cell): number {
  const [leftNumber, rightNumber] = [numberIn(left), numberIn(right)];
  if (leftNumber !== undefined && rightNumber !== undefined) return compareDecimals(leftNumber, rightNumber);
  if (leftNumber !== undefined) return -1;
  if (rightNumber !== undefined) return 1;
  const [leftText, rightText] = [cellText(left), cellText(right)];
  return leftText < rightText ? -1 : leftText > rightText ? 1 : 0;
}

function notNumber(kind: AggregateKind, name: string, cell: string): ReportingError {
  const why = figureIn(cell) === undefined ? 'is not a number' : 'is too large to compute with';
  const shown = cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
  return new ReportingError('usage', phrase`${option(kind)} ${name}: a record holds ${shown}, which ${why}`, {
    hint: phrase`exclude such records with ${option('where')}, or choose another column`,
  });
}
