import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/errors.ts';
import { calendarDateAt, MONDAY, parseCalendarDate, type Weekday } from '../../../src/dates/date.ts';
import { parseRange, type RangeWords, resolveRange } from '../../../src/dates/resolve-range.ts';
import { ROOT } from '../../harness/pages.ts';

const date = (text: string) => parseCalendarDate(text)!;

/** The range as text, or the error with its hint. */
function resolve(
  { weekStart = MONDAY, ...words }: RangeWords & { readonly weekStart?: Weekday },
  today = '2026-06-15',
): string {
  try {
    const { from, to } = resolveRange(parseRange(words), () => ({ today: date(today), weekStart })).range;
    return `${from}..${to}`;
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    expect(error.kind).toBe('usage');
    return error.hint === undefined ? error.message : `${error.message} | ${error.hint}`;
  }
}

/** Computed with Python's datetime and zoneinfo: the dates in four time zones, and the ranges that depend on them. */
const golden = readFileSync(path.join(ROOT, 'test/fixtures/dates/ranges.tsv'), 'utf8');
const [head, ...rows] = golden
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));
const [, , , ...columns] = head!;

test.each(rows)(
  'over year ends, leap days and clock changes, in four time zones: %s in %s',
  (instant, timeZone, today, ...expected) => {
    expect(calendarDateAt(new Date(instant!), timeZone)).toBe(today);
    const ranges = columns.map((column) => {
      const [option, value] = column.split(' ');
      const range = resolve(option === '--from' ? { from: value } : { period: value }, today);
      return range.includes('has no whole day') ? 'no whole day' : range;
    });
    expect(ranges).toEqual(expected);
  },
);

test.each([
  ['Q2', '2026-04-01..2026-06-30'],
  ['2025-Q4 .. 2026-w05', '2025-10-01..2026-02-01'],
  ['2025..2026-01-15', '2025-01-01..2026-01-15'],
  ['2026-10..2026-11', '2026-10-01..2026-11-30'],
  [' Last-1-Months ', '2026-05-01..2026-05-31'],
])('--period, on Monday 2026-06-15: %s', (period, expected) => expect(resolve({ period })).toBe(expected));

const DATES =
  'takes 2026-01-31, 2026-01, 2026-Q1, 2026-W05, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago; --period takes last-month and the like';
const PERIODS =
  'takes today, yesterday, last-7-days, last-4-weeks and last-3-months (any number), this-month and last-month ' +
  '(week, quarter and year too), wtd, mtd, qtd, ytd, q1 to q4 of this year, ' +
  '2026-01-31, 2026-01, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11';

test.each([
  ...['', 'x', '2026-02-30', '2026-13-01', '2026-Q5', '2027-W53', '0000', '2026-1-5', '31.1.2026', 'last-mth'],
  ...['a'.repeat(10_000)],
])('%j is not a date', (text) => {
  const error = `${JSON.stringify(text)} is not a date`;
  expect(resolve({ from: text })).toBe(`--from ${error} | --from ${DATES}`);
  expect(resolve({ from: '2026', to: text })).toBe(`--to ${error} | --to ${DATES}`);
});

test.each([
  ...['', 'x', '2026-02-30', 'Q5', 'last-0-days', 'last-0-months'],
  ...['2026-11..2026-10', '2026-10..2026-13', '2025-W53..2026-01'],
])('%j is not a period', (text) => {
  expect(resolve({ period: text })).toMatch(`--period ${JSON.stringify(text)} is not a period | `);
  expect(resolve({ period: text })).toMatch(`--period ${PERIODS}`);
});

describe('the first day of the week', () => {
  // 2026-06-17 is a Wednesday.
  test.each([
    [1, '2026-06-15..2026-06-16', '2026-06-08..2026-06-14'],
    [2, '2026-06-16..2026-06-16', '2026-06-09..2026-06-15'],
    [4, '2026-06-11..2026-06-16', '2026-06-04..2026-06-10'],
    [6, '2026-06-13..2026-06-16', '2026-06-06..2026-06-12'],
    [7, '2026-06-14..2026-06-16', '2026-06-07..2026-06-13'],
  ] as const)('%i', (weekStart, thisWeek, lastWeek) => {
    expect(resolve({ period: 'this-week', weekStart }, '2026-06-17')).toBe(thisWeek);
    expect(resolve({ period: 'wtd', weekStart }, '2026-06-17')).toBe(thisWeek);
    expect(resolve({ period: 'last-week', weekStart }, '2026-06-17')).toBe(lastWeek);
    expect(resolve({ period: 'last-1-week', weekStart }, '2026-06-17')).toBe(lastWeek);
  });

  test('a week can start today', () => {
    const request = { period: 'this-week', weekStart: 3 } as const;
    expect(resolve(request, '2026-06-18')).toBe('2026-06-17..2026-06-17');
    expect(resolve(request, '2026-06-17')).toContain('it begins today');
    expect(resolve(request, '2026-06-16')).toBe('2026-06-10..2026-06-15');
  });
});

test.each([
  ['this-week', '2026-06-15', 'week'],
  ['this-month', '2026-06-01', 'month'],
  ['mtd', '2026-06-01', 'month'],
  ['qtd', '2026-04-01', 'quarter'],
  ['YTD', '2026-01-01', 'year'],
])('a period up to the present: %s on its first day has no whole day', (period, today, unit) => {
  expect(resolve({ period }, today)).toBe(
    `--period this-${unit} has no whole day yet: it begins today, ${today}, and ends yesterday | ` +
      `use --from today, or --period last-${unit}`,
  );
  expect(resolve({ from: 'today' }, today)).toBe(`${today}..${today}`);
});

describe('--from and --to', () => {
  test.each([
    ['2026-01', '2026-02', '2026-01-01..2026-02-28'],
    ['2026-Q1', '2026-W05', '2026-01-01..2026-02-01'],
    ['2026', '2027', '2026-01-01..2027-12-31'],
    ['7d', 'yesterday', '2026-06-08..2026-06-14'],
    ['2w', '1w', '2026-06-01..2026-06-08'],
    ['1Y', ' 0d ', '2025-06-15..2026-06-15'],
    ['1y', '2026-01', '2025-06-15..2026-01-31'],
    ['today', 'today', '2026-06-15..2026-06-15'],
  ])('%s to %s', (from, to, expected) => {
    expect(resolve({ from, to })).toBe(expected);
  });

  test.each([
    ['7d', '2026-06-08..2026-06-14'],
    ['today', '2026-06-15..2026-06-15'],
    ['yesterday', '2026-06-14..2026-06-14'],
    ['2026-06', '2026-06-01..2026-06-14'],
    ['2026', '2026-01-01..2026-06-14'],
  ])('%s without an end', (from, expected) => {
    expect(resolve({ from })).toBe(expected);
    expect(resolve({ from, to: 'today' })).toBe(`${expected.slice(0, 12)}2026-06-15`);
  });

  test.each([
    ['2026-05-31', '3m', '2026-02-28'],
    ['2024-05-31', '3m', '2024-02-29'],
    ['2024-02-29', '1y', '2023-02-28'],
    ['2026-03-01', '1d', '2026-02-28'],
  ])('on %s, %s ago is a day that exists', (today, ago, from) => {
    expect(resolve({ from: ago, to: 'today' }, today)).toBe(`${from}..${today}`);
  });

  test.each([
    ['3d', '7d', 'the range begins on 2026-06-12, after its end on 2026-06-08'],
    ['2026-03', '2026-01', 'the range begins on 2026-03-01, after its end on 2026-01-31'],
  ])('%s..%s ends before it starts', (from, to, message) => expect(resolve({ from, to })).toBe(message));

  test.each(['2026-07', '2027', '2026-W30'])('%s alone is in the future', (from) => {
    expect(resolve({ from })).toMatch(/^--from 202\S+ is in the future: today is 2026-06-15 \| /);
  });
});

test('at the edges of the calendar', () => {
  const beyond = 'the range reaches beyond the years 0001 to 9999';
  for (const from of ['9999-W52', '2026y', '99999999999999999999999d']) expect(resolve({ from })).toBe(beyond);
  for (const period of ['9999-W52', 'last-800000-days']) expect(resolve({ period })).toBe(beyond);
  expect(resolve({ from: '2026', to: '800000d' })).toBe(beyond);
  expect(resolve({ period: 'last-year' }, '0001-06-15')).toBe(beyond);
  expect(resolve({ period: 'ytd' }, '9999-12-31')).toBe('9999-01-01..9999-12-30');
});

describe('the current date', () => {
  test.each([
    [{ from: '2026-01-01', to: '2026-01-31' }, false, false],
    [{ from: '2026', to: '2026-02' }, false, false],
    [{ period: '2026-W05' }, false, false],
    [{ from: '2026-01-01' }, true, false],
    [{ from: '7d', to: 'yesterday' }, true, true],
    [{ from: '2026-01-01', to: 'yesterday' }, true, true],
    [{ from: 'today', to: '2026-12-31' }, true, true],
    [{ from: '7d' }, true, true],
    [{ period: 'yesterday' }, true, true],
    [{ period: 'mtd' }, true, true],
  ])('%j needs it: %s; is relative: %s', (request, needsToday, isRelative) => {
    let isFound = false;
    const { relative } = resolveRange(parseRange(request), () => {
      isFound = true;
      return { today: date('2026-06-15'), weekStart: MONDAY };
    });
    expect([isFound, relative !== undefined]).toEqual([needsToday, isRelative]);
  });
});
