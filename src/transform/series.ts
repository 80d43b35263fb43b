/** The figures that follow from a group's earlier units of time. Each function below starts a series for one group. */

import {
  addDecimals,
  type Decimal,
  formatDecimal,
  subtractDecimals,
  trimDecimal,
  ZERO,
} from '../core/decimal.ts';
import type { Cell } from '../records/cells.ts';
import { numberIn, quotientText } from './aggregate.ts';
import { percentOf } from './ratio.ts';

/** The units of time in which any group has records. A place is the number of a unit: the next unit has the next number. */
export interface Units {
  has(place: number): boolean;
  /** True if each of the `count` units that end with `place` has records. */
  hasRun(place: number, count: number): boolean;
}

/**
 * Gives the cells of one row, as JSON values, from the row's figure and the place of its unit. The rows come in order of time.
 */
export type Series = (place: number, cell: Cell) => readonly string[];
/** Starts a series for one group. */
export type SeriesFactory = (units: Units) => Series;

/** The units with these places. */
export function createUnits(places: ReadonlySet<number>): Units {
  const starts = new Map<number, number>();
  for (const place of [...places].sort((left, right) => left - right)) {
    starts.set(place, starts.get(place - 1) ?? place);
  }
  return {
    has: (place) => starts.has(place),
    hasRun: (place, count) => place - count + 1 >= (starts.get(place) ?? Number.POSITIVE_INFINITY),
  };
}

/**
 * The change from the unit before, and the change in percent. `absent` is the figure of a unit in which other groups have
 * records, but this one has none; undefined if there is no such figure. With `isQuotient`, the
 * change has no zeros after its last decimal, as quotients have none.
 */
export function createDelta(
  units: Units,
  absent: Decimal | undefined,
  isQuotient: boolean,
  isMarked = false,
): Series {
  let last: { readonly place: number; readonly number: Decimal | undefined } | undefined;
  return (place, cell) => {
    const number = numberIn(cell);
    const missing = units.has(place - 1) ? absent : undefined;
    const before = last?.place === place - 1 ? last.number : missing;
    last = { place, number };
    if (number === undefined || before === undefined) return ['null', 'null'];
    const difference = subtractDecimals(number, before);
    const change = formatDecimal(isQuotient ? trimDecimal(difference) : difference);
    return [change, percentOf(change, formatDecimal(before), isMarked)];
  };
}

/** The sum of the figures so far. It is empty until a row has a figure. */
export function createRunningSum(): Series {
  let sum: Decimal | undefined;
  return (_, cell) => {
    const number = numberIn(cell);
    if (number !== undefined) sum = addDecimals(sum ?? ZERO, number);
    return [sum === undefined ? 'null' : formatDecimal(sum)];
  };
}

/**
 * The average of the last `count` units. It is empty if one of them has no record in any group, or no figure in this one.
 * `absent` is as for `createDelta`.
 */
export function createMovingAverage(
  units: Units,
  absent: Decimal | undefined,
  count: number,
  isMarked = false,
): Series {
  const divisor: Decimal = { units: BigInt(count), scale: 0 };
  /** The rows of the last units, oldest first. */
  const rows: { readonly place: number; readonly number: Decimal | undefined }[] = [];
  let sum = ZERO;
  let known = 0;
  return (place, cell) => {
    const number = numberIn(cell);
    rows.push({ place, number });
    if (number !== undefined) {
      sum = addDecimals(sum, number);
      known++;
    }
    while (rows[0]!.place <= place - count) {
      const { number: oldest } = rows.shift()!;
      if (oldest === undefined) continue;
      sum = subtractDecimals(sum, oldest);
      known--;
    }
    const required = absent === undefined ? count : rows.length;
    if (known < required || !units.hasRun(place, count)) return ['null'];
    return [quotientText(sum, divisor, { isMarked })];
  };
}
