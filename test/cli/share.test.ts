import { describe, expect, test } from 'vitest';
import {
  byName,
  FIGURES,
  type Figures,
  fraction,
  jsonOf,
  quotientOf,
  sixDecimals,
  spelledSum,
  sumOf,
  times,
  valuesOf,
} from '../harness/figures.ts';
import { pullJanuary } from '../harness/without-gaps.ts';

const RECORDS = FIGURES.map(jsonOf);

/** The share of the revenue or the views of `part` in those of `all`. */
function shareOf(part: readonly Figures[], all: readonly Figures[], column: 'revenue' | 'views'): string {
  return sixDecimals(quotientOf(times(100n, sumOf(valuesOf(part, column))), sumOf(valuesOf(all, column))));
}

describe('--share', () => {
  test('is the percentage of the sum of all groups', async () => {
    const rows = [...byName()].map(
      ([name, figures]) =>
        `${name},${spelledSum(valuesOf(figures, 'revenue'))},${spelledSum(valuesOf(figures, 'views'))},` +
        `${shareOf(figures, FIGURES, 'revenue')},${shareOf(figures, FIGURES, 'views')}\n`,
    );
    expect(
      await pullJanuary(RECORDS, ...'--group-by name --sum revenue,views --share revenue,views'.split(' ')),
    ).toMatchObject({
      exitCode: 0,
      stdout: `name,revenue,views,revenue_share,views_share\n${rows.join('')}`,
      stderr: '',
    });
  });

  test('adds the sum that no aggregate names, and the number of records', async () => {
    const args = '--group-by name --max day --share views --share count'.split(' ');
    const rows = [...byName()].map(([name, figures]) => {
      const lastDay = figures
        .map(({ day }) => day)
        .sort()
        .at(-1)!;
      const count = String(figures.length);
      const ofCount = quotientOf(times(100n, fraction(count)), fraction(String(FIGURES.length)));
      return `${name},${lastDay},${spelledSum(valuesOf(figures, 'views'))},${count},${shareOf(figures, FIGURES, 'views')},${sixDecimals(ofCount)}\n`;
    });
    expect((await pullJanuary(RECORDS, ...args)).stdout).toBe(
      `name,day_max,views,count,views_share,count_share\n${rows.join('')}`,
    );
  });

  test('keeps its base after --having, and has none of the records that --where drops', async () => {
    const all = FIGURES.filter(({ day }) => day >= '2026-01-10');
    const rows = [...byName(all)]
      .map(([name, figures]) => [name, shareOf(figures, all, 'views')] as const)
      .filter(([, share]) => Number(share) > 14);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.length).toBeLessThan(7);
    const { stdout } = await pullJanuary(
      RECORDS,
      ...'--where day>=2026-01-10 --group-by name --share views --having views_share>14 --columns name,views_share'.split(
        ' ',
      ),
    );
    expect(stdout).toBe(`name,views_share\n${rows.map((row) => `${row.join(',')}\n`).join('')}`);
  });

  test('of one group is 100', async () => {
    const records = ['{"k":"a","v":-9007199254740993.25}', '{"k":"a","v":null}'];
    expect((await pullJanuary(records, '--group-by', 'k', '--share', 'v')).stdout).toBe(
      'k,v,v_share\na,-9007199254740993.25,100\n',
    );
  });

  test('is empty for an empty sum, and for a total of zero', async () => {
    expect(
      (await pullJanuary(['{"k":"a","v":null}', '{"k":"b","v":4}'], '--group-by', 'k', '--share', 'v'))
        .stdout,
    ).toBe('k,v,v_share\na,,\nb,4,100\n');
    expect(
      (await pullJanuary(['{"k":"a","v":-4}', '{"k":"b","v":4}'], '--group-by', 'k', '--share', 'v')).stdout,
    ).toBe('k,v,v_share\na,-4,\nb,4,\n');
  });

  test('rounds halves away from zero', async () => {
    const records = ['{"k":"a","v":1}', '{"k":"b","v":-1}', '{"k":"c","v":200000000}'];
    expect(
      (await pullJanuary(records, '--group-by', 'k', '--share', 'v', '--columns', 'k,v_share')).stdout,
    ).toBe('k,v_share\na,0.000001\nb,-0.000001\nc,100\n');
  });

  test('without a record, no row', async () => {
    expect(await pullJanuary([], '--group-by', 'k', '--share', 'v')).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
  });

  test('has a total of the rows that --having keeps', async () => {
    const kept = [...byName()].filter(([name]) => name > 'n3').flatMap(([, figures]) => figures);
    const result = await pullJanuary(
      RECORDS,
      ...'--group-by name --sum views --share views --having name>n3 --totals'.split(' '),
    );
    expect(result.stderr).toBe(
      `note: totals of 3 rows: views ${spelledSum(valuesOf(kept, 'views'))}, views_share ${shareOf(kept, FIGURES, 'views')}\n`,
    );
  });

  test.each([
    [
      ['--share', 'views'],
      '--share goes with --group-by or --by\nhint: for example: --group-by campaign --share revenue',
    ],
    [['--sum', 'views', '--share', 'views'], '--share goes with --group-by or --by\n'],
    [
      ['--group-by', 'name', '--share', 'views', '--compare', 'previous'],
      '--share cannot be combined with --compare\nhint: run the report once for each range',
    ],
    [
      ['--group-by', 'name', '--share', 'view'],
      'no record has the column "view" (--share)\nhint: did you mean "views"?',
    ],
    [
      ['--group-by', 'name', '--share', 'name'],
      'two columns of the groups would have the name "name"\nhint: choose the columns with --sum, without "name"',
    ],
    [['--group-by', 'day', '--share', 'name'], 'sum name: a record holds "n0", which is not a number'],
    [
      ['--group-by', 'name', '--ratio', 'views_share=views/clicks', '--share', 'views'],
      '--share views: the records already have a column "views_share"',
    ],
  ])('rejects %j', async (args, message) => {
    expect(await pullJanuary(RECORDS, ...args)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`${message.startsWith('sum') ? 'error: --' : 'error: '}${message}`),
    });
  });
});
