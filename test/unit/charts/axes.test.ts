import { describe, expect, test } from 'vitest';
import { dateTicks } from '../../../src/charts/time-axis.ts';
import { spanOf } from '../../../src/dates/calendar.ts';
import { type CalendarDate, type DateUnit, MONDAY } from '../../../src/dates/date.ts';

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

  test('of weeks begins with the week around the first day', () => {
    expect(ticksOf('2026-01-01', '2026-01-25', 80, 'week')).toBe('0:Dec 29, 1:Jan 5, 2:Jan 12, 3:Jan 19');
    expect(ticksOf('2025-12-29', '2026-03-15', 14, 'week')).toBe(`${3 / 7}:2026, ${34 / 7}:Feb, ${62 / 7}:Mar`);
  });
});
