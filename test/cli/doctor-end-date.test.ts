import { describe, expect, test } from 'vitest';
import { daysFrom, startDailyService } from '../harness/daily-service.ts';
import { doctor } from '../harness/doctor.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendStatus, startRecordService, startService, TOKEN } from '../harness/service.ts';

const LONG = '2026-05-15..2026-06-14';
const YESTERDAY = '2026-06-14..2026-06-14';

describe('doctor on end_date', () => {
  test('sees that it counts in the answer for one day: two requests are enough', async () => {
    const service = await startDailyService();
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks['end date']).toEqual({
      name: 'end date',
      status: 'ok',
      message: `the service counts end_date as inside the range: ${YESTERDAY} has records`,
    });
    expect(service.windows()).toEqual([LONG, YESTERDAY]);
  });

  test('sees that it does not, by asking for a day that is known to have records', async () => {
    const service = await startDailyService({ exclusiveEnd: true });
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks['end date']).toMatchObject({
      status: 'warning',
      message:
        'the service counts end_date as outside the range: there are records of 2026-06-13, but none in 2026-06-13..2026-06-13; ' +
        'by default, reports take it for inclusive, and reports miss the last day of each window',
      hint: 'add --end-date exclusive to reports, or store it: reporting login --end-date exclusive',
    });
    expect(service.windows()).toEqual([LONG, '2026-06-13..2026-06-13', YESTERDAY]);
  });

  test.each([
    ['yesterday is not there yet', ['2026-06-14'], '2026-06-12..2026-06-12'],
    ['the last days are not there yet', daysFrom('2026-06-12', '2026-06-14'), '2026-06-11..2026-06-11'],
  ])('does not cry wolf where %s', async (_name, missing) => {
    const service = await startDailyService({ missing });
    const { checks } = await doctor({ env: service.env });
    expect(checks['end date']).toMatchObject({ status: 'ok' });
    expect(checks['end date']!.message).toContain('as inside the range: ');
    expect(service.requests).toHaveLength(3);
  });

  test.each([
    ['there are no records', () => [], `no records of ${LONG} hold its days`],
    [
      'nothing has dates',
      (day: string) => (day === '2026-06-14' ? [] : ['{"a":1}']),
      `no records of ${LONG} hold its days`,
    ],
  ])('cannot tell where %s, and asks no more', async (_name, recordsOf, why) => {
    const service = await startDailyService({ recordsOf });
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks['end date']).toMatchObject({
      status: 'skipped',
      message: `${why}, so nothing tells whether the service counts end_date`,
    });
    expect(service.requests).toHaveLength(2);
  });

  test('cannot tell where the longest window is refused', async () => {
    const service = await startService(({ query }, response) =>
      query.start_date === '2026-06-14' ? response.end('{"data":[]}') : sendStatus(response, 400),
    );
    const { checks } = await doctor({ env: service.env });
    expect(checks['31 days']!.status).toBe('warning');
    expect(checks['end date']).toMatchObject({
      status: 'skipped',
      message: 'there are no records on 2026-06-14, so nothing tells whether the service counts end_date',
    });
  });

  test('fails where an answer is broken, and is skipped where one was', async () => {
    const broken = await startRecordService(({ query }) => (query.start_date === '2026-05-15' ? ['1'] : []));
    const { exitCode, checks } = await doctor({ env: broken.env });
    expect(exitCode).toBe(7);
    expect(checks['31 days']!.status).toBe('failure');
    expect(checks['end date']!.status).toBe('skipped');
    const one = await startRecordService(() => ['1']);
    expect((await doctor({ env: one.env })).checks['end date']).toMatchObject({
      status: 'skipped',
      message: 'no use before interface is mended',
    });
  });

  test.each([
    [true, 'ok', undefined],
    [
      false,
      'warning',
      'add --end-date inclusive to reports, or store it: reporting login --end-date inclusive',
    ],
  ])(
    'holds what the profile says against it: exclusive, and the service %j',
    async (exclusiveEnd, status, hint) => {
      const service = await startDailyService({ exclusiveEnd });
      const home = createHome();
      const credentials = ['--base-url', service.baseUrl, '--client-id', CLIENT_ID, '--token-stdin'];
      await runCli(['login', ...credentials, '--end-date', 'exclusive'], { home, stdin: TOKEN });
      const { checks } = await doctor({ home });
      expect(checks['end date']!.status).toBe(status);
      expect(checks['end date']!.hint).toBe(hint);
      if (!exclusiveEnd)
        expect(checks['end date']!.message).toContain('by profile default, reports take it for exclusive');
    },
  );
});
