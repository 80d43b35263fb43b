/** Exact decimal numbers, for comparing, adding and dividing figures without floating point. */

import { MINUS, POINT, ZERO as ZERO_CODE } from './bytes.ts';

/** `units` times ten to the power of `-scale`; `scale` is at least 0. `1.50` is 150 units of scale 2. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };
export const HUNDRED: Decimal = { units: 100n, scale: 0 };

const PATTERN = /^([+-]?)(\d+|(?=\.))(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** A number with more digits in plain notation is not read: no report has such figures. */
const MAX_DIGITS = 400;
const MAX_SMALL_LENGTH = 16;

/** A decimal of two plain numbers: exact, and many times faster than one with a bigint. */
export interface SmallDecimal {
  /** At most 15 digits. */
  units: number;
  scale: number;
}

/** The number that `text` spells in at most 15 digits, with or without a point. Undefined for other texts. */
export function parseSmallDecimal(text: string): Readonly<SmallDecimal> | undefined {
  if (text.length > MAX_SMALL_LENGTH) return undefined;
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  let units = 0;
  let point = -1;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const digit = code - ZERO_CODE;
    if (digit >= 0 && digit <= 9) units = units * 10 + digit;
    else if (code === POINT && point === -1 && at > start && at < text.length - 1) point = at;
    else return undefined;
  }
  const digits = text.length - start - (point === -1 ? 0 : 1);
  if (digits === 0 || digits >= MAX_SMALL_LENGTH) return undefined;
  return { units: start === 1 ? -units : units, scale: point === -1 ? 0 : text.length - 1 - point };
}

/** Like `parseSmallDecimal`, for the ASCII bytes from `start` to `end`. Sets `small` and returns true, or returns false. */
export function readSmallDecimal(
  bytes: Uint8Array,
  start: number,
  end: number,
  small: SmallDecimal,
): boolean {
  if (end - start > MAX_SMALL_LENGTH) return false;
  const isNegative = bytes[start] === MINUS;
  const first = isNegative ? start + 1 : start;
  let units = 0;
  let point = -1;
  for (let at = first; at < end; at++) {
    const byte = bytes[at]!;
    const digit = byte - ZERO_CODE;
    if (digit >= 0 && digit <= 9) units = units * 10 + digit;
    else if (byte === POINT && point === -1 && at > first && at < end - 1) point = at;
    else return false;
  }
  const digits = end - first - (point === -1 ? 0 : 1);
  if (digits <= 0 || digits >= MAX_SMALL_LENGTH) return false;
  small.units = isNegative ? -units : units;
  small.scale = point === -1 ? 0 : end - 1 - point;
  return true;
}

/** The number that `text` spells: `0.10`, `-3`, `1e-7`, `.5`. Undefined for other texts, and for more than 400 digits. */
export function parseDecimal(text: string): Decimal | undefined {
  const small = parseSmallDecimal(text);
  if (small !== undefined) return { units: BigInt(small.units), scale: small.scale };
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (whole.length + fraction.length + Math.abs(exponent) > MAX_DIGITS) return undefined;
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - exponent;
  const units = (sign === '-' ? -digits : digits) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
  return { units, scale: Math.max(0, scale) };
}

/** The number in plain notation with `scale` decimals: `1.50` for 150 units of scale 2. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}

/** Like `formatDecimal`, for an integer that is exact in a double and that is not `-0`. */
export function formatSmallDecimal({ units, scale }: Readonly<SmallDecimal>): string {
  if (scale === 0) return String(units);
  const digits = String(Math.abs(units)).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${units < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: unitsAt(left, scale) + unitsAt(right, scale), scale };
}

export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  return addDecimals(left, { units: -right.units, scale: right.scale });
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

/** -1, 0 or 1: `left` is less than, equal to, or greater than `right`. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const difference = unitsAt(left, scale) - unitsAt(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Compares two JSON numbers of any length and exponent: negative, 0 or positive. */
export function compareNumbers(left: string, right: string): number {
  const [leftValue, rightValue] = [Number(left), Number(right)];
  // Rounding to a double keeps the order, but may make two numbers the same.
  if (leftValue !== rightValue) return leftValue < rightValue ? -1 : 1;
  if (left === right) return 0;
  const [one, other] = [toScientific(left), toScientific(right)];
  if (one.sign !== other.sign) return one.sign - other.sign;
  if (one.exponent !== other.exponent) return one.sign * (one.exponent - other.exponent);
  return one.digits === other.digits ? 0 : one.digits < other.digits ? -one.sign : one.sign;
}

/** The number is `sign` times 0.`digits` times ten to the power of `exponent`; the sign of zero is 0. */
export interface Scientific {
  readonly sign: number;
  /** Without zeros at either end. */
  readonly digits: string;
  readonly exponent: number;
}

/** The parts of a JSON number of any length and exponent. */
export function toScientific(text: string): Scientific {
  const exponentAt = text.search(/e/i);
  const plain = exponentAt === -1 ? text : text.slice(0, exponentAt);
  const power = exponentAt === -1 ? 0 : Number(text.slice(exponentAt + 1));
  const sign = text.charCodeAt(0) === MINUS ? -1 : 1;
  const point = plain.indexOf('.');
  const all = plain.replace('.', '');
  let [start, end] = [sign < 0 ? 1 : 0, all.length];
  while (all.charCodeAt(start) === ZERO_CODE) start++;
  if (start === end) return { sign: 0, digits: '', exponent: 0 };
  while (all.charCodeAt(end - 1) === ZERO_CODE) end--;
  return {
    sign,
    digits: all.slice(start, end),
    exponent: power + (point === -1 ? all.length : point) - start,
  };
}

/** The quotient with `scale` decimals, halves rounded away from zero. Undefined if the divisor is zero. */
export function divideDecimals(dividend: Decimal, divisor: Decimal, scale: number): Decimal | undefined {
  if (divisor.units === 0n) return undefined;
  const common = Math.max(dividend.scale, divisor.scale);
  const numerator = unitsAt(dividend, common) * 10n ** BigInt(scale);
  const denominator = unitsAt(divisor, common);
  const isNegative = numerator < 0n !== denominator < 0n;
  const [top, bottom] = [absolute(numerator), absolute(denominator)];
  const rounded = (2n * top + bottom) / (2n * bottom);
  return { units: isNegative ? -rounded : rounded, scale };
}

/** The same number without trailing zeros, but with at least `least` decimals. */
export function trimDecimal(decimal: Decimal, least = 0): Decimal {
  let { units, scale } = decimal;
  while (scale > least && units % 10n === 0n) {
    units /= 10n;
    scale--;
  }
  return { units, scale };
}

function unitsAt({ units, scale }: Decimal, newScale: number): bigint {
  return scale === newScale ? units : units * 10n ** BigInt(newScale - scale);
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
