/**
 * The split of a range into windows, each small enough for one request. This is where a day can be lost or counted
 * twice, so it knows calendar dates only: no clock, no time zone, no milliseconds.
 */

import { addDays, daysBetween } from './calendar-date.ts';
import type { DateRange } from './date-range.ts';

/** One request's share of a range. */
export type Window = DateRange;

/**
 * Windows of at most `maxWindowDays` calendar days, both ends counted: ascending, contiguous, not overlapping, and
 * together exactly `range`. All but the last are full. Throws a RangeError unless `maxWindowDays` is a whole number >= 1.
 */
export function splitIntoWindows(range: DateRange, maxWindowDays: number): readonly Window[] {
  if (!Number.isInteger(maxWindowDays) || maxWindowDays < 1) {
    throw new RangeError(`a window of ${maxWindowDays} days`);
  }
  const windows: Window[] = [];
  for (let { from } = range; ; ) {
    const to = addDays(from, Math.min(maxWindowDays - 1, daysBetween(from, range.to)));
    windows.push({ from, to });
    if (to === range.to) return windows;
    from = addDays(to, 1);
  }
}
