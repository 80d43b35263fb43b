/** The change a day of two compared ranges, for people: with different numbers of days, the change of a sum alone misleads. */

import { type Column, columnKey } from '../core/columns.ts';
import { formatDecimal, multiplyDecimals } from '../core/decimal.ts';
import { changeOf, divide, numberIn, percentOf, shownQuotient } from '../frame/arithmetic.ts';
import { chooseMeasure, type Frame, sumsIn } from '../frame/frame.ts';
import { comparedColumns } from '../frame/measures.ts';
import type { ChangePerDay } from '../records/summaries.ts';
import { type CountedDays, daysInRows } from './counted-days.ts';
import { totalsOf } from './totals.ts';

/**
 * The change a day of the sums in the rows; undefined if both ranges have the same number of days, or one has none, if a day is not
 * over, and if the rows have no sums. With `isFiltered`, only the days of the units in the rows count.
 */
export async function findChangePerDay(
  frame: Frame,
  days: CountedDays | undefined,
  isFiltered: boolean,
): Promise<ChangePerDay | undefined> {
  if (days?.areOver !== true) return undefined;
  const [now = 0, before = 0] = (isFiltered ? daysInRows(frame, days) : days).counts;
  const sums = sumsIn(frame);
  if (now === before || now === 0 || before === 0 || sums.length === 0) return undefined;
  const totals = await totalsOf(frame);
  return {
    measure: (await chooseMeasure(frame, sums)).column,
    days: [now, before],
    totals: new Map(
      sums
        .filter(({ amount }) => amount === undefined)
        .flatMap(({ column }) => perDayOf(column, totals, [now, before], frame.keepsDigits)),
    ),
  };
}

/** The cells of one sum in a row of totals a day, by the `columnKey` of their columns. Sums have two decimals, or more if the total has. */
function perDayOf(
  sum: Column,
  totals: ReadonlyMap<string, string>,
  days: readonly [number, number],
  keepsDigits: boolean,
): readonly (readonly [string, string])[] {
  const columns = comparedColumns(sum).map(({ path }) => columnKey(path));
  const sums = days.map((count, side) => ({ count, total: numberIn(totals.get(columns[side]!)) }));
  const scale = Math.max(LEAST_DECIMALS, ...sums.map(({ total }) => total?.scale ?? 0));
  const perDay = sums.map(({ count, total }) => divide(total, { units: count, scale: 0 }, scale, scale));
  const [now, before] = perDay.map(({ rounded }) => rounded);
  // For the exact percentage, both sums are of the product of both numbers of days.
  const [common, commonBefore] = sums.map(({ total }, side) => {
    const factor = { units: days[1 - side]!, scale: 0 };
    return total === undefined ? 'null' : formatDecimal(multiplyDecimals(total, factor));
  });
  const cells = [
    // A column of whole numbers is not rounded again.
    ...perDay.map((each) => shownQuotient(each, keepsDigits && scale > LEAST_DECIMALS)),
    changeOf(now, before, SHOWN),
    shownQuotient(percentOf(changeOf(common, commonBefore, SHOWN), commonBefore), keepsDigits),
  ];
  return columns.map((key, index) => [key, cells[index]!] as const);
}

const LEAST_DECIMALS = 2;
const SHOWN = { absent: undefined, isAverage: false };
