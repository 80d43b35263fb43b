/** Conditions compare dates by their days, in whatever spelling the service and the user write them. */

import { describe, expect, test } from 'vitest';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import { withoutGaps } from '../harness/without-gaps.ts';

/** One window with the ends of a month, a quarter and a year. The week 2026-W01 is 2025-12-29 to 2026-01-04. */
const RANGE = ['revenue', '--from', '2025-12-15', '--to', '2026-01-14', '-f', 'csv', '--columns', 'name'];
const DAYS = {
  a: '2025-12-28',
  b: '2025-12-29',
  c: '2025-12-31',
  d: '2026-01-01',
  e: '2026-01-04',
  f: '2026-01-05',
  g: '2026-01-14',
};
type Spell = (day: string) => string;

const ISO: Spell = (day) => `"${day}"`;
const NUMBER: Spell = (day) => day.replaceAll('-', '');
/** JSON values of a day. */
const SPELLINGS: readonly (readonly [name: string, Spell])[] = [
  ['ISO', ISO],
  ['slashes', (day) => ISO(day).replaceAll('-', '/')],
  ['escaped slashes', (day) => ISO(day).replaceAll('-', '\\/')],
  ['a number', NUMBER],
  ['digits', (day) => `"${NUMBER(day)}"`],
  ['times', (day) => `"${day}T23:59:59.5+14:00"`],
];

/** Pulls records with these values of `column`, called a, b, …, and returns the names of those that meet the condition. */
async function pull(values: readonly string[], condition: string, ...args: readonly string[]) {
  const column = /\w+/.exec(condition)![0];
  const records = values.map((value, index) => `{"${column}":${value},"name":"${'abcdefghij'[index]}"}`);
  const { env } = await startRecordService(() => records);
  const result = withoutGaps(await runCli([...RANGE, '--where', condition, ...args], { env }));
  return { ...result, names: result.stdout.split('\n').slice(1).join('') };
}

/** Some of each kind: the property of `createDateTest` tries all. */
const CASES: readonly (readonly [condition: string, names: string])[] = [
  ['date<2026/01/01', 'abc'],
  ['date<=2026-01', 'abcdefg'],
  ['date="2026-01-01"', 'd'],
  ['date!=20260101', 'abcefg'],
  ['date>=2026-01-01', 'defg'],
  ['date in 2025-W52,2026-01-14', 'ag'],
  ['date=2026-w01', 'bcde'],
  ['date>2025-Q4', 'defg'],
  ['date<=2025', 'abc'],
];

describe.each(SPELLINGS)('dates as %s', (name, spell) => {
  test.each(CASES.filter((_, index) => name === 'ISO' || index % 3 === 1))('%s', async (condition, names) => {
    const result = await pull(Object.values(DAYS).map(spell), condition);
    expect(result).toMatchObject({ exitCode: 0, names, stderr: '' });
  });
});

test('dates in several spellings have the order of their days', async () => {
  const values = Object.values(DAYS).map((day, index) => SPELLINGS[index % SPELLINGS.length]![1](day));
  const run = (...args: readonly string[]) => pull(values, 'date!=', ...args);
  expect(await run('--sort', '-date')).toMatchObject({ exitCode: 0, names: 'gfedcba', stderr: '' });
  expect(await run('--sort', 'date', '--limit', '3')).toMatchObject({ names: 'abc' });
  const { env } = await startRecordService(() => values.map((value) => `{"date":${value}}`));
  const extremes = await runCli([...RANGE.slice(0, -2), '--min', 'date', '--max', 'date'], { env });
  expect(extremes.stdout).toBe('date_min,date_max\n2025-12-28,2026-01-14\n');
});

describe('a value that is not a date is a usage error', () => {
  test.each([
    'date<26-02-01',
    'date=n/a',
    'date<"n/a"',
    'date>100',
    'date>=2026-01-01T10:00',
    'date<=31.01.2026',
    'date!=2026-02-30',
    'date in 2026-01-01,2026-Q5',
  ])('%s', async (condition) => {
    const value = /([^<>=!",\s]+)"?$/.exec(condition)![1]!;
    const spells = condition === 'date=n/a' ? [ISO, NUMBER] : [ISO];
    for (const spell of spells)
      expect(await pull(Object.values(DAYS).map(spell), condition)).toMatchObject({
        exitCode: 2,
        stdout: '',
        stderr:
          `error: --where ${JSON.stringify(condition.replaceAll('"', ''))}: "${value}" is not a date, but date holds dates\n` +
          'hint: write a day, week, month, quarter or year: 2026-01-31, 2026-W05, 2026-01, 2026-Q1, 2026\n',
      });
  });
});

describe('cells without a date', () => {
  const VALUES = ['"2026-01-01"', 'null', '""', '"n/a"', '"2026-01-05"', '"2026-02-30"'];
  const leavesOut = (condition: string, count: number, cell: string): string =>
    `--where "${condition}" leaves out ${count} of ${VALUES.length} records, because date is not a date: "${cell}" [bad-dates]\n`;
  const NO_DATES =
    'warning: 3 of 6 records have no date in "date" [undated]\n' +
    'warning: 1 of 6 records has a date in "date" that cannot be read: "2026-02-30" [bad-dates]\n';

  test.each([
    ['date!=2026-01-01', 'bcdef', ''],
    ['date=2026', 'ae', ''],
    ['date!=n/a', 'abcef', ''],
    ['date in n/a,2026-01-01', 'ad', ''],
    ['date="n/a"', 'd', ''],
    ['date=2026-02-30', 'f', ''],
    ['date=', 'bc', ''],
    ['date!=', 'adef', ''],
    ['date~n/', 'd', ''],
    ['date<2026-01-02', 'a', `warning: ${leavesOut('date<2026-01-02', 2, '2026-02-30')}`],
  ])('%s', async (condition, names, warning) => {
    const result = await pull(VALUES, condition);
    expect(result).toMatchObject({ exitCode: 0, names, stderr: `${NO_DATES}${warning}` });
  });

  test('a text without digits is a note, and does not fail a strict run', async () => {
    const values = VALUES.slice(0, 5);
    expect(await pull(values, 'seen>=2026-01-02', '--strict', '--date-column', 'none')).toPrint(
      'name\ne\n',
      'note: --where "seen>=2026-01-02" leaves out 1 of 5 records, because seen is not a date: "n/a"\n',
    );
    expect(await pull([...values, '"31.01.2026"'], 'seen<2026-01-02', '--strict', '--date-column', 'none')).toFail(
      9,
      'error: revenue 2025-12-15..2026-01-14: --where "seen<2026-01-02" leaves out 2 of 6 records, because seen is not a date: "31.01.2026" [bad-dates]\n' +
        'hint: --strict makes this warning an error, and this was not written: see `reporting help bad-dates`\n',
    );
  });
});

test.each<[name: string, values: readonly string[], condition: string, names: string]>([
  ['a column of other dates', ['"2025/07/01"', '"2026/02/01"', 'null'], 'flight_date>=2026-01', 'b'],
  ['a column that most records lack', ['"2025/07/01"', 'null', 'null', '""'], 'seen<2026-01', 'a'],
  ['numbers that are dates by name', ['20250701', '20270101'], 'signup_date<2026-01-01', 'a'],
  ['numbers that look like dates', ['20250701', '20270101'], 'tag>20260000', 'b'],
  ['an amount that looks like a date', ['20260101', '20260102'], 'revenue>2026', 'ab'],
  ['an amount with a name of dates', ['20260101', '20260102'], 'last_revenue>100', 'ab'],
  ['numbers, some of them dates', ['20250701', '99'], 'seen>50', 'ab'],
  ['a number that is no date', ['"2026-02-01"', '"2026-02-02"', '20260230', '20260230.0'], 'seen=20260230', 'c'],
  ['an id that looks like a date', ['20260101', '12345678'], 'campaign_id=12345678', 'b'],
  ['months, as texts', ['"2025-12"', '"2026-01"', '"2026-02"'], 'month<2026-02', 'ab'],
  ['weeks, as texts', ['"2026-W05"', '"2026-W07"', '"2026-01"'], 'week<2026-W06', 'a'],
  ['texts, some of them dates', ['"x"', '"2026-01-01"', '"y"'], 'label<2026-2', 'b'],
  ['a text that is a year', ['"2026"', '"2026-01-05"', '"x"'], 'label="2026"', 'a'],
  ['a text that is a month', ['"2026-01"', '"2026-01-05"', '"x"'], 'label!=2026-01', 'bc'],
  ['texts', ['"26-02-01"', '"26-01-01"'], 'label>=26-02-01', 'a'],
])('the column decides: %s', async (_, values, condition, names) => {
  const result = await pull(values, condition, '--date-column', 'none');
  expect(result).toMatchObject({ exitCode: 0, names });
});

test.each([
  ['start>=last-month', ['"2026-01-01"', '"2026-01-02"', '"unknown"'], 'is not a date, but start holds dates'],
  ['day!=2026-01-31', ['"01/31/2026"', '"02/01/2026"'], 'day holds dates such as "01/31/2026"'],
  ['day!=x --sort day', ['"31.01.2026"', '"02.12.2025"', '"03.12.2025"'], 'day holds dates such as "31.01.2026"'],
] as const)('most cells are dates: %s is refused', async (line, values, message) => {
  const [condition, ...args] = line.split(' ') as [string, ...string[]];
  const { exitCode, stdout, stderr } = await pull(values, condition, ...args, '--date-column', 'none');
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(message);
});
