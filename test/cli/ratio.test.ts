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

function pull(...args: readonly string[]) {
  return pullJanuary(FIGURES.map(jsonOf), ...args);
}

/** A thousand times the sum of the revenue divided by the sum of the views. */
function rpmOf(figures: readonly Figures[]): string {
  const views = sumOf(valuesOf(figures, 'views'));
  return sixDecimals(quotientOf(times(1000n, sumOf(valuesOf(figures, 'revenue'))), views));
}

function rateOf(figures: readonly Figures[]): string {
  const [clicks, views] = [sumOf(valuesOf(figures, 'clicks')), sumOf(valuesOf(figures, 'views'))];
  return sixDecimals(quotientOf(times(100n, clicks), views));
}

describe('a ratio with a factor', () => {
  test('is exact, and computed from the sums of each group', async () => {
    const rows = [...byName()].map(
      ([name, figures]) =>
        `${name},${spelledSum(valuesOf(figures, 'revenue'))},${spelledSum(valuesOf(figures, 'views'))},${rpmOf(figures)}\n`,
    );
    const result = await pull(
      ...'--group-by name --sum revenue,views --ratio rpm=1000*revenue/views'.split(' '),
    );
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: `name,revenue,views,rpm\n${rows.join('')}`,
      stderr: '',
    });
  });

  test('several in one option; a sum that no option names is added', async () => {
    const { stdout } = await pull(
      '--group-by',
      'name',
      '--max',
      'day',
      '--ratio',
      'rpm=1000*revenue/views, "c t,r" = 100 * clicks / views',
    );
    const rows = [...byName()].map(([name, figures]) => {
      const [revenue, views, clicks] = (['revenue', 'views', 'clicks'] as const).map((column) =>
        spelledSum(valuesOf(figures, column)),
      );
      const lastDay = figures
        .map(({ day }) => day)
        .sort()
        .at(-1)!;
      return `${name},${lastDay},${revenue},${views},${clicks},${rpmOf(figures)},${rateOf(figures)}\n`;
    });
    expect(stdout).toBe(`name,day_max,revenue,views,clicks,rpm,"c t,r"\n${rows.join('')}`);
  });

  test('of all records, and of totals', async () => {
    const all = `${spelledSum(valuesOf(FIGURES, 'revenue'))},${spelledSum(valuesOf(FIGURES, 'views'))},${rpmOf(FIGURES)}`;
    expect((await pull('--sum', 'revenue', '--ratio', 'rpm=1000*revenue/views')).stdout).toBe(
      `revenue,views,rpm\n${all}\n`,
    );
    const totals = await pull(
      '--group-by',
      'name',
      '--sum',
      'revenue',
      '--ratio',
      'rpm=1000*revenue/views',
      '--totals',
    );
    const [revenue, views, rpm] = all.split(',');
    expect(totals.stderr).toBe(`note: totals of 7 rows: revenue ${revenue}, views ${views}, rpm ${rpm}\n`);
  });

  test('of the number of records', async () => {
    const { stdout } = await pull('--group-by', 'name', '--sum', 'views', '--ratio', 'each=views/count');
    const rows = [...byName()].map(([name, figures]) => {
      const views = sumOf(valuesOf(figures, 'views'));
      return `${name},${spelledSum(valuesOf(figures, 'views'))},${figures.length},${sixDecimals(quotientOf(views, fraction(String(figures.length))))}\n`;
    });
    expect(stdout).toBe(`name,views,count,each\n${rows.join('')}`);
  });

  test('of each record without groups', async () => {
    const { stdout } = await pull('--ratio', 'x=0.5*revenue/views', '--columns', 'x');
    const rows = FIGURES.map(({ revenue, views }) => {
      if (revenue === null || views === null || views === '0') return '""\n';
      return `${sixDecimals(quotientOf(fraction(revenue), times(2n, fraction(views))))}\n`;
    });
    expect(stdout).toBe(`x\n${rows.join('')}`);
  });

  test.each([
    ['0.5*a/b', '{"a":0.000001,"b":1}', '0.000001'],
    ['0.5*a/b', '{"a":-0.000001,"b":1}', '-0.000001'],
    ['.49*a/b', '{"a":0.000001,"b":1}', '0'],
    ['0.000001*a/b', '{"a":1234567890123456789,"b":-1}', '-1234567890123.456789'],
    ['1000*a/b', '{"a":1,"b":0}', 'null'],
    ['1000*a/b', '{"a":null,"b":2}', 'null'],
    ['2*"1*a"/b', '{"1*a":3,"b":2}', '3'],
  ])('%s of %s', async (ratio, record, expected) => {
    const args = ['-q', '--ratio', `r=${ratio}`, '--columns', 'r', '-f', 'ndjson'];
    expect((await pullJanuary([record], ...args)).stdout).toBe(`{"r":${expected}}\n`);
  });
});

test.each([
  ['r=views*1000/clicks', '--ratio "r=views*1000/clicks" is not a ratio'],
  ['r=1000*views', '--ratio "r=1000*views" is not a ratio'],
  ['r=a*views/clicks', '--ratio "r=a*views/clicks" is not a ratio'],
  ['r=views/clicks,', '--ratio "r=views/clicks," is not a ratio'],
  ['r=views/clicks,r=clicks/views', '--ratio defines "r" twice'],
  [
    'revenue=clicks/views',
    '--ratio revenue: the records already have a column "revenue"\nhint: choose another name: --ratio revenue_new=clicks/views',
  ],
  ['r=clicks/view', 'no record has the column "view" (--ratio)\nhint: did you mean "views"?'],
  [`r=1${'0'.repeat(400)}*views/clicks`, '--ratio: the factor 1000'],
])('rejects %s', async (ratio, message) => {
  const result = await pull('--group-by', 'name', '--sum', 'revenue', '--ratio', ratio);
  expect(result).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining(`error: ${message}`),
  });
});
