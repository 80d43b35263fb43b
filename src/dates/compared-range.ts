/** The range that a report is compared with, and the pairs of their units of time, which depend on the calendar alone. */

import { ReportingError, tryRead } from '../core/errors.ts';
import { dayAt, MONTHS_OF, monthNumber, monthsBefore, positionOf, spanOf, unitAround } from './calendar.ts';
import {
  addDays,
  type CalendarDate,
  type CalendarUnit,
  type DateUnit,
  MONDAY,
  parseCalendarDate,
  type Weekday,
} from './date.ts';
import { countDays, type DateRange, formatRange } from './range.ts';
import {
  type ParsedRange,
  type PeriodSettings,
  parsePeriod,
  parseRange,
  resolveRange,
  type TypedDays,
} from './resolve-range.ts';

/** A year later, a day has another weekday; 52 weeks later it has the same. */
const DAYS_OF_52_WEEKS = 364;

/** The weeks whose median is usual. */
const USUAL_WEEKS = 8;

/** The words for a range that depends on the report's range. */
export const COMPARISON_WORDS = ['previous', 'previous-weeks', 'usual', 'year'] as const;

export type ComparisonWord = (typeof COMPARISON_WORDS)[number];

/** The range to compare with, as the user requested it: words, or a range of its own. */
export type RequestedComparison = ComparisonWord | { readonly typed: string; readonly range: ParsedRange };

/** The range of a comparison. */
export interface ComparedRange extends DateRange {
  /** For `previous-weeks`: the number of weeks from this range to the report's. */
  readonly weeksEarlier?: number;
  /** For `usual`: the report's range in each of the weeks before, the oldest first. */
  readonly weeks?: readonly DateRange[];
}

const RANGE = /^(.+)\.\.(.+)$/;

/** The parsed comparison of rows by a unit. Throws a usage error for other texts, and for `usual` with units. */
export function parseComparison(typed: string, by: DateUnit | undefined): RequestedComparison {
  const word = COMPARISON_WORDS.find((each) => each === typed);
  if (word !== undefined) return assertComparesUnits(word, by);
  const [, from, to] = RANGE.exec(typed) ?? [];
  if (from !== undefined) return inComparison(typed, () => ({ typed, range: parseRange({ from, to }) }));
  if (tryRead(() => parsePeriod(typed)) !== undefined) return { typed, range: parseRange({ period: typed }) };
  throw new ReportingError(
    'E-date',
    `--compare takes previous, previous-weeks, usual, year, a period, or FROM..TO, not ${JSON.stringify(typed)}`,
    { hint: 'for example: --compare last-month, or --compare 2025-01-01..2025-01-31' },
  );
}

/** The compared range. Calls `findSettings` only for a range of its own that depends on today. */
export function resolveComparison(
  range: DateRange,
  requested: RequestedComparison,
  settings: ComparisonSettings,
  findSettings: () => PeriodSettings,
): ComparedRange {
  if (typeof requested === 'string') return earlierRange(range, requested, settings);
  return inComparison(requested.typed, () => resolveRange(requested.range, findSettings).range);
}

/** The parts of a request that decide which range is compared. */
export interface ComparisonSettings {
  /** The start of the range as the user typed it: only a calendar period such as `last-month` matters. */
  readonly period?: TypedDays | undefined;
  /** The unit that rows are grouped by. */
  readonly by?: DateUnit | undefined;
}

/**
 * The range that `range` is compared with.
 * - `previous`: a period to date gives the same position in the unit before, or all of the unit before if `range` is a whole
 *   unit. Whole months give as many whole months before; quarters and years are whole months. Any other range gives as many
 *   days before: for whole weeks, as many whole weeks.
 * - `year`: the same days a year earlier, or the same whole months: their February can have one day more or less. Rows by week
 *   give the days 364 days earlier, which have the same weekdays.
 * - `previous-weeks`: as many days, moved back by the fewest whole weeks that are not shorter than the range. Each day has the
 *   weekday of its counterpart.
 * - `usual`: the days from the oldest of eight weeks to the day before.
 *
 * Throws a usage error for a range that would start before the year 0001, and for `usual` of more than a week.
 */
export function earlierRange(
  range: DateRange,
  comparison: ComparisonWord,
  settings: ComparisonSettings = {},
): ComparedRange {
  if (comparison === 'previous-weeks') return weeksEarlier(range);
  if (comparison === 'usual') return usualWeeks(range);
  return comparison === 'year' ? yearEarlier(range, settings) : rangeBefore(range, settings);
}

/**
 * The word. Throws a usage error for `usual` with units of time, and for `previous-weeks` with months, quarters or years: a range
 * moved by weeks begins inside one of them, and its parts would be compared with whole units.
 */
function assertComparesUnits(comparison: ComparisonWord, by: DateUnit | undefined): ComparisonWord {
  const isOfWeeks = by === undefined || by === 'day' || by === 'week';
  if (comparison === 'usual' ? by !== undefined : comparison === 'previous-weeks' && !isOfWeeks) {
    throw new ReportingError('E-option-conflict', `--compare ${comparison} cannot be combined with --by ${by}`, {
      hint: 'use --compare previous',
    });
  }
  return comparison;
}

/** True for each week that has one of the days. */
export function weeksWithRecords(weeks: readonly DateRange[], days: readonly CalendarDate[]): readonly boolean[] {
  return weeks.map(({ from, to }) => days.some((day) => from <= day && day <= to));
}

/** `the median of the 8 weeks before`. */
export function wordUsual({ length }: readonly DateRange[]): string {
  return length < 2 ? 'fewer than two weeks before' : `the median of the ${length} weeks before`;
}

/** The result of `work`. Its errors begin with the typed comparison. */
function inComparison<T>(typed: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    throw error.with({}, { message: `--compare ${typed}: ${error.message}` });
  }
}

function weeksEarlier(range: DateRange): ComparedRange {
  const weeks = Math.ceil(countDays(range) / 7);
  return { ...daysEarlier(range, 7 * weeks), weeksEarlier: weeks };
}

function usualWeeks(range: DateRange): ComparedRange {
  const days = countDays(range);
  if (days > 7) {
    throw new ReportingError(
      'E-date',
      `--compare usual compares at most 7 days, and ${formatRange(range)} has ${days}`,
      { hint: 'choose a day or a week, or use --compare previous-weeks' },
    );
  }
  const weeks = Array.from({ length: USUAL_WEEKS }, (_, index) => daysEarlier(range, 7 * (USUAL_WEEKS - index)));
  return { from: weeks[0]!.from, to: addDays(range.from, -1), weeks };
}

function yearEarlier(range: DateRange, { by, period }: ComparisonSettings): DateRange {
  if (by === 'week') return daysEarlier(range, DAYS_OF_52_WEEKS);
  return monthsEarlier(range, 12, isWhole(range, period));
}

function rangeBefore(range: DateRange, { period }: ComparisonSettings): DateRange {
  const unit = unitOf(period);
  if (unit === 'week') return daysEarlier(range, Math.ceil(countDays(range) / 7) * 7);
  if (period?.kind === 'this' && unit !== undefined) {
    return monthsEarlier(range, MONTHS_OF[unit], isWhole(range, period));
  }
  const months = wholeMonths(range);
  return months === undefined ? daysEarlier(range, countDays(range)) : monthsEarlier(range, months, true);
}

/**
 * True for whole months. A period to date is whole at the end of its own unit: `ytd` is not whole on the last day of February.
 * Typed weeks are never whole months.
 */
function isWhole(range: DateRange, period: TypedDays | undefined): boolean {
  const months = wholeMonths(range);
  const unit = unitOf(period);
  if (unit === 'week') return false;
  return period?.kind === 'this' && unit !== undefined ? months === MONTHS_OF[unit] : months !== undefined;
}

/** The unit of `this-…` and `last-…`; undefined for other ranges. */
function unitOf(period: TypedDays | undefined): CalendarUnit | undefined {
  return period?.kind === 'this' || period?.kind === 'last' ? period.unit : undefined;
}

function daysEarlier({ from, to }: DateRange, days: number): DateRange {
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

function monthsEarlier({ from, to }: DateRange, months: number, staysWhole: boolean): DateRange {
  const day = monthsBefore(to, months);
  return { from: monthsBefore(from, months), to: staysWhole ? unitAround(day, 'month', MONDAY).to : day };
}

/** The number of months in a range of whole months; undefined for other ranges. */
function wholeMonths({ from, to }: DateRange): number | undefined {
  if (!from.endsWith('-01') || unitAround(to, 'month', MONDAY).to !== to) return undefined;
  return monthNumber(to) - monthNumber(from) + 1;
}

/** A range, and the range that it is compared with. */
export interface ComparedRanges {
  readonly range: DateRange;
  /** The range that `range` is compared with. */
  readonly compared: ComparedRange;
}

/** Pairs units of two ranges. A unit has at most one partner, and is the partner of its partner. */
export interface UnitPairing {
  /** The first day of the unit of the compared range that the unit around `day` is compared with; undefined without a partner. */
  comparedDay(day: CalendarDate): CalendarDate | undefined;
  /** The reverse, for a `day` of the compared range: the first day of the partner in the range. */
  rangeDay(day: CalendarDate): CalendarDate | undefined;
}

/**
 * Days pair by month and day if both ranges start on the same date of different years. The first days of both ranges pair
 * then, even 29 with 28 February; any other 29 February has a partner only in a leap year. Everything else pairs by position,
 * and so do all days of a range that is moved by weeks: the first unit of a range with the first one of the other.
 */
export function pairUnits(
  { range, compared }: ComparedRanges,
  units: { readonly unit: DateUnit; readonly weekStart: Weekday },
): UnitPairing {
  const years = compared.weeksEarlier === undefined ? yearsBetween(compared, range) : 0;
  if (units.unit === 'day' && years !== 0) {
    return {
      comparedDay: (day) => sameDate(day, range, compared, -years),
      rangeDay: (day) => sameDate(day, compared, range, years),
    };
  }
  const span = spanOf(range.from, range.to, units);
  const comparedSpan = spanOf(compared.from, compared.to, units);
  const count = Math.min(span.count, comparedSpan.count);
  const move =
    (from: typeof span, to: typeof span) =>
    (day: CalendarDate): CalendarDate | undefined => {
      const position = positionOf(day, from);
      return position >= 0 && position < count ? dayAt(position, to) : undefined;
    };
  return { comparedDay: move(span, comparedSpan), rangeDay: move(comparedSpan, span) };
}

/** The number of years between the first days of both ranges if they have the same month and day; otherwise 0. */
function yearsBetween(compared: DateRange, range: DateRange): number {
  const years = Number(range.from.slice(0, 4)) - Number(compared.from.slice(0, 4));
  return monthsBefore(range.from, 12 * years) === compared.from ? years : 0;
}

function sameDate(day: CalendarDate, from: DateRange, to: DateRange, years: number): CalendarDate | undefined {
  if (!isIn(from, day)) return undefined;
  if (day === from.from) return to.from;
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0');
  const moved = parseCalendarDate(year + day.slice(4));
  return moved !== undefined && isIn(to, moved) ? moved : undefined;
}

function isIn({ from, to }: DateRange, day: CalendarDate): boolean {
  return day >= from && day <= to;
}
