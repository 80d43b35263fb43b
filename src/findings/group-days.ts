/** The days with records of the listed groups: when a new group began, and when a group ended. */

import { addDays, type CalendarDate, daysBetween } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';

/** When a group began or ended. */
export interface GroupDays {
  /** The first day of the range with records. */
  readonly first: CalendarDate | undefined;
  /** The last day with records: of the range, or else of the compared range. */
  readonly last: CalendarDate | undefined;
  /** True if the group has no more records at the end of the range, for much longer than it ever paused. */
  readonly hasEnded: boolean;
}

/** A group that pauses for fewer days at the end has not ended. */
const MIN_QUIET_DAYS = 7;

/** The facts of one group from its days in any order, in the range and in the compared range. `range` has no day that is not over. */
export function groupDaysOf(
  days: Iterable<CalendarDate>,
  comparisonDays: Iterable<CalendarDate>,
  range: DateRange,
): GroupDays {
  const sorted = [...days].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (last === undefined) {
    const lastBefore = [...comparisonDays].sort().at(-1);
    return { first, last: lastBefore, hasEnded: lastBefore !== undefined };
  }
  const pauses = sorted.slice(1).map((day, index) => daysBetween(sorted[index]!, day) - 1);
  const quiet = daysBetween(last, range.to);
  const longest = pauses.reduce((most, each) => Math.max(most, each), 0);
  return { first, last, hasEnded: quiet >= MIN_QUIET_DAYS && quiet > 2 * longest };
}

/** The range without the current day, which is not over; undefined if no day is over. */
export function finishedDays(
  { from, to }: DateRange,
  today: CalendarDate | undefined,
): DateRange | undefined {
  if (today === undefined || today > to) return { from, to };
  return today <= from ? undefined : { from, to: addDays(today, -1) };
}
