import { describe, expect, test } from 'vitest';
import { type CalendarDate, parseCalendarDate } from '../../../src/core/calendar-date.ts';
import { comparedRange, parseComparison } from '../../../src/core/compared-range.ts';

const day = (text: string): CalendarDate => parseCalendarDate(text)!;
const today = async (): Promise<CalendarDate> => day('2026-06-15');

function compared(range: string, comparison: string) {
  const [from, to] = range.split('..');
  return comparedRange({ from: day(from!), to: day(to!) }, parseComparison(comparison), today).then(
    (found) => `${found.from}..${found.to}`,
  );
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
  ])('%s with %s', async (range, expected) => expect(await compared(range, 'previous')).toBe(expected));
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
  ])('%s with %s', async (range, expected) => expect(await compared(range, 'year')).toBe(expected));
});

describe('a range of its own', () => {
  test.each([
    ['2025-01-05..2025-01-09', '2025-01-05..2025-01-09'],
    ['2025-01..2025-02', '2025-01-01..2025-02-28'],
    ['7d..yesterday', '2026-06-08..2026-06-14'],
  ])('%s', async (comparison, expected) => {
    expect(await compared('2026-01-01..2026-01-31', comparison)).toBe(expected);
  });

  test.each([
    ['2025-02-30..2025-03-01', '--compare 2025-02-30..2025-03-01: --from "2025-02-30" is not a date'],
    [
      '2025-03-02..2025-03-01',
      '--compare 2025-03-02..2025-03-01: --from 2025-03-02 is after --to 2025-03-01',
    ],
  ])('%s is refused', async (comparison, message) => {
    await expect(compared('2026-01-01..2026-01-31', comparison)).rejects.toThrow(message);
  });
});

test.each(['Previous', 'month', '2025-01-01', '..', '2025-01-01..', ''])('%j is no comparison', (text) => {
  expect(() => parseComparison(text)).toThrow('--compare takes previous, year, or FROM..TO');
});

test.each(['previous', 'year'])('nothing is %s of the first year', async (comparison) => {
  await expect(compared('0001-01-01..0001-01-31', comparison)).rejects.toThrow(
    `--compare ${comparison}: there are no days so long before 0001-01-01`,
  );
});
