/** Compares the arithmetic of units with temporal-polyfill, as calendar.property.test.ts does. */

import fc from 'fast-check';
import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import { describe, expect, test } from 'vitest';
import {
  type ComparisonSettings,
  type ComparisonWord,
  earlierRange,
  pairUnits,
} from '../../../src/dates/compared-range.ts';
import { addDays, CALENDAR_UNITS, type CalendarDate, MONDAY, parseCalendarDate } from '../../../src/dates/date.ts';
import { type DateRange, daysOf } from '../../../src/dates/range.ts';
import { parsePeriod } from '../../../src/dates/resolve-range.ts';
import { runs } from '../../harness/property-runs.ts';

const day = (text: string): CalendarDate => parseCalendarDate(text)!;

function rangeOf(text: string): DateRange {
  const [from, to] = text.split('..');
  return { from: day(from!), to: day(to!) };
}

function compared(range: string, comparison: ComparisonWord, settings: ComparisonSettings = {}): string {
  const found = earlierRange(rangeOf(range), comparison, settings);
  return `${found.from}..${found.to}`;
}

const relative = (text: string) => parsePeriod(text);

test('previous-weeks moves each day to the same weekday, by the fewest weeks without an overlap', () => {
  const dayAt = (index: number): CalendarDate => day(new Date(Date.UTC(1970, 0, 1 + index)).toISOString().slice(0, 10));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 2500 }), (first, more) => {
      const range = { from: dayAt(first), to: dayAt(first + more) };
      const found = earlierRange(range, 'previous-weeks');
      const shift = 7 * found.weeksEarlier!;
      expect(found).toMatchObject({ from: dayAt(first - shift), to: dayAt(first + more - shift) });
      expect(shift).toBeGreaterThan(more);
      expect(shift - 7).toBeLessThanOrEqual(more);
      const { comparedDay } = pairUnits({ range, compared: found }, { unit: 'day', weekStart: 1 });
      for (const index of [0, more >> 1, more])
        expect(comparedDay(dayAt(first + index))).toBe(dayAt(first + index - shift));
    }),
    { numRuns: runs(1000) },
  );
});

test('a day is the partner of its partner', () => {
  const start = fc.integer({ min: 0, max: 4000 }).map((days) => addDays(day('2019-01-01'), days));
  const length = fc.integer({ min: 0, max: 800 });
  fc.assert(
    fc.property(start, length, start, length, fc.boolean(), (from, days, other, otherDays, isSameDate) => {
      const years = String(2019 + (Number(other.slice(0, 4)) % 7));
      const comparedFrom = (isSameDate ? parseCalendarDate(years + from.slice(4)) : undefined) ?? other;
      const range = { from, to: addDays(from, days) };
      const compared = { from: comparedFrom, to: addDays(comparedFrom, otherDays) };
      const { comparedDay, rangeDay } = pairUnits({ range, compared }, { unit: 'day', weekStart: MONDAY });
      expect(comparedDay(range.from)).toBe(compared.from);
      const pairs = daysOf(range).flatMap((each) => {
        const partner = comparedDay(each);
        return partner === undefined ? [] : [{ each, partner }];
      });
      const partners = pairs.map(({ partner }) => partner);
      expect(partners.every((partner) => partner >= compared.from && partner <= compared.to)).toBe(true);
      expect(partners.map(rangeDay)).toEqual(pairs.map(({ each }) => each));
      const paired = new Set(partners);
      const found = daysOf(compared).filter((each) => rangeDay(each) !== undefined);
      expect(found).toEqual(daysOf(compared).filter((each) => paired.has(each)));
    }),
    { numRuns: runs(500) },
  );
});

describe('units, compared with temporal-polyfill', () => {
  const MONTHS = { week: 0, month: 1, quarter: 3, year: 12 } as const;
  const unit = fc.constantFrom(...CALENDAR_UNITS);
  const firstDay = fc
    .tuple(fc.integer({ min: 200, max: 9700 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, date]) => PlainDate.create(year, month, date));
  type Unit = (typeof CALENDAR_UNITS)[number];

  /** The first day of the unit. A week starts on the day itself: any day can be its first. */
  function startOf(record: PlainDate.Record, of: Unit): PlainDate.Record {
    if (of === 'week') return record;
    const month = PlainDate.startOfMonth(record);
    return PlainDate.subtractMonths(month, (month.month - 1) % MONTHS[of]);
  }

  function unitsBefore(record: PlainDate.Record, of: Unit, count: number): PlainDate.Record {
    return of === 'week'
      ? PlainDate.subtractWeeks(record, count)
      : PlainDate.subtractMonths(record, MONTHS[of] * count);
  }

  const show = (from: PlainDate.Record, to: PlainDate.Record): string =>
    `${PlainDate.toString(from)}..${PlainDate.toString(to)}`;

  test('whole units: as many before, up to the day before', () => {
    fc.assert(
      fc.property(firstDay, unit, fc.integer({ min: 1, max: 120 }), (date, of, count) => {
        const from = startOf(date, of);
        // Weeks that are a whole month are months here: no words name them.
        fc.pre(of !== 'week' || from.day !== 1);
        const to = PlainDate.subtractDays(unitsBefore(from, of, -count), 1);
        const expected = show(unitsBefore(from, of, count), PlainDate.subtractDays(from, 1));
        expect(compared(show(from, to), 'previous')).toBe(expected);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('a unit to date: the same position in the unit before', () => {
    fc.assert(
      fc.property(firstDay, unit, fc.nat(), (date, of, position) => {
        const from = startOf(date, of);
        const next = unitsBefore(from, of, -1);
        const length = PlainDate.diffDays(from, next);
        const to = PlainDate.addDays(from, position % length);
        const isWhole = PlainDate.toString(PlainDate.addDays(to, 1)) === PlainDate.toString(next);
        const end = isWhole ? PlainDate.subtractDays(from, 1) : unitsBefore(to, of, 1);
        const settings = { period: relative(`this-${of}`) };
        expect(compared(show(from, to), 'previous', settings)).toBe(show(unitsBefore(from, of, 1), end));
      }),
      { numRuns: runs(1000) },
    );
  });

  test('other days: as many before; a year earlier; 52 weeks earlier', () => {
    fc.assert(
      fc.property(firstDay, fc.integer({ min: 0, max: 800 }), (from, more) => {
        fc.pre(from.day !== 1);
        const to = PlainDate.addDays(from, more);
        const range = show(from, to);
        expect(compared(range, 'previous')).toBe(
          show(PlainDate.subtractDays(from, more + 1), PlainDate.subtractDays(from, 1)),
        );
        expect(compared(range, 'year')).toBe(show(PlainDate.subtractYears(from, 1), PlainDate.subtractYears(to, 1)));
        expect(compared(range, 'year', { by: 'week' })).toBe(
          show(PlainDate.subtractWeeks(from, 52), PlainDate.subtractWeeks(to, 52)),
        );
      }),
      { numRuns: runs(1000) },
    );
  });
});

test.each(['previous', 'previous-weeks', 'year'] as const)('--compare %s fails for the first year', (comparison) => {
  expect(() => compared('0001-01-01..0001-01-31', comparison)).toThrow(
    'the range reaches beyond the years 0001 to 9999',
  );
});
