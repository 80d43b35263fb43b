/**
 * Finds the odd days of a report in the sums of its groups. A day is compared with days weeks away, so groups that began or ended
 * within the range do not count: the days before and after would be odd without any outage.
 */

import {
  absolute,
  addDecimals,
  compareDecimals,
  type Decimal,
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
import { findOddDays, type OddDay } from './anomalies.ts';
import { keyOf } from './movers.ts';

/** The numbers of a group, by day. */
export type DayNumbers = ReadonlyMap<CalendarDate, Decimal>;

/** The groups on an odd day. */
export interface OddGroups {
  /** `one`: not all judged groups moved, and without the largest, the day would be within 30 % of its usual value. */
  readonly kind: 'all' | 'one' | 'some';
  /** The groups that moved as the day did, by 30 % of their own usual value or more; at least one. */
  readonly moved: number;
  /** All groups, also those that began or stopped within the range, which are not judged. */
  readonly count: number;
  /** The key of the group that moved most. */
  readonly largest: readonly Cell[];
}

/** A day far from the other days of its weekday. */
export interface DayFinding {
  readonly day: CalendarDate;
  /** How far the day is from the median of the other days in percent: `-91.0`. */
  readonly percent: string;
  /** Undefined without several groups. */
  readonly groups: OddGroups | undefined;
  /** True if the sums leave groups out, because they began or stopped within the range. */
  readonly isPart: boolean;
}

/** This share of the days is nearly all. */
const NEARLY_ALL = 0.9;
const LEAST: Decimal = { units: 3, scale: 1 };

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
    const ofOthers = median(odd.others.map((day) => all.get(day) ?? ZERO));
    const ofAll = { ...odd, value: all.get(odd.day) ?? ZERO, usual: ofOthers };
    const isPart = !isFarLike(ofAll, odd);
    const { day, value, usual } = isPart ? odd : ofAll;
    const found = { day, percent: percentText(subtractDecimals(value, usual), usual)!, isPart };
    if (steady.size === 1) return [{ ...found, groups: undefined }];
    const moved = groupsOn(odd, steady, groups.size);
    // Medians do not add up: no group need have moved.
    return moved === undefined ? [] : [{ ...found, groups: moved }];
  });
}

/** True if the day of all groups is 30 % or more from its usual value, on the same side. */
function isFarLike({ value, usual }: OddDay, other: OddDay): boolean {
  const change = subtractDecimals(value, usual);
  const sign = signOf(subtractDecimals(other.value, other.usual));
  return signOf(usual) > 0 && signOf(change) === sign && isFar(change, usual);
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

/** What the judged groups did on an odd day, of `count` groups; undefined if none moved. */
function groupsOn(
  { day, value, usual, others }: OddDay,
  groups: Groups,
  count: number,
): OddGroups | undefined {
  const change = subtractDecimals(value, usual);
  const moves = Array.from(groups, ([id, numbers]) => {
    const own = median(others.map((other) => numbers.get(other) ?? ZERO));
    return { id, own, change: subtractDecimals(numbers.get(day) ?? ZERO, own) };
  }).filter((move) => signOf(move.change) === signOf(change));
  moves.sort(
    (one, other) =>
      compareDecimals(absolute(other.change), absolute(one.change)) || (one.id < other.id ? -1 : 1),
  );
  const [largest] = moves;
  const moved = moves.filter((move) => isFar(move.change, move.own)).length;
  if (largest === undefined || moved === 0) return undefined;
  const isOne = moved < groups.size && !isFar(subtractDecimals(change, largest.change), usual);
  const kind = moved === count ? 'all' : isOne ? 'one' : 'some';
  return { kind, moved, count, largest: keyOf(largest.id) };
}

function isFar(change: Decimal, usual: Decimal): boolean {
  return (
    compareDecimals(absolute(change), multiplyDecimals(absolute(usual), LEAST)) >= 0 && change.units !== 0
  );
}
