/** Numbers in cells, and figures that are computed from them: exact decimals, quotients of six decimals. */

import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  HUNDRED,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  trimDecimal,
} from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { absolute } from '../core/exact-math.ts';
import { flagOf } from '../core/option-names.ts';
import { formatQuotient } from '../core/rounded-half.ts';
import { type Cell, cellText, figureIn, isEmpty } from '../records/cells.ts';

/** The aggregations that users can request. */
export type AggregateKind = 'sum' | 'min' | 'max' | 'avg';

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

/** The change in percent of the earlier value, to two decimals; `null` if the earlier value is empty or zero. */
export function percentOf(change: Cell, before: Cell, isMarked = false): string {
  const [top, bottom] = [numberIn(change), numberIn(before)];
  if (top === undefined || bottom === undefined) return 'null';
  const size = absolute(bottom);
  const hundredfold = multiplyDecimals(HUNDRED, top);
  const percent = divideDecimals(hundredfold, size, 2);
  return percent === undefined ? 'null' : formatQuotient(percent, hundredfold, size, isMarked);
}

interface Change {
  /** Replaces an empty side. */
  readonly absent: Decimal | undefined;
  /** True for averages: neither they nor their changes have zeros after the last decimal. */
  readonly isAverage: boolean;
}

/** The change from `before` to `now`: `null` if both are empty or one holds a text. */
export function changeOf(now: Cell, before: Cell, { absent, isAverage }: Change): string {
  if (isEmpty(now) && isEmpty(before)) return 'null';
  const left = isEmpty(now) ? absent : numberIn(now);
  const right = isEmpty(before) ? absent : numberIn(before);
  if (left === undefined || right === undefined) return 'null';
  const change = subtractDecimals(left, right);
  return formatDecimal(isAverage ? trimDecimal(change) : change);
}

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

/** Numbers sort by value and before texts; texts sort by characters. */
export function compareCells(left: Cell, right: Cell): number {
  const [leftNumber, rightNumber] = [numberIn(left), numberIn(right)];
  if (leftNumber !== undefined && rightNumber !== undefined) return compareDecimals(leftNumber, rightNumber);
  if (leftNumber !== undefined) return -1;
  if (rightNumber !== undefined) return 1;
  const [leftText, rightText] = [cellText(left), cellText(right)];
  return leftText < rightText ? -1 : leftText > rightText ? 1 : 0;
}

/** The error for a cell that an aggregation cannot add. */
export function notNumber(kind: AggregateKind, name: string, cell: string): ReportingError {
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
