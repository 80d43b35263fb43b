import { describe, expect, test } from 'vitest';
import {
  byName,
  FIGURES,
  fraction,
  isLess,
  jsonOf,
  quotientOf,
  spelledSum,
  sumOf,
  times,
  valuesOf,
} from '../harness/figures.ts';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import { pullJanuary } from '../harness/without-gaps.ts';

const JANUARY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-31'];

function pull(...args: readonly string[]) {
  return pullJanuary(FIGURES.map(jsonOf), ...args);
}

const GROUPS = [...byName()];

describe('--having', () => {
  test('keeps the groups whose sums meet the condition, by their exact values', async () => {
    const limit = spelledSum(valuesOf(GROUPS[2]![1], 'revenue'));
    const rows = GROUPS.filter(
      ([, figures]) => !isLess(sumOf(valuesOf(figures, 'revenue')), fraction(limit)),
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.length).toBeLessThan(GROUPS.length);
    const result = await pull('--group-by', 'name', '--sum', 'revenue', '--having', `revenue>=${limit}`);
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: `name,revenue\n${rows.map(([name, figures]) => `${name},${spelledSum(valuesOf(figures, 'revenue'))}\n`).join('')}`,
      stderr: '',
    });
  });

  test('tests computed columns, keys and counts; several conditions all apply', async () => {
    const rows = GROUPS.filter(([name, figures]) => {
      const ratio = quotientOf(
        times(100n, sumOf(valuesOf(figures, 'clicks'))),
        sumOf(valuesOf(figures, 'views')),
      );
      return isLess(fraction('1.5'), ratio) && name !== 'n6' && figures.length > 8;
    });
    expect(rows.length).toBeGreaterThan(0);
    const { stdout } = await pull(
      ...'--group-by name --count --ratio ctr=100*clicks/views --having ctr>1.5 --having name!=n6 --having count>8 --columns name'.split(
        ' ',
      ),
    );
    expect(stdout).toBe(`name\n${rows.map(([name]) => `${name}\n`).join('')}`);
  });

  test('tests the columns of a comparison', async () => {
    const { env } = await startRecordService(({ query }) =>
      query.start_date === '2026-01-01'
        ? ['{"k":"a","v":3}', '{"k":"b","v":1}']
        : ['{"k":"a","v":2}', '{"k":"b","v":2}'],
    );
    const args = [...JANUARY, '--compare', 'previous', '--group-by', 'k', '--having', 'v_change<0', '-q'];
    expect((await runCli(args, { env })).stdout).toBe('k,v,v_before,v_change,v_percent\nb,1,2,-1,-50.00\n');
  });

  test('comes before totals, sort and limit', async () => {
    const kept = GROUPS.filter(([name]) => name >= 'n4');
    const result = await pull(
      ...'--group-by name --sum clicks --having name>=n4 --sort -name --limit 1 --totals'.split(' '),
    );
    const last = kept.reduce((one, other) => (other[0] > one[0] ? other : one));
    const all = kept.flatMap(([, figures]) => figures);
    expect(result).toMatchObject({
      stdout: `name,clicks\n${last[0]},${spelledSum(valuesOf(last[1], 'clicks'))}\n`,
      stderr: `note: totals of ${kept.length} rows: clicks ${spelledSum(valuesOf(all, 'clicks'))}\n`,
    });
  });

  test('without a matching group, no row and a note', async () => {
    const args = ['--group-by', 'name', '--sum', 'clicks', '--having', 'clicks>9999'];
    expect(await pull(...args, '--totals')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'note: no group of revenue 2026-01-01..2026-01-31 matches --having\n',
    });
    expect(await pull(...args, '--fail-empty')).toMatchObject({
      exitCode: 3,
      stderr: 'error: no group of revenue 2026-01-01..2026-01-31 matches --having\n',
    });
    expect((await pull(...args, '--where', 'name=none')).stderr).toBe(
      'note: --where "name=none" matches no record; values of name: "n0", "n1", "n2", "n3", "n4", …\n' +
        'note: no record of revenue 2026-01-01..2026-01-31 matches --where\n',
    );
  });

  test.each([
    [
      ['--having', 'views>1'],
      "--having goes with --group-by or --by\nhint: for example: --group-by campaign --having 'revenue>100'",
    ],
    [['--sum', 'views', '--having', 'views>1'], '--having goes with --group-by or --by\n'],
    [
      ['--group-by', 'name', '--having', 'views'],
      '--having "views" is not a condition\nhint: write a column, one of = != < <= > >= ~ (contains) !~ (does not contain), and a value: --having \'revenue>100\'',
    ],
    [
      ['--group-by', 'name', '--sum', 'views', '--having', 'clicks>1'],
      'no record has the column "clicks" (--having)\nhint: the columns are: name, views\n',
    ],
    [
      ['--group-by', 'name', '--sum', 'views', '--having', 'views>many'],
      '--having "views>many": "many" is not a number, but views holds only numbers',
    ],
  ])('rejects %j', async (args, message) => {
    expect(await pull(...args)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}`),
    });
  });
});
