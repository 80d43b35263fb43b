import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../src/core/reporting-error.ts';
import {
  CERTIFICATE_FILE,
  checksIn,
  closedPort,
  DATE,
  startHttpsService,
  startMuteService,
  startSteadyService,
  startUntrustedService,
} from '../harness/doctor.ts';
import { type CliOptions, createHome, type Home, runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';
import { spawnCli } from '../harness/spawn-cli.ts';

const RECORDS = '{"data":[{"day":"2026-06-14","revenue":0.10},{"day":"2026-06-14","clicks":3}]}';
const NAMES = [
  'configuration',
  'permissions',
  'credentials',
  'base URL',
  'spool',
  'DNS',
  'TCP',
  'TLS',
  'proxy',
  'clock',
  'token and client',
  'interface',
  'columns',
  '31 days',
  'versions',
];

/** Runs `doctor --format json`. The token is never in what it says. */
async function doctor(options: CliOptions, args: readonly string[] = []) {
  const result = await runCli(['doctor', '--format', 'json', ...args], options);
  expect(result.stdout + result.stderr).not.toContain(TOKEN);
  return { ...result, checks: checksIn(result.stdout) };
}

const configFile = (home: Home): string => path.join(home.root, '.config', 'reporting', 'config.json');

function store(home: Home, text: string, fileMode = 0o600, directoryMode = 0o700): void {
  mkdirSync(path.dirname(configFile(home)), { recursive: true });
  writeFileSync(configFile(home), text);
  chmodSync(configFile(home), fileMode);
  chmodSync(path.dirname(configFile(home)), directoryMode);
}

const profile = (baseUrl: string): string =>
  JSON.stringify({ profiles: { default: { baseUrl, clientId: CLIENT_ID, token: TOKEN } } });

describe('all is well', () => {
  test('every check says so, and what it saw', async () => {
    const service = await startSteadyService(RECORDS);
    const home = createHome();
    store(home, profile(service.baseUrl));
    const { exitCode, stdout, stderr } = await runCli(['doctor'], { home, stdoutTty: true, columns: 250 });
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    const port = new URL(service.baseUrl).port;
    expect(stdout.replace(/[\d.]+ GB/, '9 GB').replace(/^(ok {7}versions {10}).*/m, '$1…')).toBe(
      `ok       configuration     profile default in ${configFile(home)}
ok       permissions       the file is 600, the directory is 700
ok       credentials       base URL ${service.baseUrl} (profile default); client id ${CLIENT_ID} (profile default); token …rses (profile default)
ok       base URL          ${service.baseUrl}
ok       spool             ${home.temporary} can be written, with 9 GB free
ok       DNS               127.0.0.1 is an address: nothing to look up
ok       TCP               connected to 127.0.0.1, port ${port}, in 0 ms
ok       TLS               not used: plain http stays on this machine
ok       proxy             the environment names none for the base URL
ok       clock             this machine's clock agrees with the service's
ok       token and client  client ${CLIENT_ID} may ask: 200 for revenue 2026-06-14..2026-06-14 in 0 ms
ok       interface         \`data\` holds 2 records, nothing beside it, application/json, not compressed
ok       columns           day, revenue, clicks; the date that was asked for is in day
ok       31 days           2026-05-15..2026-06-14, 31 days with both ends counted: 200 in 0 ms
ok       versions          …
`,
    );
    expect(stdout).toContain(`reporting 0.0.0-test, Node ${process.versions.node}, OpenSSL `);
    expect(home.strays()).toEqual([]);
  });

  test('two requests are made: for yesterday, and for 31 days that end with it', async () => {
    const service = await startSteadyService(RECORDS);
    await doctor({ env: service.env });
    expect(service.windows()).toEqual(['2026-05-15..2026-06-14', '2026-06-14..2026-06-14']);
    expect(service.requests.map(({ path: asked }) => asked)).toEqual([
      '/v2/reporting/revenue',
      '/v2/reporting/revenue',
    ]);
  });

  test('with the sandbox, nothing is needed, and nothing stored is looked at', async () => {
    const home = createHome();
    store(home, '{', 0o666);
    const { exitCode, stderr, checks } = await doctor({ home }, ['--sandbox']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(Object.keys(checks)).toEqual(NAMES);
    expect(checks.configuration).toMatchObject({ status: 'skipped', message: 'not used with --sandbox' });
    expect(checks.credentials!.message).toContain('(--sandbox)');
    expect(checks.interface!.message).toBe(
      '`data` holds 4 records, nothing beside it, application/json, gzip',
    );
    expect(checks.columns!.message).toMatch(/; the date that was asked for is in date$/);
  });

  test('the sandbox takes no credentials', async () => {
    const { exitCode, stderr } = await runCli(['doctor', '--sandbox', '--profile', 'a']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("'--sandbox' cannot be used with");
  });
});

describe('how it is shown', () => {
  test('a long message goes on below, and a hint stays on its line', async () => {
    const { stdout, stderr, exitCode } = await runCli(['doctor'], {
      env: { REPORTING_CLIENT_ID: CLIENT_ID, REPORTING_API_TOKEN: TOKEN },
    });
    expect(exitCode).toBe(4);
    expect(stdout).toContain(`
failure  credentials       base URL missing
                           client id 7d444840-9dc0-11d1-b245-5ffdce74fad2
                           (REPORTING_CLIENT_ID)
                           token …rses (REPORTING_API_TOKEN)
                           hint: run \`reporting login\`, or try the tool without an account: add --sandbox
skipped  base URL          there is none
`);
    expect(stdout).toContain('\nskipped  DNS               no use before credentials is mended\n');
    expect(stderr).toBe('error: 1 of 15 checks failed: credentials\n');
  });

  test('colours, on a terminal only', async () => {
    const env = { NO_COLOR: '' };
    const { stdout } = await runCli(['doctor'], { tty: true, env });
    expect(stdout).toContain('\u001b[31mfailure\u001b[39m  credentials ');
    expect(stdout).toContain('\u001b[2mskipped  base URL          there is none\u001b[22m\n');
    expect(stdout).toContain('\u001b[36mhint:\u001b[39m run');
    expect((await runCli(['doctor'], { env })).stdout).not.toContain('\u001b');
  });

  test('on a terminal, the end is told', async () => {
    const service = await startSteadyService(RECORDS, 'Mon, 15 Jun 2026 13:00:00 GMT');
    const { stderr } = await runCli(['doctor'], { tty: true, env: service.env });
    expect(stderr).toBe('No check failed, 1 warning.\n');
  });

  test('as JSON: one object, each check with its name, status, message and hint', async () => {
    const { stdout, stderr, exitCode } = await runCli(['doctor', '-f', 'json']);
    expect(exitCode).toBe(4);
    const { checks } = JSON.parse(stdout);
    expect(checks.map((check: { name: string }) => check.name)).toEqual(NAMES);
    expect(checks[2]).toEqual({
      name: 'credentials',
      status: 'failure',
      message: 'base URL missing; client id missing; token missing',
      hint: 'run `reporting login`, or try the tool without an account: add --sandbox',
    });
    expect(stdout.endsWith('}\n')).toBe(true);
    expect(JSON.parse(stderr)).toEqual({
      error: { kind: 'auth', exit: 4, message: '1 of 15 checks failed: credentials' },
    });
  });
});

describe('configuration and permissions', () => {
  test.each([
    [`{"profiles":{"default":{"token":"${TOKEN}"`, 'it is not valid JSON'],
    [`{"profiles":{"default":{"token":["${TOKEN}"]}}}`, 'the profile "default" is not an object of texts'],
  ])('%# a broken file is named, not quoted, and left alone', async (text, problem) => {
    const home = createHome();
    store(home, text);
    const { exitCode, checks, stdout, stderr } = await doctor({ home }, ['--debug']);
    expect(exitCode).toBe(2);
    expect(checks.configuration).toMatchObject({
      status: 'failure',
      message: `the profiles in ${configFile(home)} are broken: ${problem}`,
      hint: expect.stringContaining('left as it is'),
    });
    expect(checks.credentials).toMatchObject({
      status: 'skipped',
      message: 'no use before configuration is mended',
    });
    expect(checks.spool!.status).toBe('ok');
    expect(stdout + stderr).not.toContain(TOKEN.slice(0, 8));
    expect(readFileSync(configFile(home), 'utf8')).toBe(text);
  });

  test('a broken file that no report would read is a warning', async () => {
    const service = await startSteadyService(RECORDS);
    const home = createHome();
    store(home, '{');
    const { exitCode, checks } = await doctor({ home, env: service.env });
    expect(exitCode).toBe(0);
    expect(checks.configuration).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('not used here: flags and environment say all'),
    });
  });

  test('what others can reach is a warning with what to type, and is left as it is', async () => {
    const service = await startSteadyService(RECORDS);
    const home = createHome();
    store(home, profile(service.baseUrl), 0o644, 0o755);
    const { exitCode, checks, stderr } = await doctor({ home });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(checks.permissions).toEqual({
      name: 'permissions',
      status: 'warning',
      message: 'others can reach the file (mode 644) and the directory (mode 755)',
      hint: `chmod 600 ${configFile(home)} && chmod 700 ${path.dirname(configFile(home))}`,
    });
    expect(statSync(configFile(home)).mode & 0o777).toBe(0o644);
    expect(checks['31 days']!.status).toBe('ok');
  });

  test('a path is quoted for the shell', async () => {
    const home = createHome();
    const directory = path.join(home.work, "it's mine");
    mkdirSync(directory, { mode: 0o750 });
    chmodSync(directory, 0o750);
    const { checks } = await doctor({ home, env: { REPORTING_CONFIG_DIR: directory } });
    expect(checks.permissions!.hint).toBe(`chmod 700 '${home.work}/it'\\''s mine'`);
  });

  test('a profile that is named and not stored', async () => {
    const { exitCode, checks } = await doctor({}, ['--profile', 'nope']);
    expect(exitCode).toBe(4);
    expect(checks.configuration).toMatchObject({
      status: 'failure',
      message: 'not signed in: there is no profile "nope"',
      hint: 'run `reporting login --profile nope`',
    });
  });
});

describe('credentials and base URL', () => {
  const env = (baseUrl: string) => ({
    REPORTING_BASE_URL: baseUrl,
    REPORTING_CLIENT_ID: CLIENT_ID,
    REPORTING_API_TOKEN: TOKEN,
  });

  test('a token file that is not there', async () => {
    const service = await startSteadyService(RECORDS);
    const { exitCode, checks } = await doctor({ env: service.env }, ['--token-file', 'gone.txt']);
    expect(exitCode).toBe(2);
    expect(checks.credentials!.message).toBe('cannot read the token file gone.txt: ENOENT');
    expect(checks.TCP!.status).toBe('ok');
    expect(checks['token and client']).toMatchObject({
      status: 'skipped',
      message: 'no use before credentials is mended',
    });
    expect(service.requests).toEqual([]);
  });

  test.each([
    [['--client-id', 'me'], 'the client id "me" is not a UUID'],
    [['--token-file', 'two.txt'], 'the API token holds a space, a line break or a character beyond ASCII'],
  ])('%j is no credential', async (args, message) => {
    const home = createHome();
    home.write('two.txt', 'two words');
    const { exitCode, checks, stdout } = await doctor(
      { home, env: env('https://127.0.0.1:1/v2/reporting') },
      args,
    );
    expect(exitCode).toBe(2);
    expect(checks.credentials).toMatchObject({ status: 'failure', message });
    expect(stdout).not.toContain('two words');
  });

  test.each(['https://u:hunter2@x.invalid/v2/reporting', 'https://x.invalid/v2/reporting?key=hunter2'])(
    '%s fails, and its secret is shown neither here nor by whoami',
    async (baseUrl) => {
      const { exitCode, checks, stdout, stderr } = await doctor({ env: env(baseUrl) }, ['--debug']);
      expect(exitCode).toBe(2);
      expect(checks['base URL']!.status).toBe('failure');
      expect(checks.DNS).toMatchObject({ status: 'skipped', message: 'no use before base URL is mended' });
      const whoami = await runCli(['whoami'], { env: env(baseUrl) });
      expect(whoami.stdout).toContain('x.invalid/v2/reporting');
      expect(stdout + stderr + whoami.stdout + whoami.stderr).not.toContain('hunter2');
    },
  );

  test('another path is a warning', async () => {
    const service = await startService((_request, response) => sendJson(response, RECORDS), {
      basePath: '/api',
    });
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks['base URL']).toMatchObject({
      status: 'warning',
      message: `${service.baseUrl} does not end in /<version>/reporting, as the service's addresses do`,
    });
  });

  test('plain http beyond this machine fails; allowed, it is a warning', async () => {
    const options = { env: env('http://host.invalid/v2/reporting') };
    const refused = await doctor(options);
    expect(refused.exitCode).toBe(2);
    expect(refused.checks['base URL']!.status).toBe('failure');
    const allowed = await doctor(options, ['--insecure-http']);
    expect(allowed.checks['base URL']).toMatchObject({
      status: 'warning',
      message: 'http://host.invalid/v2/reporting is plain http, which shows the token to the network',
    });
    expect(allowed.exitCode).toBe(6);
  });
});

test('a temporary directory that is not there fails as a report would', async () => {
  const service = await startSteadyService(RECORDS);
  const home = createHome();
  rmSync(home.temporary, { recursive: true });
  const { exitCode, checks } = await doctor({ home, env: service.env });
  expect(exitCode).toBe(8);
  expect(checks.spool).toMatchObject({ status: 'failure', hint: expect.stringContaining('TMPDIR=') });
  expect(checks['token and client']!.status).toBe('ok');
  expect(checks.interface).toMatchObject({ status: 'skipped', message: 'no use before spool is mended' });
});

describe('the way to the service', () => {
  const at = (origin: string) => ({
    REPORTING_BASE_URL: `${origin}/v2/reporting`,
    REPORTING_CLIENT_ID: CLIENT_ID,
    REPORTING_API_TOKEN: TOKEN,
  });

  test('a host that is not known', async () => {
    const { exitCode, checks } = await doctor({ env: at('https://host.invalid') });
    expect(exitCode).toBe(6);
    expect(checks.DNS).toMatchObject({
      status: 'failure',
      message: expect.stringMatching(
        /^host\.invalid: the host (is not known|could not be looked up) \(DNS: /,
      ),
      hint: "check the base URL's host, and that this machine is online",
    });
    for (const name of ['TCP', 'TLS', 'clock', 'token and client', 'interface', 'columns', '31 days']) {
      expect(checks[name]).toMatchObject({ status: 'skipped', message: 'no use before DNS is mended' });
    }
    expect(checks.versions!.status).toBe('ok');
  });

  test('a name that is known', async () => {
    const service = await startSteadyService(RECORDS);
    const { checks } = await doctor({ env: at(`http://localhost:${new URL(service.baseUrl).port}`) });
    expect(checks.DNS!.message).toMatch(/^localhost is at .*127\.0\.0\.1/);
    expect(checks.TLS!.status).toBe('ok');
  });

  test('a port that nobody listens on', async () => {
    const port = await closedPort();
    const { exitCode, checks } = await doctor({ env: at(`http://127.0.0.1:${port}`) });
    expect(exitCode).toBe(6);
    expect(checks.TCP).toMatchObject({
      status: 'failure',
      message: `127.0.0.1:${port}: the connection was refused (ECONNREFUSED)`,
      hint: "check the base URL's port, and what stands between: a firewall, a VPN",
    });
  });

  test('a service that never answers is waited for as long as --timeout says', async () => {
    const service = await startService(() => undefined);
    const { exitCode, checks } = await doctor({ env: service.env }, ['--timeout', '0.2']);
    expect(exitCode).toBe(6);
    expect(checks.clock).toMatchObject({ status: 'skipped', message: 'no answer came to compare with' });
    expect(checks['token and client']!.message).toMatch(/waited 0\.2 s for an answer$/);
    expect(service.requests).toHaveLength(1);
  });

  test('so is a body that stalls', async () => {
    const service = await startService((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"data":[');
    });
    const { exitCode, checks } = await doctor({ env: service.env }, ['--timeout', '0.2']);
    expect(exitCode).toBe(6);
    expect(checks.interface!.message).toBe('the body stalled after 9 bytes: nothing more came for 0.2 s');
  });

  test('an interruption ends it', async () => {
    const stop = new AbortController();
    const service = await startService(() =>
      stop.abort(new ReportingError('interrupted', 'interrupted, nothing was written')),
    );
    const { exitCode, stdout } = await runCli(['doctor'], { env: service.env, signal: stop.signal });
    expect(exitCode).toBe(130);
    expect(stdout).toMatch(/^ok {7}proxy /m);
    expect(stdout).not.toContain('clock');
  });
});

describe('TLS', () => {
  test('a certificate that is not trusted fails, with its facts; no request and no token go over it', async () => {
    const service = await startUntrustedService();
    const { exitCode, checks } = await doctor({ env: service.env }, ['--debug']);
    expect(exitCode).toBe(6);
    expect(checks.TCP!.status).toBe('ok');
    expect(checks.TLS).toMatchObject({
      status: 'failure',
      message: expect.stringMatching(
        new RegExp(
          `^127\\.0\\.0\\.1:${service.port}: the TLS certificate is not trusted: self-signed certificate ` +
            '\\(TLSv1\\.3, certificate for Reporting tests 127\\.0\\.0\\.1 by Reporting tests 127\\.0\\.0\\.1 until 2099-12-31\\)$',
        ),
      ),
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS='),
    });
    expect(checks['token and client']).toMatchObject({
      status: 'skipped',
      message: 'no use before TLS is mended',
    });
    expect(await service.received()).toBe('');
    // One to see that it connects, one that is refused, one to read the facts.
    expect(service.connections()).toBe(3);
  });

  test('a service that speaks no TLS', async () => {
    const service = await startSteadyService(RECORDS);
    const env = { ...service.env, REPORTING_BASE_URL: service.baseUrl.replace('http:', 'https:') };
    const { exitCode, checks } = await doctor({ env });
    expect(exitCode).toBe(6);
    expect(checks.TLS).toMatchObject({
      status: 'failure',
      message: expect.stringContaining('no TLS connection'),
      hint: 'check that the base URL begins with https:// and names the right port',
    });
    expect(service.requests).toEqual([]);
  });

  test('one that takes connections and stays silent', async () => {
    const port = await startMuteService();
    const env = {
      REPORTING_BASE_URL: `https://127.0.0.1:${port}/v2/reporting`,
      REPORTING_CLIENT_ID: CLIENT_ID,
      REPORTING_API_TOKEN: TOKEN,
    };
    const { exitCode, checks } = await doctor({ env }, ['--timeout', '0.2']);
    expect(exitCode).toBe(6);
    expect(checks.TLS!.message).toBe(`127.0.0.1:${port}: waited 0.2 s for the TLS handshake`);
  });

  test('a certificate that is trusted, in a process that is told to trust it', async () => {
    const env = await startHttpsService(RECORDS);
    const { exitCode, stdout } = await spawnCli(['doctor', '--format', 'json'], {
      env: { ...env, NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE },
    });
    expect(exitCode).toBe(0);
    const checks = checksIn(stdout);
    expect(checks.TLS).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(
        /^TLSv1\.3, certificate for Reporting tests 127\.0\.0\.1 by .* until 2099-12-31, in [\d,]+ days$/,
      ),
    });
    expect(checks.interface!.message).toContain('`data` holds 2 records');
    expect(stdout).not.toContain(TOKEN);
  });
});

describe('a proxy', () => {
  test.each([
    ['HTTP_PROXY', 'http://ana:hunter2@proxy.invalid:3128', 'proxy.invalid:3128'],
    ['http_proxy', 'proxy.invalid', 'proxy.invalid:80'],
  ])('%s=%s applies: the straight way is not checked', async (variable, value, address) => {
    const service = await startSteadyService(RECORDS);
    const { checks, stdout, stderr } = await doctor({ env: { ...service.env, [variable]: value } });
    expect(checks.proxy).toMatchObject({
      status: 'ok',
      message: `${variable} applies to the base URL: ${address}`,
    });
    for (const name of ['DNS', 'TCP', 'TLS']) {
      expect(checks[name]).toMatchObject({
        status: 'skipped',
        message: `a proxy applies: ${address} (${variable})`,
      });
    }
    expect(stdout + stderr).not.toMatch(/ana|hunter2/);
  });

  test.each([
    [
      { HTTP_PROXY: 'http://p:1', NO_PROXY: 'a.example, 127.0.0.1' },
      "NO_PROXY keeps the base URL's host from it",
    ],
    [{ HTTPS_PROXY: 'http://p:1' }, 'the environment names none for the base URL'],
    [{ HTTP_PROXY: '' }, 'the environment names none for the base URL'],
  ])('%j does not apply', async (variables, message) => {
    const service = await startSteadyService(RECORDS);
    const { exitCode, checks } = await doctor({ env: { ...service.env, ...variables } });
    expect(exitCode).toBe(0);
    expect(checks.proxy).toMatchObject({ status: 'ok', message });
    expect(checks.TCP!.status).toBe('ok');
  });

  test('what is no address is a warning that does not repeat it', async () => {
    const service = await startSteadyService(RECORDS);
    const env = { ...service.env, HTTP_PROXY: 'http://ana:hunter2@:3128:x' };
    const { checks, stdout } = await doctor({ env });
    expect(checks.proxy).toMatchObject({
      status: 'warning',
      message: 'HTTP_PROXY holds no address of a proxy',
    });
    expect(stdout).not.toMatch(/ana|hunter2/);
  });
});

describe('the clock', () => {
  test.each([
    ['Mon, 15 Jun 2026 11:59:59 GMT', 'ok', "this machine's clock agrees with the service's"],
    ['Mon, 15 Jun 2026 11:59:00 GMT', 'ok', "this machine's clock is 60 seconds ahead of the service's"],
    ['Mon, 15 Jun 2026 11:58:59 GMT', 'warning', "this machine's clock is 61 seconds ahead of the service's"],
    ['Mon, 15 Jun 2026 14:05:00 GMT', 'warning', "this machine's clock is 2 hours behind the service's"],
    ['Mon, 22 Jun 2026 12:00:00 GMT', 'warning', "this machine's clock is 7 days behind the service's"],
    ['today', 'skipped', 'the answer has no date to compare with'],
    [undefined, 'skipped', 'the answer has no date to compare with'],
  ])('%s: %s', async (date, status, message) => {
    const service = await startService((_request, response) => {
      response.sendDate = false;
      if (date !== undefined) response.setHeader('date', date);
      sendJson(response, RECORDS);
    });
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks.clock).toMatchObject({ status, message });
  });

  test('a refusal has a date as well', async () => {
    const service = await startService((_request, response) =>
      sendStatus(response, 401, '', { date: 'Mon, 15 Jun 2026 10:00:00 GMT' }),
    );
    const { checks } = await doctor({ env: service.env });
    expect(checks.clock).toMatchObject({ status: 'warning', hint: expect.stringContaining('set the clock') });
  });
});

describe('token and client', () => {
  const WHAT = 'revenue 2026-06-14..2026-06-14';

  test.each([
    [401, 4, `the service refused ${WHAT}: 401, the token is missing or invalid`],
    [403, 4, `the service refused ${WHAT}: 403, the token does not belong to client ${CLIENT_ID}`],
    [400, 5, `the service refused ${WHAT}: 400, invalid parameters`],
    [404, 5, `the service refused ${WHAT}: 404`],
    [302, 5, `the service redirected ${WHAT}: 302`],
    [204, 7, `the service answered ${WHAT} with 204, where its interface promises 200`],
    [503, 6, `the service failed on ${WHAT}: 503`],
  ])('%i ends with %i, after one request', async (status, exit, message) => {
    const service = await startService((_request, response) =>
      sendStatus(response, status, '', { date: DATE }),
    );
    const { exitCode, checks, stderr } = await doctor({ env: service.env });
    expect(exitCode).toBe(exit);
    expect(checks['token and client']).toMatchObject({ status: 'failure', message });
    expect(checks.clock!.status).toBe('ok');
    for (const name of ['interface', 'columns', '31 days']) {
      expect(checks[name]).toMatchObject({
        status: 'skipped',
        message: 'no use before token and client is mended',
      });
    }
    expect(service.requests).toHaveLength(1);
    expect(JSON.parse(stderr).error.message).toBe('1 of 15 checks failed: token and client');
  });

  test('a token that the service repeats is hidden, in text too', async () => {
    const service = await startService(({ headers }, response) =>
      sendStatus(response, 401, `no such token: ${headers['reporting-api-token']} \u001b[2J`),
    );
    const { checks } = await doctor({ env: service.env }, ['--debug']);
    expect(checks['token and client']!.message).toContain('no such token: [hidden] \\u001b[2J');
    const text = await runCli(['doctor', '--debug'], { env: service.env });
    expect(text.stdout).toContain('[hidden] \\u001b[2J\n');
    expect(text.stdout + text.stderr).not.toContain(TOKEN);
    expect(text.stdout).not.toContain('\u001b');
  });
});

describe('what the interface promises', () => {
  test.each([
    ['{"records":[]}', 'the body has no `data` array'],
    ['{"data":{}}', 'the body has a `data` that is not an array'],
    ['{"data":[1]}', 'the body has a record that is not an object: element 1 of `data`'],
    ['[]', 'the body is not a JSON object'],
    ['<html>', /^the body is not (valid JSON|a JSON object)/],
    ['{"data":[', /^the body ends in the middle of its JSON/],
  ])('%s is not it', async (body, message) => {
    const service = await startSteadyService(body);
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(7);
    expect(checks['token and client']!.status).toBe('ok');
    expect(checks.interface!.status).toBe('failure');
    expect(checks.interface!.message).toMatch(message);
    expect(checks.columns).toMatchObject({ status: 'skipped', message: 'no use before interface is mended' });
    expect(checks['31 days']!.status).toBe('ok');
  });

  test('members beside the records, columns and types are told', async () => {
    const service = await startService((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
      response.end(gzipSync('{"data":[{"a":{"b":1},"c\\u001b":2}],"next":null,"meta":{"page":1}}'));
    });
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks.interface!.message).toBe('`data` holds 1 record, beside it: next, meta, text/plain, gzip');
    expect(checks.columns!.message).toBe('a.b, c\\u001b; none holds the date that was asked for');
  });

  test.each([
    ['{"data":[]}', 'no records on 2026-06-14, so none to see'],
    ['{"data":[{}]}', 'the records are empty'],
    [
      `{"data":[{${Array.from({ length: 25 }, (_, index) => `"c${index}":1`).join()}}]}`,
      /^c0, .*, c19 and 5 more; none/,
    ],
  ])('columns of %s', async (body, message) => {
    const service = await startSteadyService(body);
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks.columns!.status).toBe('ok');
    expect(checks.columns!.message).toMatch(message);
  });

  test('a member that stands twice in a record is a warning', async () => {
    const service = await startSteadyService('{"data":[{"a":1,"a":2}]}');
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks.interface).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('record 1 has a twice'),
    });
  });

  test.each([
    [400, 0, 'warning', 'if it counts days differently, ask for less at once: --window-days 30'],
    [500, 6, 'failure', undefined],
    [401, 4, 'failure', 'run `reporting login`'],
  ])('31 days answered with %i', async (status, exit, told, hint) => {
    const service = await startService(({ query }, response) =>
      query.start_date === '2026-06-14' ? sendJson(response, RECORDS) : sendStatus(response, status),
    );
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(exit);
    expect(checks['31 days']!.status).toBe(told);
    expect(checks['31 days']!.hint).toBe(hint);
    expect(checks['31 days']!.message).toContain(`2026-05-15..2026-06-14: ${status}`);
  });
});
