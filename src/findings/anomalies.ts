/**
 * Finds days that are far from the other days of the same weekday. The rule and its rates of false alarms and misses are in
 * docs/data-checks.md; test/findings measures them.
 */

import {
  absolute,
  compareDecimals,
  type Decimal,
  divideDecimals,
  median,
  multiplyDecimals,
  signOf,
  subtractDecimals,
} from '../core/decimal.ts';
import { type CalendarDate, daysBetween } from '../dates/date.ts';

/** The sum of one day. */
export interface DayValue {
  readonly day: CalendarDate;
  readonly value: Decimal;
}

/** A day that is far from its usual value. */
export interface OddDay extends DayValue {
  /** The median of the other days. */
  readonly usual: Decimal;
  /** The other days of the same weekday, the nearest first. */
  readonly others: readonly CalendarDate[];
}

/** A day with fewer other days of its weekday is not judged. */
const MIN_OTHERS = 3;
/** Of more such days, the nearest ones: three months. */
const MAX_OTHERS = 12;
/** With fewer days to judge, their usual spread is not known. */
const MIN_DAYS = 21;
/** Days before and after a day that show its trend. */
const TREND_DAYS = 7;
/** A day within 30 % of its usual value is never odd. */
const LEAST_RESIDUAL: Decimal = { units: 3, scale: 1 };
/** How often a residual has to exceed the median deviation of all: a share can rise without a limit, but falls to -1 at most. */
const FALL_FACTOR: Decimal = { units: 7, scale: 0 };
const RISE_FACTOR: Decimal = { units: 10, scale: 0 };
/** Decimals of a residual, which is a share of the usual value. */
const RESIDUAL_DECIMALS = 9;

interface Judged extends OddDay {
  /** The distance from some day. */
  readonly place: number;
  /** The distance from the usual value as a share of it: -1 for a day of zero. */
  readonly share: Decimal;
}

/** The odd days, the largest distance from the usual value first. `days` are in any order, each once. */
export function findOddDays(days: readonly DayValue[]): readonly OddDay[] {
  const judged = judgeDays(days);
  if (judged.length < MIN_DAYS) return [];
  const residuals = judged.map((each) => ({ ...each, residual: withoutTrend(each, judged) }));
  const middle = median(residuals.map(({ residual }) => residual));
  const spread = median(residuals.map(({ residual }) => absolute(subtractDecimals(residual, middle))));
  const limits = { fall: limitOf(spread, FALL_FACTOR), rise: limitOf(spread, RISE_FACTOR) };
  return residuals
    .filter(({ share, residual }) => {
      const sign = signOf(residual);
      return (
        sign === signOf(share) &&
        compareDecimals(absolute(share), LEAST_RESIDUAL) > 0 &&
        compareDecimals(absolute(residual), sign < 0 ? limits.fall : limits.rise) > 0
      );
    })
    .sort(
      (one, other) => compareDecimals(distanceOf(other), distanceOf(one)) || (one.day < other.day ? -1 : 1),
    )
    .map(({ day, value, usual, others }) => ({ day, value, usual, others }));
}

/** The days with enough others and a usual value above zero, compared with it. */
function judgeDays(days: readonly DayValue[]): readonly Judged[] {
  const placed = days.map((each) => ({ ...each, place: daysBetween(days[0]!.day, each.day) }));
  return placed.flatMap((each): readonly Judged[] => {
    const distance = ({ place }: { readonly place: number }): number => Math.abs(place - each.place);
    const others = placed
      .filter((other) => other !== each && distance(other) % 7 === 0)
      .sort((one, other) => distance(one) - distance(other) || one.place - other.place)
      .slice(0, MAX_OTHERS);
    if (others.length < MIN_OTHERS) return [];
    const usual = median(others.map(({ value }) => value));
    if (signOf(usual) <= 0) return [];
    const share = divideDecimals(subtractDecimals(each.value, usual), usual, RESIDUAL_DECIMALS)!;
    return [{ ...each, usual, others: others.map(({ day }) => day), share }];
  });
}

/** The share of a day less the median of those around it: on a trend, all days at one end are far from the others. */
function withoutTrend({ place, share }: Judged, judged: readonly Judged[]): Decimal {
  const around = judged.filter(
    (other) => other.place !== place && Math.abs(other.place - place) <= TREND_DAYS,
  );
  return around.length === 0 ? share : subtractDecimals(share, median(around.map((other) => other.share)));
}

function limitOf(spread: Decimal, factor: Decimal): Decimal {
  const limit = multiplyDecimals(spread, factor);
  return compareDecimals(limit, LEAST_RESIDUAL) < 0 ? LEAST_RESIDUAL : limit;
}

function distanceOf({ value, usual }: OddDay): Decimal {
  return absolute(subtractDecimals(value, usual));
}
