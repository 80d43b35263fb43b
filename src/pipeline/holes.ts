/** Days of the range without any record. A report that lacks some looks just like a whole one. */

import type { CalendarDate } from '../core/calendar-date.ts';
import { countOf, formatCount } from '../core/count.ts';
import { countDays, daysOf } from '../core/date-range.ts';
import { formatDays } from '../core/day-list.ts';
import type { Segment } from '../segments/segment.ts';
import type { DayColumn } from './day-column.ts';

export interface Holes {
  /** Ascending. None of them is today or later: such a day may have its records still to come. */
  readonly days: readonly CalendarDate[];
  /** Days that were looked at: those of the range that are over. */
  readonly dayCount: number;
  /** False if there may be more: no column tells the days of a window that has records, and more than one day. */
  readonly areAll: boolean;
  /** True if the last day of every window is among them, wherever that can be told. */
  readonly hasEveryEnd: boolean;
}

/** `today` is asked for only where it matters. */
export async function findHoles(
  segments: readonly Segment[],
  column: DayColumn | undefined,
  today: () => Promise<CalendarDate>,
): Promise<Holes> {
  const missing = segments.map((segment) => missingDays(segment, column));
  const areAll = missing.every((days) => days !== undefined);
  const dayCount = segments.reduce((sum, { window }) => sum + countDays(window), 0);
  if (missing.every((days) => (days ?? []).length === 0)) {
    return { days: [], dayCount, areAll, hasEveryEnd: false };
  }
  const now = await today();
  const isOver = (day: CalendarDate): boolean => day < now;
  const days = missing.flatMap((each) => each ?? []).filter(isOver);
  return {
    days,
    dayCount: segments.flatMap(({ window }) => daysOf(window)).filter(isOver).length,
    areAll,
    hasEveryEnd: areEndsMissing(segments, days, isOver),
  };
}

/** As a warning or an error says it: `no records for 3 of 90 days: 2026-02-10..2026-02-12`. */
export function describeHoles({ days, dayCount }: Holes, of: string): string {
  return `no records for ${formatCount(days.length)} of ${countOf(dayCount, 'day')}${of}: ${formatDays(days)}`;
}

/** Undefined if it cannot be told. */
function missingDays(segment: Segment, column: DayColumn | undefined): readonly CalendarDate[] | undefined {
  const days = daysOf(segment.window);
  if (segment.recordCount === 0) return days;
  const seen = column?.in(segment)?.days;
  if (seen !== undefined) return days.filter((day) => !seen.includes(day));
  return days.length === 1 ? [] : undefined;
}

/** A window without any record says nothing of its end; one of a single day that has records denies it. */
function areEndsMissing(
  segments: readonly Segment[],
  days: readonly CalendarDate[],
  isOver: (day: CalendarDate) => boolean,
): boolean {
  const telling = segments.filter(({ recordCount, window }) => recordCount > 0 && isOver(window.to));
  return telling.length > 0 && telling.every(({ window }) => days.includes(window.to));
}
