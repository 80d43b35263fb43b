import { describe, expect, test } from 'vitest';
import { type CalendarDate, parseCalendarDate } from '../../../src/core/calendar-date.ts';
import { earlierRange, parseComparison } from '../../../src/core/compared-range.ts';

const day = (text: string): CalendarDate => parseCalendarDate(text)!;

function compared(range: string, comparison: 'previous' | 'year'): string {
  const [from, to] = range.split('..');
  const found = earlierRange({ from: day(from!), to: day(to!) }, comparison);
  return `${found.from}..${found.to}`;
}

describe('previous', () => {
  test.each([
    // Whole months: as many whole months.
    ['2026-03-01..2026-03-31', '2026-02-01..2026-02-28'],
    ['2024-03-01..2024-03-31', '2024-02-01..2024-02-29'],
    ['2026-02-01..2026-02-28', '2026-01-01..2026-01-31'],
    ['2024-02-01..2024-02-29', '2024-01-01..2024-01-31'],
    ['2026-01-01..2026-01-31', '2025-12-01..2025-12-31'],
    ['2026-01-01..2026-03-31', '2025-10-01..2025-12-31'],
    ['2026-01-01..2026-12-31', '2025-01-01..2025-12-31'],
    ['2026-04-01..2026-05-31', '2026-02-01..2026-03-31'],
    // Anything else: as many days.
    ['2026-06-01..2026-06-14', '2026-05-18..2026-05-31'],
    ['2026-01-01..2026-01-01', '2025-12-31..2025-12-31'],
    ['2026-01-05..2026-01-11', '2025-12-29..2026-01-04'],
    ['2024-02-01..2024-02-28', '2024-01-04..2024-01-31'],
    ['2024-03-01..2024-03-02', '2024-02-28..2024-02-29'],
    ['2026-02-02..2026-02-28', '2026-01-06..2026-02-01'],
  ])('%s with %s', (range, expected) => expect(compared(range, 'previous')).toBe(expected));
});

describe('year', () => {
  test.each([
    ['2026-03-01..2026-03-31', '2025-03-01..2025-03-31'],
    ['2024-02-01..2024-02-29', '2023-02-01..2023-02-28'],
    // A whole February is a whole February.
    ['2025-02-01..2025-02-28', '2024-02-01..2024-02-29'],
    ['2025-01-01..2025-02-28', '2024-01-01..2024-02-29'],
    // Some days are as many days.
    ['2025-02-28..2025-02-28', '2024-02-28..2024-02-28'],
    ['2025-02-22..2025-02-28', '2024-02-22..2024-02-28'],
    ['2024-02-29..2024-02-29', '2023-02-28..2023-02-28'],
    ['2025-12-31..2026-01-01', '2024-12-31..2025-01-01'],
    ['2026-01-01..2026-12-31', '2025-01-01..2025-12-31'],
    ['2026-06-01..2026-06-14', '2025-06-01..2025-06-14'],
  ])('%s with %s', (range, expected) => expect(compared(range, 'year')).toBe(expected));
});

test('a range of its own', () => {
  expect(parseComparison('7d..yesterday')).toEqual({ from: '7d', to: 'yesterday' });
});

test.each(['Previous', 'month', '2025-01-01', '..', '2025-01-01..', ''])('%j is no comparison', (text) => {
  expect(() => parseComparison(text)).toThrow('--compare takes previous, year, or FROM..TO');
});

test.each(['previous', 'year'] as const)('nothing is %s of the first year', (comparison) => {
  expect(() => compared('0001-01-01..0001-01-31', comparison)).toThrow(
    `--compare ${comparison}: there are no days so long before 0001-01-01`,
  );
});
