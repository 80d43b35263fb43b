import { describe, expect, test } from 'vitest';
import { MONDAY, type Weekday } from '../../../src/dates/date.ts';
import { createUnitOf } from '../../../src/frame/key-column.ts';

const SUNDAY: Weekday = 7;

describe.each([
  ['2026-01-01', '2026-01-01', '2026-W01', '2026-01', '2026-Q1', '2026'],
  ['2025-12-29', '2025-12-29', '2026-W01', '2025-12', '2025-Q4', '2025'],
  ['2024-12-31', '2024-12-31', '2025-W01', '2024-12', '2024-Q4', '2024'],
  ['2021-01-03', '2021-01-03', '2020-W53', '2021-01', '2021-Q1', '2021'],
  ['2024-02-29', '2024-02-29', '2024-W09', '2024-02', '2024-Q1', '2024'],
  ['2026-03-31', '2026-03-31', '2026-W14', '2026-03', '2026-Q1', '2026'],
  ['2026-04-01', '2026-04-01', '2026-W14', '2026-04', '2026-Q2', '2026'],
  ['2026-06-30', '2026-06-30', '2026-W27', '2026-06', '2026-Q2', '2026'],
  ['2026-07-01', '2026-07-01', '2026-W27', '2026-07', '2026-Q3', '2026'],
  ['2026-10-01', '2026-10-01', '2026-W40', '2026-10', '2026-Q4', '2026'],
])('%s', (date, ...names) => {
  test.each(['day', 'week', 'month', 'quarter', 'year'] as const)('%s', (unit) => {
    const unitOf = createUnitOf(unit, MONDAY);
    const expected = JSON.stringify(names[['day', 'week', 'month', 'quarter', 'year'].indexOf(unit)]);
    const spelled = [
      `"${date}"`,
      `"${date}T23:59:00-05:00"`,
      `"${date.replaceAll('-', '/')}"`,
      date.replaceAll('-', ''),
    ];
    expect(spelled.map((cell) => unitOf(cell))).toEqual(spelled.map(() => expected));
  });
});

test('a week that begins on a Sunday is named by it', () => {
  const unitOf = createUnitOf('week', SUNDAY);
  const weeks = ['"2026-01-03"', '"2026-01-04"', '"2026-01-10"'].map((cell) => unitOf(cell));
  expect(weeks.join(' ')).toBe('"2025-12-28" "2026-01-04" "2026-01-04"');
});

test.each([undefined, 'null', '""', '"spring"', '"2026-02-30"', '20260230'])('%s has no unit', (cell) => {
  expect(createUnitOf('month', MONDAY)(cell)).toBe('null');
});
