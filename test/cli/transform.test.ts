import { describe, expect, test } from 'vitest';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import { withoutGaps } from '../harness/without-gaps.ts';
import { wordsOf } from '../harness/words.ts';

const RANGE = ['--from', '2026-01-01', '--to', '2026-02-15'];

/** Two windows with nested keys, nulls, numbers as texts and ids of 17 digits. Only the second has the column `fee`. */
const JANUARY = [
  '{"date":"2026-01-05","campaign":{"id":90071992547409931,"name":"a, \\"b\\""},"clicks":10,"impressions":300,"ctr":0.033,"revenue":0.10}',
  '{"date":"2026-01-31","campaign":{"id":90071992547409932,"name":"line\\nbreak"},"clicks":0,"impressions":0,"ctr":null,"revenue":-1000.20}',
  '{"date":"2026-01-31","campaign":{"id":90071992547409931,"name":"a, \\u0022b\\u0022"},"clicks":5,"impressions":100,"ctr":0.05,"revenue":0.20}',
];
const FEBRUARY = [
  '{"date":"2026-02-01","campaign":{"id":90071992547409932,"name":"line\\nbreak"},"clicks":7,"impressions":70,"ctr":0.1,"revenue":1000.123,"fee":"12.50"}',
  '{"date":"2026-02-10","campaign":{"id":90071992547409933,"name":"春"},"clicks":1,"impressions":3,"ctr":0.333,"revenue":null,"fee":""}',
];

async function transformed(line: string) {
  const service = await startRecordService(({ query }) => (query.start_date === '2026-01-01' ? JANUARY : FEBRUARY));
  return withoutGaps(await runCli(['revenue', ...RANGE, ...wordsOf(line)], { env: service.env }));
}

/** The report of a day with these records. */
async function ofDay(records: readonly string[], line: string) {
  const { env } = await startRecordService(() => records);
  return runCli(`revenue --from 2026-01-01 --to 2026-01-01 ${line}`, { env });
}

const NOT_SUMMED =
  'not summed: campaign.id, ctr (looks like an id or a ratio); use --sum, --avg or --ratio to include it\n';

describe('--where', () => {
  test.each([
    ['clicks>=7', [JANUARY[0], FEBRUARY[0]]],
    ['revenue<0', [JANUARY[1]]],
    ['campaign.id=90071992547409931', [JANUARY[0], JANUARY[2]]],
    ['campaign.name=a, "b"', [JANUARY[0], JANUARY[2]]],
    ["date>=2026-01-31' --where 'date<2026-02-10", [JANUARY[1], JANUARY[2], FEBRUARY[0]]],
    ['fee>12', [FEBRUARY[0]]],
    ['fee=', [...JANUARY, FEBRUARY[1]]],
    ["campaign.name~BREAK' --where 'fee!=", [FEBRUARY[0]]],
    ["clicks>=5' --sort '-clicks", [JANUARY[0], FEBRUARY[0], JANUARY[2]]],
  ])('%s', async (condition, records) => {
    expect(await transformed(`-f ndjson --where '${condition}'`)).toPrint(`${records.join('\n')}\n`);
  });

  test('--sort takes the new name of a column', async () => {
    const { stdout } = await transformed('-g date --sum clicks --columns date,hits=clicks --sort -hits');
    const hits = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => Number(row.split(',')[1]));
    expect(hits).toEqual(hits.toSorted((one, other) => other - one));
    expect(new Set(hits).size).toBeGreaterThan(2);
  });

  test('the columns are those of all windows, even if no record that has them meets the condition', async () => {
    const result = await transformed('--where date=2026-01-05 --columns clicks,fee');
    expect(result.stdout).toBe('clicks,fee\n10,\n');
  });

  test.each([
    ['csv', 'day\n'],
    ['tsv', 'day\n'],
    ['ndjson', ''],
    ['json', '[]\n'],
    ['table', 'no records\n'],
  ])('without a matching record, an empty %s and a note', async (format, stdout) => {
    const none = "--error-format text --where 'clicks>999' --columns day=date";
    expect(await transformed(`-f ${format} ${none}`)).toPrint(stdout, 'warning: no record matches --where [empty]\n');
  });

  test('without a matching record, groups, a ratio and a sort are empty', async () => {
    expect(await transformed("--where 'clicks>999' --group-by date --ratio r=clicks/revenue --sort -r,clicks")).toPrint(
      '',
      'warning: no record matches --where [empty]\n',
    );
  });

  test('without a matching record, there is no warning about windows without dates', async () => {
    const service = await startRecordService(() => ['{"domain":"a.example","revenue":1}']);
    expect(await runCli(['domains', ...RANGE, '--where', 'revenue>1'], { env: service.env })).toPrint(
      '',
      'warning: no record matches --where [empty]\n',
    );
  });
});

describe('--group-by', () => {
  test('groups the records of all windows and sums measures; --verbose names the other columns', async () => {
    expect((await transformed('--group-by campaign.name --verbose')).stderr).toContain(NOT_SUMMED);
    expect(await transformed('--group-by campaign.name')).toPrint(
      'campaign.name,clicks,impressions,revenue,fee\n' +
        '"a, ""b""",15,400,0.30,\n' +
        '"line\nbreak",7,70,-0.077,12.50\n' +
        '春,1,3,,\n',
      'warning: 1 of 3 groups has no number in revenue, such as "春" [unknown-amounts]\n',
    );
  });

  test('groups by several columns with the requested aggregations', async () => {
    const line = '--group-by campaign.id,campaign.name --sum revenue --min clicks --max date --avg revenue --count';
    expect(await transformed(line)).toMatchObject({
      stdout:
        'campaign.id,campaign.name,revenue,clicks_min,date_max,revenue_avg,count\n' +
        '90071992547409931,"a, ""b""",0.30,5,2026-01-31,0.15,2\n' +
        '90071992547409932,"line\nbreak",-0.077,0,2026-02-01,-0.0385,2\n' +
        '90071992547409933,春,,1,2026-02-10,,1\n',
      stderr: 'warning: 1 of 3 groups has no number in revenue, such as "90071992547409933 春" [unknown-amounts]\n',
    });
  });

  test('in JSON, a key keeps its spelling, and an empty sum is null', async () => {
    const result = await transformed('-f ndjson --group-by campaign.name --sum fee');
    expect(result.stdout).toBe(
      '{"campaign.name":"a, \\"b\\"","fee":null}\n{"campaign.name":"line\\nbreak","fee":12.50}\n{"campaign.name":"春","fee":null}\n',
    );
  });

  test('counts records if there is no column to sum', async () => {
    const service = await startRecordService(() => ['{"a":"x"}', '{"a":"y"}', '{"a":"x","b":"z"}']);
    expect(await runCli(['domains', ...RANGE, '--group-by', 'a'], { env: service.env })).toPrint('a,count\nx,4\ny,2\n');
  });

  const NOT_NUMBERS = 'note: not summed: v (not all values are numbers); use --where to exclude the others\n';
  test.each([
    [['5', '"nine"', '"x"'], NOT_NUMBERS],
    [['"5"', '"6"', '"nine"'], NOT_NUMBERS],
    // One name of digits does not make a column of names numeric.
    [['"2026"', '"spring"', '"autumn"'], ''],
  ])('a column of %j is named if it looks numeric', async (cells, note) => {
    const records = cells.map((cell) => `{"k":1,"v":${cell}}`);
    const { stdout, stderr } = await ofDay(records, '--group-by k');
    expect(stdout).toBe('k,count\n1,3\n');
    expect(stderr).toBe(note);
  });

  test('a column with codes is not said to hold ids', async () => {
    const records = ['{"k":1,"v":5}', '{"k":1,"v":"007"}'];
    expect((await ofDay(records, '--group-by k --verbose')).stderr).not.toContain('looks like');
  });
});

test('--by: without a date column, uses the day of each window with --windows 1 --window-columns', async () => {
  const service = await startRecordService(() => ['{"domain":"a.example","revenue":0.10}']);
  const range = ['--from', '2026-01-30', '--to', '2026-02-02'];
  const domains = ['domains', ...range, '--by', 'month', '-q'];
  expect(await runCli(domains, { env: service.env })).toFail(
    2,
    "error: --by month: no column is known to hold the record's date\nhint: name the column with --date-column, or request each month apart with --date-column none\n",
  );
  expect(await runCli([...domains, '--window-columns'], { env: service.env })).toMatchObject({ exitCode: 2 });
  expect(await runCli([...domains, '--windows', '1', '--window-columns'], { env: service.env })).toPrint(
    'month,revenue\n2026-01,0.20\n2026-02,0.20\n',
  );
});
