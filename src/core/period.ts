/** What `--period` takes: a stretch of the calendar, or one that is reckoned from today. */

import { type CalendarUnit, unitAround } from './calendar.ts';
import { addDays, type CalendarDate } from './calendar-date.ts';
import { parseCalendarSpan } from './calendar-span.ts';
import type { DateRange } from './date-range.ts';
import { ReportingError } from './reporting-error.ts';
import type { Weekday } from './weekday.ts';

export type Period =
  | { readonly kind: 'span'; readonly span: DateRange }
  /** `count` days, of which the last is `endsAgo` days before today. */
  | { readonly kind: 'days'; readonly count: number; readonly endsAgo: 0 | 1 }
  /** From the first day of the unit that today is in, up to the present. */
  | { readonly kind: 'this'; readonly unit: CalendarUnit }
  /** All of the unit before that. */
  | { readonly kind: 'last'; readonly unit: CalendarUnit };

/** A period whose days depend on what day it is. */
export type RelativePeriod = Exclude<Period, { kind: 'span' }>;

const UNITS = ['week', 'month', 'quarter', 'year'] as const;

const WORDS: ReadonlyMap<string, Period> = new Map<string, Period>([
  ['today', { kind: 'days', count: 1, endsAgo: 0 }],
  ['yesterday', { kind: 'days', count: 1, endsAgo: 1 }],
  ...UNITS.flatMap((unit): [string, Period][] => [
    [`this-${unit}`, { kind: 'this', unit }],
    [`last-${unit}`, { kind: 'last', unit }],
  ]),
  ['mtd', { kind: 'this', unit: 'month' }],
  ['qtd', { kind: 'this', unit: 'quarter' }],
  ['ytd', { kind: 'this', unit: 'year' }],
]);

/** Periods that are a word: neither `last-7-days` nor what the calendar names. */
export const PERIOD_WORDS: readonly string[] = [...WORDS.keys()];

/** Reads a period as people say it; case and white space around it are not minded. Undefined if it cannot be read. */
export function parsePeriod(text: string): Period | undefined {
  const wanted = text.trim().toLowerCase();
  const word = WORDS.get(wanted);
  if (word !== undefined) return word;
  const [, count] = /^last-(\d+)-days?$/.exec(wanted) ?? [];
  if (count !== undefined)
    return Number(count) < 1 ? undefined : { kind: 'days', count: Number(count), endsAgo: 1 };
  const span = parseCalendarSpan(wanted);
  return span && { kind: 'span', span };
}

export interface PeriodSettings {
  readonly today: CalendarDate;
  readonly weekStart: Weekday;
  /** True if `this-…` is to end today; otherwise it ends yesterday, the last whole day. */
  readonly includeToday: boolean;
}

/**
 * The days of a period that is reckoned from today. Throws a usage error for `this-…` on its first day, while no
 * day of it is whole, and with a RangeError outside the years 0001 to 9999.
 */
export function resolvePeriod(
  period: RelativePeriod,
  { today, weekStart, includeToday }: PeriodSettings,
): DateRange {
  if (period.kind === 'days') {
    const to = addDays(today, -period.endsAgo);
    return { from: addDays(to, 1 - period.count), to };
  }
  const { kind, unit } = period;
  const { from } = unitAround(today, unit, weekStart);
  if (kind === 'last') return unitAround(addDays(from, -1), unit, weekStart);
  if (includeToday) return { from, to: today };
  if (from < today) return { from, to: addDays(today, -1) };
  const problem = `has no whole day yet: it begins today, ${today}, and ends yesterday`;
  throw new ReportingError('usage', `--period this-${unit} ${problem}`, {
    hint: `add --include-today, or ask for --period last-${unit}`,
  });
}
