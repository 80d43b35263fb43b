import { expect, test } from 'vitest';
import { figuresOf, notesOf } from '../harness/html-page.ts';
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
  expect(notesOf(page).join()).not.toContain('no charts');
});
