import { monthsBefore, unitAround } from './calendar.ts';
import { addDays, type CalendarDate } from './calendar-date.ts';
import { countDays, type DateRange } from './date-range.ts';
import { ReportingError } from './reporting-error.ts';
import { MONDAY } from './weekday.ts';

/** What `--compare` takes: the stretch before, the same days a year earlier, or a range of its own. */
export type ComparisonRequest = 'previous' | 'year' | NamedRange;

/** As it was typed. */
export interface NamedRange {
  readonly from: string;
  readonly to: string;
}

const RANGE = /^(.+)\.\.(.+)$/;

/** Throws a usage error for anything else. */
export function parseComparison(text: string): ComparisonRequest {
  if (text === 'previous' || text === 'year') return text;
  const [, from, to] = RANGE.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  throw new ReportingError(
    'usage',
    `--compare takes previous, year, or FROM..TO, not ${JSON.stringify(text)}`,
    {
      hint: 'for example: --compare 2025-01-01..2025-01-31',
    },
  );
}

/**
 * The range that `range` is compared with. `previous` is as many whole months before it, if it is whole months itself, and
 * as many days otherwise. A year earlier are the same days; of whole months, the whole months: February may be a day longer.
 * Throws a usage error for a range that would begin before the year 1.
 */
export function earlierRange(range: DateRange, comparison: 'previous' | 'year'): DateRange {
  try {
    const whole = wholeMonths(range);
    const months = comparison === 'year' ? 12 : whole;
    if (months !== undefined) return monthsEarlier(range, months, whole !== undefined);
    return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ReportingError(
      'usage',
      `--compare ${comparison}: there are no days so long before ${range.from}`,
    );
  }
}

/** An error of the range that `--compare` names, with a message that says so. */
export function inComparison(error: unknown, { from, to }: NamedRange): unknown {
  if (!(error instanceof ReportingError)) return error;
  return error.with({}, { message: `--compare ${from}..${to}: ${error.message}` });
}

function monthsEarlier({ from, to }: DateRange, months: number, isWhole: boolean): DateRange {
  const day = monthsBefore(to, months);
  return { from: monthsBefore(from, months), to: isWhole ? unitAround(day, 'month', MONDAY).to : day };
}

/** The number of months that the range is exactly; undefined if it is not. */
function wholeMonths({ from, to }: DateRange): number | undefined {
  if (!from.endsWith('-01') || !isLastOfMonth(to)) return undefined;
  const monthOf = (date: CalendarDate): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return monthOf(to) - monthOf(from) + 1;
}

function isLastOfMonth(date: CalendarDate): boolean {
  return addDays(date, 1).endsWith('-01');
}
