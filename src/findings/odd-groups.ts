/** Decides whether all groups moved on an odd day, or one. Memory holds the numbers of the odd day and its other days only. */

import {
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  subtractDecimals,
  ZERO,
} from '../core/decimal.ts';
import type { CalendarDate } from '../dates/date.ts';
import type { OddDay } from './anomalies.ts';
import { absolute, median, signOf } from './exact-math.ts';

/** The groups on an odd day. */
export interface OddGroups {
  /** `one`: not all groups moved, and without the largest, the day would be within 30 % of its usual value. */
  readonly kind: 'all' | 'one' | 'some';
  /** The groups that moved as the day did, by 30 % of their own usual value or more. */
  readonly moved: number;
  /** The groups with a number on these days. */
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
const LEAST: Decimal = { units: 3n, scale: 1 };

export function createOddGroupTally({ day: oddDay, value, usual, others }: OddDay): OddGroupTally {
  const places = new Map([oddDay, ...others].map((day, place) => [day, place]));
  const groups = new Map<string, Decimal[]>();
  const change = subtractDecimals(value, usual);
  let isFull = false;
  return {
    add(id, day, number) {
      const place = places.get(day);
      if (place === undefined || isFull || number.units === 0n) return;
      let numbers = groups.get(id);
      if (numbers === undefined) {
        isFull = groups.size === MAX_GROUPS;
        if (isFull) return;
        numbers = Array.from(places, () => ZERO);
        groups.set(id, numbers);
      }
      numbers[place] = addDecimals(numbers[place]!, number);
    },
    result() {
      if (isFull || groups.size < 2) return undefined;
      const moves = Array.from(groups, ([id, [now, ...rest]]) => {
        const own = median(rest);
        return { id, own, change: subtractDecimals(now!, own) };
      }).filter((move) => signOf(move.change) === signOf(change));
      moves.sort(
        (one, other) =>
          compareDecimals(absolute(other.change), absolute(one.change)) || (one.id < other.id ? -1 : 1),
      );
      const [largest] = moves;
      // Medians do not add up: no group need have moved.
      if (largest === undefined) return undefined;
      const moved = moves.filter((move) => isFar(move.change, move.own)).length;
      const isOne = !isFar(subtractDecimals(change, largest.change), usual);
      const kind = moved === groups.size ? 'all' : isOne ? 'one' : 'some';
      return { kind, moved, count: groups.size, largest: largest.id };
    },
  };
}

function isFar(change: Decimal, usual: Decimal): boolean {
  return (
    compareDecimals(absolute(change), multiplyDecimals(absolute(usual), LEAST)) >= 0 && change.units !== 0n
  );
}
