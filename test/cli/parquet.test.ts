import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ParquetContent, readWithArrow } from '../harness/parquet-files.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const JANUARY = 'revenue --from 2026-01-01 --to 2026-01-31';
const RECORDS = [
  '{"date":"2026-01-01","campaign":{"id":9007199254740993},"name":"Spring, \\"25\\"","clicks":12,"revenue":0.10}',
  '{"date":"2026-01-31","campaign":{"id":7},"name":"春","clicks":0,"revenue":-1e-7,"tags":["a",1.0]}',
];

function start(records: readonly string[] = RECORDS) {
  return startRecordService(({ query }) => (query.start_date === '2026-01-01' ? records : []));
}

function contentOf(home: Home, file = 'x.parquet'): ParquetContent {
  return readWithArrow(readFileSync(path.join(home.work, file)));
}

test('a file that ends in .parquet has typed columns and exact values', async () => {
  const { env } = await start();
  const result = await runCli(`${JANUARY} -o x.parquet`, { env });
  expect(result).toMatchObject({ exitCode: 0, stdout: '' });
  expect(contentOf(result.home)).toEqual({
    columns: [
      ['date', 'DATE'],
      ['campaign.id', 'BIGINT'],
      ['name', 'VARCHAR'],
      ['clicks', 'BIGINT'],
      ['revenue', 'DECIMAL(38,9)'],
      ['tags', 'VARCHAR'],
    ],
    rows: [
      ['2026-01-01', '9007199254740993', 'Spring, "25"', '12', '0.100000000', null],
      ['2026-01-31', '7', '春', '0', '-0.000000100', '["a",1.0]'],
    ],
  });
});

describe('on a terminal', () => {
  const REFUSED = [
    'error: parquet is binary, and not for a terminal',
    'hint: write a file: --output revenue.parquet',
    '',
  ].join('\n');

  test.each(['--format parquet', '--format parquet -o -'])('%s is refused before any request', async (args) => {
    const { env, requests } = await start();
    expect(await runCli(`${JANUARY} ${args}`, { env, stdoutTty: true })).toFail(2, REFUSED);
    expect(requests).toEqual([]);
  });

  test('a default format is refused, too', async () => {
    const { env } = await start();
    expect(await runCli(JANUARY, { env: { ...env, REPORTING_FORMAT: 'parquet' }, stdoutTty: true })).toFail(2, REFUSED);
  });
});

test('a pipe gets the bytes', async () => {
  const { env } = await start();
  const { stdout, exitCode } = await runCli(`${JANUARY} -f parquet`, { env });
  expect(exitCode).toBe(0);
  expect(stdout.slice(0, 4) + stdout.slice(-4)).toBe('PAR1PAR1');
});

describe('a report without rows', () => {
  const revenue = ['revenue', 'DECIMAL(38,9)'];
  test.each([
    [
      '-g day,campaign --sum revenue,clicks --ratio ctr=clicks/revenue --having revenue=9',
      [['day', 'DATE'], ['campaign', 'VARCHAR'], revenue, ['clicks', 'BIGINT'], ['ctr', 'DOUBLE']],
    ],
    [
      '-g campaign --sum revenue --compare previous --having revenue=9',
      [
        ['campaign', 'VARCHAR'],
        revenue,
        ['revenue_before', 'DECIMAL(38,9)'],
        ['revenue_change', 'DECIMAL(38,9)'],
        ['revenue_percent', 'DOUBLE'],
      ],
    ],
    ['--where revenue=9', [['day', 'DATE'], ['campaign', 'VARCHAR'], revenue, ['clicks', 'BIGINT']]],
    [
      '--where revenue=9 --columns day,gross=revenue',
      [
        ['day', 'DATE'],
        ['gross', 'DECIMAL(38,9)'],
      ],
    ],
  ])('has its columns, with the types that their names say: %s', async (args, columns) => {
    const { env } = await start(['{"day":"2026-01-01","campaign":"a","revenue":1.5,"clicks":3}']);
    const { exitCode, home } = await runCli(`${JANUARY} --date-column day ${args} -o x.parquet`, { env });
    expect([exitCode, contentOf(home)]).toEqual([0, { columns, rows: [] }]);
  });

  test.each([
    [[], 'there is no record'],
    [['{}'], 'no record has a value'],
  ])('and without columns is an error, since engines reject such a file: %j', async (records, what) => {
    const { env } = await start(records);
    const { exitCode, stderr, home } = await runCli(`${JANUARY} -o x.parquet`, { env });
    expect([exitCode, stderr, home.list()]).toEqual([
      2,
      `error: ${what}, and a Parquet file needs at least one column: nothing was written\n` +
        'hint: csv and ndjson can be empty: choose one with --format\n',
      [],
    ]);
  });
});

test('numbers that become text are a warning', async () => {
  const { env } = await start(['{"date":"2026-01-01","revenue":1e40}']);
  const { stderr, exitCode } = await runCli(`${JANUARY} -o x.parquet`, { env });
  expect(exitCode).toBe(0);
  expect(stderr).toContain(
    'warning: column "revenue" has numbers that no DECIMAL of 38 digits holds: it is text in Parquet, with the exact digits [encoding]\n',
  );
  const home = createHome();
  expect(await runCli(`${JANUARY} -o x.parquet --strict --allow gaps`, { env, home })).toFail(
    9,
    'error: revenue 2026-01-01..2026-01-31: column "revenue" has numbers that no DECIMAL of 38 digits holds: it is text in Parquet, with the exact digits [encoding]\n' +
      'hint: --strict makes this warning an error, and this was not written: see `reporting help encoding`\n',
  );
  expect(home.list()).toEqual([]);
  const allowed = `${JANUARY} -o x.parquet --strict --allow gaps,encoding:revenue`;
  expect(await runCli(allowed, { env })).toPrint();
});
