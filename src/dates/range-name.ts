/** The names of days and ranges for people: `Oct`, `Wednesday`, `October 2026`, `Q4 2026`, `2026`, or the days of a range. */

import { unitAround, weekdayOf } from './calendar.ts';
import { type CalendarDate, MONDAY, WEEKDAY_NAMES } from './date.ts';
import { type DateRange, formatRange } from './range.ts';

/** English names, from January to December. */
export const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `Oct`. */
export function shortMonth(day: CalendarDate): string {
  return MONTHS[Number(day.slice(5, 7)) - 1]!.slice(0, 3);
}

/** `Wednesday`. */
export function weekdayName(day: CalendarDate): string {
  const name = WEEKDAY_NAMES[weekdayOf(day) - 1]!;
  return name[0]!.toUpperCase() + name.slice(1);
}

/** The name of a whole month, quarter or year; else the days of the range. */
export function rangeTitle(range: DateRange): string {
  const { from, to } = range;
  const isWhole = (unit: 'month' | 'quarter' | 'year'): boolean => {
    const around = unitAround(from, unit, MONDAY);
    return around.from === from && around.to === to;
  };
  const year = from.slice(0, 4);
  const month = Number(from.slice(5, 7));
  if (isWhole('month')) return `${MONTHS[month - 1]} ${year}`;
  if (isWhole('quarter')) return `Q${Math.ceil(month / 3)} ${year}`;
  return isWhole('year') ? year : formatRange(range);
}
