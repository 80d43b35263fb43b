import { describe, expect, test } from 'vitest';
import { HINTS } from '../harness/hints.ts';
import { type CliOptions, runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, type Handler, sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';

const ONE_DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];
const WHAT = 'revenue 2026-01-01';
const GOOD = '{"data":[{"a":1}]}';

/** Runs a one-day report against a service with this handler. */
async function runAgainst(handler: Handler, args: readonly string[] = [], options: CliOptions = {}) {
  const service = await startService(handler);
  const result = await runCli([...ONE_DAY, ...args], { env: service.env, ...options });
  return { ...result, requests: service.requests };
}

describe('informational responses', () => {
  const ANNOUNCED = ['100 Continue', '102 Processing', '103 Early Hints', '199 What'].map(
    (status) => `HTTP/1.1 ${status}\r\nLink: </x>\r\n\r\n`,
  );

  test('are ignored, as is the offer of another protocol', async () => {
    const offer = `HTTP/1.1 200 OK\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\nContent-Length: ${GOOD.length}\r\n\r\n`;
    expect(await runAgainst((_request, response) => response.socket?.write(ANNOUNCED.join('') + offer + GOOD))).toPrint(
      'a\n1\n',
    );
  });

  test('do not extend the time-out', async () => {
    const result = await runAgainst(
      (_request, { socket }) => {
        const timer = setInterval(() => socket?.write(ANNOUNCED[2]!), 10);
        socket?.once('close', () => clearInterval(timer));
        socket?.on('error', () => undefined);
      },
      ['--timeout', '0.3', '--retry-for', '0'],
    );
    expect(result).toMatchObject({ exitCode: 6, stdout: '' });
    expect(result.stderr).toMatch(/^error: revenue 2026-01-01: 127\.0\.0\.1:\d+: no answer within 0\.3 s\n/);
    expect(result.requests).toHaveLength(1);
  });
});

describe('a status other than 200 fails at once, with its own message', () => {
  const REDIRECTED =
    'redirects are not followed, because the token is sent only to the base URL: check the base URL URL (REPORTING_BASE_URL)';
  const TOKEN = 'correct the token, which comes from REPORTING_API_TOKEN';
  const REFUSED = `the service refused ${WHAT}`;
  const OTHER = `${REFUSED}: 403, the token does not belong to client ${CLIENT_ID}`;
  test.each([
    [400, '{"error":"end_date is off"}', 5, `${REFUSED}: 400, invalid parameters: end_date is off`, HINTS.refused],
    [401, '', 4, `${REFUSED}: 401, the token is missing or invalid`, TOKEN],
    [401, '{"error":"API token missing or invalid"}', 4, `${REFUSED}: 401, API token missing or invalid`, TOKEN],
    [403, 'Forbidden', 4, `${OTHER}: Forbidden`, `check the client id, or ${TOKEN}`],
    [403, '{"error":"Token does not match the provided client id"}', 4, OTHER, `check the client id, or ${TOKEN}`],
    [404, '<html>no</html>', 5, `${REFUSED}: 404`, 'check the base URL URL (REPORTING_BASE_URL)'],
    [410, '', 5, `${REFUSED}: 410`, HINTS.refused],
    [300, '', 5, `the service redirected ${WHAT}: 300`, REDIRECTED],
    [302, '', 5, `the service redirected ${WHAT}: 302 to https://elsewhere.example/x`, REDIRECTED],
    [399, '', 5, `the service redirected ${WHAT}: 399`, REDIRECTED],
    [204, '', 7, `the service answered ${WHAT} with 204 instead of 200`, HINTS.malformed],
    [501, 'no', 6, `the service failed on ${WHAT}: 501: no`, HINTS.unavailable],
  ])('%i', async (status, body, exitCode, message, hint) => {
    const location = { location: 'https://user:pw@elsewhere.example/x?token=1' };
    const { stderr, requests, ...result } = await runAgainst((_request, response) =>
      sendStatus(response, status, body, status === 302 ? location : {}),
    );
    expect(stderr.replace(/http:[^ ]+(?= \(REP)/, 'URL')).toBe(`error: ${message}\nhint: ${hint}\n`);
    expect(result).toMatchObject({ exitCode, stdout: '', waits: [] });
    expect(requests).toHaveLength(1);
  });

  test('a 400 for the longest window has a hint', async () => {
    const service = await startService((_request, response) => sendStatus(response, 400));
    expect(await runCli('revenue --from 2026-01-01 --to 2026-03-31', { env: service.env })).toFail(
      5,
      'error: the service refused revenue 2026-01-01..2026-01-31: 400, invalid parameters\n' +
        'hint: if the service allows only shorter ranges, use --windows 30\n',
    );
  });

  test('a 404 for an unexpected base URL has a hint', async () => {
    const service = await startService((_request, response) => sendStatus(response, 404), { basePath: '/api' });
    expect(await runCli(ONE_DAY, { env: service.env })).toFail(
      5,
      `warning: the base URL ${service.baseUrl} does not end in /<version>/reporting, as the service's addresses do\n` +
        `error: the service refused ${WHAT}: 404\n` +
        `hint: check the base URL: ${service.baseUrl} does not end in /<version>/reporting\n`,
    );
  });
});

describe('temporary failures are retried', () => {
  // one-bad-window.test.ts tries the other faults.

  test('nothing remains of a first body', async () => {
    expect(
      await runAgainst((_request, response, attempt) => {
        if (attempt > 1) return sendJson(response, '{"data":[{"b":2}]}');
        response.writeHead(200, { 'content-length': 1_000_000 });
        return response.write(`{"data":[${'{"a":1},'.repeat(50_000)}`, () => response.destroy());
      }),
    ).toPrint('b\n2\n');
  });
});

const TICKET = '`reporting raw revenue …` keeps the response for a support ticket';

test('an error body without an end is read in part', async () => {
  const result = await runAgainst((_request, response) => {
    response.writeHead(400);
    const timer = setInterval(() => response.write('no '.repeat(9999)), 1);
    response.once('close', () => clearInterval(timer));
  });
  expect(result.stderr).toMatch(/^error: .*: 400, invalid parameters: no no .*…$/m);
});

describe('an invalid body fails at once', () => {
  const deep = `{"data":[{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`;
  test.each(
    [
      ['{"data":[{"a":1}', 'the body ends in the middle of its JSON, after 16 bytes'],
      ['{"data":[]}x', 'the body is not valid JSON at byte 11: unexpected `x`'],
      [deep, 'the body is nested more than 1000 levels deep at byte 1011'],
    ].map(([body, problem]) => ({ body: body!, problem: problem! })),
  )('$problem', async ({ body, problem }) => {
    const { requests, ...result } = await runAgainst((_request, response) => sendJson(response, body));
    expect(result).toMatchObject({
      exitCode: 7,
      stdout: '',
      stderr: `error: ${WHAT}: ${problem}\nhint: ${HINTS.malformed}; ${TICKET}\n`,
      waits: [],
    });
    expect(requests).toHaveLength(1);
  });

  const ADVICE = 'check the base URL, or run `reporting doctor`';
  const SIGN_IN =
    'check the base URL, and whether a proxy, VPN or network wants you to sign in, or run `reporting doctor`';
  const PAGE = '<head><title>Sign in\n\u001b[2J to Corp</title></head><body>';
  const NAMES = '"status":1,"error":{},"a\\u001b":0,"d":0,"e":0,"f":0';
  test.each([
    ['', 'the body is empty', ADVICE],
    [' \r\n', 'the body is empty', ADVICE],
    ['not\nfound', 'the body is not a JSON object: it begins with "not found"', ADVICE],
    ['\ufeff< 1', 'the body is not a JSON object: it begins with "< 1"', ADVICE],
    [' [1]', 'the body is not a JSON object: it begins with "[1]"', ADVICE],
    ['<?xml version="1.0"?><Error>x</Error>', 'got an HTML or XML page: a login page or proxy?', SIGN_IN],
    [`${'-'.repeat(70)}${TOKEN}`, `the body is not a JSON object: it begins with "${'-'.repeat(70)}[hidden]…"`, ADVICE],
    [
      `<!DOCTYPE html>\n${PAGE}`,
      'got an HTML or XML page (title "Sign in \\u001b[2J to Corp"): a login page or proxy?',
      SIGN_IN,
    ],
    ['{"rows":[]}', 'the body has no `data` array', `it has "rows": ${ADVICE}`],
    [`{${NAMES}}`, 'the body has no `data` array', `it has "status", "error", "a\\u001b", "d", "e": ${ADVICE}`],
  ])('%j: the error describes the body, and the hint says what to check', async (body, problem, hint) => {
    const result = await runAgainst((_request, response) => sendJson(response, body));
    expect(result).toMatchObject({
      exitCode: 7,
      stderr: `error: ${WHAT}: ${problem}\nhint: ${hint}; ${TICKET}\n`,
      waits: [],
    });
  });
});

test('the first permanent failure cancels the other windows', async () => {
  const service = await startService(({ query }, response) => {
    if (query.start_date === '2026-01-01') sendStatus(response, 401);
  });
  const args = 'revenue --from 2026-01-01 --to 2026-12-31';
  const result = await runCli(args, { env: service.env });
  expect(result.exitCode).toBe(4);
  expect(service.requests.length).toBeLessThanOrEqual(4);
});

test('no output contains the token', async () => {
  const echo: Handler = ({ headers }, response) =>
    sendStatus(response, 400, `bad token ${headers['reporting-api-token']}`, { 'x-echo': TOKEN, 'set-cookie': TOKEN });
  for (const args of [[], ['-vv'], ['--error-format', 'json', '-vv']]) {
    const { stdout, stderr } = await runAgainst(echo, args);
    expect(stdout + stderr).not.toContain(TOKEN);
    expect(stderr).toContain('bad token [hidden]');
  }
  const cut = await runAgainst((_request, response) => response.destroy(), ['-vv', '--retry-for', '0']);
  expect(cut.stderr).toContain('[hidden]');
  expect(cut.stderr).not.toContain(TOKEN);
});

test.each(['e', 'in', 'dat', 'revenue'])('the token %j does not garble messages', async (token) => {
  const service = await startService(({ headers }, response) =>
    sendStatus(response, 400, `{"error":"invalid dates","token":"${headers['reporting-api-token']}"}`),
  );
  const env = { ...service.env, REPORTING_API_TOKEN: token };
  expect(await runCli(ONE_DAY, { env })).toFail(
    5,
    `error: the service refused ${WHAT}: 400, invalid parameters: invalid dates\nhint: ${HINTS.refused}\n`,
  );
});

test('no output contains a token from a profile or a file', async () => {
  const { home, ...service } = await startService(({ headers }, response) =>
    sendStatus(response, 400, `bad token ${headers['reporting-api-token']}`),
  );
  home.write('token.txt', TOKEN);
  const { REPORTING_API_TOKEN: _token, ...env } = service.env;
  const login = `login --no-verify --token-file token.txt --base-url ${service.baseUrl} --client-id ${CLIENT_ID}`;
  expect((await runCli(login, { home })).exitCode).toBe(0);
  for (const variables of [{}, { ...env, REPORTING_API_TOKEN_FILE: 'token.txt' }]) {
    const { stderr } = await runCli([...ONE_DAY, '-vv'], { home, env: variables });
    expect(stderr).toContain('bad token [hidden]');
    expect(stderr).not.toContain(TOKEN);
  }
});

test('control characters in arguments do not reach the terminal', async () => {
  expect(await runAgainst((_request, response) => sendJson(response, GOOD), ['-o', '\u001b[2J/x.csv'])).toFail(
    8,
    'error: cannot write \\u001b[2J/x.csv: no such file or directory\nhint: check that its directory exists and has room, and that you can write to it\n',
  );
});
