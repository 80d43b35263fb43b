import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DATE, doctor, RECORDS, startSteadyService } from '../harness/doctor.ts';
import { HINTS } from '../harness/hints.ts';
import { runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, sendStatus, startService } from '../harness/service.ts';

test.each([
  ['Mon, 15 Jun 2026 11:59:59 GMT', 'ok', "this machine's clock agrees with the service's"],
  ['Mon, 15 Jun 2026 11:59:00 GMT', 'ok', "this machine's clock is 60 s ahead of the service's"],
  ['Mon, 15 Jun 2026 11:58:59 GMT', 'warning', "this machine's clock is 61 s ahead of the service's"],
  ['Mon, 15 Jun 2026 14:05:00 GMT', 'warning', "this machine's clock is 2 h 5 min behind the service's"],
  ['Mon, 22 Jun 2026 12:00:00 GMT', 'warning', "this machine's clock is 168 h behind the service's"],
  ['today', 'skipped', 'there is no response with a valid Date header'],
  [undefined, 'skipped', 'there is no response with a valid Date header'],
])('the clock: %s: %s', async (date, status, message) => {
  const service = await startService((_request, response) => {
    response.sendDate = false;
    if (date !== undefined) response.setHeader('date', date);
    sendJson(response, RECORDS);
  });
  const { exitCode, checks } = await doctor({ env: service.env });
  expect(exitCode).toBe(0);
  expect(checks.clock).toMatchObject({ status, message });
});

describe('test request', () => {
  const WHAT = 'revenue 2026-06-14';

  test.each([
    [401, 4, `the service refused ${WHAT}: 401, the token is missing or invalid`],
    [403, 4, `the service refused ${WHAT}: 403, the token does not belong to client ${CLIENT_ID}`],
    [302, 5, `the service redirected ${WHAT}: 302`],
    [204, 7, `the service answered ${WHAT} with 204 instead of 200`],
    [503, 6, `the service failed on ${WHAT}: 503 (after 2 attempts in 0.3 s)`],
  ])('%i ends with %i, after a second attempt if it may succeed', async (status, exit, message) => {
    const service = await startService((_request, response) => sendStatus(response, status, '', { date: DATE }));
    const { exitCode, checks, stderr } = await doctor({ env: service.env });
    expect(exitCode).toBe(exit);
    expect(checks['test request']).toMatchObject({ status: 'failure', message });
    expect(checks.clock!.status).toBe('ok');
    for (const name of ['interface', 'columns', '31 days', 'end date']) {
      expect(checks[name]).toMatchObject({ status: 'skipped', message: 'fix test request first' });
    }
    expect(service.requests).toHaveLength(status === 503 ? 2 : 1);
    expect(stderr).toBe('error: 1 of 11 checks failed: test request\n');
  });

  test('a token that the service repeats is hidden, as JSON and as text', async () => {
    const service = await startService(({ headers }, response) =>
      sendStatus(response, 401, `no such token: ${headers['reporting-api-token']} \u001b[2J`),
    );
    const message = `the service refused ${WHAT}: 401, the token is missing or invalid: no such token: [hidden] \\u001b[2J`;
    const { checks } = await doctor({ env: service.env }, ['-vv']);
    expect(checks['test request']!.message).toBe(message);
    const { stdout } = await runCli('doctor -vv', { env: service.env, stdoutTty: true, columns: 200 });
    expect(/^✗ .*/m.exec(stdout)![0]).toBe(`✗  test request   ${message}`);
  });
});

describe('the form of a response', () => {
  test.each([
    ['{"records":[]}', 'the body has no `data` array'],
    ['<html>', 'got an HTML or XML page: a login page or proxy?'],
    ['{"data":[', 'the body ends in the middle of its JSON, after 9 bytes'],
  ])('%s fails', async (body, message) => {
    const service = await startSteadyService(body);
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(7);
    expect(checks['test request']!.status).toBe('ok');
    expect(checks.interface).toMatchObject({ status: 'failure', message });
    expect(checks.columns).toMatchObject({ status: 'skipped', message: 'fix interface first' });
    expect(checks['31 days']).toMatchObject({ status: 'skipped', message: 'fix interface first' });
  });

  test('the message shows columns and types', async () => {
    const service = await startService((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
      response.end(gzipSync('{"data":[{"a":{"b":1},"c\\u001b":2}],"next":null,"meta":{"page":1}}'));
    });
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks.interface!.message).toBe('`data` has 1 record');
    expect(checks.columns!.message).toBe('a.b, c\\u001b; date column: not found');
  });

  test.each([
    [
      400,
      0,
      'warning',
      'refused',
      '400, invalid parameters',
      'if the service counts days differently, request less at once: --windows 30',
    ],
    [500, 6, 'failure', 'failed on', '500 (after 2 attempts in 0.3 s)', HINTS.unavailable],
    [
      401,
      4,
      'failure',
      'refused',
      '401, the token is missing or invalid',
      'correct the token, which comes from REPORTING_API_TOKEN',
    ],
  ])('31 days answered with %i', async (status, exit, outcome, verb, why, hint) => {
    const service = await startService(({ query }, response) =>
      query.start_date === '2026-06-14' ? sendJson(response, RECORDS) : sendStatus(response, status),
    );
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(exit);
    const message = `the service ${verb} revenue 2026-05-15..2026-06-14: ${why}`;
    expect(checks['31 days']).toMatchObject({ status: outcome, hint, message });
  });
});
