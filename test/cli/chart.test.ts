import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--date-column', 'none', '-f', 'chart'];

async function chart(records: readonly string[], args: readonly string[] = [], columns?: number) {
  const service = await startRecordService(() => records);
  const terminal = columns === undefined ? {} : { stdoutTty: true, columns };
  return runCli([...DAY, ...args], { env: service.env, ...terminal });
}

describe('bars', () => {
  test('have a label and the number as it was sent, and are as long as it says', async () => {
    const { stdout, stderr, exitCode } = await chart(
      [
        '{"campaign_id":4711001,"campaign":"春","revenue":100.00}',
        '{"campaign_id":4711002,"campaign":"naïve","revenue":50}',
        '{"campaign_id":4711003,"campaign":"little","revenue":1e-7}',
        '{"campaign_id":4711004,"campaign":"zero","revenue":0.0}',
        '{"campaign_id":4711005,"campaign":"none","revenue":null}',
      ],
      [],
      26,
    );
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      'revenue by campaign\n\n' +
        '春      100.00  ██████████\n' +
        'naïve       50  █████\n' +
        'little    1e-7  ▏\n' +
        'zero       0.0\n' +
        'none\n',
    );
  });

  test('below zero grow to the left of an axis', async () => {
    const { stdout } = await chart(
      ['{"a":"x","n":-30}', '{"a":"y","n":60}', '{"a":"z","n":0}', '{"a":"w","n":-0.01}'],
      [],
      28,
    );
    expect(stdout.split('\n').slice(2)).toEqual([
      'x    -30  ▐█████│',
      'y     60        │███████████',
      'z      0        │',
      'w  -0.01       ▐│',
      '',
    ]);
  });

  test('below zero alone fill the line', async () => {
    const { stdout } = await chart(['{"a":"x","n":-2}', '{"a":"y","n":-1}'], [], 18);
    expect(stdout.split('\n').slice(2, 4)).toEqual(['x  -2  ██████████│', 'y  -1       █████│']);
  });

  test('of numbers that no double holds are drawn all the same', async () => {
    const { stdout } = await chart(['{"a":"x","n":1e999}', '{"a":"y","n":-1e999}', '{"a":"z","n":5e-324}']);
    expect(stdout).not.toMatch(/NaN|Infinity/);
    const [x, y] = stdout.split('\n').slice(2);
    expect(x!.match(/█/g)!.length).toBeGreaterThan(20);
    expect(y!.match(/█/g)!.length).toBeGreaterThan(20);
  });

  test.each([undefined, 40, 60, 132])('fit a terminal of %s columns', async (columns) => {
    const records = ['a', '日本語'.repeat(30), '🫠'.repeat(50)].map((name, index) =>
      JSON.stringify({ name, n: 1000 - index }),
    );
    const { stdout } = await chart(records, [], columns);
    const widths = stdout.split('\n').map((line) => stringWidth(line));
    expect(Math.max(...widths)).toBe(columns ?? 80);
  });

  test('have further columns in their labels, where one does not tell them apart', async () => {
    const records = [
      '{"day":"2026-01-01","domain":"a","source":"s","n":1}',
      '{"day":"2026-01-01","domain":"b","source":"s","n":2}',
    ];
    const { stdout } = await chart(records);
    expect(stdout).toMatch(/^n by day, domain\n\n2026-01-01 a {2}1 {2}█+▌\n2026-01-01 b {2}2 {2}█+\n$/);
  });

  test('have four columns at most in their labels', async () => {
    const { stdout } = await chart(Array(2).fill('{"a":"1","b":"2","c":"3","d":"4","e":"5","n":1}'));
    expect(stdout).toMatch(/^n by a, b, c, d\n/);
  });

  test('are of the columns that --columns names, identifiers too', async () => {
    const records = ['{"a":"x","b":"y","id":7,"n":1,"m":2}'];
    expect((await chart(records, ['--columns', 'm,b'])).stdout).toMatch(/^m by b\n\ny {2}2 {2}█+\n$/);
    expect((await chart(records, ['--columns', 'id,a'])).stdout).toMatch(/^id by a\n/);
    expect((await chart(records, ['--columns', 'id,n'])).stdout).toMatch(/^n by id\n\n7 {2}1 {2}█+\n$/);
    expect((await chart(records, ['--columns', 'n'])).stdout).toMatch(/^n by record\n\n1 {2}1 {2}█+\n$/);
  });

  test('are of the money, whatever stands before it', async () => {
    const { stdout, stderr } = await chart([
      '{"campaignid":4711001,"order_number":12,"zip":10115,"clicks":7,"cpc":0.5,"fee":0.25,"revenue":3}',
    ]);
    expect(stdout).toMatch(/^revenue by campaignid\n\n4711001 {2}3 {2}█+\n$/);
    expect(stderr).toBe(
      'note: the chart shows one column; not shown: clicks, cpc, fee (--columns chooses another)\n',
    );
    const named = await chart(['{"a":"x","clicks":7,"revenue":3}'], ['--columns', 'a,clicks,revenue']);
    expect(named.stdout).toMatch(/^clicks by a\n/);
  });

  test('without money are of the first numbers with decimals, else of the first ones', async () => {
    expect((await chart(['{"a":"x","clicks":7,"ctr":0.1,"fee":1.5}'])).stdout).toMatch(/^fee by a\n/);
    expect((await chart(['{"a":"x","clicks":7,"views":70,"ctr":0.1}'])).stdout).toMatch(/^clicks by a\n/);
  });

  test('have grouped numbers with --human', async () => {
    expect((await chart(['{"a":"x","n":1234567.10}'], ['--human'])).stdout).toContain('x  1,234,567.10  ██');
  });

  test('are as many as --max-rows allows, and the rest is counted', async () => {
    const { stdout, stderr } = await chart(
      ['{"a":"x","n":1}', '{"a":"left out","n":2}'],
      ['--max-rows', '1'],
    );
    expect(stdout).not.toContain('left out');
    expect(stderr).toContain('1 more record is not shown');
  });

  test('show control characters', async () => {
    expect((await chart(['{"a":"\\u001b[31m","n":1}'])).stdout).toContain('\\u001b[31m  1');
  });
});

describe('a line', () => {
  const day = (date: number, n: string): string =>
    `{"day":"2026-01-${String(date).padStart(2, '0')}","n":${n}}`;

  test('stands where the days are, and names the numbers that it leads to', async () => {
    const { stdout } = await chart([day(1, '0'), day(3, '50.50'), day(2, '100.00')], [], 36);
    expect(stdout).toBe(
      [
        'n by day',
        '',
        '100.00 ┤             ⡰⠑⢄⡀',
        '       │            ⡔⠁  ⠈⠢⡀',
        '       │          ⢀⠜      ⠈⠒⢄',
        '       │         ⢀⠎          ⠑⠤⡀',
        '       │        ⢠⠃             ⠈⠢⡀',
        '       │       ⡰⠁                ⠈⠑⢄',
        '       │      ⡰⠁',
        '       │     ⡜',
        '       │   ⢀⠎',
        '       │  ⢠⠊',
        '       │ ⡠⠃',
        '     0 ┤⡰⠁',
        '        2026-01-01        2026-01-03',
        '',
        'highest  100.00  2026-01-02',
        'lowest        0  2026-01-01',
        'first         0  2026-01-01',
        'last      50.50  2026-01-03',
        '',
      ].join('\n'),
    );
  });

  test('is broken where days or numbers are missing', async () => {
    const { stdout } = await chart(
      [day(1, '9'), day(2, '9'), day(10, '9'), day(11, 'null'), day(12, '9')],
      [],
      60,
    );
    const top = stdout.split('\n')[2]!.slice(3);
    expect(top.replace(/[^ ]+/g, '-')).toMatch(/^- +- +-$/);
    expect(top.length).toBe(57);
  });

  test('is drawn for numbers that are all the same, or all zero', async () => {
    const flat = await chart([day(1, '0'), day(2, '0.00')]);
    expect([flat.exitCode, flat.stdout.split('\n')[13]!.startsWith('0 ┤⣀')]).toEqual([0, true]);
  });

  test('below zero has zero on its axis', async () => {
    const { stdout } = await chart([day(1, '-100'), day(2, '100')]);
    const marks = stdout.split('\n').flatMap((line) => /^ *(\S+) ┤/.exec(line)?.[1] ?? []);
    expect(marks).toEqual(['100', '0', '-100']);
  });

  test('needs each day once; bars take the rest', async () => {
    const { stdout } = await chart([day(1, '1'), day(1, '2'), day(2, '3')]);
    expect(stdout.split('\n')[2]).toMatch(/^2026-01-01 {2}1 {2}█/);
  });

  test.each([40, 80, 200])('of ten years fits a terminal of %s columns', async (columns) => {
    const records = Array.from({ length: 3650 }, (_, index) => {
      const date = new Date(Date.UTC(2016, 0, 1 + index)).toISOString().slice(0, 10);
      return `{"date":${date.replaceAll('-', '')},"n":${index % 97}}`;
    });
    const { stdout } = await chart(records, ['--max-rows', '0'], columns);
    const lines = stdout.split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBe(columns);
    expect(lines.at(-2)).toMatch(/^last +\d+ {2}2025-12-28$/);
  });
});

test('without numbers there is nothing to draw, and nothing is written', async () => {
  const { stdout, stderr, exitCode } = await chart(['{"a":"x","id":7,"zip":10115}']);
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(stderr).toBe(
    'error: no column holds numbers for a chart\nhint: the columns are: a, id, zip; --columns chooses, identifiers too\n',
  );
});

test('of an empty report says so', async () => {
  const { stdout, exitCode } = await chart([]);
  expect([stdout, exitCode]).toEqual(['no records\n', 0]);
});
