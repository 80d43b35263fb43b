/** Compares the calendar with temporal-polyfill, which only this test uses. */

import fc from 'fast-check';
import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/errors.ts';
import {
  monthsBefore,
  parseCalendarSpan,
  parseSpanStart,
  splitIntoUnits,
  unitAround,
  unitName,
  unitStart,
} from '../../../src/dates/calendar.ts';
import {
  addDays,
  CALENDAR_UNITS,
  type CalendarDate,
  type CalendarUnit,
  calendarDateOf,
  daysBetween,
  parseCalendarDate,
  type Weekday,
} from '../../../src/dates/date.ts';
import { formatRange } from '../../../src/dates/range.ts';
import { parsePeriod, resolveDays } from '../../../src/dates/resolve-range.ts';
import { runs } from '../../harness/property-runs.ts';

const FIRST = parseCalendarDate('0001-01-01')!;
const LAST = parseCalendarDate('9999-12-31')!;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const OUTSIDE = 'usage error';

/** Any day. Days near the end of a month, of a year or of the calendar, and near leap days, are more frequent. */
const day = fc.oneof(
  fc.integer({ min: 0, max: daysBetween(FIRST, LAST) }).map((days) => addDays(FIRST, days)),
  fc
    .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: -3, max: 3 }))
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

/** As text, or a usage error outside the years 0001 to 9999. */
function fromOracle(record: PlainDate.Record): string {
  return record.year >= 1 && record.year <= 9999 ? PlainDate.toString(record) : OUTSIDE;
}

function oracleRange(from: PlainDate.Record, to: PlainDate.Record): string {
  const ends = [fromOracle(from), fromOracle(to)];
  return ends.includes(OUTSIDE) ? OUTSIDE : ends.join('..');
}

/** The result of `work`, or a usage error if it throws one. */
function outcome(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ReportingError) return OUTSIDE;
    throw error;
  }
}

function unitsOf(date: CalendarDate, start: Weekday): string {
  const rangeOf = (unit: CalendarUnit) => outcome(() => formatRange(unitAround(date, unit, start)));
  return [...CALENDAR_UNITS.map(rangeOf), unitName(date, 'week', 1)].join(' ');
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

test('the unit around a day, and the name of its ISO week: are right for any day and any start of the week', () => {
  const sameUnits = (date: CalendarDate, start: Weekday): void => {
    expect(unitsOf(date, start)).toBe(oracleUnitsOf(date, start));
  };
  fc.assert(fc.property(day, weekStart, sameUnits), { numRuns: runs(4000) });
});

test('ISO weeks: by year and number, including weeks that a year does not have', () => {
  const years = Array.from({ length: 9999 }, (_, index) => index + 1);
  // 28 years have a year of each length that begins on each weekday.
  const some = years.filter((year) => year < 6 || year > 9994 || (year > 2072 && year < 2106));
  const weeks = some.flatMap((year) => [0, 1, 2, 9, 51, 52, 53, 54, 99].map((week) => [year, week] as const));
  const found = weeks.map(([year, week]) =>
    outcome(() => {
      const pad = (number: number, length: number): string => String(number).padStart(length, '0');
      const range = parseCalendarSpan(`${pad(year, 4)}-W${pad(week, 2)}`);
      return range && formatRange(range);
    }),
  );
  expect(found).toEqual(weeks.map(([year, week]) => oracleIsoWeek(year, week)));
});

test('the name of the unit around any day leads back to its first day', () => {
  const units = ['day', ...CALENDAR_UNITS] as const;
  fc.assert(
    fc.property(day, weekStart, (date, start) => {
      for (const unit of units) {
        const first = outcome(() => (unit === 'day' ? date : unitStart(date, unit, start)));
        expect(outcome(() => parseSpanStart(unitName(date, unit, start)))).toBe(first);
      }
    }),
    { numRuns: runs(4000) },
  );
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
      { numRuns: runs(4000) },
    );
  });

  test.each([1e6, 1e9, 1e17, Number.MAX_VALUE, Infinity])('%d months before is outside the calendar', (months) => {
    expect(() => monthsBefore(LAST, months)).toThrow(ReportingError);
  });
});

test('a month or day out of range: counts into the next or the previous one', () => {
  const part = fc.integer({ min: -400, max: 400 });
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 10_050 }), part, part, (year, month, dayOfMonth) => {
      const first = PlainDate.addMonths(PlainDate.create(year, 1, 1), month - 1);
      const expected = fromOracle(PlainDate.addDays(first, dayOfMonth - 1));
      expect(outcome(() => calendarDateOf(year, month, dayOfMonth))).toBe(expected);
    }),
    { numRuns: runs(4000) },
  );
});

describe('whole months, weeks and quarters as periods', () => {
  const resolve = (text: string, today: CalendarDate, start: Weekday): string | undefined =>
    outcome(() => {
      return formatRange(resolveDays(parsePeriod(text)!, { today, weekStart: start }));
    });

  test('last-<n>-months, last-<n>-weeks and q1 to q4, any day', () => {
    const count = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 600_000 }));
    fc.assert(
      fc.property(day, weekStart, count, (date, start, n) => {
        const record = toOracle(date);
        const month = PlainDate.startOfMonth(record);
        expect(resolve(`last-${n}-months`, date, start)).toBe(
          oracleRange(PlainDate.subtractMonths(month, n), PlainDate.subtractDays(month, 1)),
        );
        const shifted = PlainDate.startOfWeek(PlainDate.subtractDays(record, start - 1));
        const week = PlainDate.addDays(shifted, start - 1);
        const isWhole = oracleRange(week, PlainDate.addDays(week, 6)) !== OUTSIDE;
        expect(resolve(`last-${n}-weeks`, date, start)).toBe(
          isWhole ? oracleRange(PlainDate.subtractWeeks(week, n), PlainDate.subtractDays(week, 1)) : OUTSIDE,
        );
        for (const quarter of [1, 2, 3, 4]) {
          const first = PlainDate.create(record.year, 3 * quarter - 2, 1);
          expect(resolve(`q${quarter}`, date, start)).toBe(
            oracleRange(first, PlainDate.endOfMonth(PlainDate.addMonths(first, 2))),
          );
        }
      }),
      { numRuns: runs(4000) },
    );
  });
});

test('the calendar months of any range: every day once, cut at months alone', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 800 }), (from, days) => {
      const to = addDays(from, Math.min(days, daysBetween(from, LAST)));
      const months = splitIntoUnits({ from, to }, 'month', 1);
      expect([months[0]!.from, months.at(-1)!.to]).toEqual([from, to]);
      for (const [index, month] of months.entries()) {
        const record = toOracle(month.from);
        const isFirst = index === 0;
        const isLast = index === months.length - 1;
        expect(month.from).toBe(isFirst ? from : fromOracle(PlainDate.startOfMonth(record)));
        expect(month.to).toBe(isLast ? to : fromOracle(PlainDate.endOfMonth(record)));
        expect(month.from.slice(0, 7)).toBe(month.to.slice(0, 7));
        if (!isFirst) expect(month.from).toBe(addDays(months[index - 1]!.to, 1));
      }
    }),
    { numRuns: runs(400) },
  );
});
