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

describe('the movers', () => {
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
});
