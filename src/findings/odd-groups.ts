/** Decides whether all groups moved on an odd day, or one. Memory holds the numbers of the odd day and its other days. */

import {
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  subtractDecimals,
  ZERO,
} from '../core/decimal.ts';
import { absolute, median, signOf } from '../core/exact-math.ts';
import { type CalendarDate, daysBetween } from '../dates/date.ts';
import type { OddDay } from './anomalies.ts';

/** The groups on an odd day. */
export interface OddGroups {
  /** `one`: not all groups moved, and without the largest, the day would be within 30 % of its usual value. */
  readonly kind: 'all' | 'one' | 'some';
  /** The groups that moved as the day did, by 30 % of their own usual value or more. */
  readonly moved: number;
  /** The groups that were there on that day, and have a number on it or on the other days of its weekday. */
  readonly count: number;
  /** The group that moved most, by its id. */
  readonly largest: string;
}

/** Collects the numbers of groups on one odd day and its other days. */
export interface OddGroupTally {
  add(id: string, day: CalendarDate, value: Decimal): void;
  /** Undefined without groups, with one group only, and with too many groups to hold. */
  result(): OddGroups | undefined;
}

const MAX_GROUPS = 2000;
const LEAST: Decimal = { units: 3, scale: 1 };

/** A group with fewer days since its last number can still have been there on the odd day. */
const MAX_PAUSE_DAYS = 7;

interface Group {
  /** The number of the odd day, and those of the other days. */
  readonly numbers: Decimal[];
  first: CalendarDate;
  last: CalendarDate;
}

/** Creates a tally for one odd day. */
export function createOddGroupTally({ day: oddDay, value, usual, others }: OddDay): OddGroupTally {
  const places = new Map([oddDay, ...others].map((day, place) => [day, place]));
  const groups = new Map<string, Group>();
  const change = subtractDecimals(value, usual);
  let isFull = false;

  /** False for a group that began after the odd day, or ended before it. */
  function wasThere({ numbers, first, last }: Group): boolean {
    const hasNumbers = numbers.some(({ units }) => units !== 0);
    return hasNumbers && first <= oddDay && daysBetween(last, oddDay) <= MAX_PAUSE_DAYS;
  }

  /** The numbers of the other days between the group's first and last day; of all other days if it has none. */
  function usualNumbers({ numbers, first, last }: Group): readonly Decimal[] {
    const [, ...all] = numbers;
    const own = all.filter((_, index) => others[index]! >= first && others[index]! <= last);
    return own.length === 0 ? all : own;
  }

  return {
    add(id, day, number) {
      if (isFull || number.units === 0) return;
      let group = groups.get(id);
      if (group === undefined) {
        isFull = groups.size === MAX_GROUPS;
        if (isFull) return;
        group = { numbers: Array.from(places, () => ZERO), first: day, last: day };
        groups.set(id, group);
      }
      if (day < group.first) group.first = day;
      if (day > group.last) group.last = day;
      const place = places.get(day);
      if (place !== undefined) group.numbers[place] = addDecimals(group.numbers[place]!, number);
    },
    result() {
      const present = [...groups].filter(([, group]) => wasThere(group));
      if (isFull || present.length < 2) return undefined;
      const moves = present
        .map(([id, group]) => {
          const own = median(usualNumbers(group));
          return { id, own, change: subtractDecimals(group.numbers[0]!, own) };
        })
        .filter((move) => signOf(move.change) === signOf(change));
      moves.sort(
        (one, other) =>
          compareDecimals(absolute(other.change), absolute(one.change)) || (one.id < other.id ? -1 : 1),
      );
      const [largest] = moves;
      // Medians do not add up: no group need have moved.
      if (largest === undefined) return undefined;
      const moved = moves.filter((move) => isFar(move.change, move.own)).length;
      const isOne = !isFar(subtractDecimals(change, largest.change), usual);
      const kind = moved === present.length ? 'all' : isOne ? 'one' : 'some';
      return { kind, moved, count: present.length, largest: largest.id };
    },
  };
}

function isFar(change: Decimal, usual: Decimal): boolean {
  return (
    compareDecimals(absolute(change), multiplyDecimals(absolute(usual), LEAST)) >= 0 && change.units !== 0
  );
}
