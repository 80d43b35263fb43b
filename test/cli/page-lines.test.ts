import { expect, test } from 'vitest';
import { figuresOf } from '../harness/html-page.ts';
import { runCli } from '../harness/run-cli.ts';
import { startDatedService } from '../harness/service.ts';

/** 21 days of two campaigns: 1 to 21 of `a`, and 100 of `b` on each day. */
const RECORDS = Array.from({ length: 21 }, (_, index) => {
  const day = `2026-01-${String(5 + index).padStart(2, '0')}`;
  return [`{"day":"${day}","k":"a","v":${index + 1}}`, `{"day":"${day}","k":"b","v":100}`];
}).flat();

async function pageOf(args: string): Promise<string> {
  const { env } = await startDatedService(RECORDS);
  const { stdout, stderr, exitCode } = await runCli(`revenue ${args} -f html`, { env });
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

const headingOf = (page: string): string => /<section class="lines"><h2><bdi>(.*?)<\/bdi>/.exec(page)![1]!;

test.each([
  ['--by week', 'V by week', ['week', 'v'], ['2026-W02', '728']],
  // One month is one point.
  ['--by month', 'V by day', ['day', 'v'], ['2026-01-05', '101']],
  ['--group-by k', 'V by day', ['day', 'v'], ['2026-01-05', '101']],
] as const)('a page draws the unit of --by: %s', async (args, heading, names, first) => {
  const page = await pageOf(`--from 2026-01-05 --to 2026-01-25 ${args}`);
  expect(headingOf(page)).toBe(heading);
  expect(figuresOf(page).slice(0, 2)).toEqual([names, first]);
});

/** The place of each point of the line of a range, in days. */
const pointsOf = (page: string, kind: string): readonly number[] => {
  const placesIn = (of: string) =>
    new RegExp(`<path class="line${of}" d="M([^"H]*)"`)
      .exec(page)![1]!
      .split('L')
      .map((point) => Number.parseFloat(point));
  const [first, second] = placesIn('');
  return placesIn(kind).map((x) => Math.round((x - first!) / (second! - first!)));
};

/** The first days are a Monday and a Friday, a Monday and a Thursday, and two Mondays. Less than two weeks are not moved. */
test.each([
  ['2026-01-05', '2026-01-25', '2025-10-10..2025-11-02', 3, -3],
  ['2026-01-05', '2026-01-25', '2025-10-09..2025-10-31', 3, 3],
  ['2026-01-05', '2026-01-18', '2025-10-06..2025-10-19', 0, 0],
  ['2026-01-05', '2026-01-17', '2025-10-09..2025-10-21', 0, 0],
])('compared days lie below the same weekdays: %s to %s and %s', async (from, to, compared, shift, first) => {
  const days = Array.from({ length: 30 }, (_, day) => new Date(Date.UTC(2025, 9, 5 + day)).toISOString().slice(0, 10));
  const { env } = await startDatedService([...RECORDS, ...days.map((day) => `{"day":"${day}","k":"a","v":7}`)]);
  const line = `revenue --from ${from} --to ${to} --compare ${compared} --sum v -f html`;
  const { stdout } = await runCli(line, { env });
  const said = /compared days shifted by (\d) to match weekdays/.exec(stdout)?.[1];
  expect(Number(said ?? 0)).toBe(shift);
  // All days of both ranges are there, in order.
  const [start, end] = compared.split('..');
  const others = days.filter((day) => day >= start! && day <= end!);
  expect(pointsOf(stdout, ' earlier')).toEqual(others.map((_, at) => first + at));
  expect(pointsOf(stdout, '')[0]).toBe(0);
  // The table has the pairs that the chart draws.
  const pairs = figuresOf(stdout).filter(([day, before]) => day?.startsWith('20') && before);
  expect(pairs.length).toBeGreaterThan(9);
  const gap = Date.parse(from) - Date.parse(start!) + first * 86_400_000;
  for (const [day, before] of pairs) expect(Date.parse(day!) - Date.parse(before!)).toBe(gap);
});
