import { describe, expect, test } from 'vitest';
import { runWithoutCaption } from '../harness/caption.ts';
import { homeWithWeeks } from '../harness/profiles.ts';
import type { CliOptions } from '../harness/run-cli.ts';
import { startDatedService } from '../harness/service.ts';
import { withoutGaps } from '../harness/without-gaps.ts';

const QUARTER = ['revenue', '--from', '2026-01-01', '--to', '2026-03-31'];

/** `b.example` has nothing in January, `c.example` nothing in February. Numbers of 19 digits, many scales, nulls. */
const RECORDS = [
  '{"day":"2026-01-05","domain":"a.example","source":"s1","views":100,"revenue":0.10}',
  '{"day":"2026-01-20","domain":"a.example","source":"s2","views":50,"revenue":-1000.20}',
  '{"day":"2026-01-31","domain":"c.example","source":"","views":9,"revenue":33.3}',
  '{"day":"2026-02-03","domain":"a.example","source":"s1","views":7,"revenue":9007199254740993}',
  '{"day":"2026-02-14","domain":"a.example","source":null,"views":3,"revenue":1234567890123456789}',
  '{"day":"2026-02-20","domain":"b.example","source":"s2","views":null,"revenue":-1234567890123456788.5}',
  '{"day":"2026-03-01","domain":"b.example","source":"s1","views":11,"revenue":0.000000001}',
  '{"day":"2026-03-15","domain":"c.example","source":null,"views":0,"revenue":null}',
  '{"day":"2026-03-31","domain":"a.example","source":"s2","views":1,"revenue":0.005}',
];
const MONTHS = '--group-by domain --by month --pivot month';

async function pull(records: readonly string[], line: string, options: Partial<CliOptions> = {}) {
  const { env } = await startDatedService(records);
  const result = await runWithoutCaption([...QUARTER, ...line.split(' ')], {
    ...options,
    env: { ...env, ...options.env },
  });
  return withoutGaps(result);
}

/** Python's `decimal` and `fractions` computed the numbers. */
describe('--pivot', () => {
  test('makes a column of each month, and a total from the records', async () => {
    expect(await pull(RECORDS, `${MONTHS} --sum revenue`)).toPrint(
      'domain,2026-01,2026-02,2026-03,total\n' +
        'a.example,-1000.10,1243575089378197782,0.005,1243575089378196781.905\n' +
        'c.example,33.3,,,33.3\n' +
        'b.example,,-1234567890123456788.5,0.000000001,-1234567890123456788.499999999\n',
      'warning: 1 of 7 groups has no number in revenue, such as "c.example 2026-03" [unknown-amounts]\n',
    );
  });

  test('of a group column: values by name, null and empty text as the last', async () => {
    const expected =
      'domain,s1,s2,(none),total\n' +
      'a.example,9007199254740993.10,-1000.195,1234567890123456789,1243575089378196781.905\n' +
      'c.example,,,33.3,33.3\n' +
      'b.example,0.000000001,-1234567890123456788.5,,-1234567890123456788.499999999\n';
    for (const groups of ['domain,source', 'source,domain']) {
      expect(await pull(RECORDS, `--group-by ${groups} --pivot source --sum revenue`)).toPrint(
        expected,
        'warning: 1 of 9 days has no number in revenue, such as "2026-03-15" [unknown-amounts]\n',
      );
    }
  });

  test.each([
    ['--sort -2026-01', ['c', 'a', 'b']],
    ['--sort -total --limit 2', ['a', 'c']],
    ['--sort domain', ['a', 'b', 'c']],
  ])('%s', async (args, domains) => {
    const { stdout } = await pull(RECORDS, `${MONTHS} --sum revenue --columns domain ${args}`);
    expect(stdout).toBe(`domain\n${domains.map((name) => `${name}.example\n`).join('')}`);
  });

  test('--columns names the new columns', async () => {
    const args = `${MONTHS} --sum revenue --columns domain,all=total,january=2026-01`;
    expect((await pull(RECORDS, `${args} --limit 1`)).stdout).toBe(
      'domain,all,january\na.example,1243575089378196781.905,-1000.10\n',
    );
  });
});

describe('the columns are in order', () => {
  const days = ['2026-01-05', '2026-01-06', '2026-01-10', '2026-01-11', '2026-01-12'].map(
    (day, index) => `{"day":"${day}","k":"${'ab'[index % 2]}","v":${index + 1}}`,
  );
  const names = async (line: string, records: readonly string[] = days) =>
    (await pull(records, `${line} --sum v`)).stdout.split('\n')[0];

  test.each([
    ['--by day --pivot day', '2026-01-05,2026-01-06,2026-01-10,2026-01-11,2026-01-12,total'],
    ['--by week --pivot week', '2026-W02,2026-W03,total'],
    ['--by quarter --pivot quarter', '2026-Q1,total'],
    ['--group-by k --by year --pivot year', 'k,2026,total'],
  ])('%s', async (line, expected) => {
    expect(await names(line)).toBe(expected);
    expect(await names(line, [...days].reverse())).toBe(expected);
  });

  test('weeks that begin on Sunday', async () => {
    const { stdout } = await pull(days, '--by week --pivot week --sum v', { home: homeWithWeeks('sunday') });
    expect(stdout.split('\n')[0]).toBe('2026-01-04,2026-01-11,total');
  });

  test('numbers by value, then texts', async () => {
    const records = ['10', '"x"', '2', 'null', '-1', '"B"', '2.0', '"1.10"'].map(
      (hour, index) => `{"day":"2026-01-05","hour":${hour},"v":${index}}`,
    );
    expect(await names('--group-by hour --pivot hour', records)).toBe('-1,1.10,2,10,B,x,(none),total');
  });

  test('and the rows stay in the order of the records', async () => {
    const records = [days[3]!, days[0]!, days[1]!, days[4]!];
    expect((await pull(records, '--group-by k --by week --pivot week --sum v')).stdout).toBe(
      'k,2026-W02,2026-W03,total\nb,6,,6\na,1,5,6\n',
    );
  });
});

describe('a table', () => {
  const records = ['id', 'rate', 'x'].flatMap((source, index) => [
    `{"day":"2026-01-05","k":"a","source":"${source}","revenue":${index + 1}234}`,
    `{"day":"2026-01-06","k":"b","source":"${source}","revenue":-1${index}}`,
  ]);

  test('shows the columns as the measure that they come from', async () => {
    const { stdout } = await pull(records, '--group-by k,source --pivot source --sum revenue -f table', {
      stdoutTty: true,
    });
    expect(stdout.replace(/ +/g, ' ')).toBe(
      'k id rate x total\n' +
        stdout.split('\n')[1]!.replace(/ +/g, ' ') +
        '\na 1,234 2,234 3,234 6,702\nb -10 -11 -12 -33\n' +
        `${stdout.split('\n')[1]!.replace(/ +/g, ' ')}\ntotal of all 2 1,224 2,223 3,222 6,669\n`,
    );
  });

  /** A record of each month from October 2025 to September 2026. */
  const year = Array.from({ length: 12 }, (_, index) => {
    const month = new Date(Date.UTC(2025, 9 + index, 5)).toISOString().slice(0, 10);
    return ['a', 'b'].map((k) => `{"day":"${month}","k":"${k}","clicks":${index},"revenue":${index + 1}234.50}`);
  }).flat();
  const ofYear = async (args: string, columns: number, sent = year) => {
    const { env } = await startDatedService(sent);
    const line = `revenue --from 2025-10-01 --to 2026-09-30 --group-by k ${args} -f table`;
    const result = await runWithoutCaption(line.split(' '), {
      env,
      stdoutTty: true,
      columns,
      now: '2026-10-01T12:00:00Z',
    });
    return { ...result, head: result.stdout.split('\n')[0]! };
  };

  test('shows shares as percentages', async () => {
    const records = ['01-05', '02-03'].map((day) => `{"day":"2026-${day}","domain":"a","revenue":1}`);
    const { stdout } = await pull(records, `${MONTHS} --sum revenue --share revenue -f markdown`);
    expect(stdout).toContain('\n| a | 1 | 50.0% | 1 | 50.0% | 2 | 100.0% |\n');
  });

  test('that is narrow keeps the newest units and the total, and says which it does not show', async () => {
    const { head, stderr } = await ofYear('--by month --pivot month --sum revenue', 60);
    expect(head).toBe('k                 2026-07    2026-08    2026-09       total');
    expect(stderr).toContain('too narrow for 9 columns: 2025-10, 2025-11, 2025-12, 2026-01, 2026-02,');
    expect((await ofYear('--by month --pivot month --sum revenue', 38)).stdout.split('\n')[0]).toBe(
      'k                 2026-09       total',
    );
    const two = await ofYear('--by month --pivot month --sum revenue,clicks', 70);
    expect(two.head).toBe('k             2026-06_    2026-07_   2026-08_   2026-09_        total_');
    expect(two.stdout.split('\n')[1]).toMatch(/^ +revenue +revenue +revenue +revenue +revenue$/);
    // Columns are worth more than the number of groups.
    expect(two.stdout).toMatch(/^total {8}18,469\.00 /m);
    const chosen = await ofYear('--by month --pivot month --sum revenue --columns k,2026*', 60);
    expect(chosen.stdout.split('\n')[0]).toBe('k        2026-01    2026-06    2026-07    2026-08    2026-09');
  });

  test.each([
    ['', 'a 1001.50 2001.50 3001.50 6004.50'],
    [' --sort -views', 'a 101 201 301 603'],
    [' --sum clicks,views', 'a 11 21 31 63'],
  ])('that is narrow keeps the main measure of each month, and its total:%s', async (args, row) => {
    const rows = [1, 2, 3].map(
      (month) => `{"day":"2026-0${month}-05","k":"a","views":${month}01,"clicks":${month}1,"revenue":${month}001.50}`,
    );
    const line = `--group-by k --by month --pivot month${args} -f table --all-digits`;
    const { stdout } = await pull(rows, line, { stdoutTty: true, columns: 52 });
    expect(stdout.split('\n')[3]!.replace(/ +/g, ' ')).toBe(row);
  });
});

describe('rejects', () => {
  const values = (count: number) =>
    Array.from({ length: count }, (_, index) => `{"day":"2026-01-05","k":"k${index}","v":1}`);

  test('more than 200 values', async () => {
    const { exitCode, stdout } = await pull(values(200), '--group-by k --pivot k --sum v');
    expect({ exitCode, columns: stdout.split('\n')[0]!.split(',').length }).toEqual({ exitCode: 0, columns: 201 });
    expect(await pull(values(201), '--group-by k --pivot k --sum v')).toFail(
      2,
      'error: --pivot k: the groups have more than 200 different values of k, and each would be a column\n' +
        'hint: choose a column with fewer values, or a longer unit: --by month; or select values with --where\n',
    );
    // The groups that --having drops have no column.
    expect(await pull(values(201), '--group-by k --pivot k --sum v --having k!=k7')).toMatchObject({ exitCode: 0 });
  });

  test.each([
    ['total', 'k', '{"day":"2026-01-05","total":"x","k":"a","v":1}', 'total'],
    ['2026-01', 'month', '{"day":"2026-01-05","2026-01":"x","v":1}', '2026-01'],
    ['x', 'k', '{"day":"2026-01-05","x":"x","k":"total","v":1}', 'total'],
    ['x', 'k', '{"day":"2026-01-05","x":"x","k":"(none)","v":1},{"day":"2026-01-05","x":"x","v":1}', '(none)'],
  ])('a column %s of the groups with --pivot %s of %s', async (group, pivot, records, name) => {
    const keys = pivot === 'month' ? `--group-by ${group} --by month` : `--group-by ${group},${pivot}`;
    expect(await pull(records.split(/(?<=\}),/), `${keys} --pivot ${pivot} --sum v`)).toFail(
      2,
      `error: --pivot ${pivot}: two columns would have the name "${name}"\n` +
        'hint: exclude one of the values with --where, or leave out a column of --group-by\n',
    );
  });

  test.each([
    ['--pivot month', '--pivot goes with --group-by or --by\nhint: for example: --group-by campaign --pivot campaign'],
    ['--sum views --pivot month', '--pivot goes with --group-by or --by\n'],
    [
      '--group-by domain --by month --pivot source',
      '--pivot source: the groups have no such column\nhint: choose one of: domain, month',
    ],
    [
      `--group-by domain --pivot domain --compare previous`,
      "option '--pivot <column>' cannot be used with option '--compare <range>'\n",
    ],
    [
      `${MONTHS} -f chart`,
      '--pivot cannot be combined with the format chart\nhint: leave out --pivot, or choose --format table',
    ],
    [`${MONTHS} --sort april`, 'no record has the column "april" (--sort)\n'],
    [`${MONTHS} --columns 2026-04`, 'no record has the column "2026-04" (--columns)\n'],
  ])('%s', async (line, message) => {
    expect(await pull(RECORDS, line)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}`),
    });
  });
});
