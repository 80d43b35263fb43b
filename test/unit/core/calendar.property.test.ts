/** The calendar against temporal-polyfill, which is used here only. */

import fc from 'fast-check';
import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import { describe, expect, test } from 'vitest';
import {
  type CalendarUnit,
  isoWeek,
  isoWeekName,
  monthsBefore,
  unitAround,
} from '../../../src/core/calendar.ts';
import {
  addDays,
  type CalendarDate,
  calendarDateOf,
  daysBetween,
  parseCalendarDate,
} from '../../../src/core/calendar-date.ts';
import { formatRange } from '../../../src/core/date-range.ts';
import type { Weekday } from '../../../src/core/weekday.ts';

const FIRST = parseCalendarDate('0001-01-01')!;
const LAST = parseCalendarDate('9999-12-31')!;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const OUTSIDE = 'RangeError';

/** Any day, and more often one near the end of a month, a year, a leap day or the calendar. */
const day = fc.oneof(
  fc.integer({ min: 0, max: daysBetween(FIRST, LAST) }).map((days) => addDays(FIRST, days)),
  fc
    .tuple(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: -3, max: 3 }),
    )
    .map(([year, month, days]) => clamp(PlainDate.create(year, month, 1), days)),
  fc.tuple(fc.constantFrom(FIRST, LAST), fc.integer({ min: -800, max: 800 })).map(([edge, days]) => {
    return clamp(toOracle(edge), days);
  }),
);
const weekStart = fc.constantFrom<Weekday>(...WEEKDAYS);

function toOracle(date: CalendarDate): PlainDate.Record {
  return PlainDate.create(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8)));
}

function clamp(record: PlainDate.Record, days: number): CalendarDate {
  const text = fromOracle(PlainDate.addDays(record, days));
  return text === OUTSIDE ? FIRST : parseCalendarDate(text)!;
}

/** As text, or `RangeError` outside the years 0001 to 9999. */
function fromOracle(record: PlainDate.Record): string {
  return record.year >= 1 && record.year <= 9999 ? PlainDate.toString(record) : OUTSIDE;
}

function oracleRange(from: PlainDate.Record, to: PlainDate.Record): string {
  const ends = [fromOracle(from), fromOracle(to)];
  return ends.includes(OUTSIDE) ? OUTSIDE : ends.join('..');
}

/** The result, or `RangeError` if that is thrown. */
function outcome(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return OUTSIDE;
    throw error;
  }
}

function unitsOf(date: CalendarDate, start: Weekday): string {
  const rangeOf = (unit: CalendarUnit) => outcome(() => formatRange(unitAround(date, unit, start)));
  return [...(['week', 'month', 'quarter', 'year'] as const).map(rangeOf), isoWeekName(date)].join(' ');
}

function oracleUnitsOf(date: CalendarDate, start: Weekday): string {
  const record = toOracle(date);
  const week = PlainDate.addDays(PlainDate.startOfWeek(PlainDate.subtractDays(record, start - 1)), start - 1);
  const quarter = PlainDate.subtractMonths(PlainDate.startOfMonth(record), (record.month - 1) % 3);
  return [
    oracleRange(week, PlainDate.addDays(week, 6)),
    oracleRange(PlainDate.startOfMonth(record), PlainDate.endOfMonth(record)),
    oracleRange(quarter, PlainDate.endOfMonth(PlainDate.addMonths(quarter, 2))),
    oracleRange(PlainDate.startOfYear(record), PlainDate.endOfYear(record)),
    weekName(record),
  ].join(' ');
}

function weekName(record: PlainDate.Record): string {
  const [year, week] = [PlainDate.yearOfWeek(record)!, PlainDate.weekOfYear(record)!];
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

function oracleIsoWeek(year: number, week: number): string | undefined {
  const from = PlainDate.addDays(PlainDate.startOfWeek(PlainDate.create(year, 1, 4)), 7 * (week - 1));
  const range = oracleRange(from, PlainDate.addDays(from, 6));
  return range === OUTSIDE || PlainDate.yearOfWeek(from) === year ? range : undefined;
}

describe('the unit around a day, and the name of its ISO week', () => {
  test('any day, any start of the week', () => {
    const sameUnits = (date: CalendarDate, start: Weekday): void => {
      expect(unitsOf(date, start)).toBe(oracleUnitsOf(date, start));
    };
    fc.assert(fc.property(day, weekStart, sameUnits), { numRuns: 1000 });
  });

  test.each([1, 1897, 1997, 2021, 9996])('every day of four years from %i', (year) => {
    const days = Array.from({ length: 4 * 365 }, (_, index) => addDays(calendarDateOf(year, 1, 1), index));
    expect(days.map((each, index) => unitsOf(each, WEEKDAYS[index % 7]!))).toEqual(
      days.map((each, index) => oracleUnitsOf(each, WEEKDAYS[index % 7]!)),
    );
  });

  test.each(WEEKDAYS)('the first and the last days of the calendar, weeks starting on day %i', (start) => {
    const days = Array.from({ length: 14 }, (_, index) => [
      addDays(FIRST, index),
      addDays(LAST, -index),
    ]).flat();
    expect(days.map((each) => unitsOf(each, start))).toEqual(days.map((each) => oracleUnitsOf(each, start)));
  });
});

describe('ISO weeks', () => {
  test('by year and number, also those that a year does not have', () => {
    const years = Array.from({ length: 9999 }, (_, index) => index + 1);
    const some = years.filter((year) => year < 20 || year > 9980 || (year > 1900 && year < 2301));
    const weeks = some.flatMap((year) =>
      [0, 1, 2, 9, 51, 52, 53, 54, 99].map((week) => [year, week] as const),
    );
    const found = weeks.map(([year, week]) =>
      outcome(() => {
        const range = isoWeek(year, week);
        return range && formatRange(range);
      }),
    );
    expect(found).toEqual(weeks.map(([year, week]) => oracleIsoWeek(year, week)));
  });

  test('any week is found by the name of any of its days', () => {
    fc.assert(
      fc.property(day, (date) => {
        const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(isoWeekName(date))!;
        const found = outcome(() => {
          const range = isoWeek(Number(year), Number(week))!;
          return range.from <= date && date <= range.to ? 'there' : formatRange(range);
        });
        expect(found).toBe(date > '9999-12-26' ? OUTSIDE : 'there');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('months before a day', () => {
  const oracle = (date: CalendarDate, months: number): string => {
    return fromOracle(PlainDate.subtractMonths(toOracle(date), months));
  };

  test('any day, any number of months', () => {
    const months = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -120_000, max: 120_000 }));
    fc.assert(
      fc.property(day, months, (date, count) => {
        expect(outcome(() => monthsBefore(date, count))).toBe(oracle(date, count));
      }),
      { numRuns: 1000 },
    );
  });

  test('every day of a leap year and the years beside it', () => {
    const days = Array.from({ length: 3 * 365 }, (_, index) => addDays(calendarDateOf(2023, 1, 1), index));
    for (const count of [0, 1, 2, 3, 11, 12, 13, 24, 48]) {
      expect(days.map((each) => monthsBefore(each, count))).toEqual(days.map((each) => oracle(each, count)));
    }
  });

  test.each([1e6, 1e9, 1e17, Number.MAX_VALUE, Infinity])(
    '%d months before is outside the calendar',
    (months) => {
      expect(() => monthsBefore(LAST, months)).toThrow(RangeError);
    },
  );
});

describe('the date of a year, month and day beyond their ends', () => {
  test('counts on', () => {
    const part = fc.integer({ min: -400, max: 400 });
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 10_050 }), part, part, (year, month, dayOfMonth) => {
        const first = PlainDate.addMonths(PlainDate.create(year, 1, 1), month - 1);
        const expected = fromOracle(PlainDate.addDays(first, dayOfMonth - 1));
        expect(outcome(() => calendarDateOf(year, month, dayOfMonth))).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
