import { chmodSync, lstatSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runWithoutCaption } from '../harness/caption.ts';
import { HINTS } from '../harness/hints.ts';
import { runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, startRecordService, startService } from '../harness/service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];
const REVENUE = 'revenue 2026-01-01';

describe('a file', () => {
  test('replaces the existing file and keeps its mode', async () => {
    const { home, ...service } = await startRecordService(() => ['{"a":1}']);
    home.write('out.csv', 'old\n');
    chmodSync(path.join(home.work, 'out.csv'), 0o640);
    await runWithoutCaption([...DAY, '-o', 'out.csv'], { env: service.env, home });
    expect(home.read('out.csv')).toBe('a\n1\n');
    expect(statSync(path.join(home.work, 'out.csv')).mode & 0o777).toBe(0o640);
  });

  test('that a symbolic link points to is replaced; the link stays', async () => {
    const { home, ...service } = await startRecordService(() => ['{"a":1}']);
    mkdirSync(path.join(home.work, 'data'));
    home.write('data/real.csv', 'old\n');
    symlinkSync('data/real.csv', path.join(home.work, 'link.csv'));
    await runWithoutCaption([...DAY, '-o', 'link.csv'], { env: service.env, home });
    expect(lstatSync(path.join(home.work, 'link.csv')).isSymbolicLink()).toBe(true);
    expect(home.read('data/real.csv')).toBe('a\n1\n');
  });

  test.each([
    ['nowhere/out.csv', `cannot write nowhere/out.csv: no such file or directory\nhint: ${HINTS.output}`],
    ['.', '. is a directory\nhint: name a file, such as report.csv'],
    ['new/', 'new/ names a directory, not a file\nhint: name a file, such as new/report.csv'],
    ['loop.csv', `cannot write loop.csv: too many links\nhint: ${HINTS.output}`],
    ['file.txt/out.csv', `cannot write file.txt/out.csv: not a directory\nhint: ${HINTS.output}`],
  ])('%s cannot be written, and no request is sent', async (file, message) => {
    const { home, ...service } = await startRecordService(() => []);
    home.write('file.txt', '');
    symlinkSync('missing/../loop.csv', path.join(home.work, 'loop.csv'));
    expect(await runWithoutCaption([...DAY, '-o', file], { env: service.env, home })).toFail(8, `error: ${message}\n`);
    expect(service.requests).toEqual([]);
  });

  test.each(['-', '/dev/stdout', '/dev/fd/1'])('%s is stdout, also on a terminal', async (name) => {
    const service = await startRecordService(() => ['{"a":1}']);
    const run = (args: readonly string[], stdoutTty: boolean) =>
      runWithoutCaption([...DAY, ...args], { env: service.env, stdoutTty }).then(({ stdout }) => stdout);
    expect(await run(['-o', name], false)).toBe('a\n1\n');
    const table = await run([], true);
    expect(table).not.toBe('a\n1\n');
    expect(await run(['-o', name], true)).toBe(table);
  });
});

describe('in a working directory that was removed', () => {
  const WHY = 'the current directory does not exist';

  test.each<[string, number, string, Readonly<Record<string, string>>?]>([
    ['revenue', 2, 'no range: name it with --from and --to, or with --period'],
    [`${DAY.join(' ')} -o x.csv`, 8, `cannot write x.csv: ${WHY}`],
    [`${DAY.join(' ')} -o {from}.csv`, 8, `cannot write 2026-01-01.csv: ${WHY}`],
    [
      DAY.join(' '),
      2,
      `cannot read the token file x: ${WHY}`,
      { REPORTING_API_TOKEN: '', REPORTING_API_TOKEN_FILE: 'x' },
    ],
    [DAY.join(' '), 2, `cannot read the CA file x (REPORTING_CA_FILE): ${WHY}`, { REPORTING_CA_FILE: 'x' }],
  ])('%s fails', async (line, exitCode, message, variables = {}) => {
    const env = {
      REPORTING_BASE_URL: 'https://127.0.0.1:9/v2/reporting',
      REPORTING_CLIENT_ID: CLIENT_ID,
      REPORTING_API_TOKEN: 'canary-token-1234',
      ...variables,
    };
    const result = await runCli(line, { env, isDirectoryGone: true });
    expect(result).toMatchObject({ exitCode: exitCode, stdout: '' });
    expect(result.stderr.split('\n')[0]).toBe(`error: ${message}`);
    expect(result.home.strays()).toEqual([]);
  });

  test.each(['whoami', `${DAY.join(' ')} --sandbox`])('%s cannot use REPORTING_CONFIG_DIR=x', async (line) => {
    const env = { REPORTING_CONFIG_DIR: 'x' };
    expect(await runCli(line, { env, isDirectoryGone: true })).toFail(
      2,
      `error: cannot use REPORTING_CONFIG_DIR=x: ${WHY}\nhint: change to a directory that exists, or give an absolute path\n`,
    );
  });
});

describe('the windows of a report', () => {
  const TWO = ['domains', '--from', '2026-01-01', '--to', '2026-02-10'];
  const WARNING =
    'warning: no column distinguishes the records of the 2 windows: ' +
    'group them with --group-by, or add --window-columns [windows]\n';

  test.each([
    [['--columns', 'domain'], WARNING],
    [
      ['--window-columns', '--columns', 'domain'],
      'warning: --columns selects no column that distinguishes the 2 windows: add "window_from" [windows]\n',
    ],
    [['--window-columns', '--columns', 'domain,window_to'], ''],
    [['--window-columns', '--columns', 'until=window_to,window_from=domain'], ''],
  ])('cause a warning for the shown columns: %j', async (args, stderr) => {
    const service = await startRecordService(() => ['{"domain":"a.example"}']);
    expect(await runWithoutCaption([...TWO, ...args], { env: service.env })).toMatchObject({ exitCode: 0, stderr });
  });

  test.each([
    ['a date', '2026-01-05', '2026-02-05'],
    ['a time', '2026-01-05T00:00:00Z', '2026-02-05T00:00:00Z'],
    ['a date without dashes', '20260105', '20260205'],
  ])('cause no warning if %s distinguishes them', async (_name, first, second) => {
    const service = await startRecordService(({ query }) => [
      `{"day":"${query.start_date === '2026-01-01' ? first : second}"}`,
    ]);
    expect(await runWithoutCaption(TWO, { env: service.env })).toPrint(
      `day\n${first}\n${second}\n`,
      'warning: no records for 39 of 41 days: 2026-01-01..2026-01-04, 2026-01-06..2026-02-04, 2026-02-06..2026-02-10 [gaps]\n',
    );
  });

  describe('with dates in a spelling of their own', () => {
    const answer = (dateOf: (day: string) => unknown) =>
      startRecordService(({ query }) => [
        `{"domain":"a.example","report_date":${JSON.stringify(dateOf(query.start_date!))}}`,
      ]);
    const german = (day: string): string => day.split('-').reverse().join('.');

    test('cause a warning that their days are not checked', async () => {
      const { env } = await answer(german);
      expect((await runWithoutCaption(TWO, { env })).stderr).toBe(
        'warning: the values of "report_date" cannot be read as dates, so the days of the records are not checked (dates are 2026-01-31, 2026/01/31 or 20260131); --date-column none turns the check off [bad-dates]\n',
      );
      const unchecked = [...TWO, '--date-column', 'none'];
      expect((await runWithoutCaption([...unchecked, '--strict'], { env })).stderr).toBe('');
      expect((await runWithoutCaption([...unchecked, '--columns', 'domain'], { env })).stderr).toBe(
        'warning: --columns selects no column that distinguishes the 2 windows: add "report_date" [windows]\n',
      );
      const same = await answer(() => '05.01.2026');
      expect((await runWithoutCaption(unchecked, { env: same.env })).stderr).toBe(WARNING);
    });

    test.each<[name: string, dateOf: (day: string) => unknown]>([
      ['no digits', (day) => (day === '2026-01-01' ? 'Monday' : 'Tuesday')],
      ['figures', (day) => (day === '2026-01-01' ? '1,234.50' : 2345.25)],
    ])('are not distinguished by values that have %s', async (_, dateOf) => {
      const { env } = await answer(dateOf);
      expect((await runWithoutCaption(TWO, { env })).stderr).toBe(WARNING);
    });
  });

  test('are shown in two first columns', async () => {
    const service = await startRecordService(({ query }) =>
      query.start_date === '2026-01-01' ? ['{"a":1}', '{}'] : ['{"b":2}'],
    );
    expect(await runWithoutCaption([...TWO, '--window-columns'], { env: service.env })).toPrint(
      'window_from,window_to,a,b\n2026-01-01,2026-01-31,1,\n2026-01-01,2026-01-31,,\n2026-02-01,2026-02-10,,2\n',
      'warning: domains 2026-01-01..2026-01-31: 1 of 2 records has no members [undated]\n',
    );
    const ndjson = await runWithoutCaption([...TWO, '--window-columns', '-f', 'ndjson'], { env: service.env });
    expect(ndjson.stdout).toBe(
      '{"window_from":"2026-01-01","window_to":"2026-01-31","a":1}\n' +
        '{"window_from":"2026-01-01","window_to":"2026-01-31"}\n' +
        '{"window_from":"2026-02-01","window_to":"2026-02-10","b":2}\n',
    );
  });

  test('cannot be shown if the records have these columns', async () => {
    const service = await startRecordService(() => ['{"window_to":1}']);
    expect(await runWithoutCaption([...TWO, '--window-columns'], { env: service.env })).toFail(
      2,
      'error: --window-columns adds the column window_to, but the records have one already\n',
    );
  });
});

test.each(['csv', 'json', 'ndjson', 'table'])('records without members are a warning: %s', async (format) => {
  const { env } = await startRecordService(() => ['{}', '{}']);
  const args = [...DAY, '-f', format];
  expect(await runWithoutCaption(args, { env })).toMatchObject({
    exitCode: 0,
    stderr: 'warning: revenue 2026-01-01: 2 of 2 records have no members [undated]\n',
  });
});

test('a repeated member is a warning, and the last value is shown', async () => {
  const service = await startRecordService(() => ['{"a":1,"b":2}', '{"a":3,"a":4}']);
  expect(await runWithoutCaption(DAY, { env: service.env })).toPrint(
    'a,b\n1,2\n4,\n',
    'warning: record 2 of revenue 2026-01-01 has "a" twice: table, csv and tsv show the last, json and ndjson both [repeated-columns]\n',
  );
});

test('two columns of one name are a warning, and both are shown', async () => {
  const service = await startRecordService(() => ['{"a.b":1,"a":{"b":2}}']);
  expect(await runWithoutCaption(DAY, { env: service.env })).toPrint(
    'a.b,a.b\n1,2\n',
    'warning: two columns are named "a.b": a key with a dot in it, and a nested key [repeated-columns]\n',
  );
});

test.each([
  ['that names none', '"revenue a.b":1,"revenue a":{"b":2}}]', `${REVENUE}: two columns are named "revenue a.b": a`],
  ['of a record', '"a":1,"a":2}]', `record 1 of ${REVENUE} has "a" twice: table`],
  ['of a column', '"a":"\\ud800"}]', `a row of revenue has half of a surrogate pair in "a", which`],
  ['of a date', '"moment":"2025-01-01"}]', '"moment" holds dates outside the requested days'],
  ['of a member', '"a":1}],"next":"x"', `the response for ${REVENUE} has "next"`],
  ['of a range', '"a":1}],"start_date":"2026-01-01","end_date":"2026-01-05"', `the response for ${REVENUE} names`],
])('--strict puts the report before a warning %s, if the text lacks it', async (_, rest, message) => {
  const service = await startService((_request, response) => sendJson(response, `{"data":[{${rest}}`));
  const { exitCode, stderr } = await runCli([...DAY, '--strict'], { env: service.env });
  expect([exitCode, stderr]).toEqual([9, expect.stringMatching(`^error: ${message}`)]);
});

describe('messages on a terminal', () => {
  test('colors, unless turned off', async () => {
    const service = await startRecordService(() => ['{"a":1}']);
    const bold = '\u001b[1ma\u001b[22m\n\u001b[2m─\u001b[22m\n1\n';
    const stdoutWith = async (env: Record<string, string>, args: readonly string[] = [], tty = true) =>
      (
        await runWithoutCaption([...DAY, '-f', 'table', ...args], {
          env: { ...service.env, NO_COLOR: '', ...env },
          tty,
        })
      ).stdout;
    expect(await stdoutWith({})).toBe(bold);
    expect(await stdoutWith({ FORCE_COLOR: '1' }, [], false)).toBe(bold);
    expect(await stdoutWith({ NO_COLOR: '1' })).toBe('a\n─\n1\n');
    expect(await stdoutWith({ TERM: 'dumb' })).toBe('a\n─\n1\n');
    expect(await stdoutWith({}, ['--no-color'])).toBe('a\n─\n1\n');
    expect(await stdoutWith({}, [], false)).toBe('a\n─\n1\n');
  });
});
