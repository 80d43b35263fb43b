import { describe, expect, test } from 'vitest';
import { runWithoutCaption, withoutCaption } from '../harness/caption.ts';
import { startDailyService } from '../harness/daily-service.ts';
import type { CliOptions } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = 'revenue --from 2026-01-01 --to 2026-01-01 --date-column none -f chart';

async function chart(records: readonly string[], line = '', columns?: number) {
  const service = await startRecordService(() => records);
  const terminal = columns === undefined ? {} : { stdoutTty: true, columns };
  const group = /(?:-g|--group-by) /.test(line) ? '' : '--group-by a';
  return runWithoutCaption(`${DAY} ${group} ${line}`, { env: service.env, ...terminal });
}

describe('bars', () => {
  test('have a label, the exact number, and a length in proportion to it', async () => {
    expect(
      await chart(
        [
          '{"campaign_id":4711001,"campaign":"春","revenue":100.00}',
          '{"campaign_id":4711002,"campaign":"naïve","revenue":50}',
          '{"campaign_id":4711003,"campaign":"little","revenue":1e-7}',
          '{"campaign_id":4711004,"campaign":"zero","revenue":0.0}',
          '{"campaign_id":4711005,"campaign":"none","revenue":null}',
        ],
        '--group-by campaign',
        44,
      ),
    ).toPrint(
      'revenue by campaign\n\n' +
        'campaign      revenue\n' +
        '────────  ───────────  ─────────────────────\n' +
        '春        100.00       █████████████████████\n' +
        'naïve      50.00       ██████████▌\n' +
        'little      0.0000001  ▌\n' +
        'zero        0.00\n' +
        'none                —\n' +
        '────────  ───────────  ─────────────────────\n' +
        'total     150.00\n' +
        'rounded: --all-digits shows all digits\n',
      'warning: 1 of 5 groups has no number in revenue, such as "none" [unknown-amounts]\n',
    );
  });

  test.each<[what: string, columns: number, records: string[], bars: string]>([
    [
      'below zero grow to the left of an axis',
      32,
      ['"x","n":-30', '"y","n":60', '"z","n":0', '"w","n":-0.01'],
      'a           n  │\n─────  ──────  ─────────────────\ny       60.00          │████████\nx      -30.00      ████│\nw       -0.01         ▐│\nz        0.00          │\n─────  ──────  ─────────────────\ntotal   29.99\n',
    ],
    [
      'that are all below zero fill their side',
      22,
      ['"x","n":-2', '"y","n":-1'],
      'a       n  │\n─────  ──  ───────────\nx      -2  █████│\ny      -1    ▐██│\n─────  ──  ───────────\ntotal  -3\n',
    ],
    [
      'below zero are half a character if they are small',
      26,
      ['"x","n":-1', '"y","n":1000'],
      'a          n  │\n─────  ─────  ────────────\ny      1,000       │█████\nx         -1      ▐│\n─────  ─────  ────────────\ntotal    999\n',
    ],
  ])('%s', async (_what, columns, records, bars) => {
    const named = records.map((record) => `{"a":${record}}`);
    expect(await chart(named, '', columns)).toPrint(`n by a\n\n${bars}`);
  });

  test('add up the records of one label', async () => {
    const records = [
      '{"day":"2026-01-01","domain":"a","source":"s","n":0.1}',
      '{"day":"2026-01-01","domain":"b","source":"s","n":2}',
      '{"day":"2026-01-01","domain":"a","source":"t","n":0.2}',
      '{"day":"2026-01-01","domain":null,"source":"t","n":1}',
    ];
    expect(await chart(records, '--group-by domain')).toPrint(
      'n by domain\n\ndomain     n\n──────  ────  ─────────────────────────\nb       2.00  █████████████████████████\n(none)  1.00  ████████████▌\na       0.30  ████\n──────  ────  ─────────────────────────\ntotal   3.30\n',
    );
    expect(await chart(records, '--group-by domain,source')).toPrint(
      'n by domain, source\n\ndomain  source     n\n──────  ──────  ────  ─────────────────────────\nb       s       2.00  █████████████████████████\n(none)  t       1.00  ████████████▌\na       t       0.20  ██▌\na       s       0.10  █▌\n──────  ──────  ────  ─────────────────────────\ntotal           3.30\n',
    );
  });

  test('are the twenty largest, and one of all others', async () => {
    const records = Array.from({ length: 50 }, (_, index) => `{"a":"label ${index}","n":${index}.5}`);
    const { stdout, stderr } = await chart(records);
    const lines = stdout.split('\n').slice(4, -3);
    expect(lines).toHaveLength(21);
    expect(stderr).toBe('warning: 30 more groups are added up in (other) (--limit all shows all)\n');
    expect(lines[0]).toBe('label 49     49.50  █████████████████████████');
    expect(lines[20]).toBe('(other)     450.00');
    const few = await chart(records, '--limit 2');
    expect(few.stdout.split('\n').slice(4, -3)).toEqual([
      expect.stringMatching(/^label 49/),
      expect.stringMatching(/^label 48/),
      expect.stringMatching(/^\(other\)/),
    ]);
    expect(few.stderr).toBe('note: 48 more groups are added up in (other) (--limit all shows all)\n');
    const all = await chart(records, '--limit all');
    const { home, stderr: ofFile } = await chart(records, '-o whole.txt');
    for (const text of [all.stdout, withoutCaption(home.read('whole.txt')!)])
      expect([text.split('\n').length, text.includes('(other)')]).toEqual([57, false]);
    expect([all.stderr, ofFile]).toEqual(['', '']);
  });

  test('never merge the largest loss, nor one label alone, and name the others otherwise if a label has their name', async () => {
    const labels = (stdout: string) =>
      stdout
        .split('\n')
        .slice(4, -3)
        .map((line) => line.split(/ {2,}/)[0]);
    const records = [...Array.from({ length: 20 }, (_, index) => 100 + index), -5324].map(
      (n, index) => `{"a":"label ${index}","n":${n}}`,
    );
    const all = await chart(records);
    expect(labels(all.stdout)).toHaveLength(21);
    expect(labels(all.stdout)[0]).toBe('label 20');
    const more = await chart([...records, '{"a":"b","n":1}', '{"a":"c","n":1}']);
    expect([labels(more.stdout)[0], labels(more.stdout).at(-1)]).toEqual(['label 20', '(other)']);
    for (const name of ['(other)', '\\u0028other)']) {
      const taken = await chart([...records, `{"a":"${name}","n":1}`, '{"a":"c","n":1}']);
      expect(labels(taken.stdout).at(-1)).toBe('(other groups)');
    }
  });

  test('of averages have no total, and no bar of all others', async () => {
    const records = ['{"a":"x","n":2}', '{"a":"x","n":1}', '{"a":"y","n":9}', '{"a":"z","n":1}'];
    expect(await chart(records, '--group-by a --avg n --limit 1')).toPrint(
      'n_avg by a\n\na  n_avg\n─  ─────\ny      9\n',
      'note: 1 of 3 groups shown: a sum of n_avg for all others would mean nothing (--format csv -o <file> keeps all)\n',
    );
  });

  test('never leave out a number with too many digits to add', async () => {
    expect(await chart(['{"a":"x","n":1e999}', '{"a":"y","n":1}'])).toFail(
      2,
      'error: --sum n: a record holds 1e999, which has too many digits to compute with\n' +
        'hint: exclude such records with --where, or choose another column\n',
    );
  });

  test('are numbers of records where a sum of numbers means nothing', async () => {
    const records = ['{"a":"x","ctr":0.2}', '{"a":"x","ctr":0.1}'];
    expect((await chart(records)).stdout).toMatch(/^count by a\n(?:.*\n)+x +2\n/);
    expect(await chart(records, '--columns a')).toFail(
      2,
      'error: no column has numbers to chart\n' +
        'hint: the columns are: a; for one whose sum means nothing, use --avg or --max\n',
    );
    expect((await chart(records, '--avg ctr')).stdout).toMatch(/^ctr_avg by a\n(?:.*\n)+x +0\.15\n/);
  });

  const MANY = '{"a":"x","b":"y","id":7,"n":1,"m":2}';
  const CLICKS = '{"a":"x","clicks":7,"views":70,"revenue":3}';
  test.each([
    [MANY, '--columns m', 'm by a'],
    [MANY, '--columns m,a,n', 'm by a'],
    [CLICKS, '--ratio rate=clicks/views --columns a,rate', 'rate by a'],
    // The first measure that --sum or --sort names.
    [CLICKS, '--sum views,revenue', 'views by a'],
    [CLICKS, '--sort a,-clicks', 'clicks by a'],
    [CLICKS, '--group-by a --sum clicks --sum revenue', 'clicks by a'],
    // All keys if --columns names none.
    [CLICKS, '--group-by a --columns clicks', 'clicks by a'],
    // Without money, the first numbers with decimals, or else the first numbers.
    ['{"a":"x","clicks":7,"ctr":0.1,"fee":1.5}', '', 'fee by a'],
    ['{"a":"x","clicks":7,"views":70,"ctr":0.1}', '', 'clicks by a'],
  ])('of %s with %j have the title %s', async (record, args, title) => {
    expect((await chart([record], args)).stdout.split('\n')[0]).toBe(title);
  });
});

/** The numbers of a chart's axis, from the top. */
const ticksOf = (chart: string): readonly string[] =>
  chart.split('\n').flatMap((line) => /^ *(-?[\d.,e]+) [·┬┄─\u2801-\u28ff]/.exec(line)?.[1] ?? []);

/** A chart of `recordsOf` each day of January 2026, or of another range, in a terminal of this size. */
async function days(
  recordsOf: (day: number, month: string) => readonly string[],
  line = '',
  { columns = 40, rows = 29, ...options }: Partial<CliOptions> = {},
) {
  const service = await startDailyService({
    recordsOf: (day) => recordsOf(Number(day.slice(8)), day.slice(0, 7)).map((record) => `{"day":"${day}",${record}}`),
  });
  const range = line.includes('--from') ? '' : '--from 2026-01-01 --to 2026-01-05';
  return runWithoutCaption(`revenue ${range} -f chart ${line}`, {
    env: service.env,
    stdoutTty: true,
    columns,
    rows,
    ...options,
  });
}

describe('a line', () => {
  test('adds up the records of each day, and has round numbers on whole rows, and exact numbers', async () => {
    const { stdout, stderr } = await days((day) => [`"a":"x","n":${day}.10`, `"a":"y","n":0.${day}`]);
    expect(stderr).toBe('');
    expect(stdout).toMatchInlineSnapshot(`
      "n by day
      total 17.00 · highest 5.60 (2026-01-05)
      lowest 1.20 (2026-01-01)
      6 · · · · · · · · · · · · · · · · · · ·
                                            ⢀⡠
                                         ⣀⠔⠊⠁
                                     ⢀⡠⠔⠉
                                  ⣀⠤⠊⠁
      4 · · · · · · · · · · · ·⣀⠔⠊· · · · · ·
                           ⢀⡠⠔⠉
                        ⣀⠤⠒⠁
                     ⡠⠔⠊
                 ⢀⠤⠒⠉
      2 · · · ⡠⠔⠊⠁· · · · · · · · · · · · · ·
          ⢀⡠⠒⠉
        ⠔⠊⠁


      0 ┬────────┬─────────┬────────┬────────┬
        1 Jan  2 Jan     3 Jan    4 Jan  5 Jan
      "
    `);
  });

  test('has gaps where days or numbers are missing, also at the ends of the range', async () => {
    const { stdout } = await days(
      (day) => (day < 3 || (day > 6 && day < 10) || day > 17 ? [] : [`"n":${day === 13 ? null : 9}`]),
      '--from 2026-01-01 --to 2026-01-20',
      { columns: 43 },
    );
    const line = stdout.split('\n').find((each) => /[\u2801-\u28ff]/.test(each))!;
    const runs = line
      .slice(2)
      .replace(/[^\u2801-\u28ff]/g, ' ')
      .replace(/[^ ]+/g, '-');
    expect(runs).toBe('     -       -   -');
  });

  test('is drawn for numbers that are all zero, below zero, or a single one', async () => {
    const zero = await days(() => ['"n":0.00']);
    expect(zero.stdout).toMatch(/\n *0 ⠤+\n/);
    const negative = await days((day) => [`"n":${50 - 20 * day}`]);
    expect(ticksOf(negative.stdout)).toEqual(['40', '20', '0', '-20', '-40', '-60']);
    const single = await days((day) => (day === 3 ? ['"n":7'] : []));
    expect(single.stdout).toBe('n by day\n\nday         n\n──────────  ─\n2026-01-03  7\n');
  });

  test('reports records without a date', async () => {
    const service = await startRecordService(() => [
      '{"day":"2026-01-01","n":1}',
      '{"day":"2026-01-02","n":2}',
      '{"day":null,"n":4}',
    ]);
    const { stdout, stderr } = await runWithoutCaption(
      'revenue --from 2026-01-01 --to 2026-01-02 -f chart --date-column day',
      { env: service.env },
    );
    expect(stdout).toContain('highest 2 (2026-01-02)');
    expect(stderr).toContain('1 record without a date is not in the chart');
  });

  test.each([
    [40, 24],
    [80, 24],
    [200, 50],
  ])('fits a terminal of %i columns and %i lines', async (columns, rows) => {
    const { whole } = await days((day) => [`"n":${day * 97}`], '--from 2025-01-01 --to 2025-11-30', { columns, rows });
    const lines = whole.split('\n').slice(0, -1);
    expect(Math.max(...lines.map((line) => line.length))).toBe(columns);
    // Ticks on whole rows can leave some lines free.
    expect(lines.length).toBeLessThanOrEqual(rows - 6);
    expect(lines.length).toBeGreaterThan(rows - 6 - 6);
  });

  test.each([1, 2, 3])('has each point within half a row of its number (%i)', async (seed) => {
    const numberOf = (day: number): number => ((seed * 7919 + day * 104_729) % 2003) * seed - 700 * (seed % 3);
    const { stdout } = await days(
      // Points with gaps between them.
      (day) => (day % 2 === 1 ? [`"n":${numberOf(day)}`] : []),
      '--from 2026-01-01 --to 2026-01-31 --all-digits',
      { columns: 80, rows: 24 + 5 * seed },
    );
    const rows = stdout.split('\n');
    const ticks = rows.flatMap((line, row) => {
      const label = /^ *(-?[\d.]+) [·┬┄─\u2801-\u28ff]/.exec(line)?.[1];
      return label === undefined ? [] : [{ row, value: Number(label) }];
    });
    const [top, bottom] = [ticks[0]!, ticks.at(-1)!];
    const perRow = (top.value - bottom.value) / (bottom.row - top.row);
    for (const { row, value } of ticks) expect((top.value - value) / perRow).toBeCloseTo(row - top.row, 9);
    const points = rows
      .flatMap((line, row) =>
        [...line].flatMap((each, column) => (/[\u2801-\u28ff]/.test(each) ? [{ row, column }] : [])),
      )
      .sort((one, other) => one.column - other.column);
    expect(points).toHaveLength(16);
    for (const [index, { row }] of points.entries()) {
      const exact = top.row + (top.value - numberOf(1 + 2 * index)) / perRow;
      expect(Math.abs(row - exact)).toBeLessThanOrEqual(0.5 + 1 / 8);
    }
  });

  test('of a year or more is of weeks, with the exact sum of each, and a hollow point for one that is not whole', async () => {
    const value = (day: number) => [`"n":${day % 2 === 0 ? 100.1 : 300}`];
    const { stdout } = await days(value, '--from 2026-01-01 --to 2026-12-31', { columns: 80, rows: 16 });
    expect(stdout).toMatchInlineSnapshot(`
      "n by week
      total 73,717.90 · highest 1,500.30 (2026-W02) · lowest 1,300.40 (2026-W03)
      2,000 · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·
             ⠐⠤⡠⠒⠒⠤⡠⠔⠤⡠⠔⢄⠤⠢⢄⠤⠒⠒⠤⡠⠢⢄⠤⠢⢄⠤⠢⢄⠔⠒⠢⢄ ○○ ○○○ ○○ ○○○ ○○ ○○○ ○○ ○○ ○○○ ○○ ○○○ ○
      1,000 ○ · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·○

          0 ┬─────────────────┬──────────────────┬─────────────────┬─────────────────┬
            2026-W01      2026-W14           2026-W27          2026-W40       2026-W53
      ○ incomplete week
      "
    `);
    const shorter = await days(value, '--from 2026-01-02 --to 2026-12-31', { columns: 80, rows: 16 });
    expect(shorter.stdout).toMatch(/^n by day\n/);
    const averages = await days(value, '--from 2026-01-01 --to 2026-12-31 --by day --avg n');
    expect(averages.stdout).toMatch(/^n_avg by day\n/);
  });

  test('ends before today, which is a hollow point', async () => {
    const { stdout } = await days((day) => [`"n":${day === 5 ? 1 : 9}`], '', { now: '2026-01-05T12:00:00Z', rows: 16 });
    expect(stdout).toMatchInlineSnapshot(`
      "n by day
      total 37 · highest 9 (2026-01-01)
      lowest 9 (2026-01-01)
      10 ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀· · · · ·

       5 · · · · · · · · · · · · · · · · · · ·

       0 ┬────────┬────────┬────────┬────────○
         1 Jan  2 Jan    3 Jan    4 Jan  5 Jan
      ○ incomplete day
      "
    `);
  });
});

describe('bars of units', () => {
  const january = '--from 2026-01-01';

  test('are in the order of time, with their numbers', async () => {
    const monthly = (_: number, month: string) => [`"n":${Number(month.slice(5))}`];
    expect(await days(monthly, `${january} --to 2026-03-31 --by month`, { rows: 24 })).toPrint(
      'n by month\n' +
        '\nmonth      n\n' +
        '───────  ───  ─────────────────────────\n' +
        '2026-01   31  ████████▌\n' +
        '2026-02   56  ███████████████\n' +
        '2026-03   93  █████████████████████████\n' +
        '───────  ───  ─────────────────────────\n' +
        'total    180\n',
    );
    const { stdout, stderr } = await days(monthly, `${january} --to 2026-03-31 --by month -n 2`, { rows: 24 });
    expect(stdout).toMatch(/2026-02 .*\n─.*\ntotal of all 3 {2}180\n$/);
    expect(stderr).toBe('note: 1 more bar is not shown (--limit all shows all)\n');
  });

  test.each([
    ['day', '2026-01-12', false],
    ['month', '2026-12-31', true],
    ['month', '2027-01-31', false],
    ['week', '2026-03-22', true],
    ['week', '2026-04-05', false],
  ])('are for up to twelve units: --by %s --to %s', async (unit, to, areBars) => {
    const { stdout } = await days(() => ['"n":1'], `${january} --to ${to} --by ${unit}`, { columns: 80 });
    expect([stdout.includes('█'), /[\u2801-\u28ff]/.test(stdout)]).toEqual([areBars, !areBars]);
  });

  test('with a row for all others are in the order of their size', async () => {
    const values = (day: number) => [`"n":${day}`];
    expect(await days(values, '--by day --top 2')).toPrint(
      'n by day\n\n' +
        'day          n\n' +
        '──────────  ──  ────────────────────────\n' +
        '2026-01-05   5  ████████████████████████\n' +
        '2026-01-04   4  ███████████████████\n' +
        '(other)      6\n' +
        '──────────  ──  ────────────────────────\n' +
        'total       15\n',
    );
  });
});

describe('lines of groups', () => {
  const NAMES = ['一', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const records = (day: number): readonly string[] =>
    NAMES.map((name, index) => `"name":"${name}","n":${(8 - index) * 10}.${day}`);

  test('have a mark and a total in the legend', async () => {
    const { stdout } = await days(records, '--group-by name --by day --limit 2');
    expect(stdout).toMatch(/^n by name, day\n/);
    expect(stdout.split('\n').slice(-4)).toEqual([
      '***  一         401.50',
      'ooo  b          351.50',
      '...  (other)  1,059.00',
      '',
    ]);
    expect(stdout).toMatch(/\n *\S* \*{10,}\n/);
  });

  test('have different colours on a terminal with colours, and dots instead of marks', async () => {
    const service = await startDailyService({
      recordsOf: (day) => records(1).map((record) => `{"day":"${day}",${record}}`),
    });
    const { stdout } = await runWithoutCaption(
      'revenue --from 2026-01-01 --to 2026-01-05 -f chart --group-by name --by day --limit 2',
      { env: { ...service.env, NO_COLOR: '', TERM: 'xterm' }, stdoutTty: true, columns: 60, rows: 40 },
    );
    const colors = [36, 33].map((code) => [`\u001b[${code}m`, '\u001b[39m'] as const);
    const marks = [...colors, ['\u001b[2m', '\u001b[22m']].map(([on, off]) => `${on}──${off}`);
    const legend = stdout.split('\n').slice(-4, -1);
    expect(legend.map((line) => line.split('  ')[0])).toEqual(marks);
    // The line, its name at its end, and the legend.
    for (const [on] of colors) expect(stdout.split(`${on}`).length).toBe(4);
    expect(stdout).toMatch(/\u001b\[36m[\u2801-\u28ff]{20,}\u001b\[39m \u001b\[36m一\u001b\[39m\n/);
  });

  test.each([
    [4, '', true, 4],
    [5, '', false, 6],
    [8, '--limit 4', true, 5],
    [8, '--limit 5', false, 7],
    [8, '--limit all', false, 9],
  ])('of %i groups with %j are lines: %j', async (count, args, areLines, shown) => {
    const { stdout } = await days((day) => records(day).slice(0, count), `--group-by name --by day ${args}`);
    expect(stdout.startsWith(areLines ? 'n by name, day\n' : 'n by name\n')).toBe(true);
    expect(stdout.match(/^\S+ .* \d[\d,]*\.\d\d(?: {2}█.*)?$/gm)).toHaveLength(shown);
  });

  test('of averages have no totals, and none for all others', async () => {
    const { stdout, stderr } = await days(records, '--group-by name --by day --avg n');
    expect(stdout.split('\n').slice(-5)).toEqual(['***  一', 'ooo  b', '+++  c', 'xxx  d', '']);
    expect(stderr).toContain('4 of 8 groups shown: a sum of n_avg for all others would mean nothing');
  });
});

describe('a comparison', () => {
  test('has the earlier range as a dashed line from the same weekday', async () => {
    const { stdout } = await days(
      (day, month) => [`"n":${month === '2026-01' ? day : 10 * day}`],
      '--from 2026-02-01 --to 2026-02-28 --compare previous',
      { columns: 80 },
    );
    expect(stdout).toMatch(/^n by day\n/);
    expect(stdout.split('\n').slice(-4)).toEqual([
      '──  2026-02-01..2026-02-28  4,060  +718.5%',
      '┄┄  2026-01-01..2026-01-31    496',
      'compared days shifted by 3 to match weekdays',
      '',
    ]);
  });

  test('of groups has both numbers', async () => {
    const { stdout } = await days(
      (_, month) => [`"a":"x","n":${month === '2026-01' ? 1 : 2}`],
      '--from 2026-02-01 --to 2026-02-28 --compare previous --group-by a',
    );
    expect(stdout).toBe(
      [
        'n by a',
        '',
        'a   n  before  change       %',
        '─  ──  ──────  ──────  ──────',
        'x  56      31     +25  +80.6%',
        '',
      ].join('\n'),
    );
  });
});

test('of an empty report is a message', async () => {
  const { stdout, exitCode } = await chart([]);
  expect([stdout, exitCode]).toEqual(['no records\n', 0]);
});

test('a chart that is by day of itself says what it lacks', async () => {
  const values = (day: number) => [`"domain":"x","n":${day}`];
  const { stderr } = await days(values, '--columns domain,n');
  expect(stderr).toBe(
    'error: a chart by day has no column "domain"\nhint: the columns are: day, n; --group-by adds one\n',
  );
  const service = await startRecordService(() => ['{"domain":"a","n":1}']);
  const undated = await runWithoutCaption('domains --from 2026-01-01 --to 2026-01-31 -f chart', { env: service.env });
  expect(undated).toFail(
    2,
    'error: a chart of one day, of records without dates, or with --compare usual goes with --group-by\n' +
      'hint: for example: --group-by domain\n',
  );
});

test('a chart names the other sums of its request', async () => {
  const { stderr } = await chart(['{"k":"a","revenue":2,"clicks":3}'], '-g k --sum revenue,clicks --sort k');
  expect(stderr).toBe('warning: a chart shows one column; not shown: clicks\n');
});
