import { describe, expect, test } from 'vitest';
import { closestMatch } from '../../../src/core/text.ts';
import { suggestDate, suggestPeriod, unreadableDate, unreadablePeriod } from '../../../src/dates/date-errors.ts';

describe('errors name the accepted forms', () => {
  test('of a date', () => {
    const error = unreadableDate('to', 'x');
    expect([error.kind, error.message, error.hint]).toEqual([
      'usage',
      '--to "x" cannot be read as a date',
      '--to takes 2026-01-31, 2026-01, 2026-Q1, 2026-W05, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago',
    ]);
    expect(unreadableDate('from', 'yesterdy').hint).toBe('did you mean yesterday?');
  });

  test('of a period', () => {
    const error = unreadablePeriod('x');
    expect([error.kind, error.message, error.hint]).toEqual([
      'usage',
      '--period "x" cannot be read as a period',
      '--period takes today, yesterday, last-7-days, last-4-weeks and last-3-months (any number), this-month and ' +
        'last-month (week, quarter and year too), wtd, mtd, qtd, ytd, q1 to q4 of this year, ' +
        '2026-01-31, 2026-01, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11',
    ]);
    expect(unreadablePeriod('lastmonth').hint).toBe('did you mean last-month?');
  });
});

test.each([
  ['2026-02-30', '2026-02 has 28 days'],
  ['2024-02-30', '2024-02 has 29 days'],
  ['2026-01-00', '2026-01 has 31 days'],
  ['2026-13-01', 'months are 01 to 12'],
  ['2026-Q5', 'quarters are Q1 to Q4'],
  ['2026-q0', 'quarters are Q1 to Q4'],
  ['2026-W00', 'weeks are W01 to W53'],
  ['2027-W53', '2027 has 52 weeks'],
  ['0000', 'years are 0001 to 9999'],
  ['0000-01-01', 'years are 0001 to 9999'],
])('%s looks like a date, but does not exist', (text, hint) => {
  expect(unreadableDate('from', text)).toMatchObject({ message: `--from "${text}" is not a calendar date`, hint });
  expect(unreadablePeriod(text)).toMatchObject({ message: `--period "${text}" is not a calendar period`, hint });
});

test.each([
  ['2026-10..2026-13', 'months are 01 to 12'],
  ['2025-W53..2026-01', '2025 has 52 weeks'],
  ['q5', 'quarters are Q1 to Q4'],
])('a period such as %s is not in the calendar', (text, hint) => {
  expect(unreadablePeriod(text)).toMatchObject({ message: `--period "${text}" is not a calendar period`, hint });
});

describe('suggestions', () => {
  test.each([
    ['2026-1-5', '2026-01-05'],
    ['2026/01/31', '2026-01-31'],
    ['20260131', '2026-01-31'],
    ['31.1.2026', '2026-01-31'],
    ['2026-01-31T00:00:00Z', '2026-01-31'],
    ['202601', '2026-01'],
    ['01/2026', '2026-01'],
    ['2026Q1', '2026-Q1'],
    ['q3 2026', '2026-Q3'],
    ['2026w5', '2026-W05'],
    ['7days', '7d'],
    ['7 days ago', '7d'],
    ['-7d', '7d'],
    ['1-year-ago', '1y'],
    ['tody', 'today'],
    ['yestreday', 'yesterday'],
    ['last-month', '--period last-month'],
    ['last-30-days', '--period last-30-days'],
  ])('for the date %j', (text, suggestion) => {
    expect(String(suggestDate(text))).toBe(suggestion);
  });

  test.each([
    ['lst-month', 'last-month'],
    ['last month', 'last-month'],
    ['previous_quarter', 'last-quarter'],
    ['current-week', 'this-week'],
    ['this-yaer', 'this-year'],
    ['last 7 days', 'last-7-days'],
    ['last7days', 'last-7-days'],
    ['7d', 'last-7-days'],
    ['2w', 'last-14-days'],
    ['last 2 weeks', 'last-2-weeks'],
    ['last12month', 'last-12-months'],
    ['last-12-mnths', 'last-12-months'],
    ['3m', '--from 3m'],
    ['2026Q1', '2026-Q1'],
    ['2026/3', '2026-03'],
    ['2026-3-1', '2026-03-01'],
    ['mdt', 'mtd'],
  ])('for the period %j', (text, suggestion) => {
    expect(String(suggestPeriod(text))).toBe(suggestion);
  });

  test.each([
    '',
    ' ',
    'x',
    'now',
    '01/02/2026',
    '2026-02-30T00:00',
    '99999',
    'monday',
    '31.02.2026',
    '9999-W52',
    'a'.repeat(10_000),
    '1'.repeat(10_000),
  ])('none for the date %j', (text) => {
    expect(suggestDate(text)).toBeUndefined();
  });

  test.each(['', 'last-0-days', 'last-0-months', 'last-', 'week', 'last-7-hours', 'Q5', '2026-11..2026-10'])(
    'none for the period %j',
    (text) => {
      expect(suggestPeriod(text)).toBeUndefined();
    },
  );
});

describe('the closest match', () => {
  const words = ['kitten', 'mtd', 'ytd'];
  test.each([
    ['kitten', 'kitten'],
    ['iktten', 'kitten'],
    ['kittenss', 'kitten'],
    ['sitting', undefined],
    ['sittin', undefined],
    ['td', 'mtd'],
    ['tdy', undefined],
    ['', undefined],
  ])('%j: %s', (text, expected) => {
    expect(closestMatch(text, words)).toBe(expected);
  });
});
