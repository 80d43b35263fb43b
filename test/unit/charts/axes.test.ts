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

describe('the axis of time', () => {
  test.each<[from: string, to: string, room: number, unit: DateUnit, ticks: string]>([
    ['2026-01-01', '2026-01-04', 80, 'day', '0:1 Jan, 1:2 Jan, 2:3 Jan, 3:4 Jan'],
    ['2025-11-15', '2026-02-01', 30, 'day', '0:15 Nov, 28:13 Dec, 56:10 Jan'],
    ['2024-01-01', '2026-12-31', 40, 'day', '0:2024-01-01, 329:2024-11-25, 658:2025-10-20, 987:2026-09-14'],
    ['2026-01-01', '2026-01-31', 5, 'day', '0:1 Jan'],
    ['0001-01-01', '9999-12-31', 30, 'day', '0:0001-01-01, 1460824:4000-08-08, 2921648:8000-03-15'],
    ['2026-01-01', '2026-03-31', 200, 'month', '0:2026-01, 1:2026-02, 2:2026-03'],
    ['2026-01-01', '2026-02-25', 50, 'week', '0:2026-W01, 2:2026-W03, 4:2026-W05, 6:2026-W07, 8:2026-W09'],
    ['2016-01-01', '2025-12-31', 40, 'year', '0:2016, 2:2018, 4:2020, 6:2022, 8:2024'],
  ])('from %s to %s in %i columns by %s has the ticks %s', (from, to, room, unit, ticks) => {
    const span = spanOf(from as CalendarDate, to as CalendarDate, { unit, weekStart: MONDAY });
    const found = dateTicks(span, room);
    expect(found.map(({ position, label }) => `${position}:${label}`).join(', ')).toBe(ticks);
    // At most one label that does not fit.
    expect(found.reduce((sum, { label }) => sum + label.length + 1, 0)).toBeLessThanOrEqual(Math.max(room, 12) + 12);
  });
});
