import { describe, expect, test } from 'vitest';
import { type CalendarDate, parseCalendarDate } from '../../../src/dates/date.ts';
import { daysOf } from '../../../src/dates/range.ts';
import { type DayRow, type Findings, type FindingsSource, findFindings } from '../../../src/findings/findings.ts';
import type { GroupRow } from '../../../src/findings/movers.ts';
import { findOddDays } from '../../../src/findings/odd-days.ts';
import { totalOf } from './total-of.ts';

const day = (text: string): CalendarDate => parseCalendarDate(text)!;
const OCTOBER = { from: day('2026-10-01'), to: day('2026-10-31') };
const SEPTEMBER = { from: day('2026-09-01'), to: day('2026-09-30') };

function find(
  groups: readonly GroupRow[],
  options: Partial<FindingsSource> = {},
  dayRows?: readonly DayRow[],
): Findings {
  return findFindings({
    currencies: ['EUR'],
    range: OCTOBER,
    total: totalOf(groups),
    groups,
    dayRows,
    ...options,
  });
}

const compared: Partial<FindingsSource> = { comparedRange: SEPTEMBER, days: [31, 30] };
const group = (name: string, now: string, before: string, change: string): GroupRow => ({
  key: [JSON.stringify(name)],
  now,
  before,
  change,
});

describe('the total', () => {
  test('has the change, its percent and the change a day, exactly', async () => {
    const { total } = await find(
      [group('a', '72201.78', '68716.13', '3485.65'), group('b', '0.00', '0.00', '0.00')],
      compared,
    );
    expect(total).toEqual({
      now: '72201.78',
      before: '68716.13',
      change: '3485.65',
      percent: '5.1',
      percentADay: '1.7',
      average: { number: '2329.09', days: 31 },
    });
  });

  test('has no percent of a loss, of nothing, and no change without a comparison', async () => {
    expect((await find([group('a', '5', '-10', '15')], compared)).total).toMatchObject({
      change: '15',
      percent: undefined,
    });
    expect((await find([group('a', '5', '0', '5')], compared)).total?.percent).toBeUndefined();
    expect((await find([{ key: ['"a"'], now: '5' }])).total).toEqual({
      now: '5',
      average: { number: '0.2', days: 31 },
    });
    expect((await find([{ key: ['"a"'], now: 'null' }])).total).toBeUndefined();
  });
});

describe('the movers', () => {
  test('are sorted by the size of their changes, with the shares that mean something', async () => {
    const { movers } = await find(
      [
        group('same', '5', '5', '0'),
        group('small', '11', '10', '1'),
        group('new', '30', 'null', '30'),
        group('fell', '10', '24', '-14'),
      ],
      compared,
    );
    expect(movers.map(({ key, change, isNew, hasEnded }) => [key[0], change, isNew, hasEnded])).toEqual([
      ['"new"', '30', true, false],
      ['"fell"', '-14', false, false],
      ['"small"', '1', false, false],
      ['"same"', '0', false, false],
    ]);
    // 30 is more than the change of 17, and -14 goes against it.
    expect(movers.map(({ shareOfChange }) => shareOfChange)).toEqual([undefined, undefined, '5.9', undefined]);
  });

  test('do not have groups that are unknown in one range', async () => {
    const found = await find(
      [
        ...[group('a', 'null', '7', 'null'), group('b', '5', '1', '4'), group('none', 'null', 'null', 'null')],
        group('c', '2', 'null', 'null'),
      ],
      compared,
    );
    expect(found.movers.map(({ change }) => change)).toEqual(['4']);
    expect(found.unknownCount).toBe(2);
    expect(found.total?.change).toBe('-1');
  });

  test('have the days on which they began and ended', async () => {
    const rowsOf = (name: string, days: readonly CalendarDate[]): DayRow[] =>
      days.map((each) => ({ key: [JSON.stringify(name)], day: each, now: '1' }));
    const all = daysOf(OCTOBER);
    const weekly = all.filter((_, index) => index % 7 === 0).slice(0, 4);
    const { movers } = await find(
      [
        group('new', '4', 'null', '4'),
        group('ended', '5', '10', '-5'),
        group('gone', 'null', '3', '-3'),
        group('weekly', '4', '2', '2'),
      ],
      compared,
      [
        ...rowsOf('new', all.slice(19)),
        ...rowsOf('ended', all.slice(0, 5)),
        ...rowsOf('weekly', weekly),
        { key: ['"gone"'], day: undefined, now: 'null', comparisonDay: day('2026-09-28'), before: '3' },
      ],
    );
    expect(movers.map(({ key, isNew, hasEnded, days }) => [key[0], isNew, hasEnded, days?.first, days?.last])).toEqual([
      ['"ended"', false, true, '2026-10-01', '2026-10-05'],
      ['"new"', true, false, '2026-10-20', '2026-10-31'],
      ['"gone"', false, true, undefined, '2026-09-28'],
      ['"weekly"', false, false, '2026-10-01', '2026-10-22'],
    ]);
  });
});

test.each([
  ['2026-10-24', true],
  ['2026-10-25', false],
])('a group whose last day is %s has ended: %s', async (last, hasEnded) => {
  const own = daysOf(OCTOBER).filter((each) => each <= last);
  const rows = own.map((each): DayRow => ({ key: ['"a"'], day: each, now: '1' }));
  const { movers } = await find([group('a', '9', '8', '1')], compared, rows);
  expect(movers.map((mover) => mover.hasEnded)).toEqual([hasEnded]);
});

test('a day is compared with the nearest twelve days of its weekday', () => {
  const days = daysOf({ from: day('2026-01-01'), to: day('2026-07-29') });
  // On the level of its own weeks, the last day is 35% low; beside all days, it would be 30% high.
  const valueAt = (index: number): number => (index === days.length - 1 ? 130 : index < 105 ? 100 : 200);
  const [largest] = findOddDays(days.map((each, index) => ({ day: each, value: { units: valueAt(index), scale: 0 } })));
  expect(largest).toMatchObject({ day: '2026-07-29', usual: { units: 200 } });
  expect(largest!.others).toHaveLength(12);
});

/** October with a weekly rhythm for two groups: 300 and 100 on weekdays, half of it on weekends. */
function october(change: (name: string, each: CalendarDate, value: number) => number): DayRow[] {
  return daysOf(OCTOBER).flatMap((each, index) =>
    ['big', 'small'].map((name): DayRow => {
      const isWeekend = index % 7 === 2 || index % 7 === 3;
      const usual = (name === 'big' ? 300 : 100) / (isWeekend ? 2 : 1);
      return { key: [JSON.stringify(name)], day: each, now: `${change(name, each, usual + (index % 3))}.00` };
    }),
  );
}

const GROUPS = [group('big', '1', '1', '0'), group('small', '1', '1', '0')];

describe('odd days', () => {
  const onDay = (rows: readonly DayRow[], options: Partial<FindingsSource> = {}) => find(GROUPS, options, rows);

  test('an outage of all groups', async () => {
    const { oddDays } = await onDay(
      october((_, each, value) => (each === '2026-10-14' ? Math.round(value / 10) : value)),
    );
    expect(oddDays).toEqual([
      {
        day: '2026-10-14',
        ...{ percent: '-90.0', change: '-360.00' },
        groups: { kind: 'all', moved: 2, count: 2, hasOthers: false, largest: ['"big"'] },
        isPart: false,
      },
    ]);
  });

  test('an outage of one group, and a spike of another day', async () => {
    const { oddDays } = await onDay(
      october((name, each, value) => {
        if (each === '2026-10-14' && name === 'big') return 0;
        return each === '2026-10-20' ? 5 * value : value;
      }),
    );
    expect(oddDays.map((each) => [each.day, each.groups?.kind, each.groups?.moved, each.groups?.largest])).toEqual([
      ['2026-10-20', 'all', 2, ['"big"']],
      ['2026-10-14', 'one', 1, ['"big"']],
    ]);
  });

  describe('are judged without a large group', () => {
    const isThere = (from: string, to: string) => (each: string) => each >= from && each <= to;
    const starts = Array.from({ length: 28 }, (_, index) => String(index + 2).padStart(2, '0'));
    const ranges = starts.flatMap((start) => [
      ['begins', isThere(`2026-10-${start}`, '2026-10-31'), start] as const,
      ['stops', isThere('2026-10-01', `2026-10-${start}`), start] as const,
    ]);

    test.each(ranges)('that %s', async (_, hasRecords) => {
      const steady = october((_, __, value) => value);
      const large = october((name, each, value) => (name === 'big' && hasRecords(each) ? 10 * value : 0));
      const rows = [...steady, ...large.map((row): DayRow => ({ ...row, key: ['"large"'] }))];
      expect((await onDay(rows)).oddDays).toEqual([]);
      const outage = rows.map((row) => (row.day === '2026-10-14' ? { ...row, now: '0' } : row));
      const { oddDays } = await onDay(outage);
      expect(oddDays.map(({ day, groups }) => [day, groups!.kind, groups!.count, groups!.hasOthers])).toEqual([
        ['2026-10-14', 'all', 2, true],
      ]);
    });
  });

  test('at most two are told, and the others are counted', async () => {
    const odd = ['2026-10-06', '2026-10-14', '2026-10-22'];
    const found = await onDay(october((_, each, value) => (odd.includes(each) ? 0 : value)));
    expect(found.oddDays).toHaveLength(2);
    expect(found.moreOddDays).toBe(1);
  });

  test('of an earlier compared range have its days', async () => {
    const odd = ['2026-10-06', '2026-10-14', '2026-10-22'];
    const before = october((_, each, value) => (odd.includes(each) ? 0 : value)).map(
      ({ key, day: comparisonDay, now }): DayRow => ({
        ...{ key, day: undefined, now: undefined, comparisonDay, before: now },
      }),
    );
    const november = { from: day('2026-11-01'), to: day('2026-11-30') };
    const found = await onDay(before, { range: november, comparedRange: OCTOBER });
    expect(found).toMatchObject({ oddDays: [], moreOddDays: 0, moreComparedOddDays: 1 });
    expect(found.comparedOddDays.map((each) => [each.day, each.percent])).toEqual([
      ['2026-10-06', '-100.0'],
      ['2026-10-22', '-100.0'],
    ]);
    // A later range may have today.
    const later = await onDay(before, { range: SEPTEMBER, comparedRange: OCTOBER });
    expect(later).toMatchObject({ comparedOddDays: [], moreComparedOddDays: 0 });
  });

  test('today and short ranges are not judged', async () => {
    const fallen = october((_, each, value) => (each === '2026-10-31' ? 1 : value));
    expect((await onDay(fallen)).oddDays).toHaveLength(1);
    expect((await onDay(fallen, { range: { ...OCTOBER, today: OCTOBER.to } })).oddDays).toEqual([]);
    const week = fallen.filter((row) => row.day! >= '2026-10-12');
    expect((await onDay(week, { range: { from: day('2026-10-12'), to: OCTOBER.to } })).oddDays).toEqual([]);
  });
});
