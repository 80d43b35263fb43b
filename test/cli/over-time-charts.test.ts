import { describe, expect, test } from 'vitest';
import { figuresOf, notesOf } from '../harness/html-page.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startDatedService } from '../harness/service.ts';

const HEAD = 'revenue --from 2026-01-05 --to 2026-01-25';

/** 21 days of two campaigns: 1 to 21 of `a`, and 100 of `b` on each day; and seven small ones. */
const RECORDS = Array.from({ length: 21 }, (_, index) => {
  const day = `2026-01-${String(5 + index).padStart(2, '0')}`;
  const small = 'cdefghi'.split('').map((k) => `{"day":"${day}","k":"${k}","v":0}`);
  return [...small, `{"day":"${day}","k":"a","v":${index + 1}}`, `{"day":"${day}","k":"b","v":100}`];
}).flat();

async function run(args: string) {
  const { env } = await startDatedService(RECORDS);
  const { stdout, stderr, exitCode } = await runCli(`${HEAD} ${args}`, { env });
  expect(exitCode, stderr).toBe(0);
  return { stdout, stderr };
}

const titleOf = (chart: string): string => chart.split('   ')[0]!;
const headingOf = (page: string): string => /<section class="lines"><h2><bdi>(.*?)<\/bdi>/.exec(page)![1]!;

describe('a chart draws the column over time', () => {
  test.each([
    ['--running v', 'v_running by day', 'highest 2331 Sun 25'],
    ['--moving-avg 7:v', 'v_moving_avg_7 by day', 'highest 118 Sun 25'],
    ['--delta v', 'v_delta by day', 'highest 1 Tue 6'],
    ['--avg v --delta v_avg', 'v_avg_delta by day', 'lowest 0.111111 Tue 6'],
    ['--delta v --running v --columns day,v_running', 'v_running by day', 'highest 2331 Sun 25'],
  ])('%s', async (args, title, fact) => {
    const { stdout } = await run(`--by day ${args} -f chart`);
    expect(titleOf(stdout)).toBe(title);
    expect(stdout).toContain(fact);
  });

  test('of the largest groups, without a total', async () => {
    const { stdout, stderr } = await run('--by week --group-by k --running v -f chart --limit 6');
    expect(titleOf(stdout)).toBe('v_running by k, week');
    expect(stdout).toMatch(/\nb {10,}a\n/);
    expect(stderr).toContain('only 6 lines are shown: a sum of v_running for all others would mean nothing');
  });

  test('and names those that it does not draw', async () => {
    const both = await run('--by week --running v --moving-avg 2:v -f chart');
    expect(titleOf(both.stdout)).toBe('v_running by week');
    expect(both.stderr).toContain(
      'note: the chart shows v_running, and not v_moving_avg_2 (choose with --columns)',
    );
    const none = await run('--by week --moving-avg 9:v -f chart');
    expect(none.stderr).toContain('note: the chart shows v, and not v_moving_avg_9 (');
    const chosen = await run('--by week --moving-avg 2:v --columns week,v -f chart');
    expect([titleOf(chosen.stdout), chosen.stderr]).toEqual(['v by week', '']);
  });

  test('a running sum is whole in an incomplete unit, a change is not', async () => {
    const range = '--from 2026-01-05 --to 2026-01-23 --by week -f chart';
    const { env } = await startDatedService(RECORDS);
    const running = await runCli(`revenue ${range} --running v`, { env });
    expect(running.stdout).toMatch(/\nhighest 2090 2026-W04 /);
    expect(running.stdout).not.toContain('incomplete');
    const delta = await runCli(`revenue ${range} --delta v`, { env });
    expect(delta.stdout).toContain('\n* incomplete, drawn dashed: week 2026-W04\n');
  });
});

describe('a page draws the unit of --by', () => {
  test.each([
    ['--by week', 'V by week', ['week', 'v'], ['2026-W02', '728']],
    ['--by week --trend --group-by k', 'V by week', ['week', 'v'], ['2026-W02', '728']],
    ['--by week --running v', 'v_running by week', ['week', 'v_running'], ['2026-W02', '728']],
    ['--by week --delta v', 'v_delta by week', ['week', 'v_delta'], ['2026-01-05', 'no data']],
    [
      '--by week --moving-avg 2:v',
      'v_moving_avg_2 by week',
      ['week', 'v_moving_avg_2'],
      ['2026-01-05', 'no data'],
    ],
    ['--by week --avg v --running v', 'v_running by week', ['week', 'v_running'], ['2026-W02', '728']],
    [
      '--by week --avg v --delta v_avg',
      'v_avg_delta by week',
      ['week', 'v_avg_delta'],
      ['2026-01-05', 'no data'],
    ],
    [
      '--by week --count --delta count',
      'count_delta by week',
      ['week', 'count_delta'],
      ['2026-01-05', 'no data'],
    ],
    // One month is one point.
    ['--by month', 'V by day', ['day', 'v'], ['2026-01-05', '101']],
    ['--by weekday', 'V by day', ['day', 'v'], ['2026-01-05', '101']],
    ['--group-by k', 'V by day', ['day', 'v'], ['2026-01-05', '101']],
  ] as const)('%s', async (args, heading, names, first) => {
    const { stdout: page } = await run(`${args} -f html`);
    expect(headingOf(page)).toBe(heading);
    expect(figuresOf(page).slice(0, 2)).toEqual([names, first]);
    expect(notesOf(page).join()).not.toContain('no charts');
  });

  test('with an incomplete unit as a hollow point, which is not the lowest', async () => {
    const { env } = await startDatedService(RECORDS);
    const { stdout } = await runCli('revenue --from 2026-01-05 --to 2026-01-23 --by week -f html', { env });
    expect(stdout).toContain('highest 777 (2026-W03) · lowest 728 (2026-W02)');
    expect(stdout).toContain('<path class="line part" ');
    expect(stdout).toMatch(/<circle class="dot part" [^>]* r="3.5"/);
    expect(stdout).toContain('incomplete week</span>');
    expect(stdout).toContain('<th scope="row" class="part">2026-W04</th>');
  });
});

test('--trend has no place in a chart', async () => {
  const result = await runCli(`${HEAD} --sandbox --group-by campaign --by week --trend -f chart`);
  expect(result).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: --trend cannot be combined with the format chart\nhint: leave out --trend: the chart has a line for each group. Or choose --format table\n',
  });
});
