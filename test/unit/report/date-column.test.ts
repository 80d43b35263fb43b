import { describe, expect, test } from 'vitest';
import type { DateColumnSetting } from '../../../src/config/settings.ts';
import { ReportingError } from '../../../src/core/errors.ts';
import { type CalendarDate, parseCalendarDate } from '../../../src/dates/date.ts';
import { type DateRange, daysOf } from '../../../src/dates/range.ts';
import { createRecordSurvey } from '../../../src/json/record-survey.ts';
import type { SurveyedWindow } from '../../../src/report/checks/date-column.ts';
import { chosenColumnName, decideDateColumn } from '../../../src/report/checks/date-column.ts';

type Records = (day: CalendarDate, window: DateRange) => object | readonly object[] | undefined;

const JANUARY = windowOf('2026-01-01', '2026-01-31');
const FEBRUARY = windowOf('2026-02-01', '2026-02-28');
const MARCH = windowOf('2026-03-01', '2026-03-31');
const QUARTER = [JANUARY, FEBRUARY, MARCH];

function windowOf(from: string, to: string): DateRange {
  return { from: parseCalendarDate(from)!, to: parseCalendarDate(to)! };
}

/** A response with these records for each day. */
function answer(window: DateRange, records: Records, dateColumn?: string): SurveyedWindow {
  const survey = createRecordSurvey(window, dateColumn);
  for (const day of daysOf(window)) {
    for (const record of [records(day, window) ?? []].flat()) survey.add(Buffer.from(JSON.stringify(record)));
  }
  return { window, ...survey.result() };
}

interface Decided {
  /** The chosen column, or the message of the error. */
  readonly column: string | undefined;
  readonly warnings: readonly string[];
  readonly hint?: string | undefined;
}

function decide(
  windows: readonly DateRange[],
  records: Records,
  { choice, isEndExclusive = false }: { choice?: DateColumnSetting; isEndExclusive?: boolean } = {},
): Decided {
  const answers = windows.map((window) => answer(window, records, chosenColumnName(choice)));
  try {
    const { dateColumn, warnings } = decideDateColumn(answers, { report: 'revenue', choice, isEndExclusive });
    return { column: dateColumn?.column.name, warnings: warnings.map(({ text }) => text) };
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    return { column: `${error.exitCode}: ${error.message}`, warnings: [], hint: error.hint };
  }
}

/** The same day of another month or year. */
function moved(day: CalendarDate, to: string): string {
  return to + day.slice(to.length);
}

const shifted = (day: CalendarDate, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

describe('a column named date or day', () => {
  test.each<[name: string, windows: readonly DateRange[], records: Records, message: string]>([
    [
      'with records of another year',
      [JANUARY],
      (day) => ({ date: moved(day, '2025'), revenue: 1 }),
      'revenue 2026-01-01..2026-01-31: 31 of 31 records have "date" 2025-01-01..2025-01-31, outside the requested days',
    ],
    [
      'with a day too many at each end',
      [JANUARY],
      (day) => [shifted(day, -1), day, shifted(day, 1)].map((date) => ({ day: date })),
      'revenue 2026-01-01..2026-01-31: 2 of 93 records have "day" 2025-12-31..2026-02-01, outside the requested days',
    ],
    [
      'where all months have the records of January',
      QUARTER,
      (day) => (day.endsWith('31') ? undefined : { Date: moved(day, '2026-01') }),
      'revenue 2026-02-01..2026-02-28: 28 of 28 records have "Date" 2026-01-01..2026-01-28, outside the requested days (as in 1 other window)',
    ],
    [
      'though some records have no date',
      [JANUARY],
      (day) => ({ date: day.endsWith('7') ? null : moved(day, '2025') }),
      'revenue 2026-01-01..2026-01-31: 28 of 31 records have "date" 2025-01-01..2025-01-31, outside the requested days',
    ],
  ])('%s fails', (_, windows, records, message) => {
    expect(decide(windows, records).column).toBe(`7: ${message}`);
  });
});

describe('columns whose last word is a date', () => {
  test('date or day wins, then the one with most days; a warning if they differ', () => {
    expect(decide([JANUARY], (day) => ({ report_date: day, day })).column).toBe('day');
    expect(decide([JANUARY], (day) => ({ report_date: day, day })).warnings).toEqual([]);
    const differing = decide([JANUARY], (day) => ({ bookingDay: moved(day, '2026-01-0').slice(0, 10), reportDt: day }));
    expect(differing.column).toBe('reportDt');
    expect(differing.warnings).toEqual([
      '"reportDt" and "bookingDay" hold different days: "reportDt" is used as the record\'s date; to choose, add --date-column reportDt or --date-column bookingDay',
    ]);
  });
});

describe('columns with neutral names', () => {
  test('the first that fits is chosen; one with a date in every record wins', () => {
    expect(decide(QUARTER, (day) => ({ x: 'a', moment: day, when: day })).column).toBe('moment');
    const sparse: Records = (day) => ({ moment: day.endsWith('1') ? null : day, when: day });
    expect(decide(QUARTER, sparse).column).toBe('when');
  });

  test('one that does not fit causes a warning, and is not chosen', () => {
    const { column, warnings } = decide([JANUARY], (day) => ({ moment: moved(day, '2025') }));
    expect(column).toBeUndefined();
    expect(warnings).toEqual([
      '"moment" holds dates outside the requested days, 2025-01-01..2025-01-31 in revenue 2026-01-01..2026-01-31: ' +
        "if it is the record's date, add --date-column moment; if not, --date-column none",
    ]);
  });
});

describe('correct reports', () => {
  const weekStart = (day: CalendarDate): string => shifted(day, -((new Date(day).getUTCDay() + 6) % 7));
  test.each<[name: string, records: Records]>([
    ['last_seen', (day) => ({ domain: 'a', last_seen: shifted(day, 3) })],
    ['week_start of a week that begins before the window', (day) => ({ week_start: weekStart(day) })],
    ['months', (day) => ({ month: day.slice(0, 7) })],
    ['created_at', () => ({ created_at: '2024-05-06T07:08:09Z' })],
    ['campaign_start', () => ({ campaign_start: '2025-11-01' })],
    ['campaignEndDate', () => ({ campaignEndDate: '2026-12-31' })],
    ['seconds since 1970', (day) => ({ timestamp: Date.parse(day) / 1000 - 9e6 })],
    ['nulls', () => ({ date: null })],
    ['no dates at all', () => ({ domain: 'a', revenue: 1 })],
    ['an id that spells a date', () => ({ campaign: '20240115x', name: '2026-02-01 Sale' })],
  ])('%s', (_, records) => {
    expect(decide(QUARTER, records)).toEqual({ column: undefined, warnings: [] });
  });
});

test('an unknown date format is a warning, unless the check is off', () => {
  const records: Records = (day) => ({ date: day.split('-').reverse().join('.') });
  const { column, warnings } = decide(QUARTER, records);
  expect(column).toBeUndefined();
  expect(warnings).toEqual([expect.stringMatching(/^the values of "date" cannot be read as dates, /)]);
  expect(decide(QUARTER, records, { choice: { value: 'none', source: '--date-column' } }).warnings).toEqual([]);
  expect(decide(QUARTER, (day) => ({ date: null, sold: day })).column).toBe('sold');
});

test('times of another zone are dates outside', () => {
  const dayBefore: Records = (day) => ({ date: `${shifted(day, -1)}T23:00:00Z` });
  expect(decide([JANUARY], dayBefore).column).toMatch(/^7: .* 1 of 31 records has "date" 2025-12-31, /);
});

describe('the column that the user chooses', () => {
  const flag = (name: string) => ({ choice: { value: name, source: '--date-column' } });
  const stored = (name: string) => ({ choice: { value: name, source: 'profile acme' } });
  const wrong: Records = (day) => ({
    date: moved(day, '2025'),
    report_day: day,
    campaign: 'a',
    ymd: 20250101,
  });

  test('is used if it fits, and is an error if not', () => {
    expect(decide([JANUARY], wrong, flag('report_day'))).toEqual({ column: 'report_day', warnings: [] });
    expect(decide([JANUARY], wrong, flag('date')).column).toMatch(/^7: .* 31 of 31 records have "date" /);
    expect(decide([JANUARY], wrong, flag('ymd')).column).toMatch(/^7: .* 31 of 31 records have "ymd" 2025-01-01, /);
    expect(decide([JANUARY], wrong, stored('date')).column).toMatch(/^7: /);
  });

  test('is an error if it holds no dates, or if no record has it', () => {
    expect(decide([JANUARY], wrong, flag('campaign')).column).toBe(
      '2: no record has a date in the column "campaign" (--date-column)',
    );
    expect(decide([JANUARY], wrong, stored('nonsense')).column).toBe(
      '2: no record has the column "nonsense" (profile acme)',
    );
  });
});

describe('special cases', () => {
  test('a nested date is classified by its last key', () => {
    const records: Records = (day) => ({ segments: { date: moved(day, '2025') }, report_date: day });
    expect(decide([JANUARY], records).column).toMatch(/^7: .* have "segments\.date" /);
  });

  test.each(['created', 'lastUpdated', 'modified'])('the date of an object %s is not that of the record', (name) => {
    const records: Records = (day) => ({ date: day, meta: { [name]: { date: '2024-05-06' } } });
    expect(decide(QUARTER, records)).toEqual({ column: 'date', warnings: [] });
    expect(decide(QUARTER, (day) => ({ [name]: { date: moved(day, '2025') } })).column).toBeUndefined();
  });

  test('an object for a unit of time, or for anything else, holds the date of the record', () => {
    for (const name of ['month', 'segments', 'stats']) {
      expect(decide([JANUARY], (day) => ({ [name]: { date: moved(day, '2025') } })).column).toMatch(/^7: /);
    }
  });

  test('days of queries and exports are not days of records', () => {
    const records: Records = (day) => ({ query_date: day, report_date: '2025-07-01' });
    expect(decide([windowOf('2026-01-31', '2026-01-31')], records).column).toMatch(/^7: .* has "report_date" /);
  });

  test.each(['registration_date', 'expirationDate', 'launch_date', 'birth_date'])(
    '%s is not the date of a record',
    (name) => {
      expect(decide([JANUARY], () => ({ domain: 'a', [name]: '2024-05-06' }))).toEqual({
        column: undefined,
        warnings: [],
      });
    },
  );

  test.each<[what: string, windows: readonly DateRange[], records: Records]>([
    ['an id that spells another day', [windowOf('2026-01-31', '2026-01-31')], () => ({ campaign: 20240115 })],
    ['an event with an earlier day', QUARTER, (day) => ({ date_start: day === '2026-02-01' ? '2026-01-31' : day })],
  ])('%s is no date of the record', (_, windows, records) => {
    expect(decide(windows, records)).toEqual({ column: undefined, warnings: [] });
  });

  test('an event column with every day, but other days in one window, is a warning', () => {
    const records: Records = (day, window) => ({ date_start: window === FEBRUARY ? moved(day, '2026-01') : day });
    const { column, warnings } = decide(QUARTER, records);
    expect(column).toBeUndefined();
    expect(warnings).toEqual([
      expect.stringContaining('"date_start" holds dates outside the requested days, 2026-01-01..2026-01-28'),
    ]);
  });
});

describe('columns that repeat the query', () => {
  const echo: Records = (day, { from, to }) => ({ date_from: from, date: from, to_day: to, day_of: day });
  test('are not the date', () => {
    expect(decide(QUARTER, (_, { from, to }) => ({ day: from, till: to }))).toEqual({
      column: undefined,
      warnings: [],
    });
    expect(decide([JANUARY], (_, { from, to }) => ({ day: from, till: to })).column).toBeUndefined();
    expect(decide(QUARTER, echo).column).toBe('day_of');
  });

  test('are found in a single window with an exclusive end', () => {
    const records: Records = (day, { to }) => ({ till_day: shifted(to, 1), moment: day });
    expect(decide([JANUARY], records, { isEndExclusive: true })).toEqual({ column: 'moment', warnings: [] });
  });
});
