/** A service that sends the records of one day for each whole window. */

import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const TWO_MONTHS = 'revenue --from 2026-01 --to 2026-02 --windows month -f csv';
const LAST_DAYS = '57 of 59 days: 2026-01-01..2026-01-30, 2026-02-01..2026-02-27';
const FIRST_DAYS = '57 of 59 days: 2026-01-02..2026-01-31, 2026-02-02..2026-02-28';
const ADVICE = "if it is not the record's date, add --date-column none";

type Members = (first: string, last: string) => Readonly<Record<string, unknown>>;

/** Answers each window with two records that have these members. */
const startStamped = (membersOf: Members) =>
  startRecordService(({ query }) =>
    [12.5, 7.25].map((revenue) =>
      JSON.stringify({ ...membersOf(query.start_date!, query.end_date!), c: 'a', revenue }),
    ),
  );

describe('a column named for the date that holds one day of each window', () => {
  test.each<[name: string, members: Members, warning: string]>([
    ['date', (_, last) => ({ date: last }), `${LAST_DAYS}; "date" has only the last day of each window`],
    ['day', (_, last) => ({ day: last }), `${LAST_DAYS}; "day" has only the last day of each window`],
    [
      'report_date',
      (first) => ({ report_date: first }),
      `${FIRST_DAYS}; "report_date" has only the first day of each window`,
    ],
    [
      'a number',
      (first) => ({ ymd: Number(first.replaceAll('-', '')) }),
      `${FIRST_DAYS}; "ymd" has only the first day of each window`,
    ],
    [
      'a nested date with a time',
      (_, last) => ({ stats: { date: `${last}T00:00:00Z` } }),
      `${LAST_DAYS}; "stats.date" has only the last day of each window`,
    ],
    [
      'beside a second one',
      (_, last) => ({ report_day: last, date: last }),
      `${LAST_DAYS}; "date" has only the last day of each window`,
    ],
    [
      'beside dates of other things',
      (_, last) => ({ date: last, created_at: '2025-03-04', fetched_at: '2026-06-15T11:59:00Z' }),
      `${LAST_DAYS}; "date" has only the last day of each window`,
    ],
  ])('%s: missing days are a warning', async (_, members, warning) => {
    const { env } = await startStamped(members);
    expect(await runCli(`${TWO_MONTHS} --sum revenue`, { env })).toPrint(
      'revenue\n39.50\n',
      `warning: no records for ${warning}: ${ADVICE} [gaps]\n`,
    );
    expect(await runCli(`${TWO_MONTHS} --sum revenue --strict --date-column none`, { env })).toPrint(
      'revenue\n39.50\n',
    );
  });

  test.each([
    ['--by month --sum revenue', 0],
    ['--group-by c --sum revenue --strict', 9],
    ['--columns c --strict', 9],
  ])('warns with %s', async (args, exitCode) => {
    const { env } = await startStamped((_, last) => ({ date: last }));
    const result = await runCli(`${TWO_MONTHS} ${args}`, { env });
    expect(result.exitCode).toBe(exitCode);
    expect(result.stderr).toContain(`no records for ${LAST_DAYS}; "date" has only`);
  });

  test('warns with raw and with sync', async () => {
    const { env } = await startStamped((_, last) => ({ date: last }));
    const raw = 'raw revenue --from 2026-01 --to 2026-02 --windows month -o answers';
    expect((await runCli(raw, { env })).stderr).toBe(
      'warning: no records for 57 of 59 days: 2026-01-01..2026-01-30, 2026-02-01..2026-02-27; "date" has only the last day of each window: if it is not the record\'s date, add --date-column none [gaps]\n',
    );
    expect((await runCli(`${raw} --strict`, { env })).exitCode).toBe(9);
    expect(await runCli('sync revenue data --from 2026-01 --to 2026-02', { env })).toPrint(
      '',
      'warning: default revenue 2026-02: no records for 27 of 28 days: 2026-02-01..2026-02-27; "date" has only the last day of each window: if it is not the record\'s date, add --date-column none [gaps]\n' +
        'warning: default revenue 2026-01: no records for 30 of 31 days: 2026-01-01..2026-01-30; "date" has only the last day of each window: if it is not the record\'s date, add --date-column none [gaps]\n',
    );
    expect((await runCli('sync revenue data --from 2026-01 --to 2026-02 --strict', { env })).exitCode).toBe(9);
  });

  test('is a column of the last days in one window, too', async () => {
    const { env } = await startStamped((_, last) => ({ date: last }));
    expect(await runCli('revenue --period 2026-01 -f csv', { env })).toPrint(
      'date,c,revenue\n2026-01-31,a,12.5\n2026-01-31,a,7.25\n',
      `warning: no records for 30 of 31 days: 2026-01-01..2026-01-30; "date" has only the last day of each window: ${ADVICE} [gaps]\n`,
    );
    const chosen = await runCli('revenue --period 2026-01 -f csv --date-column date', { env });
    expect(chosen.stderr).toBe('warning: no records for 30 of 31 days: 2026-01-01..2026-01-30 [gaps]\n');
  });

  test('may hold the day after an exclusive end', async () => {
    const service = await startStamped((_, last) => ({ date: last }));
    const env = { ...service.env, REPORTING_END_DATE: 'exclusive' };
    const result = await runCli(TWO_MONTHS, { env });
    expect(result.exitCode).toBe(0);
    expect(result.stderr).toContain('warning: no records for 59 of 59 days: 2026-01-01..2026-02-28; "date" has only');
    expect((await runCli(`${TWO_MONTHS} --strict`, { env })).exitCode).toBe(9);
    expect(await runCli('revenue --period 2026-02 -f csv --sum revenue', { env })).toPrint(
      'revenue\n19.75\n',
      `warning: no records for 28 of 28 days: 2026-02-01..2026-02-28; "date" has only the last day of each window: ${ADVICE} [gaps]\n`,
    );
  });
});

test.each<[name: string, members: Members]>([
  ['for columns of the window', (first, last) => ({ start_date: first, end_date: last })],
  ['for a window column alone', (_, last) => ({ end_date: last })],
  ['for other window words', (first) => ({ from_date: first, window_day: first, periodDate: first })],
  ['for a date beside the other end of the window', (first, last) => ({ start_date: first, date: last })],
  ['for two date columns with both ends', (first, last) => ({ date: first, report_day: last })],
  ['for names of other events', (_, last) => ({ snapshot_date: last, created: { date: last } })],
  ['for other names', (first) => ({ moment: first })],
])('no warning: %s', async (_, members) => {
  const { env } = await startStamped(members);
  expect(await runCli(`${TWO_MONTHS} --strict`, { env })).toMatchObject({ exitCode: 0, stderr: '' });
});

test('the columns of both ends of a window do not say which days are missing', async () => {
  const { env } = await startStamped((first, last) => ({ start_date: first, date: last }));
  for (const range of [TWO_MONTHS, 'revenue --period 2026-01 -f csv']) {
    const { exitCode, stderr } = await runCli(`${range} --strict -v`, { env });
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      'note: records have no dates, so missing days stay unseen: add --windows 1 --window-columns\n',
    );
  }
});
