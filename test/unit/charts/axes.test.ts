import { describe, expect, test } from 'vitest';
import { createValueAxis, dateTicks, toDrawnNumber } from '../../../src/charts/axes.ts';
import { spanOf } from '../../../src/dates/calendar.ts';
import { type CalendarDate, type DateUnit, MONDAY } from '../../../src/dates/date.ts';

const axisOf = (values: readonly number[], maxRows: number) => createValueAxis(values, maxRows, (number) => number);

describe('the axis of numbers', () => {
  test.each([5, 6, 11, 17, 30, 60])('has every tick on one of %i rows, at steps of 1, 2, 2.5 or 5', (maxRows) => {
    for (let seed = 1; seed <= 200; seed += 3) {
      const size = 10 ** ((seed % 25) - 9);
      const values = [1, 2, 3].map((each) => (((seed * each * 7919) % 1999) - (seed % 3) * 500) * size);
      const { rows, rowsUp, ticks } = axisOf(values, maxRows);
      const [least, most] = [ticks[0]!.value, ticks.at(-1)!.value];
      const step = (most - least) / (ticks.length - 1);
      expect(rows).toBeLessThanOrEqual(maxRows);
      expect([1, 2, 2.5, 5]).toContain(Number((step / 10 ** Math.floor(Math.log10(step * (1 + 1e-9)))).toFixed(6)));
      for (const [index, { value, label }] of ticks.entries()) {
        expect(rowsUp(value)).toBeCloseTo((index * (rows - 1)) / (ticks.length - 1), 6);
        expect(Math.abs(Number(label) - value)).toBeLessThan(1e-6 * step);
      }
      expect([Math.min(...values, 0) < least - 1e-6 * step, Math.max(...values, 0) > most + 1e-6 * step]).not.toContain(
        true,
      );
    }
  });

  test.each<[values: number[], maxRows: number, labels: string]>([
    [[], 14, '0 0.25 0.50 0.75 1.00'],
    [[0.07], 24, '0 0.01 0.02 0.03 0.04 0.05 0.06 0.07'],
    [[-3, -9], 14, '-10.0 -7.5 -5.0 -2.5 0'],
  ])('of %j has round ticks', (values, maxRows, labels) => {
    const { ticks } = axisOf(values, maxRows);
    expect(ticks.map(({ label }) => label).join(' ')).toBe(labels);
  });

  test.each(['1e999', '-1e999', '1e-999', '5e-324', '1e-290', '1.7e308'])('is finite for %s', (number) => {
    for (const other of ['0', '-1', '1e999', '-1e999']) {
      const { rows, ticks, rowsUp } = axisOf([number, other].map(toDrawnNumber), 12);
      expect([rows, ...ticks.flatMap(({ value }) => [value, rowsUp(value)])].every(Number.isFinite)).toBe(true);
    }
  });
});

const ticksOf = (from: string, to: string, room: number, unit: DateUnit = 'day'): string => {
  const span = spanOf(from as CalendarDate, to as CalendarDate, { unit, weekStart: MONDAY });
  return dateTicks(span, room)
    .map(({ position, label }) => `${position}:${label}`)
    .join(', ');
};

describe('the axis of time', () => {
  test.each([
    ['2026-01-01', '2026-01-04', 80, '0:Jan 1, 1:Jan 2, 2:Jan 3, 3:Jan 4'],
    ['2025-11-15', '2026-03-01', 30, '16:Dec, 47:2026, 78:Feb, 106:Mar'],
    ['2024-01-01', '2026-12-31', 40, '0:2024, 182:Jul, 366:2025, 547:Jul, 731:2026, 912:Jul'],
    ['2016-01-01', '2025-12-31', 40, '0:2016, 731:2018, 1461:2020, 2192:2022, 2922:2024'],
    ['2026-01-01', '2026-01-31', 5, '0:2026-01-01'],
    ['0001-01-01', '9999-12-31', 30, '0:0001-01-01, 3652058:9999-12-31'],
    [
      '0001-01-01',
      '9999-12-31',
      60,
      '364877:1000, 730119:2000, 1095362:3000, 1460604:4000, 1825847:5000, 2191089:6000, 2556332:7000, 2921574:8000, 3286817:9000',
    ],
  ])('from %s to %s in %i columns has round dates', (from, to, room, ticks) => {
    expect(ticksOf(from, to, room)).toBe(ticks);
  });

  test('of months has no shorter steps, whatever its room is', () => {
    expect(ticksOf('2026-01-01', '2026-03-31', 200, 'month')).toBe('0:2026, 1:Feb, 2:Mar');
  });

  test('of weeks begins with the week around the first day', () => {
    expect(ticksOf('2026-01-01', '2026-01-25', 80, 'week')).toBe('0:Dec 29, 1:Jan 5, 2:Jan 12, 3:Jan 19');
    expect(ticksOf('2025-12-29', '2026-03-15', 14, 'week')).toBe(`${3 / 7}:2026, ${34 / 7}:Feb, ${62 / 7}:Mar`);
  });
});
