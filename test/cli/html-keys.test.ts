import { describe, expect, test } from 'vitest';
import { barsOf, moversOf, tableOf } from '../harness/html-page.ts';
import { runCli } from '../harness/run-cli.ts';
import { startDatedService } from '../harness/service.ts';

const RANGE = '--from 2026-01-01 --to 2026-01-28';

async function pageOf(args: string, records: readonly string[]): Promise<string> {
  const { env } = await startDatedService(records);
  const { stdout, stderr, exitCode } = await runCli(`revenue ${RANGE} -f html ${args}`, { env });
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

const day = (at: number): string => `2026-01-${String(1 + at).padStart(2, '0')}`;
const record = (at: number, name: string, place: string, revenue: string): string =>
  `{"day":"${day(at)}","name":"${name}","place":"${place}","revenue":${revenue}}`;

/** 1 January 2026 is a Thursday. */
const RECORDS = [
  record(0, 'a', 'x', '9007199254740993.10'),
  record(1, 'a', 'y', '0.25'),
  record(4, 'b', 'x', '-3.00'),
  record(5, 'b', 'y', '1e-7'),
  record(13, 'c', 'x', '4.50'),
];

describe('groups over time', () => {
  test('have bars with exact totals, whatever the rows are', async () => {
    for (const args of ['--by day', '--by day --limit 1 --sort -day', '--by month']) {
      const page = await pageOf(`--group-by name ${args}`, RECORDS);
      expect(barsOf(page)).toEqual([
        ['name', 'revenue'],
        ['a', '9,007,199,254,740,993.35'],
        ['c', '4.50'],
        ['b', '-2.9999999'],
      ]);
    }
  });

  test('have movers in place of bars if they are compared', async () => {
    const records = [...RECORDS, '{"day":"2025-12-30","name":"c","place":"x","revenue":3.00}'];
    const page = await pageOf('--group-by name --by day --compare previous', records);
    expect(barsOf(page)).toEqual([]);
    expect(moversOf(page)).toHaveLength(1 + 3 + 1);
  });
});

test('compared groups are the thirty that changed most, and one row of the others', async () => {
  const numbered = Array.from({ length: 40 }, (_, at) => at);
  const measures = ['clicks', 'views', 'sales', 'spend', 'profit'].map((name) => `"${name}":1`).join(',');
  const records = numbered.flatMap((at) => [
    `{"day":"2026-01-28","name":"n${at}","revenue":${(at + 1) * 10},${measures}}`,
    `{"day":"2025-12-31","name":"n${at}","revenue":${(at + 1) * 11},${measures}}`,
  ]);
  const page = await pageOf('--group-by name --compare previous', records);
  const movers = moversOf(page);
  expect(movers).toHaveLength(1 + 30 + 2);
  expect(movers.slice(0, 2)).toEqual([
    ['name', 'revenue', 'before', 'change', '%'],
    ['n39', '400', '440', '-40', '-9.1%'],
  ]);
  expect(movers.slice(-2)).toEqual([
    ['10 others', '550', '605', '-55', '-9.1%'],
    ['total of all 40', '8,200', '9,020', '-820', '-9.1%'],
  ]);
  // Their figures are only in the table, which is printed with all columns.
  expect(page).not.toContain('Not printed');
});

test('a pivot is above the lines, and sorted as on a terminal', async () => {
  const page = await pageOf('--group-by name,place --pivot place', RECORDS);
  expect(page.indexOf('<table id="rows">')).toBeLessThan(page.indexOf('<section class="lines">'));
  expect(tableOf(page).map(([name]) => name)).toEqual(['name', 'a', 'c', 'b']);
  expect(barsOf(page)).toEqual([]);
  expect(tableOf(page)[1]).toEqual(['a', '9,007,199,254,740,993.10', '0.25', '9,007,199,254,740,993.35']);
});
