import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../../src/dates/date.ts';
import { formatDays, rangesOf } from '../../../src/dates/range.ts';
import { daysFrom } from '../../harness/daily-service.ts';

const days = (...texts: readonly string[]) => texts as readonly CalendarDate[];

describe('days as text', () => {
  test.each<[readonly string[], string]>([
    [[], ''],
    [['2026-02-10'], '2026-02-10'],
    [['2026-02-28', '2026-03-01'], '2026-02-28..2026-03-01'],
    [['2024-02-28', '2024-03-01'], '2024-02-28, 2024-03-01'],
    [['2025-12-31', '2026-01-01', '2026-01-03'], '2025-12-31..2026-01-01, 2026-01-03'],
  ])('%j: %s', (each, text) => {
    expect(formatDays(days(...each))).toBe(text);
  });

  test.each([
    [20, ''],
    [21, ' and 1 more day'],
    [31, ' and 6 more days'],
  ])('shows at most ten ranges: every other day of %i days%s', (count, rest) => {
    const every = daysFrom('2026-01-01', `2026-01-${count}`).filter((_day, index) => index % 2 === 0);
    const shown = every.slice(0, 10).join(', ');
    expect(formatDays(days(...every))).toBe(`${shown}${rest}`);
  });

  test('a long run is one range, in full', () => {
    const year = daysFrom('2026-01-01', '2026-12-31');
    expect(formatDays(days(...year))).toBe('2026-01-01..2026-12-31');
    expect(rangesOf(days(...year))).toEqual([{ from: '2026-01-01', to: '2026-12-31' }]);
  });
});
