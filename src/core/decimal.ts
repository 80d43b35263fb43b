/** Exact decimal numbers of any length, without floating point: plain integers while they are safe, bigints beyond. */

import { MINUS, POINT, ZERO as ZERO_CODE } from './bytes.ts';

/** `units` times ten to the power of `-scale`; `scale` is at least 0. `1.50` is 150 units of scale 2. */
export interface Decimal {
  /** A bigint only if it is no safe integer; never `-0`. */
  readonly units: number | bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0, scale: 0 };
export const HUNDRED: Decimal = { units: 100, scale: 0 };

const SAFE = Number.MAX_SAFE_INTEGER;
/** The powers of ten that are safe integers. */
const POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
const PATTERN = /^([+-]?)(\d+|(?=\.))(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** A number with more digits in plain notation is not read: no report has such figures. */
const MAX_DIGITS = 400;
/** A sign or a point, and 15 digits, all of whose numbers a double holds. */
const MAX_SHORT_LENGTH = 16;

/** A decimal that is read from bytes. */
export interface ShortDecimal {
  /** At most 15 digits. */
  units: number;
  scale: number;
}

/**
 * Reads the number of at most 15 digits that the ASCII bytes from `start` to `end` spell without an exponent. Sets `short` and
 * returns true, or returns false.
 */
export function readShortDecimal(bytes: Uint8Array, start: number, end: number, short: ShortDecimal): boolean {
  if (end - start > MAX_SHORT_LENGTH) return false;
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
  if (digits <= 0 || digits >= MAX_SHORT_LENGTH) return false;
  short.units = isNegative && units !== 0 ? -units : units;
  short.scale = point === -1 ? 0 : end - 1 - point;
  return true;
}

const ASCII_END = 0x7f;
const codes = new Uint8Array(MAX_SHORT_LENGTH);

/** The number that `text` spells: `0.10`, `-3`, `1e-7`, `.5`. Undefined for other texts, and for more than 400 digits. */
export function parseDecimal(text: string): Decimal | undefined {
  const { length } = text;
  if (length > MAX_SHORT_LENGTH) return parseLong(text);
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code > ASCII_END) return undefined;
    codes[at] = code;
  }
  const short = { units: 0, scale: 0 };
  return readShortDecimal(codes, 0, length, short) ? short : parseLong(text);
}

function parseLong(text: string): Decimal | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (whole.length + fraction.length + Math.abs(exponent) > MAX_DIGITS) return undefined;
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - exponent;
  const units = (sign === '-' ? -digits : digits) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
  return decimalOf(units, Math.max(0, scale));
}

/** The number in plain notation with `scale` decimals: `1.50` for 150 units of scale 2. */
export function formatDecimal({ units, scale }: Decimal): string {
  if (scale === 0) return String(units);
  const digits = String(units < 0 ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${units < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  const [one, other] = [unitsAt(left, scale), unitsAt(right, scale)];
  if (typeof one === 'number' && typeof other === 'number') {
    const units = one + other;
    if (units <= SAFE && units >= -SAFE) return { units, scale };
  }
  return decimalOf(BigInt(one) + BigInt(other), scale);
}

export function negate({ units, scale }: Decimal): Decimal {
  return { units: units === 0 ? 0 : -units, scale };
}

export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  return addDecimals(left, negate(right));
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = left.scale + right.scale;
  if (typeof left.units === 'number' && typeof right.units === 'number') {
    const units = left.units * right.units;
    // Zero, not minus zero.
    if (units <= SAFE && units >= -SAFE) return { units: units + 0, scale };
  }
  return decimalOf(BigInt(left.units) * BigInt(right.units), scale);
}

/** The number added up `count` times. */
export function timesCount(number: Decimal, count: number): Decimal {
  return multiplyDecimals(number, { units: count, scale: 0 });
}

/** -1, 0 or 1: `left` is less than, equal to, or greater than `right`. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const [one, other] = [unitsAt(left, scale), unitsAt(right, scale)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Compares two JSON numbers: negative, 0 or positive. NaN for two whose doubles are equal, if one is too long for a decimal. */
export function compareNumbers(left: string, right: string): number {
  const [leftValue, rightValue] = [Number(left), Number(right)];
  // Rounding to a double keeps the order, but may make two numbers the same.
  if (leftValue !== rightValue) return leftValue < rightValue ? -1 : 1;
  if (left === right) return 0;
  const [one, other] = [parseDecimal(left), parseDecimal(right)];
  return one && other ? compareDecimals(one, other) : Number.NaN;
}

/** The quotient with `scale` decimals, halves rounded away from zero. Undefined if the divisor is zero. */
export function divideDecimals(dividend: Decimal, divisor: Decimal, scale: number): Decimal | undefined {
  const cut = cutQuotient(dividend, divisor, scale + 1);
  return cut && roundDecimal(cut, scale);
}

/**
 * The quotient with `scale` decimals, cut, but with a last digit other than 0 and 5 if it is not exact: it compares with any number
 * of fewer decimals as the exact quotient does, and rounds to the same digits. Undefined if the divisor is zero.
 */
export function cutQuotient(dividend: Decimal, divisor: Decimal, scale: number): Decimal | undefined {
  if (divisor.units === 0) return undefined;
  const common = Math.max(dividend.scale, divisor.scale);
  const top = BigInt(unitsAt(dividend, common)) * 10n ** BigInt(scale);
  const bottom = BigInt(unitsAt(divisor, common));
  const cut = top / bottom;
  const isWhole = cut * bottom === top || cut % 5n !== 0n;
  if (isWhole) return decimalOf(cut, scale);
  return decimalOf(top < 0n === bottom < 0n ? cut + 1n : cut - 1n, scale);
}

/** The number with `scale` decimals, halves rounded away from zero. */
export function roundDecimal(number: Decimal, scale: number): Decimal {
  if (number.scale <= scale) return decimalOf(BigInt(unitsAt(number, scale)), scale);
  const power = 10n ** BigInt(number.scale - scale);
  const half = number.units < 0 ? -power / 2n : power / 2n;
  return decimalOf((BigInt(number.units) + half) / power, scale);
}

/** The same number without trailing zeros, but with at least `least` decimals. */
export function trimDecimal(decimal: Decimal, least = 0): Decimal {
  let { units, scale } = decimal;
  for (; scale > least; scale--) {
    if (typeof units === 'number') {
      if (units % 10 !== 0) break;
      units /= 10;
    } else {
      if (units % 10n !== 0n) break;
      units /= 10n;
    }
  }
  return typeof units === 'number' ? { units, scale } : decimalOf(units, scale);
}

function unitsAt({ units, scale }: Decimal, newScale: number): number | bigint {
  if (scale === newScale) return units;
  const power = newScale - scale;
  if (typeof units === 'number' && power < POWERS.length) {
    const raised = units * POWERS[power]!;
    if (raised <= SAFE && raised >= -SAFE) return raised;
  }
  return BigInt(units) * 10n ** BigInt(power);
}

/** The decimal of any bigint. */
export function decimalOf(units: bigint, scale: number): Decimal {
  return { units: units <= SAFE && units >= -SAFE ? Number(units) : units, scale };
}

const HALF: Decimal = { units: 5, scale: 1 };
/** A percent of a number that is not zero has at most this many decimals. */
const MAX_DECIMALS = 6;

/** The number without its sign. */
export function absolute(number: Decimal): Decimal {
  return number.units < 0 ? negate(number) : number;
}

/** -1, 0 or 1. */
export function signOf({ units }: Decimal): -1 | 0 | 1 {
  return units < 0 ? -1 : units > 0 ? 1 : 0;
}

/** The middle number, or the exact mean of the two in the middle. There must be a number. */
export function median(numbers: readonly Decimal[]): Decimal {
  const sorted = [...numbers].sort(compareDecimals);
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  if (low === high) return low;
  const scale = Math.max(low.scale, high.scale);
  return trimDecimal(multiplyDecimals(addDecimals(low, high), HALF), scale);
}

/**
 * `part` as a percent of `whole`, with a sign for a loss and one decimal: `-5.1`. More decimals if it would be zero and `part` is
 * not. Undefined for less than six decimals can show, and unless `whole` is above zero: a percent of less has no clear meaning.
 */
export function percentText(part: Decimal, whole: Decimal): string | undefined {
  if (signOf(whole) <= 0) return undefined;
  const hundredfold = multiplyDecimals(part, HUNDRED);
  for (let scale = 1; ; scale++) {
    const percent = divideDecimals(hundredfold, whole, scale)!;
    if (percent.units !== 0 || part.units === 0) return formatDecimal(percent);
    if (scale === MAX_DECIMALS) return undefined;
  }
}
