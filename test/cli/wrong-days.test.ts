/** Well-formed responses for other days or another request never give exit 0 without a warning. */

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { daysFrom } from '../harness/daily-service.ts';
import { clientProfile, storeProfiles } from '../harness/profiles.ts';
import { type Home, runCli } from '../harness/run-cli.ts';
import { type SeenRequest, startRecordService } from '../harness/service.ts';

const JANUARY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-31', '-f', 'csv'];
const QUARTER = 'revenue --from 2026-01-01 --to 2026-03-31 -f csv';
const DOMAINS = ['domains', '--from', '2026-01-01', '--to', '2026-03-31', '-f', 'csv'];

/** One record for each day from `first` to `last`. */
const days = (first: string, last: string): readonly string[] =>
  daysFrom(first, last).map((day) => `{"date":"${day}","revenue":12.34}`);

const requested = ({ query }: SeenRequest): readonly string[] => days(query.start_date!, query.end_date!);

describe('records of other days fail the run and write nothing', () => {
  test.each<
    [name: string, args: readonly string[], answer: (request: SeenRequest) => readonly string[], message: string]
  >([
    [
      'in the compared range',
      [...JANUARY, '--compare', 'previous', '--group-by', 'date', '-q'],
      () => days('2026-01-01', '2026-01-31'),
      'revenue 2025-12-01..2025-12-31: 31 of 31 records have "date" 2026-01-01..2026-01-31, outside the requested days',
    ],
    [
      'that --where would exclude',
      [...JANUARY, '--where', 'date=2026-01-05'],
      () => days('2025-12-31', '2026-01-10'),
      'revenue 2026-01-01..2026-01-31: 1 of 11 records has "date" 2025-12-31, outside the requested days',
    ],
  ])('%s', async (_, args, answer, message) => {
    const { env, home } = await startRecordService(answer);
    expect(await runCli([...args, '-o', 'out.csv'], { env, home })).toFail(
      7,
      `error: ${message}\nhint: if "date" is not the record's date, add --date-column none; \`reporting raw revenue …\` keeps the response for a support ticket\n`,
    );
    expect(home.list()).toEqual([]);
  });

  test('clear the resume cache', async () => {
    const { env, home } = await startRecordService(() => days('2026-01-01', '2026-01-31'));
    expect((await runCli(`${QUARTER} --resume`, { env, home })).exitCode).toBe(7);
    expect(keptFiles(home)).toEqual([]);
  });
});

describe('--date-column', () => {
  const records = ({ query }: SeenRequest) =>
    daysFrom(query.start_date!, query.end_date!).map((day) => `{"date":"2025${day.slice(4)}","report_day":"${day}"}`);

  test('chooses the date column, or turns the check off', async () => {
    const { env } = await startRecordService(records);
    expect((await runCli(JANUARY, { env })).stderr).toContain(
      'add --date-column report_day; if no column is, --date-column none',
    );
    for (const name of ['report_day', 'none']) {
      expect(await runCli([...JANUARY, '--date-column', name], { env })).toMatchObject({ exitCode: 0, stderr: '' });
    }
    expect(await runCli([...JANUARY, '--date-column', 'report_da'], { env })).toFail(
      2,
      'error: no record has the column "report_da" (--date-column)\nhint: did you mean "report_day"? the columns are: date, report_day\n',
    );
  });

  test('determines gaps and the periods of --by', async () => {
    const moments = ({ query }: SeenRequest) =>
      daysFrom(query.start_date!, query.end_date!)
        .filter((day) => day !== '2026-01-05')
        .map((day) => `{"booked":"${day}","date":"2026-01-01","n":1}`);
    const { env } = await startRecordService(moments);
    const { stdout, stderr } = await runCli([...JANUARY, '--date-column', 'booked', '--by', 'day', '--sum', 'n'], {
      env,
    });
    expect(stdout.split('\n')).toHaveLength(32);
    expect(stderr).toBe('warning: no records for 1 of 31 days: 2026-01-05 [gaps]\n');
    const none = await runCli([...JANUARY, '--date-column', 'none', '--strict'], { env });
    expect(none).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('from a profile applies to its report, and is an error if no record has the column', async () => {
    const { home, ...service } = await startRecordService(records);
    storeProfiles(home, {
      default: { ...clientProfile(service, 'acme'), dateColumn: 'revenue=report_day,domains=nope' },
    });
    expect(await runCli(JANUARY, { home })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await runCli(['domains', ...JANUARY.slice(1)], { home })).toFail(
      2,
      expect.stringContaining('no record has the column "nope" (profile default)'),
    );
    expect(await runCli([...JANUARY, '--date-column', 'date'], { home })).toMatchObject({ exitCode: 7 });
    // A login that names one report keeps the column of the other.
    await runCli('login --date-column domains=none', { home });
    expect((await runCli('whoami', { home })).stdout).toContain('revenue=report_day,domains=none');
  });

  test('records without a date are a warning, and a separate row with --by', async () => {
    const { env } = await startRecordService((request) => [...requested(request), '{"date":"Total","revenue":382.54}']);
    expect(await runCli([...JANUARY, '--by', 'month', '--sum', 'revenue'], { env })).toPrint(
      'month,revenue\n2026-01,382.54\n,382.54\n',
      'warning: 1 of 32 records has no date in "date" [undated]\n',
    );
  });
});

describe('answers with the same records', () => {
  const domains = '{"domain":"a.example","revenue":318.44,"clicks":571}';

  test('for two windows without dates are a warning', async () => {
    const { env } = await startRecordService(({ query }) =>
      query.start_date === '2026-02-01' ? ['{"domain":"a.example","revenue":318.45,"clicks":571}'] : [domains],
    );
    expect(await runCli([...DOMAINS, '--group-by', 'domain'], { env })).toPrint(
      'domain,revenue,clicks\na.example,955.33,1713\n',
      'warning: the responses for domains 2026-01-01..2026-01-31 and 2026-03-04..2026-03-31 hold the same records: a cache may ignore the query [repeated-windows]\n',
    );
  });

  test.each([
    ['names alone', ['{"domain":"a.example","source":"search 318.44571"}']],
    ['no revenue', ['{"domain":"a.example","revenue":0.00,"clicks":0}', '{"domain":"b.example","revenue":0}']],
    ['a click', ['{"domain":"a.example","clicks":1}']],
    ['no records', []],
  ])('with %s cause no warning', async (_, records) => {
    const { env } = await startRecordService(() => records);
    expect((await runCli([...DOMAINS, '--group-by', 'domain', '--count'], { env })).stderr).not.toContain(
      'same records',
    );
  });

  test('for two clients are a warning, and with --strict an error of the second file', async () => {
    const { home, ...service } = await startRecordService(requested);
    storeProfiles(home, { acme: clientProfile(service, 'acme'), brava: clientProfile(service, 'brava') });
    const args = [...JANUARY, '--all-profiles', '-o', '{profile}.csv', '--concurrency', '1'];
    const SAME =
      'warning: brava: profile acme got the same records for revenue 2026-01-01..2026-01-31: a cache may ignore the client id [repeated-windows]\n';
    expect(await runCli(args, { home })).toPrint('', SAME);
    const raw = 'raw revenue --from 2026-01-01 --to 2026-01-31 --all-profiles --concurrency 1 -o raw/{profile}';
    expect(await runCli(raw.split(' '), { home })).toMatchObject({ exitCode: 0, stderr: SAME });
    const strict = await runCli([...args, '--strict', '-o', 'new-{profile}.csv'], { home });
    expect(strict.exitCode).toBe(9);
    expect(home.list()).toEqual(['acme.csv', 'brava.csv', 'new-acme.csv', 'raw']);
    expect((await runCli([...JANUARY, '--all-profiles'], { home })).stderr).toBe(
      'warning: profiles acme and brava got the same records for revenue 2026-01-01..2026-01-31: a cache may ignore the client id [repeated-windows]\n',
    );
  });
});

describe('half of a surrogate pair', () => {
  const record = String.raw`{"date":"2026-01-01","name":"x\ud800y","other":"\ud83d\ude00"}`;
  const day = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];
  const WARNING =
    'warning: a row of revenue has half of a surrogate pair in "name", which is not a character: it is written as U+FFFD (json and ndjson keep it) [encoding]\n';

  test.each([
    ['csv', 'date,name,other\n2026-01-01,x\ufffdy,😀\n', WARNING],
    ['tsv', 'date\tname\tother\n2026-01-01\tx\ufffdy\t😀\n', WARNING],
    ['json', `[\n${record}\n]\n`, ''],
    ['ndjson', `${record}\n`, ''],
  ])('in %s', async (format, stdout, stderr) => {
    const { env } = await startRecordService(() => [record]);
    expect(await runCli([...day, '-f', format], { env })).toPrint(stdout, stderr);
  });

  test('causes no warning in an excluded column, and fails the run with --strict', async () => {
    const { env } = await startRecordService(() => [record]);
    expect(await runCli([...day, '-f', 'csv', '--columns', 'date'], { env })).toPrint('date\n2026-01-01\n');
    expect(await runCli([...day, '-f', 'csv', '--strict'], { env })).toMatchObject({ exitCode: 9, stdout: '' });
    expect(await runCli([...day, '-f', 'json', '--strict'], { env })).toMatchObject({ exitCode: 0 });
  });

  test('is an error if it makes two column names equal', async () => {
    const { env } = await startRecordService(() => [String.raw`{"x\ud800":1,"x\ud801":2}`]);
    expect(await runCli([...day, '-f', 'csv'], { env })).toFail(
      7,
      'error: the columns "x\\ud800" and "x\\ud801" differ only in half of a surrogate pair, which is not a character: both would be "x�"\nhint: use json or ndjson, which keep both names, or exclude one with --columns\n',
    );
    expect(await runCli([...day, '-f', 'ndjson'], { env })).toPrint('{"x\\ud800":1,"x\\ud801":2}\n');
  });
});

test('--strict: shows the other warnings before the error', async () => {
  const { env } = await startRecordService(() => [...days('2026-01-01', '2026-01-30'), '{"date":""}']);
  expect(await runCli([...JANUARY, '--strict'], { env })).toFail(
    9,
    'warning: 1 of 31 records has no date in "date" [undated]\n' +
      'error: revenue 2026-01-01..2026-01-31: no records for 1 of 31 days: 2026-01-31; the last day of each window is missing: its records may be late, or the service excludes end_date (`reporting doctor` checks this): then set REPORTING_END_DATE=exclusive [gaps]\n' +
      'hint: --strict makes this warning an error, and this was not written: see `reporting help gaps`\n',
  );
});

function keptFiles(home: Home): readonly string[] {
  const root = path.join(home.root, '.cache/reporting/resume');
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
}
