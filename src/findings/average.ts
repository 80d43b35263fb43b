/** The average of a report, as headlines, charts and pages show it. */

import { type Decimal, multiplyDecimals, percentText, signOf, subtractDecimals } from '../core/decimal.ts';
import type { ReportRange } from '../dates/incomplete-units.ts';
import { countDays } from '../dates/range.ts';
import { divide } from '../frame/arithmetic.ts';

/** An exact text, rounded, and the number of days that it divides by. */
export interface Average {
  readonly number: string;
  readonly days: number;
}

/**
 * The total divided by all days of the range, with or without records. Undefined for one day, and if today is one of the days: it
 * is not over.
 */
export function averageOf(total: Decimal, range: ReportRange, keepsDigits = false): Average | undefined {
  const days = countDays(range);
  if (days === 1 || range.today !== undefined) return undefined;
  return { number: meanText(total, days, keepsDigits), days };
}

/** Decimals at least: of numbers with decimals, and of whole ones. */
const DECIMALS = { amount: 2, whole: 1 };

/**
 * `total` divided by `count`, rounded to the decimals of the total. A mean that is not zero does not become zero. `keepsDigits` is for
 * a document that rounds it itself.
 */
export function meanText(total: Decimal, count: number, keepsDigits = false): string {
  const isWhole = total.scale === 0;
  for (let scale = Math.max(total.scale, isWhole ? DECIMALS.whole : DECIMALS.amount); ; scale++) {
    const mean = divide(total, { units: count, scale: 0 }, scale, isWhole ? 0 : scale);
    if (total.units === 0 || /[1-9]/.test(mean.rounded)) return mean[keepsDigits ? 'shown' : 'rounded'];
  }
}

/** The change of the average day of ranges with these `days`: its sign, and its percent if the earlier total is above zero. */
export function changeADay(
  now: Decimal,
  before: Decimal,
  [days, daysBefore]: readonly [number, number],
): { readonly sign: number; readonly percent: string | undefined } {
  // Both totals times the days of the other range compare as the averages do, and are exact.
  const times = (number: Decimal, count: number): Decimal =>
    multiplyDecimals(number, { units: count, scale: 0 });
  const whole = times(before, days);
  const part = subtractDecimals(times(now, daysBefore), whole);
  return { sign: signOf(part), percent: percentText(part, whole) };
}
