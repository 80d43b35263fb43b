/**
 * Rounding twice gives a wrong digit: -3.949 is -3.95, and this is -4.0. The only such results are those that end in 5 and were
 * rounded away from zero. Documents for people round quotients again, so their transform marks those results with zeros, which
 * leave the number as it is for conditions, sorts and sums. Data formats have no marks.
 */

import {
  compareDecimals,
  type Decimal,
  decimalOf,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  trimDecimal,
} from './decimal.ts';
import { absolute } from './exact-math.ts';

/** More zeros than any database writes after a number. */
const MARK = '0'.repeat(60);
/** A number with more decimals gets no mark: with it, it would be too long to compute with. */
const MAX_SCALE = 200;
const ONE: Decimal = { units: 1, scale: 0 };

/** The quotient as a text, with a mark if `isMarked` and if rounding it again could go wrong. */
export function formatQuotient(quotient: Decimal, top: Decimal, bottom: Decimal, isMarked: boolean): string {
  const text = formatDecimal(quotient);
  if (!isMarked || quotient.scale === 0 || quotient.scale > MAX_SCALE) return text;
  const { units, scale } = trimDecimal(quotient);
  if (scale === 0 || (BigInt(units) % 10n !== 5n && BigInt(units) % 10n !== -5n)) return text;
  const product = absolute(multiplyDecimals(quotient, bottom));
  return compareDecimals(product, absolute(top)) > 0 ? text + MARK : text;
}

/** The number without a mark. */
export function withoutMark(number: string): string {
  return number.endsWith(MARK) && number.includes('.') ? number.slice(0, -MARK.length) : number;
}

/** A plain number with `decimals` decimals, halves away from zero, as if its exact value were rounded once. Undefined for a number that is too long. */
export function roundOnce(number: string, decimals: number): Decimal | undefined {
  const plain = withoutMark(number);
  const decimal = parseDecimal(plain);
  if (decimal === undefined || plain === number) return decimal && divideDecimals(decimal, ONE, decimals);
  // The exact value is nearer to zero.
  const { units, scale } = decimal;
  const nearer = decimalOf(BigInt(units) * 10n - (units < 0 ? -1n : 1n), scale + 1);
  return divideDecimals(nearer, ONE, decimals);
}
