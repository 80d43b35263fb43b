import { describe, expect, test } from 'vitest';
import { runWithoutCaption } from '../harness/caption.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const JANUARY = 'columns revenue --from 2026-01-01 --to 2026-01-31';

interface Listed {
  readonly name: string;
  readonly kind: string;
  readonly coverage: string;
  readonly role: string | null;
}

/** The listing of `records`, as lines of JSON. */
async function linesOf(records: readonly string[], options = ''): Promise<readonly string[]> {
  const service = await startRecordService(() => records);
  const { stdout, exitCode, stderr } = await runWithoutCaption(`${JANUARY} -q --allow gaps -f ndjson ${options}`, {
    env: service.env,
  });
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout.trimEnd().split('\n');
}

async function listingOf(records: readonly string[], options = ''): Promise<readonly Listed[]> {
  return (await linesOf(records, options)).map((line) => JSON.parse(line) as Listed);
}

describe('each column of a report is a row', () => {
  test('kind, coverage, examples and role', async () => {
    const lines = await linesOf([
      '{"date":"2026-01-02","campaign":{"id":9007199254740993123,"name":"Spring"},"clicks":10,"revenue":0.10,"paid":true}',
      '{"date":"2026-01-01","campaign":{"id":9007199254740993124,"name":null},"clicks":9,"revenue":-12.5,"tags":[1,"a"]}',
      '{"date":"2026-01-03","campaign":{"id":9007199254740993123,"name":""},"clicks":100,"revenue":0.1}',
      '{"date":"2026-01-03","campaign":{"id":9007199254740993122,"name":"Autumn"},"clicks":null,"revenue":7e1}',
    ]);
    expect(lines).toEqual([
      '{"name":"date","kind":"date","coverage":"100%","examples":["2026-01-02","2026-01-01","2026-01-03"],"role":"date"}',
      '{"name":"campaign.id","kind":"id","coverage":"100%","examples":[9007199254740993123,9007199254740993124,9007199254740993122],"role":null}',
      '{"name":"campaign.name","kind":"text","coverage":"50%","examples":["Spring","Autumn"],"role":null}',
      '{"name":"clicks","kind":"count","coverage":"75%","examples":[10,9,100],"role":null}',
      '{"name":"revenue","kind":"money","coverage":"100%","examples":[0.10,-12.5,0.1,7e1],"role":"measure"}',
      '{"name":"paid","kind":"boolean","coverage":"25%","examples":[true],"role":null}',
      '{"name":"tags","kind":"nested","coverage":"25%","examples":[[1,"a"]],"role":null}',
    ]);
  });
});

test.each([
  [1, 1000, '0.1%'],
  [1, 1001, '<0.1%'],
  [999, 1000, '99.9%'],
  [1000, 1001, '>99.9%'],
  [2, 3, '66.7%'],
])('coverage: %i of %i records', async (filled, all, coverage) => {
  const records = Array.from({ length: all }, (_, index) => (index < filled ? '{"a":1,"b":2}' : '{"a":1}'));
  expect((await listingOf(records.reverse())).map((each) => [each.name, each.coverage])).toEqual([
    ['a', '100%'],
    ['b', coverage],
  ]);
});

describe('long values are cut', () => {
  const long = (end: string): string => `${'x'.repeat(250)}${end}`;

  test('texts and arrays, but never a number', async () => {
    const number = `1${'0'.repeat(300)}`;
    const lines = await linesOf([
      `{"t":"${long('a')}","n":${number},"l":["${long('a')}"]}`,
      `{"t":"${'x'.repeat(200)}","n":1,"l":[]}`,
    ]);
    const [t, n, l] = lines.map((line) => JSON.parse(line) as { examples: string[] });
    expect(t!.examples).toEqual([`${'x'.repeat(60)}…`]);
    expect(lines[1]).toContain(`"examples":[${number},1]`);
    expect([n, l!.examples]).toEqual([expect.anything(), [`["${'x'.repeat(58)}…`, []]]);
  });

  test('a cut never splits a surrogate pair', async () => {
    const [line] = await linesOf([`{"t":"${'x'.repeat(59)}😀y"}`]);
    expect(line).toContain(`"examples":["${'x'.repeat(59)}…"]`);
  });
});

describe('checks and exit codes are those of a report', () => {
  test('an empty report is a list without rows', async () => {
    const service = await startRecordService(() => []);
    const note = 'warning: no records for revenue 2026-01-01..2026-01-31 [empty]\n';
    for (const [format, stdout] of [
      ['csv', ''],
      ['json', '[]\n'],
      ['ndjson', ''],
    ] as const) {
      expect(await runWithoutCaption(`${JANUARY} -f ${format}`, { env: service.env })).toPrint(stdout, note);
    }
    expect(await runWithoutCaption(`${JANUARY} --where x=1 -q -f json`, { env: service.env })).toPrint(
      '[]\n',
      'warning: no records for revenue 2026-01-01..2026-01-31 [empty]\n',
    );
  });

  test.each([
    ['records of other days', '', '{"date":"2025-01-01","n":1}', 7],
    ['a warning with --strict', '--strict', '{"date":"2026-01-01","n":1}', 9],
  ])('%s', async (_, options, record, exitCode) => {
    const { home, ...service } = await startRecordService(() => [record]);
    const result = await runWithoutCaption(`${JANUARY} ${options} -o out.csv`, { env: service.env, home });
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(home.read('out.csv')).toBeUndefined();
  });

  test('--date-column names the column that is marked', async () => {
    const records = ['{"day":"2026-01-01","date":"2020-01-01"}'];
    expect((await listingOf(records, '--date-column day')).map(({ role }) => role)).toEqual(['date', null]);
    expect((await listingOf(records, '--date-column none')).map(({ role }) => role)).toEqual([null, null]);
  });
});

describe('the command', () => {
  test('a table on a terminal keeps the role', async () => {
    const { stdout } = await runWithoutCaption('columns revenue --sandbox --period 2026-01', { tty: true });
    expect(stdout).toMatch(/^revenue .* measure$/m);
    expect(stdout).toMatch(/^date .* date$/m);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('ignores a default format that draws charts', async () => {
    const { exitCode, stdout } = await runWithoutCaption('columns revenue --sandbox --period 2026-01', {
      env: { REPORTING_FORMAT: 'chart' },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^name,kind,coverage/);
  });

  test.each([
    ['columns', "missing required argument 'report'"],
    ['columns revenue last-month', 'hint: name the option of a value: --period last-month'],
    ['columns campaigns --period 2026-01', 'report takes one of revenue, domains, not "campaigns"'],
    ['columns revenue --period 2026-01 -f chart', 'html, xlsx, parquet, not "chart"'],
  ])('%s', async (line, message) => {
    const { exitCode, stderr } = await runWithoutCaption(line);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

test('without dates, lists the columns of the last seven days, and says so', async () => {
  const { exitCode, stdout, stderr } = await runCli('columns revenue --sandbox -f csv');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('note: no dates are given, so these are the columns of last-7-days\n');
  const named = await runCli('columns revenue --sandbox -f csv --period last-7-days');
  expect(stdout).toBe(named.stdout);
  expect(named.stderr).not.toContain('no dates are given');
});
