import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

/** Each window has one record of each source without a date. The revenue is the number of its days, with the first one as cents. */
const startUndated = () =>
  startRecordService(({ query }) => {
    const days = (Date.parse(query.end_date!) - Date.parse(query.start_date!)) / 86_400_000 + 1;
    return ['search', 'social'].map(
      (source) => `{"source":"${source}","revenue":${days}.${query.start_date!.slice(8)}}`,
    );
  });

describe('--by with --date-column none requests each unit apart', () => {
  test.each<[line: string, windows: readonly string[], rows: readonly string[]]>([
    [
      '--from 2026-01-30 --to 2026-02-09 --by week',
      ['2026-01-30..2026-02-01', '2026-02-02..2026-02-08', '2026-02-09..2026-02-09'],
      ['week,revenue', '2026-W05,6.60', '2026-W06,14.04', '2026-W07,2.18'],
    ],
    [
      '--from 2026-01-30 --to 2026-02-01 --by day',
      ['2026-01-30..2026-01-30', '2026-01-31..2026-01-31', '2026-02-01..2026-02-01'],
      ['day,revenue', '2026-01-30,2.60', '2026-01-31,2.62', '2026-02-01,2.02'],
    ],
    [
      '--from 2026-01-20 --to 2026-02-10 --by month',
      ['2026-01-20..2026-01-31', '2026-02-01..2026-02-10'],
      ['month,revenue', '2026-01,24.40', '2026-02,20.02'],
    ],
    // A quarter has windows of 31 days, and none of them crosses its end.
    [
      '--from 2026-02-20 --to 2026-04-02 --by quarter',
      ['2026-02-20..2026-03-22', '2026-03-23..2026-03-31', '2026-04-01..2026-04-02'],
      ['quarter,revenue', '2026-Q1,80.86', '2026-Q2,4.02'],
    ],
    [
      '--from 2026-01-30 --to 2026-02-08 --by week --windows 4',
      ['2026-01-30..2026-02-01', '2026-02-02..2026-02-05', '2026-02-06..2026-02-08'],
      ['week,revenue', '2026-W05,6.60', '2026-W06,14.16'],
    ],
    [
      '--from 2026-02-02 --to 2026-02-08 --by week --group-by source --compare previous',
      ['2026-01-26..2026-02-01', '2026-02-02..2026-02-08'],
      [
        'source,week,week_before,revenue,revenue_before,revenue_change,revenue_percent',
        'search,2026-W06,2026-W05,7.02,7.26,-0.24,-3.31',
        'social,2026-W06,2026-W05,7.02,7.26,-0.24,-3.31',
      ],
    ],
  ])('%s', async (line, windows, rows) => {
    const service = await startUndated();
    const { stdout, stderr, exitCode } = await runCli(`domains ${line} --date-column none --sum revenue -f csv`, {
      env: service.env,
    });
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(service.windows()).toEqual(windows);
    expect(stdout.trimEnd().split('\n')).toEqual(rows);
  });

  test('and the message without it offers that', async () => {
    const service = await startUndated();
    const line = 'domains --from 2026-01-30 --to 2026-02-09 --by week';
    expect(await runCli(line, { env: service.env })).toFail(
      2,
      "error: --by week: no column is known to hold the record's date\n" +
        'hint: name the column with --date-column, or request each week apart with --date-column none\n',
    );
  });
});
