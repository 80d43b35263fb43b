/**
 * Finds the odd days of a report in the sums of its groups. A day is compared with the other days of its weekday, so groups that began
 * or ended within the range do not count: the days before and after would be odd without any outage. The rule and its rates of false
 * alarms and misses are in docs/data-checks.md; test/findings measures them.
 */

import {
  absolute,
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  median,
  multiplyDecimals,
  percentText,
  signOf,
  subtractDecimals,
  ZERO,
} from '../core/decimal.ts';
import { type CalendarDate, daysBetween } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import type { Cell } from '../records/cells.ts';
import { compareMoves, keyOf } from './movers.ts';

/** The numbers of a group, by day. */
export type DayNumbers = ReadonlyMap<CalendarDate, Decimal>;

/** The groups on an odd day. */
export interface OddGroups {
  /** `all`: of the judged groups. `one`: not all of them moved, and without the largest, the day would be within 30 % of its usual value. */
  readonly kind: 'all' | 'one' | 'some';
  /** The groups that moved as the day did, by 30 % of their own usual value or more; at least one. */
  readonly moved: number;
  /** The judged groups. */
  readonly count: number;
  /** True if other groups began or stopped within the range, which are not judged. */
  readonly hasOthers: boolean;
  /** The key of the group that moved most. */
  readonly largest: readonly Cell[];
}

/** A day far from the other days of its weekday. */
export interface DayFinding {
  readonly day: CalendarDate;
  /** How far the day is from the median of the other days in percent: `-91.0`. */
  readonly percent: string;
  /** The same as an exact number. */
  readonly change: string;
  /** Undefined without several groups. */
  readonly groups: OddGroups | undefined;
  /** True if the sums leave groups out, because they began or stopped within the range. */
  readonly isPart: boolean;
}

/** This share of the days is nearly all. */
const NEARLY_ALL = 0.9;

type Groups = ReadonlyMap<string, DayNumbers>;

/** The odd days of the groups that were there throughout the range, the largest distance first. `groups` are by their ids. */
export function oddDaysOfGroups(groups: Groups, { from, to }: DateRange): readonly DayFinding[] {
  const inRange = new Map(
    Array.from(groups, ([id, numbers]) => {
      return [id, new Map([...numbers].filter(([day]) => day >= from && day <= to))] as const;
    }),
  );
  const steady = steadyGroups(inRange);
  const all = sumsOf(inRange);
  const days = Array.from(sumsOf(steady), ([day, value]) => ({ day, value }));
  return findOddDays(days).flatMap((odd): readonly DayFinding[] => {
    const ofAll = compareDay(odd.day, all, odd.others);
    // The day of all groups is as far from its usual value, on the same side.
    const isLike = signOf(ofAll.usual) > 0 && signOf(ofAll.change) === signOf(odd.change);
    const isPart = !isLike || !isFar(ofAll);
    const { change, usual } = isPart ? odd : ofAll;
    const found = { day: odd.day, percent: percentText(change, usual)!, change: formatDecimal(change), isPart };
    if (steady.size === 1) return [{ ...found, groups: undefined }];
    const moved = groupsOn(odd, steady, steady.size < groups.size);
    // Medians do not add up: no group need have moved.
    return moved === undefined ? [] : [{ ...found, groups: moved }];
  });
}

/** How far the number of a day is from the median of other days. */
function compareDay(day: CalendarDate, numbers: DayNumbers, others: readonly CalendarDate[]) {
  const usual = median(others.map((other) => numbers.get(other) ?? ZERO));
  return { usual, change: subtractDecimals(numbers.get(day) ?? ZERO, usual) };
}

function sumsOf(groups: Groups): DayNumbers {
  const sums = new Map<CalendarDate, Decimal>();
  for (const numbers of groups.values()) {
    for (const [day, number] of numbers) sums.set(day, addDecimals(sums.get(day) ?? ZERO, number));
  }
  return sums;
}

/** The groups that were there from the first to the last day with a number. */
function steadyGroups(groups: Groups): Groups {
  const days = Array.from(groups.values(), (numbers) =>
    [...numbers].flatMap(([day, { units }]) => (units === 0 ? [] : [day])).sort(),
  );
  const all = days.flat().sort();
  return new Map(
    [...groups].filter((_, index) => {
      const own = days[index]!;
      const [first, last] = [own[0], own.at(-1)];
      if (first === undefined || last === undefined) return false;
      const pause = usualPause(own);
      return daysBetween(all[0]!, first) <= pause && daysBetween(last, all.at(-1)!) <= pause;
    }),
  );
}

/** The most days between two numbers of a group; 0 for one that has numbers on nearly all days. `days` are ascending. */
function usualPause(days: readonly CalendarDate[]): number {
  const span = daysBetween(days[0]!, days.at(-1)!) + 1;
  if (days.length >= NEARLY_ALL * span) return 0;
  return days.slice(1).reduce((most, day, index) => Math.max(most, daysBetween(days[index]!, day)), 0);
}

/** What the judged groups did on an odd day; undefined if none moved. */
function groupsOn({ day, usual, change, others }: OddDay, groups: Groups, hasOthers: boolean): OddGroups | undefined {
  const moves = Array.from(groups, ([id, numbers]) => ({ id, ...compareDay(day, numbers, others) }))
    .filter((move) => signOf(move.change) === signOf(change))
    .sort(compareMoves);
  const [largest] = moves;
  const moved = moves.filter(isFar).length;
  if (largest === undefined || moved === 0) return undefined;
  const isOne = moved < groups.size && !isFar({ usual, change: subtractDecimals(change, largest.change) });
  const kind = moved === groups.size ? 'all' : isOne ? 'one' : 'some';
  return { kind, moved, count: groups.size, hasOthers, largest: keyOf(largest.id) };
}

/** True for 30 % of the usual value or more. */
function isFar({ change, usual }: Pick<OddDay, 'change' | 'usual'>): boolean {
  const least = multiplyDecimals(absolute(usual), LEAST_SHARE);
  return change.units !== 0 && compareDecimals(absolute(change), least) >= 0;
}

/** The sum of one day. */
export interface DayValue {
  readonly day: CalendarDate;
  readonly value: Decimal;
}

/** A day that is far from its usual value. */
export interface OddDay extends DayValue {
  /** The median of the other days. */
  readonly usual: Decimal;
  /** The value less the usual one. */
  readonly change: Decimal;
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
const LEAST_SHARE: Decimal = { units: 3, scale: 1 };
/** How often a residual has to exceed the median deviation of all: a share can rise without a limit, but falls to -1 at most. */
const FALL_FACTOR: Decimal = { units: 7, scale: 0 };
const RISE_FACTOR: Decimal = { units: 10, scale: 0 };
/** Decimals of a share of the usual value. */
const SHARE_DECIMALS = 9;

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
  const residuals = judged.map((each) => withoutTrend(each, judged));
  const middle = median(residuals);
  const spread = median(residuals.map((residual) => absolute(subtractDecimals(residual, middle))));
  const exceeds = (number: Decimal, limit: Decimal): boolean => compareDecimals(absolute(number), limit) > 0;
  return judged
    .filter(({ share }, index) => {
      const residual = residuals[index]!;
      const factor = signOf(residual) < 0 ? FALL_FACTOR : RISE_FACTOR;
      return (
        signOf(residual) === signOf(share) &&
        [share, residual].every((number) => exceeds(number, LEAST_SHARE)) &&
        exceeds(residual, multiplyDecimals(spread, factor))
      );
    })
    .sort(
      (one, other) => compareDecimals(absolute(other.change), absolute(one.change)) || (one.day < other.day ? -1 : 1),
    );
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
    const change = subtractDecimals(each.value, usual);
    const share = divideDecimals(change, usual, SHARE_DECIMALS)!;
    return [{ ...each, usual, change, others: others.map(({ day }) => day), share }];
  });
}

/** The share of a day less the median of those around it: on a trend, all days at one end are far from the others. */
function withoutTrend({ place, share }: Judged, judged: readonly Judged[]): Decimal {
  const around = judged.filter((other) => other.place !== place && Math.abs(other.place - place) <= TREND_DAYS);
  return around.length === 0 ? share : subtractDecimals(share, median(around.map((other) => other.share)));
}
