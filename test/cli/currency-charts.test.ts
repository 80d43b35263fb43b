import { describe, expect, test } from 'vitest';
import { barsOf, tilesOf } from '../harness/html-page.ts';
import { pullJanuary } from '../harness/without-gaps.ts';

const RECORDS = [
  '{"date":"2026-01-01","campaign":"A","currency":"EUR","revenue":1.50,"clicks":1}',
  '{"date":"2026-01-02","campaign":"A","currency":"EUR","revenue":3.50,"clicks":1}',
  '{"date":"2026-01-02","campaign":"A","currency":"JPY","revenue":1000,"clicks":2}',
  '{"date":"2026-01-03","campaign":"B","currency":"JPY","revenue":2000,"clicks":3}',
];

const pull = (line: string, records: readonly string[] = RECORDS) => pullJanuary(records, ...line.split(' '));

/** The words of a chart, without its drawing and its caption. */
const linesOf = (chart: string): readonly string[] =>
  chart
    .split('\n')
    .map((line) => line.replace(/[█▌▏▎▍▋▊▉]+$| {3}revenue 2026.*/, '').trimEnd())
    .filter(
      (line) =>
        line !== '' && !/[│┬\u2800-\u28ff]|^ *[\d,]+ [·─]|^─+ {2}─|^ +1 Jan |^(?:in EUR and JPY · )?client /.test(line),
    );

describe('a chart of several currencies', () => {
  const lines = ['revenue by currency, day', 'JPY', '──  JPY  3000', 'EUR', '──  EUR  5.00'];

  test.each([
    ['of records', '-f chart --all-digits'],
    ['of chosen columns', '-f chart --all-digits --columns day,revenue'],
    ['of units of time', '-f chart --all-digits --by day'],
    ['of a sum', '-f chart --all-digits --by day --sum revenue'],
  ])('%s has a drawing for each', async (_, line) => {
    const { stdout, stderr } = await pull(line);
    expect(stderr).toBe('');
    expect(linesOf(stdout)).toEqual(lines);
  });

  test('of groups has the groups of a currency on one axis', async () => {
    const other = '{"date":"2026-01-02","campaign":"B","currency":"EUR","revenue":2.50,"clicks":1}';
    const { stdout } = await pull('-f chart --all-digits --by day --group-by campaign', [...RECORDS, other]);
    expect(linesOf(stdout).filter((line) => !/^ +[*o ]+(?:[AB] \w+)?$/.test(line))).toEqual([
      'revenue by campaign, currency, day',
      'JPY',
      '***  B JPY  2000',
      'ooo  A JPY  1000',
      'EUR',
      '***  A EUR  5.00',
      'ooo  B EUR  2.50',
    ]);
    // As high as one drawing.
    expect(stdout.split('\n').length).toBeLessThan(26);
    expect(stdout).toMatch(/^2000 ·/m);
    expect(stdout).toMatch(/^ *4 /m);
  });

  const [title, heading] = ['revenue by campaign, currency', 'campaign  currency  revenue'];
  const rows = ['B         JPY       2000', 'A         JPY       1000', 'A         EUR          5.00'];

  test.each([
    ['of groups', '-f chart --all-digits --group-by campaign'],
    ['of groups by both', '-f chart --all-digits --group-by campaign,currency'],
  ])('%s has no bars and no total', async (_, line) => {
    const { stdout, stderr } = await pull(line);
    expect(linesOf(stdout)).toEqual([title, heading, ...rows]);
    expect(stdout).not.toMatch(/[█▌▏▎▍▋▊▉]/);
    expect(stderr).toBe('');
  });
});

describe('a page of several currencies', () => {
  const headingsOf = (page: string): readonly string[] =>
    Array.from(page.matchAll(/<section class="lines"><h2><bdi>(.*?)<\/bdi>/g), ([, heading]) => heading!);

  test('has an empty tile, and lines for each', async () => {
    const { stdout, stderr } = await pull('-f html');
    expect(tilesOf(stdout)).toEqual([
      ['revenue', 'EUR and JPY'],
      ['clicks', '7'],
    ]);
    expect(stdout).toMatch(/EUR and JPY<\/dd><\/div>/);
    expect(tilesOf((await pull('-f html --where currency=EUR')).stdout)[0]).toEqual(['revenue EUR', '5.00']);
    expect(headingsOf(stdout)).toEqual(['Revenue in JPY by day', 'Revenue in EUR by day']);
    expect(stdout).toContain('total 5.00 · highest 3.50 (2026-01-02) · lowest 1.50 (2026-01-01)');
    const ids = stdout.match(/ id="[^"]*"/g)!;
    expect(ids).toHaveLength(new Set(ids).size);
    expect(stderr).toBe('');
  });

  test('of groups that combine them lists each without a bar', async () => {
    const { stdout, stderr } = await pull('-f html --group-by campaign --sum revenue');
    expect(stderr).toContain('revenue combines amounts in EUR and JPY');
    expect(stdout).not.toContain('<rect class="now"');
    expect(barsOf(stdout)).toEqual([
      ['campaign', 'currency', 'revenue'],
      ['B', 'JPY', '2,000'],
      ['A', 'JPY', '1,000'],
      ['A', 'EUR', '5.00'],
    ]);
  });
});
