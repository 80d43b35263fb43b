import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startDatedService, startRecordService } from '../harness/service.ts';

/**
 * January 2024 has no record. `a` has none in March, `b` begins in December, `c` in March, with empty cells. The expected
 * numbers come from Python's decimal.
 */
const RECORDS = [
  '{"day":"2023-11-30","name":"a","kind":"x","revenue":1234567890123456789.01,"views":10}',
  '{"day":"2023-12-31","name":"b","kind":"x","revenue":-3.5,"views":4}',
  '{"day":"2023-12-31","name":"a","kind":"x","revenue":1234567890123456790.001,"views":7}',
  '{"day":"2024-02-29","name":"b","kind":"x","revenue":"7","views":6}',
  '{"day":"2024-02-28","name":"a","kind":"x","revenue":-0.25,"views":3}',
  '{"day":"2024-02-29","name":"a","kind":"x","revenue":0.05,"views":2}',
  '{"day":"2024-03-01","name":"c","kind":"x","revenue":null,"views":1}',
  '{"day":"2024-03-01","name":"b","kind":"x","revenue":2.125,"views":8}',
  '{"day":"2024-03-31","name":"c","kind":"x","revenue":null,"views":5}',
  '{"day":"2024-04-01","name":"a","kind":"x","revenue":4,"views":9}',
  '{"day":"2024-04-02","name":"b","kind":"x","revenue":-2.125,"views":3}',
  '{"day":"2024-04-30","name":"c","kind":"x","revenue":0.005,"views":0}',
];

const MONTHS = ['revenue', '--from', '2023-11-01', '--to', '2024-04-30', '-q'];

async function pull(args: string, records: readonly string[] = RECORDS, range: readonly string[] = MONTHS) {
  const { env } = await startDatedService(records);
  return runCli([...range, ...args.split(' ')], { env });
}

async function rows(
  args: string,
  records: readonly string[] = RECORDS,
  range: readonly string[] = MONTHS,
): Promise<readonly string[]> {
  const { exitCode, stdout, stderr } = await pull(args, records, range);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}

/** One record a day. */
function daily(...values: readonly (readonly [day: string, value: number | string])[]): readonly string[] {
  return values.map(([day, value]) => `{"day":"${day}","v":${value}}`);
}

describe('--delta', () => {
  test('is the exact change from the unit before, and the change in percent, of each group', async () => {
    expect(await rows('--group-by name --by month --sum revenue --delta revenue')).toEqual([
      'name,month,revenue,revenue_delta,revenue_delta_percent',
      'a,2023-11,1234567890123456789.01,,',
      'b,2023-12,-3.5,-3.5,',
      'a,2023-12,1234567890123456790.001,0.991,0.00',
      'b,2024-02,7,,',
      'a,2024-02,-0.20,,',
      'c,2024-03,,,',
      'b,2024-03,2.125,-4.875,-69.64',
      'a,2024-04,4,4,',
      'b,2024-04,-2.125,-4.250,-200.00',
      'c,2024-04,0.005,,',
    ]);
  });

  test('rounds halves of a percent away from zero, and divides by the size of the earlier figure', async () => {
    const records = daily(['2026-01-01', -8000], ['2026-01-02', -7999], ['2026-01-03', -8000]);
    const range = ['revenue', '--from', '2026-01-01', '--to', '2026-01-04', '-q'];
    expect(await rows('--by day --sum v --delta v', records, range)).toEqual([
      'day,v,v_delta,v_delta_percent',
      '2026-01-01,-8000,,',
      '2026-01-02,-7999,1,0.01',
      '2026-01-03,-8000,-1,-0.01',
    ]);
    const other = daily(['2026-01-01', 20000], ['2026-01-02', 20001], ['2026-01-03', 0], ['2026-01-04', 5]);
    expect(await rows('--by day --sum v --delta v --columns day,v_delta_percent', other, range)).toEqual([
      'day,v_delta_percent',
      '2026-01-01,',
      '2026-01-02,0.01',
      '2026-01-03,-100.00',
      '2026-01-04,',
    ]);
  });

  test('adds the sum that no aggregate names, and the number of records', async () => {
    expect(await rows('--by month --max views --delta revenue --delta count')).toEqual([
      'month,views_max,revenue,count,revenue_delta,revenue_delta_percent,count_delta,count_delta_percent',
      '2023-11,10,1234567890123456789.01,1,,,,',
      '2023-12,7,1234567890123456786.501,2,-2.509,0.00,1,100.00',
      '2024-02,6,6.80,3,,,,',
      '2024-03,8,2.125,3,-4.675,-68.75,0,0.00',
      '2024-04,9,1.880,3,-0.245,-11.53,0,0.00',
    ]);
  });

  test('comes before --having, --sort and --limit', async () => {
    const args = '--group-by name --by month --sum views --delta views --columns name,month,views_delta';
    expect(await rows(`${args} --having views_delta>0 --sort -views_delta --limit 2`)).toEqual([
      'name,month,views_delta',
      'a,2024-04,9',
      'c,2024-03,6',
    ]);
  });
});

describe('--running and --moving-avg', () => {
  test('follow each group; an average needs a figure in each of its units', async () => {
    const args =
      '--group-by name --by month --sum revenue,views --running revenue --moving-avg 2:revenue,3:revenue --moving-avg 3:views';
    expect(
      await rows(
        `${args} --columns name,month,revenue_running,revenue_moving_avg_2,revenue_moving_avg_3,views_moving_avg_3`,
      ),
    ).toEqual([
      'name,month,revenue_running,revenue_moving_avg_2,revenue_moving_avg_3,views_moving_avg_3',
      'a,2023-11,1234567890123456789.01,,,',
      'b,2023-12,-3.5,-1.75,,',
      'a,2023-12,2469135780246913579.011,1234567890123456789.5055,,',
      'b,2024-02,3.5,,,',
      'a,2024-02,2469135780246913578.811,,,',
      'c,2024-03,,,,',
      'b,2024-03,5.625,4.5625,,',
      'a,2024-04,2469135780246913582.811,2,1.266667,4.666667',
      'b,2024-04,3.500,0,2.333333,5.666667',
      'c,2024-04,0.005,,,2',
    ]);
  });

  test('round averages away from zero at six decimals', async () => {
    const records = daily(['2026-01-01', '0.000001'], ['2026-01-02', '0'], ['2026-01-03', '-0.000001']);
    const range = ['revenue', '--from', '2026-01-01', '--to', '2026-01-03', '-q'];
    expect(await rows('--by day --sum v --moving-avg 2:v', records, range)).toEqual([
      'day,v,v_moving_avg_2',
      '2026-01-01,0.000001,',
      '2026-01-02,0,0.000001',
      '2026-01-03,-0.000001,-0.000001',
    ]);
  });

  test('continue over 29 February, and an average stops at a gap', async () => {
    const records = daily(
      ['2024-02-27', 1],
      ['2024-02-28', 2],
      ['2024-02-29', 4],
      ['2024-03-01', 9],
      ['2024-03-03', 1],
      ['2024-03-04', 1],
      ['2024-03-05', 2],
    );
    const range = ['revenue', '--from', '2024-02-20', '--to', '2024-03-10', '-q'];
    const args = '--by day --sum v --delta v --running v --moving-avg 3:v';
    expect(await rows(args, records, range)).toEqual([
      'day,v,v_delta,v_delta_percent,v_running,v_moving_avg_3',
      '2024-02-27,1,,,1,',
      '2024-02-28,2,1,100.00,3,',
      '2024-02-29,4,2,100.00,7,2.333333',
      '2024-03-01,9,5,125.00,16,5',
      '2024-03-03,1,,,17,',
      '2024-03-04,1,0,0.00,18,',
      '2024-03-05,2,1,100.00,20,1.333333',
    ]);
  });
});

test('spellings of one key are one series, and texts that only look like numbers have their own', async () => {
  const records = ['"1"', '"1.0"', '1', 'null', '""'].flatMap((key, index) => [
    `{"day":"2026-01-01","k":${key},"v":${index}}`,
    `{"day":"2026-01-02","k":${key},"v":${10 * index}}`,
  ]);
  const range = ['revenue', '--from', '2026-01-01', '--to', '2026-01-02', '-q'];
  const found = await rows('--group-by k --by day --sum v --running v -f ndjson', records, range);
  // 1 and "1" are one group, and so are null and the empty text.
  const figures = found.map((row) => /"v":(\d+),"v_running":(\d+)/.exec(row)?.slice(1).join(' '));
  expect(figures.join(', ')).toBe('2 2, 20 22, 1 1, 10 11, 7 7, 70 77');
});

test('a row without a date has empty new columns', async () => {
  const records = [
    '{"day":"2026-01-01","v":1,"w":1}',
    '{"day":null,"v":5,"w":1}',
    '{"day":"2026-01-02","v":3,"w":1}',
  ];
  const { env } = await startRecordService(() => records);
  const args = '--by day --date-column day --sum v --delta v --running v --moving-avg 2:v -f csv -q';
  const { stdout } = await runCli(
    ['revenue', '--from', '2026-01-01', '--to', '2026-01-02', ...args.split(' ')],
    { env },
  );
  expect(stdout).toBe(
    'day,v,v_delta,v_delta_percent,v_running,v_moving_avg_2\n2026-01-01,1,,,1,\n,5,,,,\n2026-01-02,3,2,200.00,4,2\n',
  );
});

test('totals leave the new columns out', async () => {
  const { stdout, stderr } = await pull(
    '--by month --sum views --delta views --running views --moving-avg 2:views --totals -f table',
  );
  const totals = stdout.trimEnd().split('\n').at(-1)!;
  expect(totals.trim().split(/\s{2,}/)).toEqual(['total of 5 rows', '58']);
  expect(stderr).toBe('');
});

test('a terminal colours changes', async () => {
  const { env } = await startRecordService(() =>
    daily(['2026-01-01', 1], ['2026-01-02', 3], ['2026-01-03', 2]),
  );
  const args = 'revenue --from 2026-01-01 --to 2026-01-03 --by day --sum v --delta v -f table -q';
  const { stdout } = await runCli(args.split(' '), {
    env: { ...env, NO_COLOR: '', TERM: 'xterm' },
    stdoutTty: true,
  });
  expect(stdout).toContain('\u001B[32m2\u001B[39m');
  expect(stdout).toContain('\u001B[32m+200.0%\u001B[39m');
  expect(stdout).toContain('\u001B[31m-33.3%\u001B[39m');
});

describe('rejects', () => {
  test.each([
    ['--delta revenue', '--delta goes with --by\nhint: add --by month'],
    ['--group-by name --running revenue', '--running goes with --by\n'],
    ['--moving-avg 7:revenue', '--moving-avg goes with --by\n'],
    [
      '--by weekday --delta revenue',
      '--delta cannot be combined with --by weekday: a weekday follows no other in time\nhint: use --by day or --by week',
    ],
    [
      '--group-by name --by month --compare previous --delta revenue',
      '--delta cannot be combined with --compare\nhint: run the report once for each of them',
    ],
    [
      '--group-by name --by month --top 2 --running revenue',
      '--running cannot be combined with --top\nhint: keep some groups with --where, or the first rows with --limit',
    ],
    [
      '--group-by name --by month --trend --moving-avg 2:revenue',
      '--moving-avg cannot be combined with --trend\nhint: leave out --trend for one row per unit of time',
    ],
    [
      '--group-by name,kind --by month --delta views --running revenue',
      '--running goes with at most one column of --group-by\nhint: keep one: --group-by name',
    ],
    ['--group-by name,kind --by month --moving-avg 2:views', '--moving-avg goes with at most one column'],
    [
      '--by day --moving-avg revenue',
      '--moving-avg takes a number of units from 2 to 366 and a column, not "revenue"\nhint: for example: --moving-avg 7:revenue',
    ],
    ...['7:', '1:revenue', '367:revenue', '2.5:revenue', '-3:revenue', 'x:revenue'].map(
      (text): [string, string] => [
        `--by day --moving-avg ${text}`,
        `2 to 366 and a column, not "${text}"\nhint: `,
      ],
    ),
    ['--by day --delta revenue,revenue', '--delta names "revenue" twice'],
    ['--by day --delta revenu', 'no record has the column "revenu" (--delta)\nhint: did you mean "revenue"?'],
    [
      '--by month --max revenue --running revenue_max',
      '--running revenue_max: only sums and counts can be added up over time\nhint: name a column of the records, to add up its sums: --running revenue',
    ],
    ['--by month --ratio r=revenue/views --running r', '--running r: only sums and counts can be added up'],
    [
      '--by month --max day --delta day_max',
      '--delta day_max: a group has "2023-11-30", which is not a number\nhint: name a column of numbers: --delta revenue',
    ],
    [
      '--by month --ratio views_delta_percent=revenue/views --delta views',
      '--delta views: the records already have a column "views_delta_percent"\nhint: leave out --delta, or the column: --sum revenue',
    ],
    [
      '--by month --moving-avg 2:views,02:views',
      '--moving-avg views: the records already have a column "views_moving_avg_2"',
    ],
  ])('%s', async (args, message) => {
    expect(await pull(args)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });
});
