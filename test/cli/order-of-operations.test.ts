import { expect, test } from 'vitest';
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
import { pullJanuary } from '../harness/without-gaps.ts';

/** One option with its value an entry, in an order that differs from that of the steps. */
const OPTIONS = [
  ['--rename', 'views=seen'],
  ['--columns', 'name,views,ctr,views_share'],
  ['--top', '2'],
  ['--sort', '-ctr'],
  ['--totals'],
  ['--having', 'ctr<2.2'],
  ['--having', 'views_share>5'],
  ['--share', 'views'],
  ['--ratio', 'ctr=100*clicks/views'],
  ['--sum', 'views'],
  ['--group-by', 'name'],
  ['--where', 'day<2026-01-25'],
];

test.each([
  ['as written', OPTIONS],
  ['reversed', [...OPTIONS].reverse()],
])('the steps run in the documented order, with the options %s', async (_, options) => {
  const all = FIGURES.filter(({ day }) => day < '2026-01-25');
  const views = (figures: readonly Figures[]) => sumOf(valuesOf(figures, 'views'));
  const ctr = (figures: readonly Figures[]) =>
    quotientOf(times(100n, sumOf(valuesOf(figures, 'clicks'))), views(figures));
  const share = (figures: readonly Figures[]) => quotientOf(times(100n, views(figures)), views(all));
  const row = (name: string, figures: readonly Figures[]) =>
    `${name},${spelledSum(valuesOf(figures, 'views'))},${sixDecimals(ctr(figures))},${sixDecimals(share(figures))}\n`;

  const kept = [...byName(all)]
    .filter(([, figures]) => isLess(ctr(figures), fraction('2.2')) && isLess(fraction('5'), share(figures)))
    .sort(([, left], [, right]) => (isLess(ctr(right), ctr(left)) ? -1 : 1));
  expect(kept.length).toBeGreaterThan(3);
  expect(kept.length).toBeLessThan(byName(all).size);
  const rest = kept.slice(2).flatMap(([, figures]) => figures);
  const total = row(
    '',
    kept.flatMap(([, figures]) => figures),
  )
    .trimEnd()
    .split(',');

  expect(await pullJanuary(FIGURES.map(jsonOf), ...options.flat())).toMatchObject({
    exitCode: 0,
    stdout: `name,seen,ctr,views_share\n${kept
      .slice(0, 2)
      .map(([name, figures]) => row(name, figures))
      .join('')}${row('(other)', rest)}`,
    stderr: `note: totals of ${kept.length} rows: seen ${total[1]}, ctr ${total[2]}, views_share ${total[3]}\n`,
  });
});
