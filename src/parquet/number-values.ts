/** Exact values of JSON numbers of any length and exponent. */

import { LOWER_CASE, LOWER_E, MINUS, POINT, ZERO } from '../core/bytes.ts';
import { compareNumbers } from '../core/decimal.ts';

/** The size of a number: how many digits it needs. Zeros that do not change its value do not count. */
interface NumberSize {
  /** Digits before the point; may be negative: `0.001` has -2. */
  readonly whole: number;
  /** Digits after the point. */
  readonly decimals: number;
  /** All digits between the first and the last that are not zero. */
  readonly digits: number;
}

const ZERO_SIZE: NumberSize = { whole: 0, decimals: 0, digits: 0 };

/** The size of the JSON number that `token` spells. */
export function sizeOfNumber(token: string): NumberSize {
  const start = token.charCodeAt(0) === MINUS ? 1 : 0;
  let point = -1;
  let end = start;
  for (; end < token.length; end++) {
    const code = token.charCodeAt(end);
    if (code === POINT) point = end;
    else if ((code | LOWER_CASE) === LOWER_E) break;
  }
  const exponent = end === token.length ? 0 : Number(token.slice(end + 1));
  if (point === -1) point = end;
  let first = start;
  while (first < end && (first === point || token.charCodeAt(first) === ZERO)) first++;
  if (first === end) return ZERO_SIZE;
  let last = end - 1;
  while (last === point || token.charCodeAt(last) === ZERO) last--;
  const whole = (first < point ? point - first : point - first + 1) + exponent;
  const digits = last - first + 1 - (first < point && point < last ? 1 : 0);
  return { whole, decimals: Math.max(0, digits - whole), digits };
}

/** The number times ten to the power of `scale`. Undefined if that is not whole, or has more than `maxDigits` digits. */
export function parseUnits(token: string, scale: number, maxDigits: number): bigint | undefined {
  const { whole, decimals, digits } = sizeOfNumber(token);
  if (digits === 0) return 0n;
  if (decimals > scale || whole + scale > maxDigits) return undefined;
  const significant = token
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .slice(0, digits);
  const units = BigInt(significant) * 10n ** BigInt(whole - digits + scale);
  return token.charCodeAt(0) === MINUS ? -units : units;
}

const LEAST_INT64 = -(2n ** 63n);
const MOST_INT64 = 2n ** 63n - 1n;
const MOST_DIGITS = String(MOST_INT64);
const DIGITS_OF_INT64 = MOST_DIGITS.length;

/** The whole number; undefined for one with decimals, and outside -2⁶³ to 2⁶³ - 1. */
export function parseInt64(token: string): bigint | undefined {
  const units = parseUnits(token, 0, DIGITS_OF_INT64);
  return units !== undefined && units >= LEAST_INT64 && units <= MOST_INT64 ? units : undefined;
}

/** True if a whole number is between -2⁶³ and 2⁶³ - 1. `whole` is its number of digits. */
export function fitsInt64(token: string, whole: number): boolean {
  if (whole < DIGITS_OF_INT64) return true;
  if (whole > DIGITS_OF_INT64) return false;
  const digits = token.charCodeAt(0) === MINUS ? token.slice(1) : token;
  // Digits of the same length sort as their numbers do.
  if (digits.length === DIGITS_OF_INT64 && digits <= MOST_DIGITS) return true;
  return parseInt64(token) !== undefined;
}

/** Every number with at most this many digits, and not too large or small, is the shortest spelling of its double. */
const SAFE_DIGITS = 15;
const SAFE_EXPONENT = 300;

/** The double whose shortest spelling is this number; undefined if there is none. */
export function parseDouble(token: string): number | undefined {
  const double = Number(token);
  const { whole, decimals, digits } = sizeOfNumber(token);
  if (digits <= SAFE_DIGITS && whole <= SAFE_EXPONENT && decimals <= SAFE_EXPONENT) return double;
  return Number.isFinite(double) && compareNumbers(String(double), token) === 0 ? double : undefined;
}
