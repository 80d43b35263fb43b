import { describe, expect, test } from 'vitest';
import { runWithoutCaption } from '../harness/caption.ts';
import { startDatedService, startRecordService } from '../harness/service.ts';

const QUARTER = ['revenue', '--from', '2026-01-01', '--to', '2026-03-31'];
const BY_MONTH = ['--group-by', 'name', '--by', 'month', '--sum', 'revenue'];

/** `a` rises, `b` has records only in January and March and falls below zero, `c` is always zero. */
const RECORDS = [
  '{"day":"2026-01-05","name":"a","clicks":4,"revenue":1.00}',
  '{"day":"2026-01-06","name":"b","clicks":1,"revenue":7.00}',
  '{"day":"2026-01-07","name":"c","clicks":0,"revenue":0}',
  '{"day":"2026-02-05","name":"a","clicks":2,"revenue":4.00}',
  '{"day":"2026-02-05","name":"c","clicks":0,"revenue":0}',
  '{"day":"2026-03-05","name":"a","clicks":0,"revenue":7.00}',
  '{"day":"2026-03-05","name":"b","clicks":1,"revenue":-7.00}',
];

function start() {
  return startDatedService(RECORDS);
}

async function pull(...args: readonly string[]) {
  const { env } = await start();
  return runWithoutCaption([...QUARTER, ...args, '-q'], { env });
}

describe('--trend gives one row per group, with a bar for each unit', () => {
  test('scaled between the smallest number or zero, and the largest; a blank without a number', async () => {
    const { stdout } = await pull(...BY_MONTH, '--trend', '-f', 'table');
    expect(stdout).toBe(
      'name  revenue  revenue_trend\n' +
        '────  ───────  ─────────────\n' +
        'a       12.00  ▂▅█\n' +
        'b        0.00  █ ▁\n' +
        'c        0     ▁▁\n',
    );
  });

  test('as a column of text in data formats', async () => {
    expect((await pull(...BY_MONTH, '--trend', '-f', 'csv')).stdout).toBe(
      'name,revenue,revenue_trend\na,12.00,▂▅█\nb,0.00,█ ▁\nc,0,▁▁ \n',
    );
    expect((await pull(...BY_MONTH, '--trend', '-f', 'ndjson')).stdout).toBe(
      '{"name":"a","revenue":12.00,"revenue_trend":"▂▅█"}\n' +
        '{"name":"b","revenue":0.00,"revenue_trend":"█ ▁"}\n' +
        '{"name":"c","revenue":0,"revenue_trend":"▁▁ "}\n',
    );
  });

  test.each([
    ['--count --max revenue', 'name,revenue_max,count,revenue_max_trend'],
    ['--sum revenue,clicks', 'name,revenue,clicks,revenue_trend'],
    ['--sum clicks,revenue', 'name,clicks,revenue,clicks_trend'],
    ['--count', 'name,clicks,revenue,count,revenue_trend'],
    ['--sort -revenue', 'name,clicks,revenue,revenue_trend'],
    ['--sort name,-clicks', 'name,clicks,revenue,clicks_trend'],
    ['--count --max revenue --sort -count', 'name,revenue_max,count,count_trend'],
  ])('of the main measure of %s', async (args, header) => {
    const { stdout } = await pull(
      '--group-by',
      'name',
      '--by',
      'month',
      ...args.split(' '),
      '--trend',
      '-f',
      'csv',
    );
    expect(stdout.split('\n')[0]).toBe(header);
  });

  test('of the count if there is no measure', async () => {
    const args = ['--columns', 'name,count_trend', '--group-by', 'name,clicks,revenue', '--by', 'month'];
    const { stdout } = await pull(...args, '--where', 'name=b', '--trend', '-f', 'csv');
    expect(stdout).toBe('name,count_trend\nb,█ \nb, █\n');
  });

  test('of a measure or a key with the name of the unit', async () => {
    const { env } = await startRecordService(({ query }) => [
      `{"day":"${query.start_date}","month":${query.start_date!.slice(6, 7)},"name":"a"}`,
    ]);
    const args = ['--date-column', 'day', '--by', 'month', '--trend', '-q', '-f', 'csv'];
    const run = (line: string) => runWithoutCaption([...QUARTER, ...args, ...line.split(' ')], { env });
    expect((await run('--group-by name --sum month')).stdout).toBe('name,month,month_trend\na,6,▃▆█\n');
    expect((await run('--group-by month --count')).stdout).toBe(
      'month,count,count_trend\n1,1,█  \n2,1, █ \n3,1,  █\n',
    );
  });

  test('with a comparison; a group of the comparison range alone has no bars', async () => {
    const february = ['revenue', '--from', '2026-02-01', '--to', '2026-02-28', '--compare', 'previous', '-q'];
    const { env } = await start();
    const { stdout } = await runWithoutCaption([...february, ...BY_MONTH, '--trend', '-f', 'csv'], { env });
    expect(stdout).toBe(
      'name,revenue,revenue_before,revenue_change,revenue_percent,revenue_trend\n' +
        'a,4.00,1.00,3.00,300.00,█\n' +
        'c,0,0,0,,▁\n' +
        'b,,7.00,-7.00,-100.00,\n',
    );
  });
});

test('there is no --no-trend', async () => {
  expect(await pull(...BY_MONTH, '--no-trend', '-f', 'csv')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("error: unknown option '--no-trend'\n"),
  });
});

describe('--trend needs', () => {
  test.each([
    ['', 'add --group-by campaign --by week'],
    ['--by month', 'add --group-by campaign'],
    ['--group-by name', 'add --by week'],
    ['--group-by name --compare previous', 'add --by week'],
  ])('%s', async (args, hint) => {
    const { env, requests } = await start();
    expect(
      await runWithoutCaption([...QUARTER, ...`${args} --trend -f csv`.trim().split(' ')], { env }),
    ).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: `error: --trend goes with --group-by and --by\nhint: ${hint}\n`,
    });
    expect(requests).toEqual([]);
  });

  test('a column name that is not taken', async () => {
    const { env } = await startRecordService(({ query }) => [
      `{"day":"${query.start_date}","name":"a","revenue":1,"revenue_trend":2}`,
    ]);
    const args = '--date-column day --group-by name --by month --trend -q -f csv'.split(' ');
    expect(await runWithoutCaption([...QUARTER, ...args], { env })).toMatchObject({
      exitCode: 2,
      stderr:
        'error: two columns of the groups would have the name "revenue_trend"\n' +
        'hint: remove --trend, or choose the columns: --sum revenue\n',
    });
    const { stdout } = await runWithoutCaption([...QUARTER, ...args, '--sum', 'revenue'], { env });
    expect(stdout).toBe('name,revenue,revenue_trend\na,3,███\n');
  });
});
