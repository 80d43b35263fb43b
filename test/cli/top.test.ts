import { describe, expect, test } from 'vitest';
import {
  byName,
  FIGURES,
  type Figures,
  fraction,
  isLess,
  jsonOf,
  quotientOf,
  sixDecimals,
  spelledSum,
  sumOf,
  times,
  valuesOf,
} from '../harness/figures.ts';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import { pullJanuary } from '../harness/without-gaps.ts';

const RECORDS = FIGURES.map(jsonOf);

const WITH_KIND = '--group-by name,kind --sum v --top 1'.split(' ');

type Group = readonly [name: string, figures: readonly Figures[]];

/** The groups with the largest sum of `column` first, gains and losses. */
function ranked(groups: Iterable<Group>, column: 'revenue' | 'views'): readonly Group[] {
  const size = ([, figures]: Group) => {
    const sum = sumOf(valuesOf(figures, column));
    return isLess(sum, fraction('0')) ? times(-1n, sum) : sum;
  };
  return [...groups].sort((left, right) => (isLess(size(right), size(left)) ? -1 : 1));
}

/** The first groups, and one of the records of all others. */
function withOther(groups: readonly Group[], count: number): readonly Group[] {
  return [
    ...groups.slice(0, count),
    ['(other)', groups.slice(count).flatMap(([, figures]) => figures)] as const,
  ];
}

function averageOf(figures: readonly Figures[]): string {
  const views = valuesOf(figures, 'views').filter((each) => each !== null);
  return sixDecimals(quotientOf(sumOf(views), fraction(String(views.length))));
}

function extremesOf(figures: readonly Figures[]): string {
  const views = valuesOf(figures, 'views').filter((each) => each !== null);
  const sorted = [...views].sort((left, right) => Number(left) - Number(right));
  return `${sorted[0]},${sorted.at(-1)}`;
}

function shareOf(figures: readonly Figures[]): string {
  return sixDecimals(
    quotientOf(times(100n, sumOf(valuesOf(figures, 'revenue'))), sumOf(valuesOf(FIGURES, 'revenue'))),
  );
}

function rateOf(figures: readonly Figures[]): string {
  const [clicks, views] = [sumOf(valuesOf(figures, 'clicks')), sumOf(valuesOf(figures, 'views'))];
  return sixDecimals(quotientOf(times(100n, clicks), views));
}

describe('--top', () => {
  test.each([1, 3, 5])('%i: the other groups are aggregated from their records', async (count) => {
    const rows = withOther(ranked(byName(), 'revenue'), count).map(([name, figures]) => {
      const sums = (['revenue', 'clicks', 'views'] as const).map((column) =>
        spelledSum(valuesOf(figures, column)),
      );
      return [
        name,
        sums[0],
        extremesOf(figures),
        averageOf(figures),
        sums[1],
        sums[2],
        figures.length,
        rateOf(figures),
        shareOf(figures),
      ].join(',');
    });
    const args =
      '--group-by name --sum revenue --min views --max views --avg views --count --ratio ctr=100*clicks/views --share revenue';
    expect(await pullJanuary(RECORDS, ...args.split(' '), '--top', String(count))).toMatchObject({
      exitCode: 0,
      stdout: `name,revenue,views_min,views_max,views_avg,clicks,views,count,ctr,revenue_share\n${rows.join('\n')}\n`,
      stderr: '',
    });
  });

  test.each(['6', '7', '8', '1000000000'])(
    '%s groups, one more, or fewer have no other row',
    async (count) => {
      const rows = ranked(byName(), 'revenue').map(
        ([name, figures]) => `${name},${spelledSum(valuesOf(figures, 'revenue'))}\n`,
      );
      const { stdout } = await pullJanuary(RECORDS, '--group-by', 'name', '--sum', 'revenue', '--top', count);
      expect(stdout).toBe(`name,revenue\n${rows.join('')}`);
    },
  );

  test('sorts by --sort, and then keeps the other row last', async () => {
    const groups = [...byName()].sort(([left], [right]) => (left < right ? -1 : 1));
    const rows = withOther(groups, 2).map(
      ([name, figures]) => `${name},${spelledSum(valuesOf(figures, 'views'))}\n`,
    );
    const args = '--group-by name --sum views --sort name --top 2';
    expect((await pullJanuary(RECORDS, ...args.split(' '))).stdout).toBe(`name,views\n${rows.join('')}`);
  });

  test.each([
    [['--sum', 'views,revenue'], 'views'],
    [['--max', 'day', '--ratio', 'r=clicks/views', '--share', 'revenue'], 'revenue'],
    [[], 'revenue'],
  ] as const)('without --sort, %j sorts by %s', async (args, measure) => {
    const expected = withOther(ranked(byName(), measure), 4).map(([name]) => name);
    const { stdout } = await pullJanuary(
      RECORDS,
      '--group-by',
      'name',
      ...args,
      '--top',
      '4',
      '--columns',
      'name',
    );
    expect(stdout).toBe(`name\n${expected.join('\n')}\n`);
  });

  test('comes after --having: the groups that it drops are not among the others', async () => {
    const kept = [...byName()].filter(([name]) => name !== 'n1' && name !== 'n5');
    const rows = withOther(ranked(kept, 'revenue'), 2).map(
      ([name, figures]) => `${name},${spelledSum(valuesOf(figures, 'revenue'))},${shareOf(figures)}\n`,
    );
    const result = await pullJanuary(
      RECORDS,
      ...'--group-by name --sum revenue --share revenue --having name!=n1 --having name!=n5 --top 2 --totals'.split(
        ' ',
      ),
    );
    const all = kept.flatMap(([, figures]) => figures);
    expect(result).toMatchObject({
      stdout: `name,revenue,revenue_share\n${rows.join('')}`,
      stderr: `note: totals of 5 rows: revenue ${spelledSum(valuesOf(all, 'revenue'))}, revenue_share ${shareOf(all)}\n`,
    });
  });

  test('has the label in the first key', async () => {
    const records = [
      '{"id":1,"day":"2026-01-05","name":"a","kind":"x","v":1}',
      '{"id":2,"day":"2026-01-06","name":"b","kind":"x","v":5}',
      '{"id":3,"day":"2026-01-07","name":"c","kind":"x","v":2}',
    ];
    const run = async (...args: readonly string[]) =>
      (await pullJanuary(records, '-q', '-f', 'ndjson', '--sum', 'v', '--top', '1', ...args)).stdout;
    expect(await run('--group-by', 'id,name,kind')).toBe(
      '{"id":2,"name":"b","kind":"x","v":5}\n{"id":"(other)","name":null,"kind":null,"v":3}\n',
    );
    expect(await run('--group-by', 'id')).toBe('{"id":2,"v":5}\n{"id":"(other)","v":3}\n');
    expect(await run('--group-by', 'id', '--by', 'month', '--top', '1')).toBe(
      '{"id":2,"month":"2026-01","v":5}\n{"id":"(other)","month":null,"v":3}\n',
    );
    // Some names spell numbers.
    const digits = [7, 8, 9].map((name) => `{"name":"${name}","kind":"x","v":1}`);
    const named = (await pullJanuary([...digits, ...records], '-q', ...WITH_KIND)).stdout;
    expect(named).toBe('name,kind,v\nb,x,5\n(other),,6\n');
  });

  test('is named otherwise if a group has its name', async () => {
    const records = ['(other)', 'a', 'b', 'c'].map(
      (k, index) => `{"day":"2026-01-05","k":"${k}","v":${index}}`,
    );
    for (const format of ['csv', 'ndjson', 'table', 'markdown']) {
      const args = `-q -f ${format} --group-by k --sum v --top 2`.split(' ');
      const { stdout } = await pullJanuary(records, ...args);
      expect(stdout).toMatch(/\(other groups\)[^\n\d]*1\b/);
    }
    const sorted = '-q --group-by k --sum v --top 1 --sort v'.split(' ');
    expect((await pullJanuary(records, ...sorted)).stdout).toBe('k,v\n(other),0\n(other groups),6\n');
    const dropped = '-q --group-by k --sum v --top 1 --having k!=(other)'.split(' ');
    expect((await pullJanuary(records, ...dropped)).stdout).toBe('k,v\nc,3\n(other),3\n');
  });

  test('never holds the largest loss, unless --sort says so', async () => {
    const records = ['900', '-5324.00', '"-2000"', '20', '-1', '0'].map(
      (v, index) => `{"day":"2026-01-05","k":"k${index}","v":${v}}`,
    );
    const run = async (args: string) =>
      (await pullJanuary(records, '-q', ...`--group-by k --sum v --top 2 ${args}`.trim().split(' '))).stdout;
    expect(await run('')).toBe('k,v\nk1,-5324.00\nk2,-2000\n(other),919\n');
    expect(await run('--sort -v')).toBe('k,v\nk0,900\nk3,20\n(other),-7325.00\n');
  });

  test('of units of time', async () => {
    const records = [
      '{"day":"2026-01-05","v":1}',
      '{"day":"2026-01-13","v":5}',
      '{"day":"2026-01-20","v":2}',
    ];
    expect((await pullJanuary(records, '-q', ...'--by week --sum v --top 1'.split(' '))).stdout).toBe(
      'week,v\n2026-W03,5\n(other),3\n',
    );
  });

  test('with a comparison: both ranges of the others', async () => {
    const { env } = await startRecordService(({ query }) =>
      query.start_date === '2026-02-01'
        ? ['{"k":"a","v":9,"w":1}', '{"k":"b","v":0.5,"w":2}', '{"k":"new","v":1.25,"w":3}']
        : ['{"k":"a","v":3,"w":1}', '{"k":"b","v":4,"w":8}', '{"k":"gone","v":2,"w":5}'],
    );
    const args = 'revenue --from 2026-02-01 --to 2026-02-28 --compare previous --group-by k -q'.split(' ');
    expect((await runCli([...args, '--sum', 'v', '--avg', 'w', '--top', '1'], { env })).stdout).toBe(
      'k,v,v_before,v_change,v_percent,w_avg,w_avg_before,w_avg_change,w_avg_percent\n' +
        'a,9,3,6,200.00,1,1,0,0.00\n' +
        '(other),1.75,6,-4.25,-70.83,2.5,6.5,-4,-61.54\n',
    );
  });

  test('with a trend: the bars of the others have the same units', async () => {
    const records = [
      '{"day":"2026-01-05","k":"a","v":9}',
      '{"day":"2026-01-13","k":"b","v":7}',
      '{"day":"2026-01-20","k":"a","v":18}',
      '{"day":"2026-01-13","k":"c","v":0}',
      '{"day":"2026-01-20","k":"c","v":1}',
    ];
    const args = '-q --group-by k --by week --trend --sum v --top 1'.split(' ');
    expect((await pullJanuary(records, ...args)).stdout).toBe('k,v,v_trend\na,27,▅ █\n(other),8, █▂\n');
  });

  test('without a record, no row', async () => {
    expect(await pullJanuary([], '--group-by', 'k', '--top', '1')).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test.each([
    [['--top', '3'], '--top goes with --group-by or --by\nhint: for example: --group-by campaign --top 10'],
    [['--count', '--top', '3'], '--top goes with --group-by or --by\n'],
    [
      ['--group-by', 'name', '--top', '3', '--limit', '2'],
      '--top cannot be combined with --limit\nhint: --limit drops the other groups, --top merges them into a last row',
    ],
    [['--group-by', 'name', '--top', '0'], '--top takes a whole number from 1'],
    [
      ['--group-by', 'name', '--sum', 'views', '--sort', 'clicks', '--top', '1'],
      'no record has the column "clicks" (--sort)',
    ],
  ])('rejects %j', async (args, message) => {
    expect(await pullJanuary(RECORDS, ...args)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}`),
    });
  });
});
