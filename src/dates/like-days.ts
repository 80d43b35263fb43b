/** The days that a day is compared with: the same weekdays before it, the day before, or the day a year earlier. */

import { ReportingError } from '../core/errors.ts';
import { closestMatch } from '../core/text.ts';
import { type ComparedRange, earlierRange } from './compared-range.ts';
import { addDays, type CalendarDate } from './date.ts';

const SAME_WEEKDAY = 'same-weekday';
const DEFAULT_COUNT = 8;
const MAX_COUNT = 52;

export const DEFAULT_LIKE_DAYS = `${SAME_WEEKDAY}:${DEFAULT_COUNT}`;

/** Words for shells, without a number: bash ends a word at a colon. */
export const LIKE_DAYS = [SAME_WEEKDAY, 'previous', 'year'] as const;

/** Which days are compared: so many of the same weekday, or another day. */
export type LikeDaysRule = { readonly sameWeekdays: number } | 'previous' | 'year';

/** Parses `same-weekday:8`, `previous` or `year`. Throws a usage error for other texts. */
export function parseLikeDays(text: string): LikeDaysRule {
  if (text === 'previous' || text === 'year') return text;
  const [, name, count = String(DEFAULT_COUNT)] = /^([\w-]+)(?::(\d{1,4}))?$/.exec(text) ?? [];
  const sameWeekdays = Number(count);
  if (name === SAME_WEEKDAY && sameWeekdays >= 1 && sameWeekdays <= MAX_COUNT) return { sameWeekdays };
  const near = name === SAME_WEEKDAY ? undefined : closestMatch(name ?? text, LIKE_DAYS);
  throw new ReportingError(
    'E-option-value',
    `--against takes ${SAME_WEEKDAY}:1 to ${SAME_WEEKDAY}:${MAX_COUNT}, previous or year, not ${JSON.stringify(text)}`,
    { hint: near === undefined ? `for example: --against ${DEFAULT_LIKE_DAYS}` : `did you mean ${near}?` },
  );
}

/** The days that `day` is compared with, as a range. Throws a usage error for days before the year 0001. */
export function likeDays(day: CalendarDate, rule: LikeDaysRule): ComparedRange {
  const days = daysBefore(day, rule);
  return { from: days[0]!, to: days.at(-1)!, days };
}

function daysBefore(day: CalendarDate, rule: LikeDaysRule): readonly CalendarDate[] {
  if (typeof rule === 'string') return [earlierRange({ from: day, to: day }, rule).from];
  const { sameWeekdays: count } = rule;
  try {
    return Array.from({ length: count }, (_, index) => addDays(day, 7 * (index - count)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ReportingError('E-date', `--against: the days before ${day} would start before the year 0001`);
  }
}
