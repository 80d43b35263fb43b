/** Pairs the units of time of two compared ranges. The pairs depend on the calendar, and not on records. */

import { dayAt, monthsBefore, positionOf, spanOf } from './calendar.ts';
import type { ComparedRange } from './compared-range.ts';
import { type CalendarDate, type DateUnit, parseCalendarDate, type Weekday } from './date.ts';
import type { DateRange } from './range.ts';

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
