import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../src/core/errors.ts';
import { HINTS } from '../harness/hints.ts';
import { configFile } from '../harness/profiles.ts';
import { startProxy, type TestProxy } from '../harness/proxy.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';
import { certificateFile, startTlsService } from '../harness/tls-service.ts';
import { wordsOf } from '../harness/words.ts';

const ONE_DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];
const WHAT = 'revenue 2026-01-01';
const GOOD = '{"data":[{"a":1}]}';
const USER = 'canary-user';
const PASSWORD = 'canary-s@cret/horse';
const CREDENTIALS = `${USER}:${PASSWORD}`;
const USER_INFO = `${USER}:${encodeURIComponent(PASSWORD)}`;

const secure = () => startTlsService((_request, response) => sendJson(response, GOOD));
const plain = () => startService((_request, response) => sendJson(response, GOOD));
const hostOf = (service: { baseUrl: string }): string => new URL(service.baseUrl).host;
const CA = { REPORTING_CA_FILE: certificateFile('ca') };

/** The forms in which a secret may appear. */
function spellings(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
}

function expectNoSecrets(text: string): void {
  for (const secret of [TOKEN, PASSWORD, CREDENTIALS].flatMap(spellings)) expect(text).not.toContain(secret);
  expect(text).not.toContain(USER);
}

describe('https goes through a tunnel', () => {
  test.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'])('of the proxy in %s', async (variable) => {
    const [service, proxy] = [await secure(), await startProxy({ credentials: CREDENTIALS })];
    const env = { ...service.env, ...CA, [variable]: proxy.url(USER_INFO) };
    expect(await runCli(ONE_DAY, { env })).toPrint('a\n1\n');
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]!.headers).toMatchObject({ 'reporting-api-token': TOKEN });
    expect(service.requests[0]!.headers).not.toHaveProperty('proxy-authorization');
    for (const { method, target, headers } of proxy.seen) {
      expect({ method, target }).toEqual({ method: 'CONNECT', target: hostOf(service) });
      expect(Object.keys(headers).sort()).toEqual(['connection', 'host', 'proxy-authorization']);
    }
    for (const secret of [TOKEN, CLIENT_ID]) expect(proxy.read().includes(secret)).toBe(false);
  });

  test('to a proxy over TLS, whose certificate is verified', async () => {
    const [service, proxy] = [await secure(), await startProxy({ isSecure: true })];
    const env = { ...service.env, HTTPS_PROXY: proxy.url() };
    expect(await runCli(ONE_DAY, { env: { ...env, ...CA } })).toPrint('a\n1\n');
    expect(proxy.seen).toHaveLength(1);
    expect(await runCli(ONE_DAY, { env })).toFail(
      6,
      `error: ${WHAT}: the proxy localhost:${proxy.host.split(':')[1]}: no TLS connection: unable to verify the first certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE)\n` +
        'hint: if you trust it, or the CA that issued it, name its file: REPORTING_CA_FILE=/path/to/ca.pem, or `reporting login --ca-file /path/to/ca.pem`\n',
    );
    expect(proxy.seen).toHaveLength(1);
  });

  test('for login and doctor too', async () => {
    const [service, proxy] = [await secure(), await startProxy()];
    const env = { ...CA, HTTPS_PROXY: proxy.url() };
    const args = ['--base-url', service.baseUrl, '--client-id', CLIENT_ID];
    const login = await runCli(['login', ...args, '--token-stdin'], { env, stdin: TOKEN });
    expect(login).toPrint(
      '',
      `note: stored base URL, client id and token of client ${CLIENT_ID}, profile default, in ${configFile(login.home)}\n`,
    );
    expect(proxy.seen).toHaveLength(1);
    await runCli('doctor', { env, home: login.home });
    expect(proxy.seen.length).toBeGreaterThan(1);
  });
});

describe('no proxy is used', () => {
  test('if NO_PROXY exempts the host', async () => {
    const [service, proxy] = [await secure(), await startProxy()];
    for (const variable of ['NO_PROXY', 'no_proxy']) {
      const env = { ...service.env, ...CA, HTTPS_PROXY: proxy.url(), [variable]: '127.0.0.1' };
      expect(await runCli([...ONE_DAY, '-vv'], { env })).toPrint(
        'a\n1\n',
        expect.stringContaining(`connecting to ${hostOf(service)} without a proxy\n`),
      );
    }
    expect(proxy.seen).toEqual([]);
  });

  test.each(['HTTP_PROXY', 'ALL_PROXY'])('for plain http: %s', async (variable) => {
    const [service, proxy] = [await plain(), await startProxy()];
    expect(await runCli(ONE_DAY, { env: { ...service.env, [variable]: proxy.url() } })).toPrint('a\n1\n');
    expect(proxy.seen).toEqual([]);
  });

  test('for the sandbox, even if the environment names one', async () => {
    const proxy = await startProxy();
    const env = { HTTPS_PROXY: proxy.url(), ALL_PROXY: 'socks5://x', REPORTING_CA_FILE: 'gone.pem' };
    expect(await runCli([...ONE_DAY, '--sandbox'], { env })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(proxy.seen).toEqual([]);
  });
});

/** The open connections after less than half a second. It counts turns of the event loop: a busy machine needs longer for them. */
async function openSoonAfter({ openConnections }: TestProxy): Promise<number> {
  for (let turn = 0; turn < 80 && openConnections() > 0; turn++) await delay(5);
  return openConnections();
}

describe('an error names the proxy that caused it', () => {
  /** Runs a one-day report through a proxy. `output` is stderr without the ports of this run. */
  async function runThrough(
    options: Parameters<typeof startProxy>[0],
    { userInfo, args = [] }: { userInfo?: string; args?: string[] } = {},
  ) {
    const [service, proxy] = [await secure(), await startProxy(options)];
    const env = { ...service.env, ...CA, HTTPS_PROXY: proxy.url(userInfo) };
    const result = await runCli([...ONE_DAY, '--retry-for', '0.1', ...args], { env });
    const output = result.stderr.replaceAll(proxy.host, 'PROXY').replaceAll(hostOf(service), 'SERVICE');
    return { ...result, output, proxy, requests: service.requests };
  }

  test('407', async () => {
    const hint = 'hint: set user and password in HTTPS_PROXY: http://user:password@PROXY, both percent-encoded\n';
    const options = { credentials: CREDENTIALS };
    expect(await runThrough(options, { userInfo: 'wrong-user:wrong-word' })).toMatchObject({
      exitCode: 5,
      waits: [],
      requests: [],
      output: `error: ${WHAT}: the proxy PROXY rejected the credentials: 407\n${hint}`,
    });
    expect(await runThrough(options)).toMatchObject({
      exitCode: 5,
      output: `error: ${WHAT}: the proxy PROXY requires credentials: 407\n${hint}`,
    });
  });

  test('401 to CONNECT, as tinyproxy sends it, is about the proxy', async () => {
    expect(await runThrough({ manner: 401 }, { userInfo: USER_INFO })).toMatchObject({
      exitCode: 5,
      output:
        `error: ${WHAT}: the proxy PROXY rejected the credentials: 401\n` +
        'hint: set user and password in HTTPS_PROXY: http://user:password@PROXY, both percent-encoded\n',
    });
  });

  test('CONNECT answered with 403', async () => {
    expect(await runThrough({ manner: 403 })).toMatchObject({
      exitCode: 5,
      waits: [],
      requests: [],
      output:
        `error: ${WHAT}: the proxy PROXY did not open a tunnel to SERVICE: 403\n` +
        'hint: ask the operator of the proxy to allow SERVICE, or bypass the proxy with NO_PROXY=127.0.0.1\n',
    });
  });

  test.each([502, 503])('CONNECT answered with %i is retried', async (status) => {
    const { proxy, ...result } = await runThrough({ manner: status });
    expect(result).toMatchObject({
      exitCode: 6,
      requests: [],
      output: `error: ${WHAT}: the proxy PROXY did not open a tunnel to SERVICE: ${status} (after 2 attempts in 0.1 s)\nhint: ${HINTS.unavailable}\n`,
    });
    expect(proxy.seen).toHaveLength(2);
  });

  test('a closed connection', async () => {
    expect(await runThrough({ manner: 'hang up' })).toMatchObject({
      exitCode: 6,
      output: `error: ${WHAT}: the proxy PROXY: socket hang up (ECONNRESET) (after 2 attempts in 0.1 s)\nhint: ${HINTS.unavailable}\n`,
    });
  });

  test('silence, of a proxy or beyond it', async () => {
    const args = ['--timeout', '0.3', '--retry-for', '0'];
    const runs = (['silent', 'silent tunnel'] as const).map((manner) => runThrough({ manner }, { args }));
    for (const { output, exitCode, proxy } of await Promise.all(runs)) {
      expect({ output, exitCode }).toEqual({
        exitCode: 6,
        output: `error: ${WHAT}: SERVICE, through the proxy PROXY: no answer within 0.3 s\nhint: allow more time with --timeout <seconds>\n`,
      });
      // The connections end with the request's deadline, before the limit for the proxy.
      expect(await openSoonAfter(proxy)).toBe(0);
    }
  });

  test('a refused connection', async () => {
    const env = {
      REPORTING_BASE_URL: 'https://127.0.0.1:9/v2/reporting',
      REPORTING_CLIENT_ID: CLIENT_ID,
      REPORTING_API_TOKEN: TOKEN,
      HTTPS_PROXY: `http://${USER_INFO}@127.0.0.1:7`,
    };
    expect(await runCli([...ONE_DAY, '--retry-for', '0.1'], { env })).toFail(
      6,
      `error: ${WHAT}: the proxy 127.0.0.1:7: connect ECONNREFUSED 127.0.0.1:7 (after 2 attempts in 0.1 s)\nhint: check the address of the proxy in HTTPS_PROXY\n`,
    );
  });

  test('an interruption ends the wait for the proxy', async () => {
    const stop = new AbortController();
    const [service, proxy] = [await secure(), await startProxy({ manner: 'silent' })];
    const env = { ...service.env, ...CA, HTTPS_PROXY: proxy.url() };
    const running = runCli(ONE_DAY, { env, signal: stop.signal });
    await expect.poll(() => proxy.seen.length, { interval: 5 }).toBe(1);
    stop.abort(new ReportingError('E-interrupted', 'interrupted'));
    expect(await running).toFail(130, 'error: interrupted\n');
    expect(await openSoonAfter(proxy)).toBe(0);
  });
});

test('no output contains the token or the credentials of the proxy', async () => {
  const echo = `not for ${CREDENTIALS} ${PASSWORD} ${USER} ${TOKEN}`;
  const headers = { 'x-echo': `${encodeURIComponent(PASSWORD)} ${TOKEN}`, 'x-auth': btoa(CREDENTIALS) };
  const service = await startTlsService((_request, response) => sendStatus(response, 400, echo, headers));
  const proxy = await startProxy({ credentials: CREDENTIALS });
  const env = { ...service.env, ...CA, ALL_PROXY: proxy.url(USER_INFO) };
  const route = `connecting to ${hostOf(service)} through the proxy ${proxy.host} (ALL_PROXY)\n`;
  for (const args of ['', '-vv', '-vv --error-format json']) {
    const { stdout, stderr } = await runCli([...ONE_DAY, ...wordsOf(args)], { env });
    expect(stderr).toContain('not for [hidden]');
    expectNoSecrets(stdout + stderr);
    if (args === '-vv') expect(stderr).toContain(route);
  }
});
