import { isoWeek, unitAround } from './calendar.ts';
import { parseCalendarDate } from './calendar-date.ts';
import type { DateRange } from './date-range.ts';
import { MONDAY } from './weekday.ts';

const PATTERN = /^(\d{4})(?:-(?:(\d{2})|q([1-4])|w(\d{2})))?$/i;

/**
 * The days of what has a name in the calendar: `2026-01-31`, `2026-01`, `2026-Q1`, `2026-W05` (ISO 8601, from Monday),
 * `2026`. Undefined for other texts and for what does not exist, such as 2025-W53. Throws a RangeError for a week
 * that reaches beyond the year 9999.
 */
export function parseCalendarSpan(text: string): DateRange | undefined {
  const day = parseCalendarDate(text);
  if (day !== undefined) return { from: day, to: day };
  const [isNamed, year, month, quarter, week] = PATTERN.exec(text) ?? [];
  const firstMonth =
    quarter === undefined ? (month ?? '01') : String(3 * Number(quarter) - 2).padStart(2, '0');
  const first = parseCalendarDate(`${year}-${firstMonth}-01`);
  if (isNamed === undefined || first === undefined) return undefined;
  if (week !== undefined) return isoWeek(Number(year), Number(week));
  const unit = month !== undefined ? 'month' : quarter !== undefined ? 'quarter' : 'year';
  return unitAround(first, unit, MONDAY);
}
