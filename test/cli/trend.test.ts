import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const QUARTER = ['revenue', '--from', '2026-01-01', '--to', '2026-03-31'];
const BY_MONTH = ['--group-by', 'name', '--by', 'month', '--sum', 'revenue'];

/** `a` rises, `b` is there in January and March only and falls below zero, `c` is nothing throughout. */
const RECORDS = [
  '{"day":"2026-01-05","name":"a","revenue":1.00}',
  '{"day":"2026-01-06","name":"b","revenue":7.00}',
  '{"day":"2026-01-07","name":"c","revenue":0}',
  '{"day":"2026-02-05","name":"a","revenue":4.00}',
  '{"day":"2026-02-05","name":"c","revenue":0}',
  '{"day":"2026-03-05","name":"a","revenue":7.00}',
  '{"day":"2026-03-05","name":"b","revenue":-7.00}',
];

function start() {
  return startRecordService(({ query }) =>
    RECORDS.filter((record) => {
      const day = record.slice(8, 18);
      return day >= query.start_date! && day <= query.end_date!;
    }),
  );
}

describe('groups over time in a table have a bar for each unit', () => {
  test('between their least figure or zero, and their greatest; a blank where there is none', async () => {
    const { env } = await start();
    const { stdout } = await runCli([...QUARTER, ...BY_MONTH, '-f', 'table'], { env });
    expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
      'name  revenue  revenue_trend',
      '────  ───────  ─────────────',
      'a       12.00  ▂▅█',
      'b        0.00  █ ▁',
      'c           0  ▁▁',
      '',
    ]);
  });

  test('of the first figure that is asked for', async () => {
    const { env } = await start();
    const args = ['--group-by', 'name', '--by', 'month', '--count', '--max', 'revenue'];
    const { stdout } = await runCli([...QUARTER, ...args, '-f', 'table'], { env });
    expect(stdout.split('\n')[0]).toBe('name  revenue_max  count  revenue_max_trend');
  });
});

describe('they have a row for each unit', () => {
  const rows =
    'a,2026-01,1.00\nb,2026-01,7.00\nc,2026-01,0\na,2026-02,4.00\nc,2026-02,0\na,2026-03,7.00\nb,2026-03,-7.00\n';

  test('in formats for data', async () => {
    const { env } = await start();
    const { stdout } = await runCli([...QUARTER, ...BY_MONTH, '-f', 'csv'], { env });
    expect(stdout).toBe(`name,month,revenue\n${rows}`);
  });

  test('in a table with --no-trend', async () => {
    const { env } = await start();
    const { stdout } = await runCli([...QUARTER, ...BY_MONTH, '-f', 'table', '--no-trend'], { env });
    expect(stdout.split('\n')).toHaveLength(10);
    expect(stdout).toContain('b     2026-03    -7.00');
  });
});
