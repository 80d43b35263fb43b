import { describe, expect, test } from 'vitest';
import { startBatchService } from '../harness/batch-service.ts';
import { runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, startRecordService, startService, TOKEN } from '../harness/service.ts';

const empty = () => startRecordService(() => []);

describe('a request', () => {
  test('has the path, all three parameters and both headers', async () => {
    const service = await empty();
    const result = await runCli('revenue --from 2026-01-05 --to 2026-01-10', { env: service.env });
    expect(result.exitCode).toBe(0);
    expect(service.requests).toHaveLength(1);
    const [request] = service.requests;
    expect(request).toMatchObject({
      method: 'GET',
      path: '/v2/reporting/revenue',
      query: { start_date: '2026-01-05', end_date: '2026-01-10', format: 'json' },
    });
    expect(request!.headers).toMatchObject({
      'reporting-api-token': TOKEN,
      'client-id': CLIENT_ID,
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'user-agent': 'reporting/0.0.0-test',
    });
    expect(Object.keys(request!.headers).sort().join(' ')).toBe(
      'accept accept-encoding cache-control client-id connection host reporting-api-token user-agent',
    );
  });

  test('for domains has its own path', async () => {
    const service = await empty();
    await runCli('domains --from 2026-01-05 --to 2026-01-10', { env: service.env });
    expect(service.requests.map(({ path }) => path)).toEqual(['/v2/reporting/revenue/domains']);
  });

  test('ignores a trailing slash of the base URL', async () => {
    const service = await empty();
    const env = { ...service.env, REPORTING_BASE_URL: `${service.baseUrl}/` };
    await runCli('revenue --from 2026-01-05 --to 2026-01-10', { env });
    expect(service.requests.map(({ path }) => path)).toEqual(['/v2/reporting/revenue']);
  });
});

describe('windows', () => {
  test.each([
    ['--from 2024-01-01 --to 2024-12-31', 12, '2024-01-01..2024-01-31', '2024-12-07..2024-12-31'],
    ['--from 2026-01-01 --to 2026-01-31', 1, '2026-01-01..2026-01-31', '2026-01-01..2026-01-31'],
    ['--from 2026-01-01 --to 2026-02-01', 2, '2026-01-01..2026-01-31', '2026-02-01..2026-02-01'],
    ['--from 2026-01-01 --to 2026-01-20 --windows 7', 3, '2026-01-01..2026-01-07', '2026-01-15..2026-01-20'],
    [
      '--from 2026-02-27 --to 2026-03-02 --windows 1 --window-columns',
      4,
      '2026-02-27..2026-02-27',
      '2026-03-02..2026-03-02',
    ],
  ])('%s: %i windows', async (range, count, first, last) => {
    const service = await empty();
    await runCli(`revenue ${range}`, { env: service.env });
    const windows = service.windows();
    expect(windows).toHaveLength(count);
    expect([windows.at(0), windows.at(-1)]).toEqual([first, last]);
  });

  test('--concurrency limits the windows at once, and records keep the order of the range', async () => {
    const { service, mostAtOnce } = await startBatchService(3);
    const line = 'revenue --from 2026-01-01 --to 2026-01-09 --windows 1 --concurrency 3';
    expect(await runCli(line, { env: service.env })).toPrint(
      `date\n${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((day) => `2026-01-0${day}\n`).join('')}`,
    );
    expect(mostAtOnce()).toBe(3);
  });
});

test('each window has its own connection, so surplus bytes are not read as the next response', async () => {
  const service = await startService(({ query }, response) => {
    const body = `{"data":[{"day":"${query.start_date}"}]}`;
    const stray = '{"data":[{"day":"stray"}]}';
    const { socket } = response;
    sendJson(response, body);
    setTimeout(() => {
      if (socket?.writable) socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${stray.length}\r\n\r\n${stray}`);
    }, 2);
  });
  const args =
    'revenue --from 2026-01-01 --to 2026-01-12 --windows 1 --window-columns --columns day --concurrency 1'.split(' ');
  const { stdout, exitCode } = await runCli(args, { env: service.env });
  expect(exitCode).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(13);
  expect(stdout).not.toContain('stray');
  expect(service.connections()).toBe(12);
});

test.each([
  ['yesterday', '2026-06-15T12:00:00Z', 'UTC', '2026-06-01', '2026-06-01..2026-06-14'],
  ['today, if it starts today', '2026-06-15T12:00:00Z', 'UTC', '2026-06-15', '2026-06-15..2026-06-15'],
  ['by local time, ahead of UTC', '2026-06-15T23:30:00Z', 'Pacific/Auckland', '2026-06-14', '2026-06-14..2026-06-15'],
  ['by local time, behind UTC', '2026-06-15T03:00:00Z', 'America/Los_Angeles', '2026-06-10', '2026-06-10..2026-06-13'],
])('a range without an end ends: %s', async (_name, now, timeZone, from, window) => {
  const service = await empty();
  await runCli(['revenue', '--from', from], { env: service.env, now, timeZone });
  expect(service.windows()).toEqual([window]);
});

describe('a wrong command line sends no request', () => {
  const day = ['--from', '2026-01-01', '--to', '2026-01-02'];
  test.each([
    [
      [],
      'error: no range: name it with --from and --to, or with --period\nhint: for last month: reporting revenue --period last-month\n',
    ],
    [
      ['-g', 'name', '--where', 'revenue>1'],
      "error: no range: name it with --from and --to, or with --period\nhint: for last month: reporting revenue --group-by name --where 'revenue>1' --period last-month\n",
    ],
    [
      ['--from', '2026-02-30'],
      'error: --from "2026-02-30" is not a date\nhint: --from takes 2026-01-31, 2026-01, 2026-Q1, 2026-W05, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago; --period takes last-month and the like\n',
    ],
    [
      ['--from', '2026-02-01', '--to', '2026-01-01'],
      'error: the range begins on 2026-02-01, after its end on 2026-01-01\n',
    ],
    [
      ['--from', '2026-06-16'],
      'error: --from 2026-06-16 is in the future: today is 2026-06-15\nhint: a range in the future needs --to as well\n',
    ],
    [[...day, '--concurrency', '1.5'], 'error: --concurrency takes a whole number from 1 to 16, not "1.5"\n'],
    [[...day, '--timeout', '-1'], 'error: --timeout takes seconds up to 86400, such as 30 or 0.5, not "-1"\n'],
    [
      [...day, '--token', 'secret'],
      "error: unknown option '--token'\nhint: the token is no option, which others could read: run `reporting login`, or set REPORTING_API_TOKEN, REPORTING_API_TOKEN_FILE or REPORTING_API_TOKEN_COMMAND\n",
    ],
    [[...day, '--tokn=secret'], "error: unknown option '--tokn'\nhint: see `reporting revenue --help`\n"],
  ])('%j', async (args, stderr) => {
    const service = await empty();
    expect(await runCli(['revenue', ...args], { env: service.env })).toFail(2, stderr);
    expect(service.requests).toEqual([]);
  });
});

test('--version and --help succeed on stdout', async () => {
  expect(await runCli('--version')).toPrint('0.0.0-test\n');
  for (const args of [['--help'], ['revenue', '--help'], ['help', 'login'], ['sandbox', '-h']]) {
    expect(await runCli(args)).toPrint(expect.stringContaining('Usage: reporting'));
  }
});
