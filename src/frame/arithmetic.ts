/** Numbers in cells, and figures that are computed from them: exact decimals, quotients of six decimals. */

import {
  compareNumbers,
  cutQuotient,
  type Decimal,
  formatDecimal,
  HUNDRED,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
  trimDecimal,
} from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/text.ts';
import { createFoundDate, readDateIn } from '../json/date-values.ts';
import { type Cell, cellText, figureIn, isEmpty } from '../records/cells.ts';

/** The aggregations that users can request. */
export type AggregateKind = 'sum' | 'min' | 'max' | 'avg';

/** Decimals of a quotient in data, at most; those of a percentage; and those of a column of averages, at least. */
const [QUOTIENT_DECIMALS, PERCENT_DECIMALS] = [6, 2];
/** More decimals, with which a quotient compares and rounds as the exact one does. */
const SPARE_DECIMALS = 14;
/** A quotient of fewer units has too few digits to round it. */
const MIN_UNITS = 100_000;

/** A quotient, once with enough digits to compare it and to round it, and once rounded: JSON values. */
export interface Quotient {
  readonly exact: string;
  readonly rounded: string;
  /** For a document that rounds it: exact, but a percent of zero in data is one of zero for people. */
  readonly shown: string;
}

const NONE: Quotient = { exact: 'null', rounded: 'null', shown: 'null' };

/** A quotient of at most `decimals` decimals; `null` without both numbers, and for a divisor of zero. */
export function divide(
  top: Decimal | undefined,
  bottom: Decimal | undefined,
  decimals: number = QUOTIENT_DECIMALS,
  least = 0,
  spare: number = SPARE_DECIMALS,
): Quotient {
  const cut = top && bottom && cutQuotient(top, bottom, decimals + spare);
  if (cut === undefined) return NONE;
  const isSmall = cut.units > -MIN_UNITS && cut.units < MIN_UNITS;
  if (isSmall && top!.units !== 0) return divide(top, bottom, decimals, least, 2 * spare);
  const rounded = formatDecimal(trimDecimal(roundDecimal(cut, decimals), least));
  const exact = formatDecimal(trimDecimal(cut, least));
  return { exact, rounded, shown: exact };
}

/** A sum divided by a count; `null` for a count of zero. */
export function averageOf(sum: Decimal, count: number): Quotient {
  return divide(sum, { units: count, scale: 0 }, Math.max(QUOTIENT_DECIMALS, sum.scale));
}

/** The change in percent of the earlier value, with two decimals; `null` unless the earlier value is above zero. */
export function percentOf(change: Cell, before: Cell): Quotient {
  const [top, bottom] = [numberIn(change), numberIn(before)];
  if (top === undefined || bottom === undefined || bottom.units <= 0) return NONE;
  const percent = divide(multiplyDecimals(HUNDRED, top), bottom, PERCENT_DECIMALS, PERCENT_DECIMALS);
  return /[1-9]/.test(percent.rounded) ? percent : { ...percent, shown: percent.rounded };
}

/**
 * The change from `before` to `now`: `null` if both are empty or one holds a text. `absent` replaces an empty side. Neither averages
 * nor their changes have zeros after the last decimal.
 */
export function changeOf(now: Cell, before: Cell, absent?: Decimal, isAverage = false): string {
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
  throw tooLong(figure);
}

function tooLong(figure: string): ReportingError {
  const hint = 'remove the options that compare, sort or divide by that column';
  const message = `a record holds ${figure.slice(0, 60)}, a number with too many digits to compute with`;
  return new ReportingError('E-not-a-number', message, { hint });
}

/**
 * Numbers of any length sort by value and before texts; dates by day, however they are spelled, as the number 20260131, and those of a
 * day by their times; other texts by characters. A sort has the same order (`sort.ts`).
 */
export function compareCells(left: Cell, right: Cell): number {
  const [one, other] = [figureIn(left) ?? dayIn(left), figureIn(right) ?? dayIn(right)];
  const order = one !== undefined && other !== undefined ? compareNumbers(one, other) : 0;
  if (Number.isNaN(order)) throw tooLong(parseDecimal(one!) === undefined ? one! : other!);
  if (order !== 0) return order;
  if ((one === undefined) !== (other === undefined)) return one === undefined ? 1 : -1;
  const [leftText, rightText] = one === undefined ? [cellText(left), cellText(right)] : [timeIn(left), timeIn(right)];
  return leftText < rightText ? -1 : leftText > rightText ? 1 : 0;
}

const found = createFoundDate();

/** The day in a cell as a number: `20260131`. */
function dayIn(cell: Cell): string | undefined {
  return cell !== undefined && readDateIn(cell, found) ? String(found.date) : undefined;
}

/** The text of a date with a time; empty for other cells. */
function timeIn(cell: Cell): string {
  return dayIn(cell) !== undefined && found.hasTime ? cellText(cell) : '';
}

/** The error for a cell that an aggregation or a sort of this kind cannot use. */
export function notNumber(kind: string, name: string, cell: string): ReportingError {
  const why = figureIn(cell) === undefined ? 'is not a number' : 'has too many digits to compute with';
  const shown = cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
  const hint = 'exclude such records with --where, or choose another column';
  const message = `${flagOf(kind)} ${name}: a record holds ${shown}, which ${why}`;
  return new ReportingError('E-not-a-number', message, { hint });
}
