import { describe, expect, test } from 'vitest';
import { runWithoutCaption } from '../harness/caption.ts';
import type { CliOptions } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const REPORT = 'revenue --from 2026-01-01 --to 2026-01-01';
const DAY = `${REPORT} --date-column none -f table`;

async function table(records: readonly string[], columns?: number, line = '') {
  const service = await startRecordService(() => records);
  const terminal = columns === undefined ? {} : { stdoutTty: true, columns };
  const { stdout, stderr, exitCode } = await runWithoutCaption(`${DAY} ${line}`, { env: service.env, ...terminal });
  expect(exitCode).toBe(0);
  return { stdout, stderr };
}

test('aligns numbers right and text left', async () => {
  const { stdout } = await table([
    '{"name":"a","revenue":12.30,"id":"0012","note":null,"ok":true}',
    '{"name":"bcd","revenue":-1.5,"id":"7","note":null,"ok":false}',
  ]);
  expect(stdout).toBe(
    'name  revenue  id    note  ok\n' +
      '────  ───────  ────  ────  ─────\n' +
      'a       12.30  0012  —     true\n' +
      'bcd     -1.50  7     —     false\n',
  );
});

test('aligns numbers at their decimal points, without a change of a digit', async () => {
  const numbers = ['0.10', '-1.5', '3', 'null', '1234567890.123456', '1e-7', '-2.5E+10', '"x"'];
  const { stdout } = await table(
    numbers.map((number) => `{"name":"a","n":${number === '"x"' ? 'null' : number},"mixed":${number}}`),
    undefined,
    '--all-digits',
  );
  expect(stdout).toBe(
    'name                  n  mixed\n' +
      '────  ─────────────────  ─────────────────\n' +
      'a              0.10      0.10\n' +
      'a             -1.5       -1.5\n' +
      'a              3         3\n' +
      'a                     —  —\n' +
      'a     1234567890.123456  1234567890.123456\n' +
      'a              1e-7      1e-7\n' +
      'a             -2.5E+10   -2.5E+10\n' +
      'a                     —  x\n',
  );
});

describe('a terminal', () => {
  const wide =
    '{"date":"2026-01-01","text":"a rather long text that has to give way","more":"and another one","amount":1234567.89}';

  test('that is narrow cuts the widest text first, and never numbers', async () => {
    const { stdout, stderr } = await table([wide], 60);
    expect(stdout).toBe(
      'date        text               more                   amount\n' +
        '──────────  ─────────────────  ───────────────  ────────────\n' +
        '2026-01-01  a rather long te…  and another one  1,234,567.89\n',
    );
    expect(stderr).toBe('');
  });

  const money =
    '{"date":"2026-01-01","campaignid":4711001,"impressions":123456,"clicks":1234,"revenue":98765.43,"zip":10115}';
  const lastLine = (stdout: string): readonly string[] => stdout.trimEnd().split('\n').at(-1)!.split(/ +/);

  test.each([
    [54, '', '2026-01-01 4711001 123,456 1,234 98,765.43', 'a column: zip'],
    [34, '', '2026-01-01 123,456 98,765.43', '3 columns: campaignid, clicks, zip'],
    [30, '', '2026-01-01 98,765.43', '4 columns: campaignid, impressions, clicks, zip'],
    [30, '--sort -clicks', '2026-01-01 1,234 98,765.43', '3 columns: campaignid, impressions, zip'],
    [30, '--sort -zip', '2026-01-01 98,765.43 10115', '3 columns: campaignid, impressions, clicks'],
    [25, '--columns zip,clicks,date,impressions,revenue', '10115 1,234 98,765.43', '2 columns: date, impressions'],
    [15, '', '98,765.43', '5 columns: date, campaignid, impressions, clicks, zip'],
  ])('of %s columns, with %j, keeps the main measure and the sort columns', async (columns, args, row, dropped) => {
    const { stdout, stderr } = await table([money], columns, args);
    expect(lastLine(stdout)).toEqual(row.split(' '));
    expect(stderr).toContain(`the terminal is too narrow for ${dropped} (`);
  });

  test('never cuts a number, even if one column is too wide', async () => {
    const { stdout } = await table(['{"n":12345678901234567890}'], 10);
    expect(stdout).toContain('12345678901234567890');
  });
});

test('nothing is cut in a pipe', async () => {
  const { stdout } = await table([`{"a":"${'x'.repeat(500)}","b":"${'y'.repeat(500)}"}`]);
  expect(stdout.split('\n')[2]).toBe(`${'x'.repeat(500)}  ${'y'.repeat(500)}`);
});

describe('--limit', () => {
  const records = Array.from({ length: 1015 }, (_, index) => `{"n":${index}}`);
  const rowsOf = (stdout: string): number => stdout.trimEnd().split('\n').length - 2;

  test('is 1,000 by default, and the other rows are counted', async () => {
    const { stdout, stderr } = await table(records);
    expect(rowsOf(stdout)).toBe(1000);
    expect(stdout.trimEnd().endsWith('\n999')).toBe(true);
    expect(stderr).toBe(
      'warning: 1,000 of 1,015 rows are shown (--limit all shows all; --format csv -o <file> keeps all)\n',
    );
  });

  test.each([
    ['all', 1015, ''],
    ['1014', 1014, 'note: 1,014 of 1,015 rows are shown (--limit all shows all; --format csv -o <file> keeps all)\n'],
  ])('%s', async (limit, rows, note) => {
    const { stdout, stderr } = await table(records, undefined, `--limit ${limit}`);
    expect(rowsOf(stdout)).toBe(rows);
    expect(stderr).toBe(note);
  });
});

describe('reports rows and columns that it does not show', () => {
  const SHOWN = 'of 1,015 rows are shown (--limit all shows all; --format csv -o <file> keeps all)\n';
  const run = async (line: string, options: CliOptions = {}) => {
    const records = Array.from({ length: 1015 }, (_, index) => `{"n":${index},"more":12345678}`);
    const service = await startRecordService(() => records);
    return runWithoutCaption(`${DAY} ${line}`, { env: service.env, ...options });
  };

  test.each([
    ['a pipe', '', {}, `warning: 1,000 ${SHOWN}`],
    ['a pipe, quiet', '-q', {}, `warning: 1,000 ${SHOWN}`],
    ['a file', '-o out.txt', {}, ''],
    ['a file, with --limit', '-q --limit 10 -o out.txt', {}, `note: 10 ${SHOWN}`],
    ['a pipe, with --limit', '-q --limit 10', {}, `note: 10 ${SHOWN}`],
    ['a terminal, quiet', '-q', { stdoutTty: true }, `note: 1,000 ${SHOWN}`],
  ])('to %s', async (_, args, options, message) => {
    expect((await run(args, options)).stderr).toBe(message);
  });
});

test('--wide drops and cuts no column', async () => {
  const record = `{"a":"${'x'.repeat(50)}","n":12345678901,"b":"${'y'.repeat(50)}","m":98765432109}`;
  const { stdout, stderr } = await table([record], 30, '--wide');
  expect(stdout.split('\n')[2]).toBe(`${'x'.repeat(50)}  12,345,678,901  ${'y'.repeat(50)}  98,765,432,109`);
  expect(stderr).toBe('');
});

describe('--all-digits', () => {
  const record = ['{"n":1234567.10}'];

  test.each([
    ['a terminal', 80, '', '1,234,567.10'],
    ['a terminal, with --all-digits', 80, '--all-digits', '1234567.10'],
    ['a terminal, with --wide', 80, '--wide', '1,234,567.10'],
    ['a pipe', undefined, '', '1,234,567.10'],
  ])('%s', async (_, columns, args, number) => {
    expect((await table(record, columns, args)).stdout.split('\n')[2]).toBe(number);
  });

  test('groups thousands, but not of ids, years, dates and text', async () => {
    const { stdout } = await table(
      [
        '{"client_id":4711001,"year":2026,"day":20260101,"long":9007199254740993,"text":"12345","revenue":1234567.10,"clicks":-1234}',
        '{"client_id":4711002,"year":2026,"day":20260102,"long":1,"text":"6","revenue":1e+7,"clicks":999}',
      ],
      80,
    );
    expect(stdout).toBe(
      '     client_id  year       day              long  text         revenue  clicks\n' +
        '──────────────  ────  ────────  ────────────────  ─────  ─────────────  ──────\n' +
        '       4711001  2026  20260101  9007199254740993  12345   1,234,567.10  -1,234\n' +
        '       4711002  2026  20260102                 1  6      10,000,000.00     999\n' +
        '──────────────  ────  ────────  ────────────────  ─────  ─────────────  ──────\n' +
        'total of all 2                                    12351  11,234,567.10    -235\n',
    );
  });
});

describe('a terminal with colours', () => {
  const colours = { env: { NO_COLOR: '', TERM: 'xterm' } };

  test('shows negative numbers in red, but not zero and text', async () => {
    const service = await startRecordService(() => [
      '{"name":"-5","n":-1.50,"mixed":"x"}',
      '{"name":"b","n":-0.0,"mixed":-2}',
    ]);
    const { stdout } = await runWithoutCaption(DAY, { env: { ...service.env, ...colours.env }, stdoutTty: true });
    expect(stdout).toBe(
      '\u001b[1mname                n  mixed\u001b[22m\n\u001b[2m──────────────  ─────  ─────\u001b[22m\n' +
        '-5              \u001b[31m-1.50\u001b[39m  x\n' +
        'b               -0.00  \u001b[31m-2\u001b[39m\n' +
        '\u001b[2m──────────────  ─────  ─────\u001b[22m\n' +
        '\u001b[1mtotal of all 2  \u001b[31m-1.50\u001b[39m\u001b[22m\n',
    );
  });
});

test('wraps names of columns after an underscore', async () => {
  const { env } = await startRecordService(() => [
    '{"campaign":"a","impressions_before":1,"impressions_change":2,"clicks_of_everyone":3}',
  ]);
  const args = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '-f', 'table'];
  const { stdout } = await runWithoutCaption(args, { env, tty: true, columns: 50 });
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'campaign  impressions_  impressions_    clicks_of_',
    '                before        change      everyone',
  ]);
});

describe('decimals', () => {
  const RECORDS = [
    '{"name":"a","revenue":1234.5678,"ctr":0.025699,"clicks":12}',
    '{"name":null,"revenue":0.0004,"ctr":0,"clicks":7}',
    '{"name":"","revenue":null,"ctr":12.25,"clicks":7}',
  ];

  test('on a terminal, amounts have two and ratios three digits; null differs from an empty text; nothing else is zero', async () => {
    expect((await table(RECORDS, 80)).stdout).toBe(
      'name               revenue      ctr  clicks\n' +
        '──────────────  ──────────  ───────  ──────\n' +
        'a               1,234.57     0.0257      12\n' +
        '—                   0.0004   0            7\n' +
        '                         —  12.25         7\n' +
        '──────────────  ──────────  ───────  ──────\n' +
        'total of all 3  1,234.57          —      26\n' +
        'rounded: --all-digits shows all digits\n',
    );
  });
});
