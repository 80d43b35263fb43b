/** Medians and percents of exact decimals. */

import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  HUNDRED,
  multiplyDecimals,
  negate,
  trimDecimal,
} from './decimal.ts';

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
