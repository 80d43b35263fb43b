import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '-f', 'table'];

async function table(records: readonly string[], columns?: number, args: readonly string[] = []) {
  const service = await startRecordService(() => records);
  const terminal = columns === undefined ? {} : { stdoutTty: true, columns };
  const { stdout, stderr, exitCode } = await runCli([...DAY, ...args], { env: service.env, ...terminal });
  expect(exitCode).toBe(0);
  return { stdout, stderr };
}

test('numbers stand on the right, text on the left, and null nowhere', async () => {
  const { stdout } = await table([
    '{"name":"a","revenue":12.30,"id":"0012","note":null,"ok":true}',
    '{"name":"bcd","revenue":-1.5,"id":"7","note":null,"ok":false}',
  ]);
  expect(stdout).toBe(
    'name  revenue  id    note  ok\n' +
      '────  ───────  ────  ────  ─────\n' +
      'a       12.30  0012        true\n' +
      'bcd      -1.5  7           false\n',
  );
});

test('a column of numbers and text is text', async () => {
  const { stdout } = await table(['{"a":1,"b":1}', '{"a":"x","b":100}']);
  expect(stdout).toBe('a    b\n─  ───\n1    1\nx  100\n');
});

test('CJK and emoji, old and new, take the columns that they take', async () => {
  const names = ['日本語', 'naïve', '👨‍👩‍👧', '🫠', '🇩🇪x', '❤️', 'e\u0301'];
  const { stdout } = await table(names.map((name) => `{"name":"${name}","n":1}`));
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => stringWidth(line))).toEqual(lines.map(() => 9));
  expect(lines.slice(2).map((line) => line.split(' ')[0])).toEqual(names);
});

test('text that looks like what the renderer uses inside stays itself', async () => {
  const { stdout } = await table(['{"name":"\ue000\ue001"}', '{"name":"é"}', '{"name":"\ue001"}']);
  expect(stdout).toBe('name\n────\n\ue000\ue001\né\n\ue001\n');
});

describe('a terminal', () => {
  const wide =
    '{"date":"2026-01-01","text":"a rather long text that has to give way","more":"and another one","amount":1234567.89}';

  test('that is narrow cuts text, the widest first, and never numbers', async () => {
    const { stdout, stderr } = await table([wide], 60);
    expect(stdout).toBe(
      'date        text                 more                 amount\n' +
        '──────────  ───────────────────  ───────────────  ──────────\n' +
        '2026-01-01  a rather long text…  and another one  1234567.89\n',
    );
    expect(stderr).toBe('');
  });

  test('of 200 columns cuts nothing', async () => {
    const { stdout } = await table([wide], 200);
    expect(stdout).toContain('a rather long text that has to give way  and another one  1234567.89');
  });

  test('that is too narrow loses the last columns, and says which', async () => {
    const { stdout, stderr } = await table(
      ['{"first_number":1234567890,"second":"x","third_number":9876543210}'],
      24,
    );
    expect(stdout).toBe('first_number  second\n────────────  ──────\n  1234567890  x\n');
    expect(stderr).toBe(
      'note: the terminal is too narrow for a column: third_number (choose with --columns, or take --format csv)\n',
    );
  });

  test('never cuts a number, even where one column is too wide', async () => {
    const { stdout } = await table(['{"n":12345678901234567890}'], 10);
    expect(stdout).toContain('12345678901234567890');
  });

  test('shows control characters of names as well', async () => {
    const { stdout } = await table(['{"a\\nb":"c\\td"}'], 80);
    expect(stdout).toBe('a\\nb\n────\nc\\td\n');
  });
});

test('nothing is cut in a pipe', async () => {
  const { stdout } = await table([`{"a":"${'x'.repeat(500)}","b":"${'y'.repeat(500)}"}`]);
  expect(stdout.split('\n')[2]).toBe(`${'x'.repeat(500)}  ${'y'.repeat(500)}`);
});

describe('--max-rows', () => {
  const records = Array.from({ length: 1500 }, (_, index) => `{"n":${index}}`);
  const rowsOf = (stdout: string): number => stdout.trimEnd().split('\n').length - 2;

  test('is 1,000, and the rest is counted', async () => {
    const { stdout, stderr } = await table(records);
    expect(rowsOf(stdout)).toBe(1000);
    expect(stdout.trimEnd().endsWith('\n999')).toBe(true);
    expect(stderr).toBe(
      'note: 500 more records are not shown (--max-rows 0 shows all; --format csv -o <file> keeps all)\n',
    );
  });

  test.each([
    ['0', 1500, ''],
    ['1500', 1500, ''],
    [
      '1499',
      1499,
      'note: 1 more record is not shown (--max-rows 0 shows all; --format csv -o <file> keeps all)\n',
    ],
  ])('%s', async (maxRows, rows, note) => {
    const { stdout, stderr } = await table(records, undefined, ['--max-rows', maxRows]);
    expect(rowsOf(stdout)).toBe(rows);
    expect(stderr).toBe(note);
  });
});
