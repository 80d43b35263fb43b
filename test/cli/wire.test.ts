import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync, constants as zlib } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { needs } from '../harness/needs.ts';
import { clientIdOf, storeProfiles } from '../harness/profiles.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, type Handler, sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';
import { certificateFile, keyAndCertificate } from '../harness/tls-service.ts';

const DAY = 'revenue --from 2026-01-01 --to 2026-01-01';
const WHAT = 'revenue 2026-01-01';
const GOOD = '{"data":[{"a":1}]}';
const FAST = { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } };
const NOW = '2026-06-15T12:00:00Z';
const SECONDS = Date.parse(NOW) / 1000;

/** The environment of a run against a service at this address. */
const at = (origin: string) => ({
  REPORTING_BASE_URL: `${origin}/v2/reporting`,
  REPORTING_CLIENT_ID: CLIENT_ID,
  REPORTING_API_TOKEN: TOKEN,
});

/** Runs a report of a day against a service with this handler. */
async function runAgainst(handler: Handler, line = DAY) {
  const service = await startService(handler);
  const result = await runCli(line, { env: service.env });
  return { ...result, requests: service.requests.length };
}

describe('statuses', () => {
  const RETRIED = [202, 408, 425, 429, 500, 502, 503, 504, 509, 520, 521, 522, 523, 524, 525, 526, 527];
  test.each(RETRIED)('%i is retried', async (status) => {
    const result = await runAgainst((_request, response, attempt) =>
      attempt === 1 ? sendStatus(response, status) : sendJson(response, GOOD),
    );
    expect(result).toMatchObject({ exitCode: 0, stdout: 'a\n1\n', stderr: '', waits: [250] });
  });

  test.each([
    [201, 7],
    [410, 5],
    [505, 6],
    [519, 6],
    [528, 6],
    [530, 6],
  ])('%i fails at once with %i', async (status, exitCode) => {
    const result = await runAgainst((_request, response) => sendStatus(response, status));
    expect(result).toMatchObject({ exitCode, waits: [], requests: 1 });
  });

  test('202 that stays', async () => {
    expect(
      await runAgainst(
        (_request, response) => sendStatus(response, 202, '{"message":"queued"}'),
        `${DAY} --retry-for 0`,
      ),
    ).toFail(
      6,
      'error: the service is not ready with revenue 2026-01-01: 202: queued\n' +
        'hint: try again later; if it keeps failing, tell the operator of the service\n',
    );
  });
});

describe('the wait that a response asks for', () => {
  const at = (time: string): string => `Mon, 15 Jun 2026 ${time} GMT`;
  const BACK_OFF = 250;
  const date = at('12:00:00');
  test.each<[status: number, headers: Record<string, string>, waitMs: number]>([
    [429, { 'retry-after': '7' }, 7000],
    [503, { 'retry-after': ' 3.5 ' }, 3500],
    [500, { 'retry-after': '5' }, 5000],
    [520, { 'retry-after': '5' }, 5000],
    [202, { 'retry-after': '5' }, 5000],
    [429, { 'retry-after': '0' }, BACK_OFF],
    [429, { 'retry-after': '-1' }, BACK_OFF],
    [429, { 'retry-after': '1e2' }, BACK_OFF],
    [429, { 'retry-after': 'soon' }, BACK_OFF],
    [429, { 'retry-after': '' }, BACK_OFF],
    // A date, by the service's own clock.
    [429, { date, 'retry-after': at('12:00:30') }, 30_000],
    [429, { date, 'retry-after': 'Monday, 15-Jun-26 12:01:00 GMT' }, 60_000],
    [429, { date: at('13:00:00'), 'retry-after': at('13:00:02') }, 2000],
    [429, { date: at('11:00:00'), 'retry-after': at('11:00:02') }, 2000],
    [429, { date: at('12:00:03'), 'retry-after': at('12:00:02') }, BACK_OFF],
    [429, { date: 'no date', 'retry-after': at('12:00:02') }, 2000],
    // The reset of a limit: a duration, or a time in seconds or milliseconds.
    [429, { 'ratelimit-reset': '4' }, 4000],
    [503, { 'ratelimit-reset': '4' }, 4000],
    [429, { 'x-ratelimit-reset': '4', 'x-ratelimit-remaining': '0' }, 4000],
    [429, { 'x-ratelimit-reset': '4.5' }, 4500],
    [429, { date, 'x-ratelimit-reset': String(SECONDS + 6) }, 6000],
    [429, { date, 'x-ratelimit-reset': `${SECONDS + 6}.25` }, 6250],
    [429, { date, 'x-ratelimit-reset': String(SECONDS * 1000 + 6500) }, 6500],
    [429, { date, 'ratelimit-reset': String(SECONDS + 6) }, 6000],
    [429, { date: at('13:00:00'), 'x-ratelimit-reset': String(SECONDS + 3606) }, 6000],
    [429, { date, 'x-ratelimit-reset': String(SECONDS - 6) }, BACK_OFF],
    [429, { 'ratelimit-reset': '3', 'x-ratelimit-reset': '9' }, 3000],
    [429, { 'ratelimit-reset': 'soon', 'x-ratelimit-reset': '9' }, 9000],
    [429, { 'retry-after': '2', 'x-ratelimit-reset': '9' }, 2000],
    [429, { 'retry-after': 'soon', 'x-ratelimit-reset': '9' }, 9000],
    // A limit that is not used up, or has nothing to do with the failure.
    [429, { 'x-ratelimit-reset': '3400', 'x-ratelimit-remaining': '57' }, BACK_OFF],
    [503, { 'ratelimit-reset': '3400', 'ratelimit-remaining': '57' }, BACK_OFF],
    [500, { 'x-ratelimit-reset': '3400' }, BACK_OFF],
    [502, { date, 'x-ratelimit-reset': String(SECONDS + 3400), 'x-ratelimit-remaining': '0' }, BACK_OFF],
  ])('%i %j: %i ms', async (status, headers, waitMs) => {
    const result = await runAgainst((_request, response, attempt) => {
      response.sendDate = false;
      if (attempt === 1) sendStatus(response, status, '', headers);
      else sendJson(response, GOOD);
    });
    expect(result).toMatchObject({ exitCode: 0, stdout: 'a\n1\n', stderr: '', waits: [waitMs] });
  });

  test('counts for the whole run', async () => {
    const service = await startService((_request, response, attempt) => {
      if (attempt === 1) sendStatus(response, 429, '', { 'x-ratelimit-reset': '20' });
      else sendJson(response, GOOD);
    });
    const begun: number[] = [];
    let elapsedMs = 0;
    const { exitCode } = await runCli('revenue --from 2026-01-01 --to 2026-03-31 --concurrency 1 -f csv', {
      env: service.env,
      onTime(ms) {
        begun.push(service.requests.length);
        elapsedMs = ms;
      },
    });
    expect({ exitCode, elapsedMs, requests: service.requests.length }).toEqual({
      exitCode: 0,
      elapsedMs: 60_000,
      requests: 6,
    });
  });

  test('may be too long', async () => {
    const result = await runAgainst((_request, response) =>
      sendStatus(response, 429, '', { 'x-ratelimit-reset': '3600' }),
    );
    expect(result).toFail(
      6,
      `error: the service failed on ${WHAT}: 429\n` +
        'hint: the service asks to wait 3600 s, longer than a run waits: try again after that\n',
    );
    expect(result.requests).toBe(1);
  });
});

describe('a page with 400 or 403', () => {
  test.each<[status: number, page: string, problem: string]>([
    [403, '<html><head><title>403\n Forbidden</title></head><body>x', '403 ("403 Forbidden")'],
    [400, '\ufeff\n<!DOCTYPE html><TITLE id=t>Bad</TITLE>', '400 ("Bad")'],
    // haproxy
    [
      403,
      '<html><body><h1>403 Forbidden</h1>\nRequest forbidden by rules.\n</body></html>',
      '403 ("403 Forbidden Request forbidden by rules.")',
    ],
    [403, '<Error><Code>AccessDenied</Code></Error>', '403 ("AccessDenied")'],
    [403, '<style>p {}</style><body><svg><title>logo</title></svg><p>No</p>', '403 ("logo No")'],
    [403, '<html></html>', '403'],
    [403, `<title>${'x'.repeat(90)}</title>`, `403 ("${'x'.repeat(79)}…")`],
    [403, `<title>${TOKEN}</title>`, '403 ("[hidden]")'],
  ])('%i %j', async (status, page, problem) => {
    const { stderr, ...result } = await runAgainst((_request, response) => sendStatus(response, status, page));
    expect(stderr).toBe(
      `error: a proxy or firewall seems to have answered ${WHAT}: ${problem}\nhint: ask its operator to let this machine through\n`,
    );
    expect(result).toMatchObject({ exitCode: 5, stdout: '', waits: [], requests: 1 });
  });

  test.each([
    [403, '{"message":"<html>no</html>"}', 4, `the service refused ${WHAT}: 403, the token does not belong`],
    [403, 'Forbidden <b>', 4, `the service refused ${WHAT}: 403, the token does not belong`],
    [403, '', 4, `the service refused ${WHAT}: 403, the token does not belong`],
    [400, '{"error":"client certificate"}', 5, `the service refused ${WHAT}: 400, invalid parameters: client`],
    [401, '<html><title>No</title>', 4, `the service refused ${WHAT}: 401, the token is missing or invalid\n`],
    [404, '<html><title>No</title>', 5, `the service refused ${WHAT}: 404\n`],
    [501, '<html><title>No</title>', 6, `the service failed on ${WHAT}: 501\n`],
  ])('%i %j is an answer of the service', async (status, body, exitCode, problem) => {
    const result = await runAgainst((_request, response) => sendStatus(response, status, body));
    expect(result).toMatchObject({ exitCode, waits: [], stderr: expect.stringContaining(problem) });
  });
});

test.each([
  ['TLSv1.3', 'tlsv13 alert certificate required'],
  ['TLSv1.2', 'sslv3 alert handshake failure'],
] as const)('%s with a service that requires a client certificate', async (maxVersion, alert) => {
  const service = await startService((_request, response) => sendJson(response, GOOD), {
    scheme: 'https',
    createServer: (listener) =>
      https.createServer({ ...keyAndCertificate('good'), requestCert: true, maxVersion }, listener),
  });
  const env = { ...service.env, REPORTING_CA_FILE: certificateFile('ca') };
  expect(await runCli(DAY, { env })).toFail(
    6,
    `error: ${WHAT}: ${new URL(service.baseUrl).host}: no TLS connection: ${alert}\n` +
      'hint: `reporting help E-tls` explains the causes\n',
  );
});

describe('content-encoding', () => {
  const NOTE = 'x'.repeat(50);
  const RECORDS = Array.from({ length: 60_000 }, (_, index) => `{"a":${index},"b":"${NOTE}"}`);
  const LARGE = `{"data":[${RECORDS.join(',')}]}`;
  const CSV = `a,b\n${RECORDS.map((_, index) => `${index},${NOTE}\n`).join('')}`;
  const damaged = (bytes: Buffer): Buffer => {
    bytes.fill(0xff, 10, 40);
    return bytes;
  };
  const sent =
    (encoding: string, body: string | Buffer): Handler =>
    (_request, response) => {
      response.on('error', () => undefined);
      sendStatus(response, 200, body, { 'content-encoding': encoding });
    };

  test.each<[what: string, encoding: string, body: string | Buffer]>([
    ['plain', 'gzip', GOOD],
    ['plain', 'deflate', GOOD],
    ['plain', 'br', GOOD],
    ['large and plain', 'gzip', LARGE],
    ['large and plain', 'deflate', LARGE],
    ['large and plain', 'br', LARGE],
    ['gzip', 'br', gzipSync(LARGE)],
    ['br', 'gzip', brotliCompressSync(LARGE, FAST)],
    ['damaged', 'gzip', damaged(gzipSync(LARGE))],
    ['damaged', 'br', damaged(brotliCompressSync(LARGE, FAST))],
  ])('a %s body that says %s fails at once', async (_what, encoding, body) => {
    const { stderr, ...result } = await runAgainst(sent(encoding, body), `${DAY} -f csv`);
    expect(stderr).toMatch(/^error: revenue 2026-01-01: the body does not match its content-encoding: .+\nhint: .+\n$/);
    expect(result).toMatchObject({ exitCode: 7, stdout: '', waits: [], requests: 1 });
  });

  test.each<[encoding: string, body: string | Buffer]>([
    ['gzip', gzipSync(LARGE)],
    ['GZIP', gzipSync(LARGE)],
    ['br', brotliCompressSync(LARGE, FAST)],
    ['deflate', deflateSync(LARGE)],
    ['identity', LARGE],
    ['', LARGE],
  ])('a right body of %j is read', async (encoding, body) => {
    const { stdout, ...result } = await runAgainst(sent(encoding, body), `${DAY} -f csv`);
    expect(stdout === CSV).toBe(true);
    expect(result).toMatchObject({ exitCode: 0, stderr: '', waits: [], requests: 1 });
  });

  test.each([
    ['gzip', gzipSync(LARGE), 99_999],
    ['gzip', gzipSync(LARGE), 1],
    ['gzip', gzipSync(LARGE), 0],
    ['br', brotliCompressSync(LARGE, FAST), 999],
    ['br', brotliCompressSync(LARGE, FAST), 0],
  ])('a body of %s that ends too early is asked for again', async (encoding, body, size) => {
    const begun = body.subarray(0, size);
    const { stdout, ...result } = await runAgainst(
      (request, response, attempt) => sent(encoding, attempt === 1 ? begun : body)(request, response, attempt),
      `${DAY} -f csv`,
    );
    expect(stdout === CSV).toBe(true);
    expect(result).toMatchObject({ exitCode: 0, stderr: '', waits: [250], requests: 2 });
  });
});

describe('a service that is not reached', () => {
  // No name server is asked: the label is too long.
  const NAME = `${'x'.repeat(70)}.localhost`;
  const ADDRESS = `hint: check the base URL http://${NAME}/v2/reporting (REPORTING_BASE_URL)\n`;
  test.each([
    ['', [250, 500], ' (after 3 attempts in 0.8 s)'],
    ['--retry-for 2h', [250, 500], ' (after 3 attempts in 0.8 s)'],
    ['--retry-for 0', [], ''],
  ])('a name that does not exist %s', async (flags, waits, suffix) => {
    const result = await runCli(`${DAY} ${flags}`, { env: at(`http://${NAME}`) });
    expect(result).toMatchObject({
      exitCode: 6,
      waits,
      stderr: `error: ${WHAT}: ${NAME}: getaddrinfo ENOTFOUND ${NAME}${suffix}\n${ADDRESS}`,
    });
  });
});

const shells = needs('/bin/sh', 'mkfifo');
/** The environment with a token command: a script of sh without apostrophes. */
const byCommand = ({ REPORTING_API_TOKEN: _, ...env }: Readonly<Record<string, string>>, script: string) => ({
  ...env,
  REPORTING_API_TOKEN_COMMAND: `/bin/sh -c '${script}' an-argument-may-be-secret`,
});
const NAME = 'the token command /bin/sh, from REPORTING_API_TOKEN_COMMAND,';

shells.describe('a token command without a terminal', () => {
  const HINT =
    'hint: run the command by itself: its first line must be the token. Pipes, variables and ~ need a shell: sh -c "…"\n';

  test('is ended although it ignores the first signal', async () => {
    const service = await startService((_request, response) => sendJson(response, GOOD));
    const env = byCommand(service.env, 'trap "" TERM; while :; do sleep 0.05; done');
    expect(await runCli(DAY, { env, tokenCommandTimeoutMs: 300 })).toFail(
      2,
      `error: ${NAME} did not end within 0.3 s\n${HINT}`,
    );
  });

  test('may start a program that stays, and keeps its output open', async () => {
    const { home, ...service } = await startService((_request, response) => sendJson(response, GOOD));
    const env = byCommand(service.env, `sleep 100 & echo $! > pid; printf %s ${TOKEN}`);
    const { exitCode, stderr } = await runCli(DAY, { home, env });
    process.kill(Number(home.read('pid')));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  test.each([
    ['echo " locked:\n  unlock it" >&2; exit 3', 'failed with exit code 3: locked: unlock it'],
    [`echo ${TOKEN}; echo "no ${TOKEN} here" >&2; exit 3`, 'failed with exit code 3: no [hidden] here'],
    [`echo ${TOKEN}; echo "${TOKEN.slice(3, 20)}" >&2; exit 3`, 'failed with exit code 3: [hidden]'],
    ['echo "no $0" >&2; exit 3', 'failed with exit code 3: no [hidden]'],
    ['printf "\\033[2Jx" >&2; exit 3', 'failed with exit code 3: \\u001b[2Jx'],
    ['echo stop >&2; kill -KILL $$', 'was ended by SIGKILL: stop'],
    ['exit 3', 'failed with exit code 3'],
    // It may be the token.
    [`echo ${TOKEN} >&2`, 'printed no token on its first line'],
  ])('%s', async (script, problem) => {
    const service = await startService((_request, response) => sendJson(response, GOOD));
    const { exitCode, stderr } = await runCli(DAY, { env: byCommand(service.env, script) });
    expect({ exitCode, stderr, requests: service.requests }).toEqual({
      exitCode: 2,
      stderr: `error: ${NAME} ${problem}\n${HINT}`,
      requests: [],
    });
  });

  test('that succeeds shows nothing', async () => {
    const service = await startService((_request, response) => sendJson(response, GOOD));
    const env = byCommand(service.env, `echo unlocked >&2; echo ${TOKEN}`);
    const { exitCode, stderr } = await runCli(`${DAY} -vv`, { env });
    expect({ exitCode, isShown: stderr.includes('unlocked') }).toEqual({ exitCode: 0, isShown: false });
  });
});

shells.test.each([
  ['REPORTING_API_TOKEN_FILE', 'pipe', 'the token file pipe'],
  ['REPORTING_API_TOKEN_FILE', 'link', 'the token file link'],
  ['REPORTING_CA_FILE', 'pipe', 'the CA file pipe (REPORTING_CA_FILE)'],
])('%s=%s is refused: it is a named pipe', async (variable, file, what) => {
  const home = createHome();
  execFileSync('mkfifo', [path.join(home.work, 'pipe')]);
  symlinkSync('pipe', path.join(home.work, 'link'));
  const { REPORTING_API_TOKEN: token, ...env } = at('https://127.0.0.1:9');
  const given = { ...env, ...(variable === 'REPORTING_CA_FILE' && { REPORTING_API_TOKEN: token }), [variable]: file };
  expect(await runCli(DAY, { home, env: given })).toFail(2, `error: cannot read ${what}: it is a named pipe\n`);
});

shells.describe('a token that expires', () => {
  const QUARTER = 'revenue --from 2026-01-01 --to 2026-03-31 -f csv';
  const TOKENS = ['first-token-of-them', 'second-token-of-them', 'third-token-of-them', 'fourth-token-of-them'];
  /** A command that prints the next of these tokens with each run; the last one from then on. */
  const printing = (tokens: readonly string[]): string =>
    `echo run >> runs; set -- $(wc -l < runs) ${tokens.join(' ')}; shift $(($1 < $# ? $1 : $# - 1)); echo $1`;

  /** A service that accepts the first token for so many requests, then the second, and so on. The last one never expires. */
  async function startExpiring(requests: readonly number[]) {
    const left = [...requests];
    return startService(({ headers }, response) => {
      const index = TOKENS.indexOf(String(headers['reporting-api-token']));
      const isAccepted = left[index] !== undefined && left[index]-- > 0;
      if (isAccepted) sendJson(response, `{"data":[{"a":1}],"error":"${TOKENS[index]}"}`);
      else sendStatus(response, 401, 'expired');
    });
  }

  const REFUSED = (window: string) =>
    `error: the service refused revenue ${window}: 401, the token is missing or invalid: expired\n` +
    'hint: correct the token, which comes from REPORTING_API_TOKEN_COMMAND (command /bin/sh)\n';

  test.each<[what: string, accepts: number[], prints: string[], runs: number, stderr: string]>([
    ['is asked for again', [1, 9], TOKENS, 2, ''],
    ['is asked for again each time', [1, 1, 9], TOKENS, 3, ''],
    ['is asked for once if it does not expire', [9], TOKENS, 1, ''],
    ['is refused if it was never accepted', [0, 9], TOKENS, 1, REFUSED('2026-01-01..2026-01-31')],
    ['is refused if the command prints it again', [1], [TOKENS[0]!], 2, REFUSED('2026-02-01..2026-03-03')],
    ['is refused if the next one was never accepted', [1, 0, 9], TOKENS, 2, REFUSED('2026-02-01..2026-03-03')],
  ])('%s', async (_what, accepts, prints, runs, stderr) => {
    const service = await startExpiring(accepts);
    const env = byCommand(service.env, printing(prints));
    const result = await runCli(`${QUARTER} --concurrency 1 -v`, { env });
    const errors = result.stderr.slice(result.stderr.indexOf('error: ')).replace(/^see: .*\n/m, '');
    expect(stderr === '' ? '' : errors).toBe(stderr);
    expect(result).toMatchObject({
      exitCode: stderr === '' ? 0 : 4,
      stdout: stderr === '' ? 'a\n1\n1\n1\n' : '',
      waits: [],
    });
    expect(result.home.read('runs')).toBe('run\n'.repeat(runs));
    expect(result.stderr.includes('has "error": "[hidden]"')).toBe(stderr === '');
    for (const token of TOKENS) expect(result.stderr).not.toContain(token);
  });

  test('is asked for once by all windows', async () => {
    const service = await startExpiring([4, 99]);
    const env = byCommand(service.env, printing(TOKENS));
    const line = 'revenue --from 2026-01-01 --to 2026-01-12 --windows 1 --window-columns -f csv';
    const { exitCode, stdout, home } = await runCli(line, { env });
    expect({ exitCode, lines: stdout.split('\n').length, runs: home.read('runs') }).toEqual({
      exitCode: 0,
      lines: 14,
      runs: 'run\nrun\n',
    });
  });

  test('is renewed for a profile whose token has not been used yet', async () => {
    const { home, ...service } = await startExpiring([9, 0, 0, 9]);
    const profileOf = (name: string, ...tokens: number[]) => ({
      baseUrl: service.baseUrl,
      clientId: clientIdOf(name),
      tokenCommand: `/bin/sh -c '${printing(tokens.map((index) => TOKENS[index]!))}'`,
    });
    // The first run is that of acme.
    storeProfiles(home, { acme: profileOf('acme', 0), brava: profileOf('brava', 0, 2, 3) });
    expect(await runCli(`${DAY} --all-profiles --concurrency 1 -f csv --allow partial:error`, { home })).toPrint(
      'profile,a\nacme,1\nbrava,1\n',
    );
    expect(home.read('runs')).toBe('run\n'.repeat(3));
  });

  test('of a variable is not asked for again', async () => {
    const service = await startExpiring([1]);
    const env = { ...service.env, REPORTING_API_TOKEN: TOKENS[0]! };
    const { exitCode } = await runCli(`${QUARTER} --concurrency 1`, { env });
    expect({ exitCode, requests: service.requests.length }).toEqual({ exitCode: 4, requests: 2 });
  });

  test('is not kept in a recording, the new one neither', async () => {
    const [first, second] = TOKENS;
    const service = await startService(({ headers }, response, attempt) => {
      if (headers['reporting-api-token'] === second) sendJson(response, `{"data":[{"a":"${second}"}]}`);
      else if (attempt === 1 && service.requests.length === 1) sendJson(response, GOOD);
      else sendStatus(response, 401);
    });
    const env = byCommand(service.env, printing([first!, second!]));
    expect(await runCli('raw revenue --from 2026-01-01 --to 2026-03-31 --concurrency 1 -o out', { env })).toFail(
      7,
      'error: revenue 2026-02-01..2026-03-03: the body holds the token, so it is not stored\n' +
        'hint: tell the operator of the service, and ask for a new token; stored 1 of 3 windows for a day: the same command with --resume does not request them again\n',
    );
  });
});
