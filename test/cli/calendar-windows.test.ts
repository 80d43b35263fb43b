import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const WINTER = '--from 2025-11-20 --to 2026-03-05 --windows month';

/** A service without dates: each window has two domains, whose revenue is the number of the window's month. */
const startDomains = () =>
  startRecordService(({ query }) => {
    const revenue = `${Number(query.start_date!.slice(5, 7))}.10`;
    return ['a', 'b'].map((name) => `{"domain":"${name}.example","source":"web","revenue":${revenue}}`);
  });

describe('--windows month', () => {
  test('requests one calendar month at a time, cut to the range', async () => {
    const service = await startDomains();
    expect((await runCli(`domains ${WINTER} -q`, { env: service.env })).exitCode).toBe(0);
    expect(service.windows()).toEqual([
      '2025-11-20..2025-11-30',
      '2025-12-01..2025-12-31',
      '2026-01-01..2026-01-31',
      '2026-02-01..2026-02-28',
      '2026-03-01..2026-03-05',
    ]);
  });

  test('takes two requests for a month that is too long for an exclusive end date', async () => {
    const service = await startDomains();
    const range = '--from 2026-01-01 --to 2026-02-10 --windows month';
    const env = { ...service.env, REPORTING_END_DATE: 'exclusive' };
    expect((await runCli(`domains ${range} -q`, { env })).exitCode).toBe(0);
    expect(service.windows()).toEqual(['2026-01-01..2026-01-31', '2026-01-31..2026-02-01', '2026-02-01..2026-02-11']);
  });

  test.each(['week', '0', '32', '1.5', ''])('--windows %j is a usage error', async (size) => {
    expect(await runCli(['domains', '--period', '2026-01', '--windows', size])).toFail(
      2,
      `error: --windows takes a whole number from 1 to 31, or month, not ${JSON.stringify(size)}\n`,
    );
  });
});

describe('groups by month in a report without dates', () => {
  test.each([
    ['month', 'month,revenue\n2025-11,22.20\n2025-12,24.20\n2026-01,2.20\n2026-02,4.20\n2026-03,6.20\n'],
    ['quarter', 'quarter,revenue\n2025-Q4,46.40\n2026-Q1,12.60\n'],
    ['year', 'year,revenue\n2025,46.40\n2026,12.60\n'],
  ])('--windows month --by %s takes the window', async (unit, stdout) => {
    const service = await startDomains();
    for (const columns of ['', ' --window-columns']) {
      const line = `domains ${WINTER}${columns} --by ${unit} --sum revenue -f csv`;
      expect(await runCli(line, { env: service.env })).toPrint(stdout);
    }
  });

  test('sums every summable column, and no column of the window', async () => {
    const service = await startDomains();
    const line = 'domains --period 2026-01..2026-02 --windows month --group-by domain --by month -f csv';
    expect(await runCli(line, { env: service.env })).toPrint(
      'domain,month,revenue\na.example,2026-01,1.10\nb.example,2026-01,1.10\n' +
        'a.example,2026-02,2.10\nb.example,2026-02,2.10\n',
    );
  });

  test('an exclusive end date: both windows of a long month are of that month', async () => {
    const service = await startDomains();
    const line = 'domains --period 2026-01 --windows month --by month --sum revenue -f csv';
    const env = { ...service.env, REPORTING_END_DATE: 'exclusive' };
    expect(await runCli(line, { env })).toPrint('month,revenue\n2026-01,4.40\n');
  });

  test.each(['day', 'week'])('--by %s needs a date', async (unit) => {
    const service = await startDomains();
    expect(await runCli(`domains ${WINTER} --window-columns -q --by ${unit}`, { env: service.env })).toFail(
      2,
      `error: --by ${unit}: no column is known to hold the record's date\n` +
        `hint: name the column with --date-column, or request each ${unit} apart with --date-column none\n`,
    );
  });

  test('without the option, a window is not a month', async () => {
    const service = await startDomains();
    const line = 'domains --period 2026-01 --window-columns --by month';
    expect((await runCli(line, { env: service.env })).exitCode).toBe(2);
  });

  test('the dates of records come first', async () => {
    const service = await startRecordService(({ query }) => [`{"date":"${query.end_date}","revenue":1}`]);
    const line = 'revenue --from 2026-01-20 --to 2026-02-03 --windows month --by month --sum revenue -f csv';
    expect((await runCli(line, { env: service.env })).stdout).toBe('month,revenue\n2026-01,1\n2026-02,1\n');
  });
});

describe('the warning of windows that no column distinguishes', () => {
  test('names the solutions', async () => {
    const service = await startDomains();
    expect((await runCli('domains --period 2026-Q1 -f csv', { env: service.env })).stderr).toBe(
      'warning: no column distinguishes the records of the 3 windows: group them with --group-by, or add --window-columns [windows]\n',
    );
  });

  test('does not appear with either solution', async () => {
    const service = await startDomains();
    for (const way of ['--group-by domain,source', '--windows month --window-columns']) {
      expect((await runCli(`domains --period 2026-Q1 -f csv ${way}`, { env: service.env })).stderr).toBe('');
    }
  });
});
