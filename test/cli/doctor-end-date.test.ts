import { describe, expect, test } from 'vitest';
import { daysFrom, startDailyService } from '../harness/daily-service.ts';
import { doctor } from '../harness/doctor.ts';
import { runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, TOKEN } from '../harness/service.ts';

const LONG = '2026-05-15..2026-06-14';
const YESTERDAY = '2026-06-14..2026-06-14';

describe('the end date check', () => {
  test('finds an inclusive end date without a further request if yesterday has records', async () => {
    const service = await startDailyService();
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks['end date']).toEqual({
      name: 'end date',
      status: 'ok',
      message: `the service counts end_date as inside the range: 2026-06-14 alone has records`,
    });
    expect(service.requests.filter(({ query }) => query.format === 'json')).toHaveLength(2);
  });

  test('finds an exclusive end date by requesting a single day with known records', async () => {
    const service = await startDailyService({ exclusiveEnd: true });
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks['end date']).toMatchObject({
      status: 'warning',
      message:
        'the service counts end_date as outside the range: there are records of 2026-06-13, but none in a request for that day alone; ' +
        'reports use inclusive (built in) and miss the last day of each window',
      hint: 'store it: reporting login --end-date exclusive; or set REPORTING_END_DATE=exclusive',
    });
    expect(service.windows()).toEqual([LONG, '2026-06-13..2026-06-13', YESTERDAY]);
  });

  test.each([
    ['yesterday has no records yet', ['2026-06-14'], '2026-06-12..2026-06-12'],
    ['the last days have no records yet', daysFrom('2026-06-12', '2026-06-14'), '2026-06-11..2026-06-11'],
  ])('does not warn if %s', async (_name, missing) => {
    const service = await startDailyService({ missing });
    const { checks } = await doctor({ env: service.env });
    expect(checks['end date']).toMatchObject({ status: 'ok' });
    expect(checks['end date']!.message).toContain('as inside the range: ');
    expect(service.requests).toHaveLength(3);
  });

  test.each([
    ['there are no records', () => [], `${LONG} has no records with dates`],
    [
      'no record has a date',
      (day: string) => (day === '2026-06-14' ? [] : ['{"a":1}']),
      `${LONG} has no records with dates`,
    ],
  ])('is inconclusive after two requests if %s', async (_name, recordsOf, reason) => {
    const service = await startDailyService({ recordsOf });
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks['end date']).toMatchObject({
      status: 'skipped',
      message: `cannot tell whether the service counts end_date: ${reason}`,
    });
    expect(service.requests).toHaveLength(2);
  });

  test.each([
    [true, 'ok', undefined],
    [
      false,
      'warning',
      'store it: reporting login --profile acme --end-date inclusive; or set REPORTING_END_DATE=inclusive',
    ],
  ])('compares the service (exclusive: %j) with the profile (exclusive)', async (exclusiveEnd, status, hint) => {
    const { home, ...service } = await startDailyService({ exclusiveEnd });
    const credentials = ['--base-url', service.baseUrl, '--client-id', CLIENT_ID, '--token-stdin'];
    await runCli(['login', '--profile', 'acme', ...credentials, '--end-date', 'exclusive'], { home, stdin: TOKEN });
    const { checks } = await doctor({ home });
    expect(checks['end date']!.status).toBe(status);
    expect(checks['end date']!.hint).toBe(hint);
    if (!exclusiveEnd)
      expect(checks['end date']!.message).toBe(
        'the service counts end_date as inside the range: 2026-06-14 alone has records; reports use exclusive (profile acme) and contain days twice',
      );
  });
});
