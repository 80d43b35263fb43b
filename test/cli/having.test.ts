import { describe, expect, test } from 'vitest';
import { startDailyService } from '../harness/daily-service.ts';
import { RECORDS } from '../harness/figures.ts';
import { homeWithWeeks } from '../harness/profiles.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import { pullJanuary } from '../harness/without-gaps.ts';

const JANUARY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-31'];

function pull(...args: readonly string[]) {
  return pullJanuary(RECORDS, ...args);
}

describe('--having', () => {
  test('without a matching group, no row and a note', async () => {
    const args = ['--group-by', 'name', '--sum', 'clicks', '--having', 'clicks>9999'];
    expect(await pull(...args)).toPrint('', 'note: no group of revenue 2026-01-01..2026-01-31 matches --having\n');
    expect(await pull(...args, '--strict')).toMatchObject({ exitCode: 0 });
    expect((await pull(...args, '--where', 'name=none')).stderr).toBe(
      'warning: no record matches --where [empty]\n' +
        'warning: --where "name=none" matches no record; values of name: "n0", "n1", "n2", "n3", "n4", … [unmatched]\n',
    );
  });

  test('domains are grouped by domain in the hint', async () => {
    const { stderr } = await runCli('domains --sandbox -p 2026-01 --top 5');
    expect(stderr).toBe('error: --top goes with --group-by or --by\nhint: for example: --group-by domain\n');
  });

  test.each([
    ['--having views>1', '--having goes with --group-by or --by\nhint: for example: --group-by campaign'],
    ['--sum views --having views>1', '--having goes with --group-by or --by\n'],
    [
      '--group-by name --having views',
      '--having "views" is not a condition\nhint: write a column, one of = != < <= > >= ~ (contains) !~ (does not contain), and a value: --having \'revenue>100\'',
    ],
    [
      '--group-by name --sum views --having clicks>1',
      'no record has the column "clicks" (--having)\nhint: the columns are: name, views\n',
    ],
    [
      '--group-by name --sum views --having views>many',
      '--having "views>many": "many" is not a number, but views holds only numbers',
    ],
  ])('rejects %s', async (args, message) => {
    expect(await pull(...args.split(' '))).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}`),
    });
  });
});

test('--having compares the smallest date of a group by its day', async () => {
  const records = ['{"k":"a","seen":"2026/01/01"}', '{"k":"b","seen":"2026/01/05"}'];
  const args = ['-g', 'k', '--min', 'seen', '--date-column', 'none', '--having', 'seen_min>=2026-01-02'];
  expect(await pullJanuary(records, ...args)).toPrint('k,seen_min\nb,2026/01/05\n');
});

describe('--having on units of time compares their names', () => {
  /** A record a day from December to April. */
  const byUnit = async (args: string, condition: string, weekStart = 'monday') => {
    const { env } = await startDailyService({ recordsOf: (day) => [`{"date":"${day}","revenue":1}`] });
    const range = 'revenue --from 2025-12-29 --to 2026-04-05 --sum revenue -f csv';
    const { exitCode, stdout, stderr } = await runCli([...`${range} ${args}`.split(' '), '--having', condition], {
      env,
      home: homeWithWeeks(weekStart),
    });
    const units = stdout.split('\n').slice(1, -1);
    return { exitCode, units: units.map((row) => row.split(',')[0]).join(' '), stderr };
  };

  test.each([
    ['--by month', 'month>=2026-02', '2026-02 2026-03 2026-04'],
    ['--by month', 'month<=2026-01', '2025-12 2026-01'],
    ['--by month', 'month in 2025-12,2026-04', '2025-12 2026-04'],
    ['--by month', 'month~-0', '2026-01 2026-02 2026-03 2026-04'],
    ['--by quarter', 'quarter<2026-Q1', '2025-Q4'],
    ['--by year', 'year>2025', '2026'],
    ['--by week', 'week>=2026-W13', '2026-W13 2026-W14'],
    ['--by day', 'day>2026-04-03', '2026-04-04 2026-04-05'],
  ])('%s %s', async (args, condition, units) => {
    expect(await byUnit(args, condition)).toMatchObject({ exitCode: 0, units });
  });

  test.each([
    ['week>2026-03-22', '2026-03-29 2026-04-05'],
    ['week=2026-02-01', '2026-02-01'],
  ])('%s with weeks that begin on Sunday', async (condition, units) => {
    expect(await byUnit('--by week', condition, 'sunday')).toMatchObject({ exitCode: 0, units });
  });

  test.each([
    [
      '--by month',
      'month>=2026-02-15',
      "month\nhint: write a month: --having 'month>=2026-02'; --where compares days\n",
    ],
    ['--by week', 'week<2026-02', "week\nhint: write a week: --having 'week<2026-W05'"],
    ['--by month', 'month>26-02', "month\nhint: write a month: --having 'month>2026-02'"],
    ['--by month', 'month in 2026-03,2026', "month\nhint: write a month: --having 'month in 2026-01'"],
  ])('%s %s is a usage error', async (args, condition, words) => {
    const { exitCode, stderr } = await byUnit(args, condition);
    expect(exitCode).toBe(2);
    const value = /[-\dW]+$/.exec(condition)![0];
    expect(stderr).toContain(`error: --having "${condition}": "${value}" is not the name of a ${words}`);
  });

  test('an ISO week is not one of the weeks that begin on Sunday', async () => {
    const { exitCode, stderr } = await byUnit('--by week', 'week=2026-W06', 'sunday');
    expect({ exitCode, error: stderr.slice(stderr.indexOf('error:')) }).toEqual({
      exitCode: 2,
      error:
        'error: --having "week=2026-W06": "2026-W06" is not the name of a week\n' +
        "hint: write a week: --having 'week=2026-02-01'; --where compares days\n",
    });
  });
});

describe('--having with a comparison', () => {
  const SIDES = {
    now: ['{"k":"a","v":3,"w":10}', '{"k":"b","v":1,"w":40}', '{"k":"new","v":5,"w":0}'],
    before: ['{"k":"a","v":2,"w":20}', '{"k":"b","v":2,"w":20}', '{"k":"old","v":5,"w":1}'],
  };
  const compare = async (line: string, ...args: readonly string[]) => {
    const { env } = await startRecordService(({ query }) =>
      query.start_date === '2026-01-01' ? SIDES.now : SIDES.before,
    );
    const result = await runCli([...JANUARY, '--compare', 'previous', ...line.split(' '), ...args], { env });
    const notes = result.stderr.split('\n').filter((each) => each !== '' && !each.includes('compared with'));
    const rows = result.stdout.split('\n').slice(1, -1);
    return { exitCode: result.exitCode, keys: rows.map((row) => row.split(',')[0]).join(' '), notes };
  };
  const BY_V = '--group-by k --sum v';

  test.each([
    [['--having', 'v_change<0'], 'b old'],
    [['--having', 'v_before>=2'], 'a b old'],
    [['--having', 'v_percent<=-50'], 'b old'],
    [['--having', 'v_percent in 50,-50.00'], 'a b'],
    [['--sort', '-v_change'], 'new a b old'],
    [['--sort', 'v_percent', '--limit', '1'], 'old'],
    [['--sort', 'v_change', '--top', '1'], 'old (other)'],
  ])('%j', async (args, keys) => {
    expect(await compare(BY_V, ...args)).toEqual({ exitCode: 0, keys, notes: [] });
  });

  test.each([
    ['--group-by k --sum v --having v<20%', 'write 1000 for 1,000'],
    ['--group-by k --sum v --having v<v_before', '"v_before" is a column: a condition compares with a value'],
    ['--group-by k --sum v --sort change', 'the columns are: k, v, v_before, v_change, v_percent'],
  ])('%s is a usage error', async (args, words) => {
    const { env } = await startRecordService(() => ['{"k":"a","v":1}']);
    const { exitCode, stderr } = await runCli([...JANUARY, '--compare', 'previous', ...args.split(' ')], { env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(words);
  });

  test('shares are percentages, too', async () => {
    const rows = async (...args: readonly string[]) => (await pull(...args)).stdout.split('\n').length - 2;
    expect(await rows('--group-by', 'name', '--share', 'clicks', '--having', 'clicks_share>=0')).toBe(7);
  });

  test('a text of groups stays a text', async () => {
    const { env } = await startRecordService(() => ['{"k":"v","v":1}', '{"k":"b","v":1}']);
    const args = [...JANUARY, '--group-by', 'k', '--sum', 'v', '--having', 'k=v'];
    expect((await runCli(args, { env })).stdout).toBe('k,v\nv,1\n');
  });
});
