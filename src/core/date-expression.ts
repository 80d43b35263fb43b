/** What `--from` and `--to` take: a day, a stretch of the calendar, or a day that is reckoned from today. */

import { monthsBefore } from './calendar.ts';
import { addDays, type CalendarDate } from './calendar-date.ts';
import { parseCalendarSpan } from './calendar-span.ts';
import type { DateRange } from './date-range.ts';

export type DateExpression =
  | { readonly kind: 'span'; readonly span: DateRange }
  | { readonly kind: 'ago'; readonly count: number; readonly unit: AgoUnit };

type AgoUnit = 'd' | 'w' | 'm' | 'y';

/** In the order of how many days ago they are. */
export const DATE_WORDS: readonly string[] = ['today', 'yesterday'];

/** Reads a date as people say it; case and white space around it are not minded. Undefined if it cannot be read. */
export function parseDateExpression(text: string): DateExpression | undefined {
  const wanted = text.trim().toLowerCase();
  const daysAgo = DATE_WORDS.indexOf(wanted);
  if (daysAgo !== -1) return { kind: 'ago', count: daysAgo, unit: 'd' };
  const [, count, unit] = /^(\d+)([dwmy])$/.exec(wanted) ?? [];
  if (count !== undefined) return { kind: 'ago', count: Number(count), unit: unit as AgoUnit };
  const span = parseCalendarSpan(wanted);
  return span && { kind: 'span', span };
}

/**
 * The day that many days, weeks, months or years before `today`. A month that is too short gives its last day: three
 * months before 31 May is the last of February. Throws a RangeError before the year 0001.
 */
export function resolveAgo(count: number, unit: AgoUnit, today: CalendarDate): CalendarDate {
  if (unit === 'd') return addDays(today, -count);
  if (unit === 'w') return addDays(today, -7 * count);
  return monthsBefore(today, unit === 'm' ? count : 12 * count);
}
