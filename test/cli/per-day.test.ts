/** `--per-day`: a sum divided by the calendar days of its group, whether they have records or not. */

import { expect, test } from 'vitest';
import { daysFrom, startDailyService } from '../harness/daily-service.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import { withoutGaps } from '../harness/without-gaps.ts';

/** Two records a day of 62 and 31, except on the days that `isMissing` names. */
async function pull(args: string, isMissing: (day: string) => boolean = () => false, now?: string) {
  const { env } = await startRecordService(({ query }) =>
    daysFrom(query.start_date!, query.end_date!)
      .filter((day) => !isMissing(day))
      .flatMap((day) => [
        `{"date":"${day.replaceAll('-', '/')}","name":"a","revenue":62,"cost":1}`,
        `{"date":"${day.replaceAll('-', '/')}","name":"b","revenue":31.00,"cost":1}`,
      ]),
  );
  const options = now === undefined ? { env } : { env, now };
  return withoutGaps(await runCli(`revenue ${args}`, options));
}

const WEEKENDS = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay());
const MARCH = (day: string): boolean => day >= '2026-03-01';

test.each<[name: string, args: string, rows: string]>([
  ['the range', '--per-day revenue', 'revenue,revenue_per_day\n8370.00,93\n'],
  [
    'each month',
    '--by month --per-day revenue',
    'month,revenue,revenue_per_day\n2026-01,2883.00,93\n2026-02,2604.00,93\n2026-03,2883.00,93\n',
  ],
  [
    'each weekday',
    '--by weekday --per-day cost --where weekday!=mon --limit 2',
    'weekday,cost,cost_per_day\ntue,26,2\nwed,24,2\n',
  ],
  [
    'each campaign',
    '--group-by name --per-day revenue,cost --sum cost --count',
    'name,cost,revenue,revenue_per_day,cost_per_day,count\na,90,5580,62,1,90\nb,90,2790.00,31,1,90\n',
  ],
  [
    'weeks that the range cuts',
    '--by week --per-day revenue --limit 1',
    'week,revenue,revenue_per_day\n2026-W01,372.00,93\n',
  ],
])('divides the sum of %s by its days', async (_, args, rows) => {
  expect(await pull(`--period 2026-Q1 ${args}`)).toMatchObject({ exitCode: 0, stdout: rows });
});

test('days without records count', async () => {
  const weekdays = await pull('--period 2026-02 --by weekday --per-day revenue -f csv', WEEKENDS);
  expect(weekdays.stdout).toBe(
    'weekday,revenue,revenue_per_day\nmon,372.00,93\ntue,372.00,93\nwed,372.00,93\nthu,372.00,93\nfri,372.00,93\n',
  );
  const month = await pull('--period 2026-02 --per-day revenue -f csv', WEEKENDS);
  expect(month.stdout).toBe('revenue,revenue_per_day\n1860.00,66.428571\n');
  const quarter = await pull('--period 2026-Q1 --by month --per-day cost -f table --totals', MARCH);
  expect(quarter.stdout).toContain('total of 2 rows   118      1.311111\n');
});

test.each<[where: string, row: string]>([
  ["'date<=2026-02-14'", '14,1302.00,93'],
  ["'date!=2026-W06'", '21,1953.00,93'],
  ["'date>2026/02/07' --where weekday=sat", '3,279.00,93'],
  ['name=a', '28,1736,62'],
  ['date=2026-02-30x', ''],
])('--where %s keeps days: %s', async (where, row) => {
  const [, revenue, perDay] = row.split(',');
  const result = await pull(`--period 2026-02 --per-day revenue --where ${where}`);
  if (row === '') expect(result.exitCode).toBe(2);
  else expect(result.stdout).toBe(`revenue,revenue_per_day\n${revenue},${perDay}\n`);
});

test('digits without separators are days, too', async () => {
  const { env } = await startDailyService({
    recordsOf: (day) => [`{"key":${day.replaceAll('-', '')},"n":5}`],
  });
  const args = 'revenue --period 2026-02 --date-column key --per-day n -f csv';
  const { stdout } = await runCli(`${args} --where 'key>20260218'`, { env });
  expect(stdout).toBe('n,n_per_day\n50,5\n');
});

test.each(['date~2026/02', "'date>=2026/02/03T12:00'"])(
  'days that --where %s keeps cannot be counted',
  async (where) => {
    const { exitCode, stderr } = await pull(`--period 2026-02 --per-day revenue --where ${where}`);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^error: --per-day cannot count the days that --where ".*" keeps\nhint: compare whole days: /,
    );
  },
);

const NOW = '2026-02-11T12:00:00Z';

test('days that are not over are left out, with their records', async () => {
  const { stdout, stderr } = await pull(
    '--period 2026-02 --by week --per-day revenue -f csv',
    undefined,
    NOW,
  );
  expect(stdout).toBe(
    'week,revenue,revenue_per_day\n2026-W05,93.00,93\n2026-W06,651.00,93\n2026-W07,186.00,93\n',
  );
  expect(stderr).toContain(
    'note: --per-day counts days that are over: the report leaves out 2026-02-11..2026-02-28\n',
  );
  const sums = await pull('--period 2026-02 --sum revenue -f csv', undefined, NOW);
  expect(sums.stdout).toBe('revenue\n2604.00\n');
});

test('a range without a day that is over is an error', async () => {
  expect(await pull('--from 2026-02-11 --to 2026-02-12 --per-day revenue', undefined, NOW)).toMatchObject({
    exitCode: 2,
    stderr:
      'error: --per-day: no day of the range is over: 2026-02-11..2026-02-12\nhint: end the range yesterday: --to yesterday\n',
  });
});

test('a comparison divides each side by its own days', async () => {
  const months = await pull('--period 2026-Q1 --compare previous --by month --per-day cost -f csv --totals');
  expect(months.stdout).toBe(
    'month,month_before,cost,cost_before,cost_change,cost_percent,cost_per_day,cost_per_day_before,cost_per_day_change,cost_per_day_percent\n' +
      '2026-01,2025-10,62,62,0,0.00,2,2,0,0.00\n' +
      '2026-02,2025-11,56,60,-4,-6.67,2,2,0,0.00\n' +
      '2026-03,2025-12,62,62,0,0.00,2,2,0,0.00\n',
  );
  expect(months.stderr).toContain(
    'cost_change -4, cost_percent -2.17, cost_per_day 2, cost_per_day_before 2, cost_per_day_change 0, cost_per_day_percent 0.00\n',
  );
});

test('a group without records in one range has 0 a day there', async () => {
  const { stdout } = await pull(
    '--period 2026-02 --compare 2026-01 --group-by date --by month --per-day cost -f csv --limit 1',
  );
  expect(stdout.split('\n')[1]).toBe('2026/02/01,2026-02,2026-01,2,,2,,0.071429,,0.071429,');
});

test('a total of some groups has the days of their units', async () => {
  const args = '--period 2026-Q1 --by month --per-day cost -f csv --totals';
  const all = await pull(args);
  expect(all.stderr).toContain('totals of 3 rows: cost 180, cost_per_day 2\n');
  const some = await pull(`${args} --having month!=2026-02`);
  expect(some.stderr).toContain('totals of 2 rows: cost 124, cost_per_day 2\n');
  const top = await pull('--period 2026-Q1 --by month --per-day cost -f csv --top 1 --sort month');
  expect(top.stdout).toBe('month,cost,cost_per_day\n2026-01,62,2\n(other),118,2\n');
});

test('pivoted rows divide each column by its days', async () => {
  const args = '--period 2026-Q1 --by month --per-day cost -f table --totals';
  const units = await pull(`${args} --group-by name --pivot month --columns name,*per_day`);
  expect(units.stdout.replaceAll(/ +/g, ' ')).toContain('\na 1 1 1 1\nb 1 1 1 1\n');
  expect(units.stdout.replaceAll(/ +/g, ' ')).toContain('\ntotal of 2 rows 2 2 2 2\n');
  const names = await pull(`${args} --group-by name --pivot name --columns month,*per_day --top 1`);
  expect(names.stdout.replaceAll(/ +/g, ' ')).toMatch(/\n\(other\) 1 1 2\n[─ ]+\ntotal of 3 groups 1 1 2\n/);
  const having = await pull(`${args} --group-by name --pivot month --having 'cost>30'`);
  expect(having).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(
      'error: --per-day cannot be combined with --having and --pivot\n',
    ) as string,
  });
});

test('conditions, sorts, charts and columns over time take the sum a day', async () => {
  const sorted = await pull(
    "--period 2026-Q1 --group-by name --per-day revenue --having 'revenue_per_day>31' --sort -revenue_per_day",
  );
  expect(sorted.stdout).toBe('name,revenue,revenue_per_day\na,5580,62\n');
  const chart = await pull('--period 2026-Q1 --by weekday --per-day revenue -f chart');
  expect(chart.stdout).toMatch(/^revenue_per_day by weekday/);
  const delta = await pull('--period 2026-Q1 --by month --per-day cost --delta cost_per_day -f csv');
  expect(delta.stdout).toContain('\n2026-02,56,2,0,0.00\n');
  const trend = await pull('--period 2026-Q1 --group-by name --by month --trend --per-day cost -f csv');
  expect(trend.stdout).toBe('name,cost,cost_per_day,cost_per_day_trend\na,90,1,███\nb,90,1,███\n');
});

const AVERAGE =
  'note: --avg averages records, and there are several a day; for the average of the days, use --per-day revenue\n';

test.each<[args: string, note: boolean]>([
  ['--by weekday --avg revenue', true],
  ['--by day --avg revenue --compare previous', true],
  ['--by month --group-by cost --avg revenue --trend', true],
  // One record a day of each group, or of the records that a condition keeps.
  ['--by month --group-by name --avg revenue', false],
  ['--by month --avg revenue --where name=a', false],
  ['--by month --avg revenue --per-day revenue', false],
  ['--by month --max revenue', false],
  ['--group-by cost --avg revenue', false],
])('a note says that %s averages records: %j', async (args, isNoted) => {
  const { exitCode, stderr } = await pull(`--period 2026-02 -f csv ${args}`);
  expect(exitCode).toBe(0);
  expect(stderr.includes(AVERAGE)).toBe(isNoted);
  expect(stderr.includes('averages')).toBe(isNoted);
});

const UNDATED = [
  'revenue --period 2026-Q1 --per-day n -f csv',
  "error: --per-day: no column is known to hold the record's date\nhint: name the column with --date-column, or add --windows 1 --window-columns to use the day of each window\n",
] as const;

test('a report without dates needs windows of days, or of months for months', async () => {
  const { env } = await startRecordService(({ query }) => [
    `{"name":"a","n":${daysFrom(query.start_date!, query.end_date!).length}}`,
  ]);
  const [args, error] = UNDATED;
  expect(await runCli(args, { env })).toMatchObject({ exitCode: 2, stdout: '', stderr: error });
  const days = await runCli('revenue --period 2026-W05 --per-day n -f csv --windows 1 --window-columns', {
    env,
  });
  expect(days.stdout).toBe('n,n_per_day\n7,1\n');
  const months = await runCli(`${args} --windows month --by month --where 'window_from<=2026-02-01'`, {
    env,
  });
  expect(months.stdout).toBe('month,n,n_per_day\n2026-01,31,1\n2026-02,28,1\n');
  const cut = await runCli(
    "revenue --from 2026-01-15 --to 2026-02 --per-day n --windows month --by month --where 'window_from>=2026-01-15' -f csv",
    { env },
  );
  expect(cut.stdout).toBe('month,n,n_per_day\n2026-01,17,1\n2026-02,28,1\n');
  const open = await runCli(`${args} --windows month --by month`, { env, now: NOW });
  expect(open.exitCode).toBe(2);
  expect(open.stderr).toContain('the window of this month has a day that is not over: 2026-02-11\n');
});
