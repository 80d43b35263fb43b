/** Exact values of JSON numbers of any length and exponent. */

import { compareNumbers, toScientific } from '../core/decimal.ts';

/** The size of a number: which digits it needs. Zeros that do not change its value do not count. */
interface NumberSize {
  readonly sign: number;
  /** Digits before the point; may be negative: `0.001` has -2. */
  readonly whole: number;
  /** Digits after the point. */
  readonly decimals: number;
  /** All digits between the first and the last that are not zero. */
  readonly digits: string;
}

/** The size of the JSON number that `token` spells. */
export function sizeOfNumber(token: string): NumberSize {
  const { sign, digits, exponent } = toScientific(token);
  return { sign, whole: exponent, decimals: Math.max(0, digits.length - exponent), digits };
}

/** The number times ten to the power of `scale`. Undefined if that is not whole, or has more than `maxDigits` digits. */
export function parseUnits(token: string, scale: number, maxDigits: number): bigint | undefined {
  const { sign, digits, exponent } = toScientific(token);
  if (sign === 0) return 0n;
  const zeros = exponent + scale - digits.length;
  if (zeros < 0 || exponent + scale > maxDigits) return undefined;
  const units = BigInt(digits + '0'.repeat(zeros));
  return sign < 0 ? -units : units;
}

/** The digits of 2⁶³. */
const LIMIT_OF_INT64 = String(2n ** 63n);
const DIGITS_OF_INT64 = LIMIT_OF_INT64.length;

/** The whole number; undefined for one with decimals, and outside -2⁶³ to 2⁶³ - 1. */
export function parseInt64(token: string): bigint | undefined {
  const units = parseUnits(token, 0, DIGITS_OF_INT64);
  return units !== undefined && units === BigInt.asIntN(64, units) ? units : undefined;
}

/** True if a number of this size is whole, and between -2⁶³ and 2⁶³ - 1. */
export function fitsInt64({ sign, whole, decimals, digits }: NumberSize): boolean {
  if (decimals > 0 || whole !== DIGITS_OF_INT64) return decimals === 0 && whole < DIGITS_OF_INT64;
  // Without zeros at their ends, digits sort as their numbers do.
  return digits < LIMIT_OF_INT64 || (sign < 0 && digits === LIMIT_OF_INT64);
}

/** Every number with at most this many digits, and not too large or small, is the shortest spelling of its double. */
const SAFE_DIGITS = 15;
const SAFE_EXPONENT = 300;

/** The double whose shortest spelling is this number; undefined if there is none. */
export function parseDouble(token: string): number | undefined {
  const double = Number(token);
  const { whole, decimals, digits } = sizeOfNumber(token);
  if (digits.length <= SAFE_DIGITS && whole <= SAFE_EXPONENT && decimals <= SAFE_EXPONENT) return double;
  return Number.isFinite(double) && compareNumbers(String(double), token) === 0 ? double : undefined;
}
