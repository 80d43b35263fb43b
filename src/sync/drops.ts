/** Finds months that lost many of their records, or much of their main sum, so that they do not replace the earlier ones. */

import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  HUNDRED,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  ZERO,
} from '../core/decimal.ts';
import { countOf, formatCount } from '../core/text.ts';
import { type Days, NO_DAY } from './record.ts';

/** A share of the earlier figure, in percent. */
export type MaxDrop = Decimal;

/** The limit without an option: half. */
export const DEFAULT_MAX_DROP: MaxDrop = { units: 50, scale: 0 };

/**
 * The message about a drop of records, or of the sum of `measure`, beyond the limit; undefined without such a drop. Only the days
 * of the earlier pull count: new ones would hide a loss. Without any date, all records do.
 */
export function findDrop(
  before: Days,
  pulled: Days,
  measure: string | undefined,
  maxDrop: MaxDrop,
): string | undefined {
  const isDated = [...before.keys()].some((day) => day !== NO_DAY);
  const after = isDated ? new Map([...pulled].filter(([day]) => before.has(day))) : pulled;
  const [records, recordsNow] = [countRecords(before), countRecords(after)];
  if (records === 0) return undefined;
  if (isDrop(toDecimal(records), toDecimal(recordsNow), maxDrop)) {
    return `${countOf(records, 'record')} before, ${formatCount(recordsNow)} now`;
  }
  if (measure === undefined) return undefined;
  const [sum, sumNow] = [sumOf(before, measure), sumOf(after, measure)];
  if (sum === undefined || sumNow === undefined) return undefined;
  if (compareDecimals(sum, ZERO) <= 0 || !isDrop(sum, sumNow, maxDrop)) return undefined;
  return `${measure} ${formatDecimal(sum)} before, ${formatDecimal(sumNow)} now`;
}

/** True if the figure fell by more than `maxDrop`. `before` is positive. */
function isDrop(before: Decimal, after: Decimal, maxDrop: MaxDrop): boolean {
  const lost = multiplyDecimals(subtractDecimals(before, after), HUNDRED);
  return compareDecimals(lost, multiplyDecimals(before, maxDrop)) > 0;
}

/** The number of records of all days. */
export function countRecords(days: Days): number {
  return [...days.values()].reduce((sum, { records }) => sum + records, 0);
}

/** Undefined if the sum of a day is not known. */
function sumOf(days: Days, measure: string): Decimal | undefined {
  const sums = [...days.values()].map((day) => day.sums.get(measure));
  if (sums.includes(null)) return undefined;
  return sums.reduce<Decimal>((total, sum) => addDecimals(total, parseDecimal(sum ?? '0') ?? ZERO), ZERO);
}

function toDecimal(count: number): Decimal {
  return { units: count, scale: 0 };
}
