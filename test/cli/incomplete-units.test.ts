import { describe, expect, test } from 'vitest';
import { withoutCaption } from '../harness/caption.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

/** 10 a day and campaign; more than that in week 2026-W43. */
function recordsOf(from: string, to: string): readonly string[] {
  const records: string[] = [];
  for (let day = new Date(`${from}T00:00:00Z`); ; day = new Date(day.getTime() + 86_400_000)) {
    const date = day.toISOString().slice(0, 10);
    if (date > to) return records;
    const isHigh = date >= '2026-10-19' && date <= '2026-10-25';
    records.push(`{"date":"${date}","k":"a","v":${isHigh ? 30 : 10}}`, `{"date":"${date}","k":"b","v":1}`);
  }
}

async function report(args: string, display: { readonly columns?: number } = {}) {
  const { env } = await startRecordService(({ query }) => recordsOf(query.start_date!, query.end_date!));
  const terminal = display.columns === undefined ? {} : { stdoutTty: true, columns: display.columns };
  const line = `revenue --sum v ${args.includes('--from') ? '' : '--from 2026-10-01 --to 2026-10-31'} ${args}`;
  const { stdout, stderr, exitCode } = await runCli(line.replaceAll(/ +/g, ' ').trim(), { env, ...terminal });
  expect(exitCode, stderr).toBe(0);
  return stdout.startsWith('<!') ? stdout : withoutCaption(stdout);
}

const LEGEND = '* incomplete week: some of its days are not in the range\n';

describe('an incomplete unit is marked', () => {
  test('in a table', async () => {
    expect(await report('--by week -f table')).toBe(
      'week              v\n──────────────  ───\n2026-W40*        44\n2026-W41         77\n2026-W42         77\n' +
        '2026-W43        217\n2026-W44*        66\n──────────────  ───\ntotal of all 5  481\n' +
        LEGEND,
    );
  });

  test('in both columns of a comparison', async () => {
    const stdout = await report('--by week -f table --compare 2026-09');
    expect(stdout).toMatch(/\n2026-W40\* +2026-W36\* /);
    expect(stdout).toMatch(/\n2026-W41 +2026-W37 {3}/);
    expect(stdout).toMatch(/\n2026-W44\* +2026-W40\* /);
  });

  test('in a chart, and not as the lowest', async () => {
    const stdout = await report('--by week -f chart');
    expect(stdout.endsWith(`\n${LEGEND}`)).toBe(true);
    expect(stdout).toMatch(/^2026-W40\* .*\n2026-W41 {3}.*\n2026-W42 {3}.*\n2026-W43 {3}.*\n2026-W44\* /m);
  });

  test('in a chart of groups, and in the bar of one week', async () => {
    const line = '--by week --group-by k -f chart';
    // Two points of each line, and the legend.
    expect((await report(line, { columns: 60 })).match(/○/g)).toHaveLength(5);
    expect(await report(line, { columns: 60 })).toContain('○ incomplete week\n');
    expect(await report(`${line} --from 2026-09-28 --to 2026-11-01`)).not.toContain('○');
    expect(await report('--by week -f chart --from 2026-10-01 --to 2026-10-02')).toBe(
      `v by week\n\nweek        v\n─────────  ──\n2026-W40*  22\n${LEGEND}`,
    );
  });

  test('on a page, which has the note', async () => {
    const page = await report('--by week -f html');
    expect(page).toContain('<td>2026-W40*<td>44');
    expect(page).toContain('<td>2026-W41<td>77');
    expect(page).toContain(`<p class="facts">${LEGEND.trimEnd()}</p>`);
    expect(page).toContain('<li>incomplete weeks: 2026-W40, 2026-W44</li>');
    // In the legend, and in each drawing of the chart.
    const drawings = page.match(/<svg[^>]*>.*?<\/svg>/gs)!;
    expect(drawings.map((svg) => svg.match(/class="dot[^"]* part"/g)?.length)).toEqual([1, 2, 2]);
    const pivoted = await report('--by week --group-by k --pivot week -f html');
    expect(pivoted).toContain('<th scope="col"><bdi>2026-W44*</bdi>');
    expect(await report('--by week --group-by k --pivot week -f table', { columns: 50 })).toMatch(
      / 2026-W44\* +total\n/,
    );
  });

  test.each([
    ['--by month --from 2026-08-31 --to 2026-10-31', '2026-08*', '2026-10 '],
    ['--by quarter --from 2026-07-01 --to 2026-10-01', '2026-Q3 ', '2026-Q4*'],
    ['--by year --from 2025-12-31 --to 2026-10-01', '2025*', '2026*'],
  ])('%s', async (args, first, last) => {
    const rows = (await report(`${args} -f table`)).split('\n').slice(2);
    expect(rows[0]!.startsWith(first)).toBe(true);
    expect(rows.some((row) => row.startsWith(last))).toBe(true);
  });
});

describe('a unit of the compared range', () => {
  const SIX_WEEKS = '--by week --compare 2026-08-30..2026-09-30';

  test.each([
    [
      'alone is none of the range, in bars',
      `${SIX_WEEKS} -f chart`,
      /^2026-W40\* +2026-W35\* +44 +11 .*(?:\n2026-W4[1-3] .*){3}\n2026-W44\* +2026-W39 .*\n— +2026-W40\* +— +33 /m,
    ],
    [
      'has its name beside one quarter, too',
      '--by quarter --from 2026-07-01 --to 2026-09-30 --compare 2026-03-01..2026-06-30 -f chart',
      /^2026-Q3 +2026-Q1\* +1,012 +341 .*\n— +2026-Q2 +— +1,001 /m,
    ],
  ])('%s', async (_, args, expected) => {
    expect(await report(args)).toMatch(expected);
  });
});

describe('a unit that is not over is marked', () => {
  async function today(args: string, now: string) {
    const { env } = await startRecordService(({ query }) =>
      recordsOf(query.start_date!, query.end_date! < now ? query.end_date! : now),
    );
    const line = `revenue --sum v --from 2026-09-01 --to 2026-12-31 --windows month ${args}`;
    return runCli(line, { env, now: `${now}T12:00:00Z` });
  }

  test('in a table, with a note', async () => {
    const { stdout, stderr } = await today('--by month -f table', '2026-11-23');
    expect(withoutCaption(stdout)).toBe(
      'month               v\n──────────────  ─────\n2026-09           330\n2026-10           481\n2026-11*          253\n' +
        '──────────────  ─────\ntotal of all 3  1,064\n' +
        '* incomplete month: some of its days are not in the range, or not over\n',
    );
    expect(stderr).toContain('note: incomplete months: 2026-11\n');
  });

  test('also one that has not begun', async () => {
    const { stdout } = await today('--by month -f markdown --compare year', '2026-11-23');
    expect(stdout.match(/^\| 2026-1\d\S* \|/gm)).toEqual(['| 2026-10 |', '| 2026-11\\* |', '| 2026-12\\* |']);
  });

  test('also if it is a day', async () => {
    const { stdout } = await today('--by day -f table --from 2026-11-22 --to 2026-11-23', '2026-11-23');
    expect(withoutCaption(stdout)).toBe(
      'day              v\n──────────────  ──\n2026-11-22      11\n2026-11-23*     11\n──────────────  ──\ntotal of all 2  22\n' +
        '* incomplete day: it is not over\n',
    );
  });

  test('once, if the range cuts it too', async () => {
    const { stderr } = await today('--by quarter -f table --to 2026-11-30', '2026-11-23');
    expect(stderr).toBe(
      'note: incomplete quarters: 2026-Q3, 2026-Q4\nwarning: the range includes today, 2026-11-23 in UTC, and 7 later days [unfinished]\n',
    );
  });

  test('also without a record, in a chart', async () => {
    const { stdout } = await today('--by month -f chart --compare year', '2026-11-23');
    expect(stdout).toMatch(/^2026-10 .*\n2026-11\* .*\n2026-12\* +2025-12 +— +341 /m);
  });

  test('but not after the range', async () => {
    const { stdout, stderr } = await today('--by month -f table', '2027-01-01');
    expect(stdout + stderr).not.toMatch(/\*|incomplete/);
  });
});

describe('nothing is marked', () => {
  test.each(['csv', 'tsv', 'json', 'ndjson'])('in %s', async (format) => {
    for (const args of ['--by week', '--by week --group-by k --pivot week']) {
      const stdout = await report(`${args} -f ${format}`);
      expect(stdout).toContain('2026-W40');
      expect(stdout).not.toMatch(/\*|incomplete/);
    }
  });

  test.each([
    ['--by week --from 2026-09-28 --to 2026-11-01', 'table markdown chart html'],
    ['--by month', 'table chart'],
    ['--by day', 'table chart'],
    ['--group-by k', 'table chart'],
  ])('for whole units: %s, as %s', async (args, formats) => {
    for (const format of formats.split(' ')) {
      expect(await report(`${args} -f ${format}`)).not.toMatch(
        /\d\*(?!\*)|class="?(?:n |line |dot )?part"?[ >]|incomplete/,
      );
    }
  });

  test('if the user shows other columns, or if the marked rows are not shown', async () => {
    expect(await report('--by week -f table --columns v')).not.toContain('incomplete');
    expect(await report('--by week -f table --having week=2026-W42')).not.toContain('incomplete');
  });
});
