/** The total of compared groups, and the groups that changed most. Memory holds those groups and sums, however many groups there are. */

import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  subtractDecimals,
  ZERO,
} from '../core/decimal.ts';
import { absolute, percentText, signOf } from '../core/exact-math.ts';
import { numberIn } from '../frame/arithmetic.ts';
import { type Cell, isEmpty } from '../records/cells.ts';

/** A group of a report: JSON values. Without a comparison, `before` and `change` are undefined. */
export interface GroupRow {
  readonly key: readonly Cell[];
  readonly now: Cell;
  readonly before?: Cell;
  /** `null` if a sum is unknown in a range that has the group. */
  readonly change?: Cell;
}

/** A group that changed. Numbers are exact texts; percents have one decimal. */
export interface Mover {
  readonly key: readonly Cell[];
  readonly id: string;
  /** Undefined if the range has no records of the group. */
  readonly now: string | undefined;
  /** Undefined if the compared range has no records of the group. */
  readonly before: string | undefined;
  readonly change: string;
  /** The change in percent of `before`; undefined unless `before` is above zero. */
  readonly percent: string | undefined;
  /** The change in percent of the change of the total: undefined if the group moved against it, or by more. */
  readonly shareOfChange: string | undefined;
  /** The number in percent of the total; undefined if a group or the total is negative. */
  readonly share: string | undefined;
}

/** The movers of a report. */
export interface Movers {
  readonly groupCount: number;
  /** Undefined if no group has a number. */
  readonly now: Decimal | undefined;
  readonly before: Decimal | undefined;
  /** The largest change first, whatever its sign. */
  readonly list: readonly Mover[];
  /** Groups with smaller changes, which are not listed. */
  readonly otherCount: number;
  /** Groups whose sum is unknown in one range. */
  readonly unknownCount: number;
}

interface MoverTally {
  add(row: GroupRow): void;
  result(): Movers;
}

/** The text that identifies a key: JSON values have no line breaks. */
export function idOf(key: readonly Cell[]): string {
  return key.map((cell) => cell ?? '').join('\n');
}

interface Kept {
  readonly row: GroupRow;
  readonly id: string;
  readonly change: Decimal;
}

/** Creates a tally that lists at most `limit` groups. */
export function createMoverTally(limit: number): MoverTally {
  let [groupCount, hasNow, hasBefore, hasNegative] = [0, false, false, false];
  let [totalNow, totalBefore] = [ZERO, ZERO];
  let [otherCount, unknownCount] = [0, 0];
  const kept: Kept[] = [];

  function trim(): void {
    kept.sort(compareMoves);
    otherCount += kept.splice(limit).length;
  }

  return {
    add(row) {
      groupCount++;
      const [now, before, change] = [numberIn(row.now), numberIn(row.before), numberIn(row.change)];
      hasNow ||= now !== undefined;
      hasBefore ||= before !== undefined;
      hasNegative ||= now !== undefined && signOf(now) < 0;
      totalNow = addDecimals(totalNow, now ?? ZERO);
      totalBefore = addDecimals(totalBefore, before ?? ZERO);
      if (row.change === undefined) return;
      if (change === undefined) {
        if (now === undefined && before === undefined && isEmpty(row.now) && isEmpty(row.before)) return;
        unknownCount++;
        return;
      }
      if (kept.push({ row, id: idOf(row.key), change }) > 2 * limit + 100) trim();
    },
    result() {
      trim();
      const canShare = !hasNegative && signOf(totalNow) > 0;
      const facts = {
        now: canShare ? totalNow : undefined,
        change: subtractDecimals(totalNow, totalBefore),
      };
      return {
        groupCount,
        now: hasNow ? totalNow : undefined,
        before: hasBefore ? totalBefore : undefined,
        list: kept.map((each) => moverOf(each, facts)),
        otherCount,
        unknownCount,
      };
    },
  };
}

interface Totals {
  /** Undefined if shares mean nothing. */
  readonly now: Decimal | undefined;
  readonly change: Decimal;
}

function moverOf({ row, id, change }: Kept, totals: Totals): Mover {
  const [now, before] = [numberIn(row.now), numberIn(row.before)];
  const goesAlong =
    signOf(change) === signOf(totals.change) &&
    compareDecimals(absolute(change), absolute(totals.change)) <= 0;
  return {
    key: row.key,
    id,
    now: now && formatDecimal(now),
    before: before && formatDecimal(before),
    change: formatDecimal(change),
    percent: before && percentText(change, before),
    shareOfChange: goesAlong ? percentText(absolute(change), absolute(totals.change)) : undefined,
    share: totals.now && percentText(now ?? ZERO, totals.now),
  };
}

function compareMoves(one: Kept, other: Kept): number {
  return compareDecimals(absolute(other.change), absolute(one.change)) || (one.id < other.id ? -1 : 1);
}
