import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import { withoutHoles } from '../harness/without-holes.ts';

const RANGE = ['--from', '2026-01-01', '--to', '2026-02-15'];

/** Two windows: nested keys, nulls, figures as texts, ids of 17 digits, a column that the second alone has. */
const JANUARY = [
  '{"date":"2026-01-05","campaign":{"id":90071992547409931,"name":"a, \\"b\\""},"clicks":10,"impressions":300,"ctr":0.033,"revenue":0.10}',
  '{"date":"2026-01-31","campaign":{"id":90071992547409932,"name":"line\\nbreak"},"clicks":0,"impressions":0,"ctr":null,"revenue":-1000.20}',
  '{"date":"2026-01-31","campaign":{"id":90071992547409931,"name":"a, \\u0022b\\u0022"},"clicks":5,"impressions":100,"ctr":0.05,"revenue":0.20}',
];
const FEBRUARY = [
  '{"date":"2026-02-01","campaign":{"id":90071992547409932,"name":"line\\nbreak"},"clicks":7,"impressions":70,"ctr":0.1,"revenue":1000.123,"fee":"12.50"}',
  '{"date":"2026-02-10","campaign":{"id":90071992547409933,"name":"春"},"clicks":1,"impressions":3,"ctr":0.333,"revenue":null,"fee":""}',
];

async function shaped(...args: readonly string[]) {
  const service = await startRecordService(({ query }) =>
    query.start_date === '2026-01-01' ? JANUARY : FEBRUARY,
  );
  return withoutHoles(await runCli(['revenue', ...RANGE, ...args], { env: service.env }));
}

const NOT_ADDED =
  'note: not added up: campaign.id, ctr (a sum would mean nothing; --sum, --avg or --ratio say what else is wanted)\n';

describe('--where', () => {
  test.each([
    [['clicks>=7'], [JANUARY[0], FEBRUARY[0]]],
    [['revenue<0'], [JANUARY[1]]],
    [['campaign.id=90071992547409931'], [JANUARY[0], JANUARY[2]]],
    [['campaign.name=a, "b"'], [JANUARY[0], JANUARY[2]]],
    [
      ['date>=2026-01-31', 'date<2026-02-10'],
      [JANUARY[1], JANUARY[2], FEBRUARY[0]],
    ],
    [['fee>12'], [FEBRUARY[0]]],
    [['fee='], [...JANUARY, FEBRUARY[1]]],
    [['campaign.name~BREAK', 'fee!='], [FEBRUARY[0]]],
  ])('%j', async (conditions, records) => {
    const result = await shaped('-f', 'ndjson', ...conditions.flatMap((each) => ['--where', each]));
    expect(result).toMatchObject({ exitCode: 0, stdout: `${records.join('\n')}\n`, stderr: '' });
  });

  test('the columns of a format stay those of all windows', async () => {
    const result = await shaped('--where', 'date=2026-01-05', '--columns', 'clicks,fee');
    expect(result.stdout).toBe('clicks,fee\n10,\n');
  });

  test.each([
    ['csv', ''],
    ['tsv', ''],
    ['ndjson', ''],
    ['json', '[]\n'],
    ['table', 'no records\n'],
  ])('nothing is left: an empty %s, and a note', async (format, stdout) => {
    const result = await shaped(
      '-f',
      format,
      '--error-format',
      'text',
      '--where',
      'clicks>999',
      '--columns',
      'date',
      '--rename',
      'date=day',
    );
    expect(result).toMatchObject({
      exitCode: 0,
      stdout,
      stderr: 'note: no record for revenue 2026-01-01..2026-02-15 meets --where\n',
    });
  });

  test('nothing is left, and groups, a ratio, an order and totals are asked for', async () => {
    const result = await shaped(
      ...[
        '--where',
        'clicks>999',
        '--group-by',
        'date',
        '--ratio',
        'r=clicks/impressions',
        '--sort',
        '-r,revenue',
        '--totals',
      ],
    );
    expect(result).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test('nothing is left that windows would have to be told apart in', async () => {
    const service = await startRecordService(() => ['{"domain":"a.example","revenue":1}']);
    const result = await runCli(['domains', ...RANGE, '--where', 'revenue>1'], { env: service.env });
    expect(result.stderr).toBe('note: no record for domains 2026-01-01..2026-02-15 meets --where\n');
  });

  test('--fail-empty counts what is left', async () => {
    expect(await shaped('--where', 'clicks>9', '--fail-empty')).toMatchObject({ exitCode: 0 });
    expect(await shaped('--where', 'clicks>999', '--fail-empty')).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: 'error: no record for revenue 2026-01-01..2026-02-15 meets --where\n',
    });
  });
});

describe('--group-by', () => {
  test('several windows become one: what can be added is, the rest is named', async () => {
    expect(await shaped('--group-by', 'campaign.name')).toMatchObject({
      exitCode: 0,
      stdout:
        'campaign.name,clicks,impressions,revenue,fee\n' +
        '"a, ""b""",15,400,0.30,\n' +
        '"line\nbreak",7,70,-0.077,12.50\n' +
        '春,1,3,,\n',
      stderr: NOT_ADDED,
    });
  });

  test('a measure is not lost where a condition leaves nothing in it', async () => {
    const result = await shaped(
      '--where',
      'campaign.name=春',
      '--group-by',
      'campaign.name',
      '--sort',
      '-revenue',
    );
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: 'campaign.name,clicks,impressions,revenue,fee\n春,1,3,,\n',
    });
  });

  test('by several columns, with what is asked for', async () => {
    const result = await shaped(
      ...[
        '--group-by',
        'campaign.id,date',
        '--sum',
        'revenue',
        '--min',
        'clicks',
        '--max',
        'date',
        '--avg',
        'revenue',
        '--count',
      ],
    );
    expect(result).toMatchObject({
      stdout:
        'campaign.id,date,revenue,clicks_min,date_max,revenue_avg,count\n' +
        '90071992547409931,2026-01-05,0.10,10,2026-01-05,0.1,1\n' +
        '90071992547409932,2026-01-31,-1000.20,0,2026-01-31,-1000.2,1\n' +
        '90071992547409931,2026-01-31,0.20,5,2026-01-31,0.2,1\n' +
        '90071992547409932,2026-02-01,1000.123,7,2026-02-01,1000.123,1\n' +
        '90071992547409933,2026-02-10,,1,2026-02-10,,1\n',
      stderr: '',
    });
  });

  test('in JSON a key keeps its spelling, and nothing is null', async () => {
    const result = await shaped('-f', 'ndjson', '--group-by', 'campaign.name', '--sum', 'fee');
    expect(result.stdout).toBe(
      '{"campaign.name":"a, \\"b\\"","fee":null}\n{"campaign.name":"line\\nbreak","fee":12.50}\n{"campaign.name":"春","fee":null}\n',
    );
  });

  test('--count tells records, and stands alone where nothing can be added', async () => {
    const service = await startRecordService(() => ['{"a":"x"}', '{"a":"y"}', '{"a":"x","b":"z"}']);
    const result = await runCli(['domains', ...RANGE, '--group-by', 'a'], { env: service.env });
    expect(result).toMatchObject({ stdout: 'a,count\nx,4\ny,2\n', stderr: '' });
  });

  test('a figure that some records spell in words is not dropped in silence', async () => {
    const service = await startRecordService(() => ['{"k":1,"v":5}', '{"k":1,"v":"N/A"}']);
    const args = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--group-by', 'k'];
    expect(await runCli(args, { env: service.env })).toMatchObject({
      stdout: 'k,count\n1,2\n',
      stderr: 'note: not added up: v (some records hold no number there; --where can leave them out)\n',
    });
    expect(await runCli([...args, '--sum', 'v'], { env: service.env })).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: --sum v: a record holds "N/A", which is no number\nhint: leave such records out with --where, or choose another column\n',
    });
    expect(await runCli([...args, '--where', 'v!=N/A'], { env: service.env })).toMatchObject({
      stdout: 'k,v\n1,5\n',
      stderr: '',
    });
  });

  test.each([
    [['5', '"N/A"', '"-"'], 'note: not added up: v ('],
    [['"5"', '"6"', '"N/A"'], 'note: not added up: v ('],
    // A name that happens to be digits is no figure.
    [['"2026"', '"spring"', '"autumn"'], ''],
  ])('%j is named if it is a figure', async (cells, note) => {
    const service = await startRecordService(() => cells.map((cell) => `{"k":1,"v":${cell}}`));
    const args = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--group-by', 'k'];
    const { stdout, stderr } = await runCli(args, { env: service.env });
    expect(stdout).toBe('k,count\n1,3\n');
    expect(stderr.slice(0, note.length || undefined)).toBe(note);
  });

  test('ids and dates that are numbers are not added up, though the names do not tell', async () => {
    const service = await startRecordService(({ query }) =>
      (query.start_date === '2026-01-01' ? [20260105, 20260106] : [20260203]).map(
        (day) => `{"d":${day},"who":12345678901234567,"n":1}`,
      ),
    );
    const result = await runCli(['revenue', ...RANGE, '--by', 'year'], { env: service.env });
    const { stdout } = await runCli(['revenue', ...RANGE, '--group-by', 'n'], { env: service.env });
    expect(stdout).toBe('n,count\n1,3\n');
    expect(result).toMatchObject({
      stdout: 'year,n\n2026,3\n',
      stderr: expect.stringContaining('not added up: who ('),
    });
  });
});

describe('--by', () => {
  test.each([
    ['day', '2026-01-05,10\n2026-01-31,5\n2026-02-01,7\n2026-02-10,1\n'],
    ['week', '2026-W02,10\n2026-W05,12\n2026-W07,1\n'],
    ['month', '2026-01,15\n2026-02,8\n'],
    ['quarter', '2026-Q1,23\n'],
    ['year', '2026,23\n'],
  ])('%s', async (unit, rows) => {
    expect((await shaped('--by', unit, '--sum', 'clicks')).stdout).toBe(`${unit},clicks\n${rows}`);
  });

  test('weeks that begin on another day are called by it', async () => {
    const result = await shaped('--by', 'week', '--week-start', 'sunday', '--sum', 'clicks');
    expect(result.stdout).toBe('week,clicks\n2026-01-04,10\n2026-01-25,5\n2026-02-01,7\n2026-02-08,1\n');
  });

  test('with --group-by, a row for each pair', async () => {
    const result = await shaped(
      '--group-by',
      'campaign.id',
      '--by',
      'month',
      '--sum',
      'clicks',
      '--sort',
      'month,campaign.id',
    );
    expect(result.stdout).toBe(
      'campaign.id,month,clicks\n90071992547409931,2026-01,15\n90071992547409932,2026-01,0\n' +
        '90071992547409932,2026-02,7\n90071992547409933,2026-02,1\n',
    );
  });

  test('without a column of dates it takes the window, where that is a day', async () => {
    const service = await startRecordService(() => ['{"domain":"a.example","revenue":0.10}']);
    const domains = ['domains', ...RANGE, '--by', 'month', '-q'];
    expect(await runCli(domains, { env: service.env })).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr:
        "error: --by month: no column is known to hold the record's date\nhint: add --by-day: then each window is a day, and that is taken; or name the column with --date-column\n",
    });
    expect(await runCli([...domains, '--window-columns'], { env: service.env })).toMatchObject({
      exitCode: 2,
    });
    expect(await runCli([...domains, '--by-day'], { env: service.env })).toMatchObject({
      exitCode: 0,
      stdout: 'month,revenue\n2026-01,3.10\n2026-02,1.50\n',
    });
  });

  test('the window is a key like others', async () => {
    const service = await startRecordService(() => ['{"domain":"a.example","revenue":0.10}']);
    const args = ['domains', ...RANGE, '--window-columns', '--group-by', 'window_from', '--sum', 'revenue'];
    expect((await runCli(args, { env: service.env })).stdout).toBe(
      'window_from,revenue\n2026-01-01,0.10\n2026-02-01,0.10\n',
    );
  });
});
