import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  type CalendarDate,
  type DateUnit,
  MONDAY,
  parseCalendarDate,
  type Weekday,
} from '../../../src/dates/date.ts';
import { pairUnits } from '../../../src/dates/paired-units.ts';
import { type DateRange, daysOf } from '../../../src/dates/range.ts';
import { runs } from '../../harness/property-runs.ts';

const day = (text: string): CalendarDate => parseCalendarDate(text)!;

function rangeOf(text: string): DateRange {
  const [from, to] = text.split('..');
  return { from: day(from!), to: day(to!) };
}

interface Ranges {
  readonly range: string;
  readonly compared: string;
  readonly unit: DateUnit;
  readonly weekStart?: Weekday;
}

function pairing({ range, compared, unit, weekStart = MONDAY }: Ranges) {
  return pairUnits({ range: rangeOf(range), compared: rangeOf(compared) }, { unit, weekStart });
}

/** Each case: unit, range and compared range; then a day of the range or `-`, and the first day of the paired unit or `-`. */
const CASES: readonly string[] = [
  // Days of another year: by month and day. The range rule gives 28 for 29 February.
  'day 2024-01-01..2024-12-31 2023-01-01..2023-12-31: 2024-01-01 2023-01-01, 2024-02-28 2023-02-28, 2024-02-29 -, 2024-03-01 2023-03-01, 2024-12-31 2023-12-31',
  'day 2025-02-01..2025-03-31 2024-02-01..2024-03-31: 2025-02-28 2024-02-28, - 2024-02-29, 2025-03-01 2024-03-01, 2025-03-31 2024-03-31',
  'day 2024-02-29..2025-03-02 2023-02-28..2024-03-02: 2024-02-29 2023-02-28, 2024-03-01 2023-03-01, - 2024-02-29, 2025-02-28 2024-02-28, 2025-03-01 2024-03-01',
  'day 2025-01-15..2025-03-05 2020-01-15..2020-02-29: 2025-01-15 2020-01-15, 2025-02-28 2020-02-28, - 2020-02-29, 2025-03-01 -',
  'day 2023-02-01..2023-02-28 2024-02-01..2024-02-29: 2023-02-28 2024-02-28, - 2024-02-29',
  'day 9999-12-01..9999-12-31 9998-12-01..9999-06-30: 9999-12-31 9998-12-31, - 9999-01-01, - 9999-06-30',
  'day 1000-02-01..1000-02-28 0999-02-01..0999-02-28: 1000-02-10 0999-02-10',
  // Other days: by position.
  'day 2026-02-01..2026-02-28 2026-01-01..2026-01-31: 2026-02-01 2026-01-01, 2026-02-28 2026-01-28, - 2026-01-29, - 2026-01-31',
  'day 2026-03-01..2026-03-31 2026-02-01..2026-02-28: 2026-03-28 2026-02-28, 2026-03-29 -, 2026-03-31 -',
  'day 2026-02-01..2026-02-03 2025-01-31..2025-02-02: 2026-02-01 2025-01-31, 2026-02-03 2025-02-02',
  // Longer units: by position, whatever their length.
  'month 2026-01-01..2026-12-31 2025-01-01..2025-12-31: 2026-01-31 2025-01-01, 2026-02-10 2025-02-01, 2026-12-31 2025-12-01',
  'month 2026-01-01..2026-03-31 2025-10-01..2025-12-31: 2026-01-05 2025-10-01, 2026-02-28 2025-11-01, 2026-03-01 2025-12-01',
  'month 2026-01-15..2026-02-28 2025-12-01..2026-01-14: 2026-01-15 2025-12-01, 2026-02-01 2026-01-01',
  'month 2026-02-01..2026-02-28 2026-01-04..2026-02-03: 2026-02-11 2026-01-01, - 2026-02-03',
  'quarter 2026-01-01..2026-06-30 2025-01-01..2025-06-30: 2026-03-31 2025-01-01, 2026-04-01 2025-04-01',
  'year 2024-06-01..2026-02-01 2022-10-01..2024-05-31: 2024-06-01 2022-01-01, 2025-01-01 2023-01-01, 2026-02-01 2024-01-01',
  'week 2026-11-02..2026-11-15 2025-11-03..2025-11-16: 2026-11-02 2025-11-03, 2026-11-08 2025-11-03, 2026-11-09 2025-11-10',
  'sunday week 2026-11-02..2026-11-15 2026-10-19..2026-11-01: 2026-11-07 2026-10-18, 2026-11-08 2026-10-25, 2026-11-15 2026-11-01',
  'week 9999-12-20..9999-12-31 9998-12-21..9999-01-01: 9999-12-20 9998-12-21, 9999-12-31 9998-12-28',
];

test.each(CASES)('%s', (line) => {
  const [, weekStart, unit, range, compared, pairs] = /^(sunday )?(\w+) (\S+) (\S+): (.*)$/.exec(
    line,
  ) as never as string[];
  const ranges = { unit: unit as DateUnit, range: range!, compared: compared! };
  const { comparedDay, rangeDay } = pairing({ ...ranges, ...(weekStart && { weekStart: 7 }) });
  for (const pair of pairs!.split(', ')) {
    const [now, earlier] = pair.split(' ') as [string, string];
    if (now !== '-') expect(comparedDay(day(now)) ?? '-', pair).toBe(earlier);
    if (earlier === '-') continue;
    const unitStart = now === '-' ? undefined : rangeDay(day(earlier));
    expect(unitStart === undefined ? '-' : comparedDay(unitStart), pair).toBe(now === '-' ? '-' : earlier);
    if (now === '-') expect(rangeDay(day(earlier)), pair).toBeUndefined();
  }
});

test.each(['day', 'week', 'month', 'quarter', 'year'] as const)('a %s outside of its range has no partner', (unit) => {
  const { comparedDay, rangeDay } = pairing({
    unit,
    range: '2026-01-01..2026-12-31',
    compared: '2025-01-01..2025-12-31',
  });
  expect([comparedDay(day('2025-12-20')), comparedDay(day('2027-01-10'))]).toEqual([undefined, undefined]);
  expect([rangeDay(day('2024-12-20')), rangeDay(day('2026-01-10'))]).toEqual([undefined, undefined]);
});

test('a day outside of its range has no partner, even if the other range has its date', () => {
  const ranges = { range: '2026-01-01..2026-01-31', compared: '2025-01-01..2025-03-31' };
  expect(pairing({ unit: 'day', ...ranges }).comparedDay(day('2026-02-10'))).toBeUndefined();
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
