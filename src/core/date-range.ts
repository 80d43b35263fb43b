import { addDays, type CalendarDate, daysBetween, parseCalendarDate } from './calendar-date.ts';
import { ReportingError } from './reporting-error.ts';

/** Calendar days from `from` to `to`, both included; `from` is never after `to`. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export interface RangeRequest {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The range that a person asked for. Without `to` it ends yesterday, the last whole day; today, if it starts today.
 * Throws a usage error for a date that does not exist, a missing start, or a start after the end.
 */
export function resolveRange(request: RangeRequest, today: CalendarDate): DateRange {
  if (request.from === undefined) {
    const yesterday = addDays(today, -1);
    throw new ReportingError('usage', 'no start date', {
      hint: `name the range: --from ${yesterday.slice(0, 8)}01 --to ${yesterday}`,
    });
  }
  const from = parseOption('--from', request.from);
  if (request.to !== undefined) {
    const to = parseOption('--to', request.to);
    if (from > to) {
      throw new ReportingError('usage', `--from ${from} is after --to ${to}`, {
        hint: `swap them: --from ${to} --to ${from}`,
      });
    }
    return { from, to };
  }
  if (from > today) {
    throw new ReportingError('usage', `--from ${from} is in the future: today is ${today}`, {
      hint: 'a range in the future needs --to as well',
    });
  }
  return { from, to: from === today ? today : addDays(today, -1) };
}

/** Days in the range, both ends counted: at least 1. */
export function countDays(range: DateRange): number {
  return daysBetween(range.from, range.to) + 1;
}

/** As people write a range: `2026-01-01..2026-01-31`. */
export function formatRange(range: DateRange): string {
  return `${range.from}..${range.to}`;
}

/** For a day that its month does not have. */
function lastDayHint(text: string): string | undefined {
  const first = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseCalendarDate(`${text.slice(0, 8)}01`) : undefined;
  if (first === undefined) return undefined;
  const lastDay = [31, 30, 29, 28].find(
    (day) => parseCalendarDate(`${text.slice(0, 8)}${day}`) !== undefined,
  );
  return `${text.slice(0, 7)} has ${lastDay} days`;
}

function parseOption(option: string, text: string): CalendarDate {
  const date = parseCalendarDate(text);
  if (date === undefined) {
    throw new ReportingError('usage', `${option} ${JSON.stringify(text)} is not a date of the calendar`, {
      hint: lastDayHint(text) ?? `write it as YYYY-MM-DD: ${option} 2026-01-31`,
    });
  }
  return date;
}
