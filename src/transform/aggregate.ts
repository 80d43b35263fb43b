/** Exact sums, averages and extremes of the cells of groups. */

import { compareDecimals, type Decimal, divideDecimals, parseDecimal, trimDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { ExactSums } from '../core/exact-sum.ts';
import { flagOf } from '../core/option-names.ts';
import { formatQuotient } from '../core/rounded-half.ts';
import { type Cell, cellAt, cellText, figureIn, isEmpty, isNumber } from '../records/cells.ts';
import { codeAt } from '../records/currency.ts';

/** The aggregations that users can request. */
export type AggregateKind = 'sum' | 'min' | 'max' | 'avg';

/**
 * Aggregations that no option requests. The result of `codes` is the codes of currencies among the cells, separated by spaces.
 * `number` adds up the JSON numbers among the cells, and keeps the spelling of one alone; `onlyNumber` does not add up several:
 * the result is `SEVERAL_NUMBERS`.
 */
export type InternalKind = 'list' | 'codes' | 'number' | 'onlyNumber';

/** Stands for several numbers whose sum would mean nothing. */
export const SEVERAL_NUMBERS = '"several"';

/** Aggregates the cells of one column for many groups, each with a number. One object for each group would take more memory. */
export interface Aggregates {
  /** A sum and an average throw a usage error for a cell that is neither empty nor a number. */
  add(group: number, cell: Cell): void;
  /** Like `add`, for the bytes of `block` from `start` to `end`; there is no cell if the end is 0. */
  addAt(group: number, block: Buffer, start: number, end: number): void;
  /** A JSON value; `null` if every cell was empty. */
  result(group: number): string;
}

/** Maximum number of decimals of an average or a quotient. Halves are rounded away from zero. */
const QUOTIENT_DECIMALS = 6;

interface QuotientStyle {
  readonly scale?: number;
  /** True for a document that rounds quotients again. */
  readonly isMarked?: boolean | undefined;
}

/** A quotient as a JSON value; `null` without both numbers, and for a divisor of zero. */
export function quotientText(
  top: Decimal | undefined,
  bottom: Decimal | undefined,
  { scale = QUOTIENT_DECIMALS, isMarked = false }: QuotientStyle = {},
): string {
  const quotient = top && bottom && divideDecimals(top, bottom, scale);
  return quotient === undefined ? 'null' : formatQuotient(trimDecimal(quotient), top!, bottom!, isMarked);
}

/** A sum divided by a count, as a JSON value; `null` for a count of zero. */
export function averageText(sum: Decimal, count: number, isMarked = false): string {
  const scale = Math.max(QUOTIENT_DECIMALS, sum.scale);
  return quotientText(sum, { units: count, scale: 0 }, { scale, isMarked });
}

/** Aggregates without cells. `name` is the column's name, for errors. */
export function createAggregates(
  kind: AggregateKind | InternalKind,
  name: string,
  isMarked = false,
): Aggregates {
  return CREATE[kind](name, isMarked);
}

const CREATE: Readonly<
  Record<AggregateKind | InternalKind, (name: string, isMarked: boolean) => Aggregates>
> = {
  sum: (name) => new Sums('sum', name),
  avg: (name, isMarked) => new Averages(name, isMarked),
  min: () => new Extremes(-1),
  max: () => new Extremes(1),
  list: () => new Lists(),
  codes: () => new Codes(),
  number: () => new Numbers(true),
  onlyNumber: () => new Numbers(false),
};

/**
 * The number in a cell; undefined for other cells. Throws a usage error for a number of hundreds of digits, which would sort
 * wrongly as a text.
 */
export function numberIn(cell: Cell): Decimal | undefined {
  const figure = figureIn(cell);
  if (figure === undefined) return undefined;
  const number = parseDecimal(figure);
  if (number !== undefined) return number;
  throw new ReportingError(
    'E-not-a-number',
    `a record holds ${figure.slice(0, 60)}, a number too large to compute with`,
    { hint: 'remove the options that compare, sort or divide by that column' },
  );
}

class Sums implements Aggregates {
  protected readonly sums = new ExactSums();
  /** The number of cells of each group that are not empty. */
  protected readonly counts: number[] = [];

  constructor(
    private readonly kind: AggregateKind,
    private readonly name: string,
  ) {}

  add(group: number, cell: Cell): void {
    if (isEmpty(cell)) return;
    const figure = figureIn(cell);
    if (figure === undefined || !this.sums.add(group, figure)) throw notNumber(this.kind, this.name, cell!);
    this.count(group);
  }

  addAt(group: number, block: Buffer, start: number, end: number): void {
    if (this.sums.addAt(group, block, start, end)) this.count(group);
    else this.add(group, cellAt(block, start, end));
  }

  result(group: number): string {
    return this.counts[group] ? this.sums.text(group) : 'null';
  }

  private count(group: number): void {
    const { counts } = this;
    while (group >= counts.length) counts.push(0);
    counts[group]!++;
  }
}

class Averages extends Sums {
  constructor(
    name: string,
    private readonly isMarked: boolean,
  ) {
    super('avg', name);
  }

  override result(group: number): string {
    return averageText(this.sums.result(group), this.counts[group] ?? 0, this.isMarked);
  }
}

/** The cells with the smallest or largest value, as the record spells it; the first of equal ones. */
class Extremes implements Aggregates {
  private readonly best: Cell[] = [];

  constructor(private readonly sign: 1 | -1) {}

  add(group: number, cell: Cell): void {
    const best = this.best[group];
    if (isEmpty(cell) || cell === best) return;
    if (best === undefined || this.sign * compareCells(cell, best) > 0) this.best[group] = cell;
  }

  addAt(group: number, block: Buffer, start: number, end: number): void {
    this.add(group, cellAt(block, start, end));
  }

  result(group: number): string {
    return this.best[group] ?? 'null';
  }
}

class Numbers implements Aggregates {
  private readonly sums = new ExactSums();
  /** The number of each group that has one alone; null for several. */
  private readonly alone: (string | null | undefined)[] = [];

  constructor(private readonly canAdd: boolean) {}

  add(group: number, cell: Cell): void {
    if (cell === undefined || !isNumber(cell)) return;
    const alone = this.alone[group];
    this.alone[group] = alone === undefined ? cell : null;
    if (alone === undefined || !this.canAdd) return;
    if (alone !== null) this.sum(group, alone);
    this.sum(group, cell);
  }

  addAt(group: number, block: Buffer, start: number, end: number): void {
    if (this.alone[group] === null && this.sums.addAt(group, block, start, end)) return;
    this.add(group, cellAt(block, start, end));
  }

  result(group: number): string {
    const alone = this.alone[group];
    if (alone !== null) return alone ?? 'null';
    return this.canAdd ? this.sums.text(group) : SEVERAL_NUMBERS;
  }

  private sum(group: number, number: string): void {
    if (this.sums.add(group, number)) return;
    throw new ReportingError(
      'E-not-a-number',
      `a record holds ${number.slice(0, 60)}, which has too many digits to add`,
    );
  }
}

/** The cells that are not empty, in order. */
class Lists implements Aggregates {
  private readonly cells: string[][] = [];

  add(group: number, cell: Cell): void {
    if (isEmpty(cell)) return;
    const cells = this.cells[group];
    if (cells === undefined) this.cells[group] = [cell!];
    else cells.push(cell!);
  }

  addAt(group: number, block: Buffer, start: number, end: number): void {
    this.add(group, cellAt(block, start, end));
  }

  result(group: number): string {
    return `[${(this.cells[group] ?? []).join(',')}]`;
  }
}

/** The codes of currencies among the cells, each once, in order of first appearance. */
class Codes implements Aggregates {
  private readonly codes: Set<string>[] = [];

  add(group: number, cell: Cell): void {
    if (cell !== undefined) this.addAt(group, Buffer.from(cell), 0, cell.length);
  }

  addAt(group: number, block: Buffer, start: number, end: number): void {
    const code = codeAt(block, start, end);
    if (code === undefined) return;
    const codes = this.codes[group];
    if (codes === undefined) this.codes[group] = new Set([code]);
    else codes.add(code);
  }

  result(group: number): string {
    return [...(this.codes[group] ?? [])].join(' ');
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
  return new ReportingError(
    'E-not-a-number',
    `${flagOf(kind)} ${name}: a record holds ${shown}, which ${why}`,
    {
      hint: 'exclude such records with --where, or choose another column',
    },
  );
}
