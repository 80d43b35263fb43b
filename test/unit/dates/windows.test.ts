import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDate, daysBetween } from '../../../src/dates/date.ts';
import { countDays, formatRange, mergeRanges, splitIntoWindows } from '../../../src/dates/range.ts';

const date = (text: string) => text as CalendarDate;

/** Any day of the years 1 to 9999. Days near the end of a month, a leap day or a clock change are frequent. */
const anyDate = fc.oneof(
  fc.integer({ min: -719_162, max: 2_932_896 }).map((days) => addDays(date('1970-01-01'), days)),
  fc.constantFrom('2024-02-28', '2024-02-29', '2023-12-31', '2026-03-29', '2026-10-25', '1900-02-28').map(date),
);
const anyRange = fc
  .tuple(anyDate, fc.integer({ min: 0, max: 800 }))
  .map(([from, days]) => ({ from, to: addDays(from, Math.min(days, daysBetween(from, date('9999-12-31')))) }));
const anySize = fc.integer({ min: 1, max: 31 });

test('the windows of any range cover it once, in order, all but the last are full, and they merge into it', () => {
  fc.assert(
    fc.property(anyRange, anySize, (range, size) => {
      const windows = splitIntoWindows(range, size);
      expect([windows.at(0)!.from, windows.at(-1)!.to]).toEqual([range.from, range.to]);
      expect(windows.slice(1).map(({ from }) => from)).toEqual(windows.slice(0, -1).map(({ to }) => addDays(to, 1)));
      const sizes = windows.map(countDays);
      expect(sizes.slice(0, -1).every((days) => days === size)).toBe(true);
      expect(sizes.at(-1)! >= 1 && sizes.at(-1)! <= size).toBe(true);
      expect(mergeRanges([...windows].reverse())).toEqual([range]);
    }),
  );
});

test('the last day of the calendar', () => {
  const range = { from: date('9999-12-30'), to: date('9999-12-31') };
  expect(splitIntoWindows(range, 31)).toEqual([range]);
});

test.each([0, -1, 1.5, Number.NaN])('a window of %d days is an error', (days) => {
  expect(() => splitIntoWindows({ from: date('2026-01-01'), to: date('2026-01-01') }, days)).toThrow(RangeError);
});

test.each([
  [[], ''],
  [['2026-01-01..2026-01-31', '2026-02-02..2026-02-03'], '2026-01-01..2026-01-31 2026-02-02..2026-02-03'],
  [['2026-01-01..2026-01-31', '2026-01-05..2026-01-06'], '2026-01-01..2026-01-31'],
  [['2026-01-05..2026-02-06', '2026-01-01..2026-01-31'], '2026-01-01..2026-02-06'],
  [['9999-12-31..9999-12-31', '2026-01-01..2026-01-01'], '2026-01-01 9999-12-31'],
])('the merged ranges of %j: %s', (texts, merged) => {
  const ranges = texts.map((text) => {
    const [from, to] = text.split('..') as [string, string];
    return { from: date(from), to: date(to) };
  });
  expect(mergeRanges(ranges).map(formatRange).join(' ')).toBe(merged);
});
