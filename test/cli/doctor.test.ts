import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { doctor, RECORDS, startSteadyService } from '../harness/doctor.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, startService, TOKEN } from '../harness/service.ts';

const NAMES =
  'configuration,credentials,base URL,proxy,clock,test request,interface,columns,31 days,end date,versions'.split(',');

const configFile = (home: Home): string => path.join(home.root, '.config', 'reporting', 'config.json');

function store(home: Home, text: string, fileMode = 0o600, directoryMode = 0o700): void {
  mkdirSync(path.dirname(configFile(home)), { recursive: true });
  writeFileSync(configFile(home), text);
  chmodSync(configFile(home), fileMode);
  chmodSync(path.dirname(configFile(home)), directoryMode);
}

const profile = (baseUrl: string): string =>
  JSON.stringify({ profiles: { default: { baseUrl, clientId: CLIENT_ID, token: TOKEN } } });

describe('without problems', () => {
  test('with --verbose, every check shows its facts', async () => {
    const { home, ...service } = await startSteadyService(RECORDS);
    store(home, profile(service.baseUrl));
    const { exitCode, stdout, stderr } = await runCli('doctor --verbose', { home, stdoutTty: true, columns: 250 });
    expect(stderr).toBe('No check failed.\n');
    expect(exitCode).toBe(0);
    expect(stdout.replace(/(OpenSSL ).*/, '$1…')).toBe(
      `✓  configuration  profile default in ${configFile(home)}
✓  credentials    base URL ${service.baseUrl} (profile default); client id ${CLIENT_ID} (profile default); token …rses (profile default)
✓  base URL       ${service.baseUrl}
✓  proxy          none for the base URL
✓  clock          this machine's clock agrees with the service's
✓  test request   the service accepts client ${CLIENT_ID}: 200 for revenue 2026-06-14 in 0 ms
✓  interface      \`data\` has 2 records
✓  columns        day, revenue, clicks; date column: day
✓  31 days        2026-05-15..2026-06-14, 31 days including both ends: 200 in 0 ms
✓  end date       the service counts end_date as inside the range: 2026-06-14 alone has records
✓  versions       reporting 0.0.0-test, Node ${process.versions.node}, OpenSSL …
`,
    );
    expect(home.strays()).toEqual([]);
  });

  test('with --sandbox, the checks need no credentials and ignore stored profiles', async () => {
    const home = createHome();
    store(home, '{', 0o666);
    const { exitCode, stderr, checks } = await doctor({ home }, ['--sandbox']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(Object.keys(checks)).toEqual(NAMES.slice(1));
    expect(checks.credentials!.message.replace(/:\d+|…\w+/g, '')).toBe(
      'base URL http://127.0.0.1/v2/reporting (--sandbox); client id 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d (--sandbox); token  (--sandbox)',
    );
    expect(checks.interface!.message).toBe('`data` has 4 records');
    expect(checks.columns!.message).toBe(
      'date, campaign_id, campaign, impressions, clicks, revenue; date column: date',
    );
  });
});

describe('output', () => {
  test('without problems, names the good checks', async () => {
    const { home, ...service } = await startSteadyService(RECORDS);
    store(home, profile(service.baseUrl));
    expect(await runCli('doctor', { home, stdoutTty: true, columns: 100 })).toMatchObject({
      ...{ exitCode: 0, stderr: '' },
      stdout: `✓  ok             configuration, credentials, base URL, proxy, clock, test request, interface,
                  columns, 31 days, end date, versions
`,
    });
  });

  test('warnings and failures come with their hints, then the names of the other checks', async () => {
    const service = await startService((_request, response) => {
      response.setHeader('date', 'Mon, 15 Jun 2026 13:00:00 GMT');
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
    });
    const { exitCode, stdout } = await runCli('doctor', { env: service.env, stdoutTty: true });
    expect(exitCode).toBe(4);
    expect(stdout).toBe(
      `!  clock          this machine's clock is 60 min behind the service's
                  hint: set the clock: a range without --to ends yesterday by
                  this clock
✗  test request   the service refused revenue 2026-06-14: 401, the token is
                  missing or invalid: {}
                  hint: correct the token, which comes from REPORTING_API_TOKEN
✓  ok             configuration, credentials, base URL, proxy, versions
-  skipped        interface, columns, 31 days, end date
`,
    );
  });

  test('as JSON is one object with name, status, message and hint of each check', async () => {
    const { stdout, stderr, exitCode } = await runCli('doctor -f json --error-format json');
    expect(exitCode).toBe(4);
    const { checks } = JSON.parse(stdout);
    expect(checks.map((check: { name: string }) => check.name)).toEqual(NAMES);
    expect(checks[1]).toEqual({
      name: 'credentials',
      status: 'failure',
      message: 'base URL missing; client id missing; token missing',
      hint: 'run `reporting login`, or try the tool without an account: `reporting revenue --sandbox --period last-month`',
    });
    expect(stdout.endsWith('}\n')).toBe(true);
    expect(JSON.parse(stderr)).toEqual({
      error: {
        kind: 'auth',
        code: 'E-not-signed-in',
        exit: 4,
        message: '1 of 11 checks failed: credentials',
      },
    });
  });
});

describe('configuration', () => {
  test('the message names a broken file without its content; the file stays unchanged', async () => {
    const text = `{"profiles":{"default":{"token":"${TOKEN}"`;
    const home = createHome();
    store(home, text);
    const { exitCode, checks, stdout, stderr } = await doctor({ home }, ['-vv']);
    expect(exitCode).toBe(2);
    expect(checks.configuration).toMatchObject({
      status: 'failure',
      message: `the profiles in ${configFile(home)} are broken: it is not valid JSON`,
      hint: 'the file was not changed: fix it, or move it away and run `reporting login`',
    });
    expect(checks.credentials).toMatchObject({ status: 'skipped', message: 'fix configuration first' });
    expect(checks.versions!.status).toBe('ok');
    expect(stdout + stderr).not.toContain(TOKEN.slice(0, 8));
    expect(readFileSync(configFile(home), 'utf8')).toBe(text);
  });

  test('unsafe modes are a warning with the command to fix them, and stay unchanged', async () => {
    const { home, ...service } = await startSteadyService(RECORDS);
    store(home, profile(service.baseUrl), 0o640, 0o755);
    expect(await runCli('doctor -q', { home })).toMatchObject({
      exitCode: 0,
      stderr: `warning: other users can access ${configFile(home)} (mode 640): run \`chmod 600 ${configFile(home)}\`\n`,
    });
    expect(statSync(configFile(home)).mode & 0o777).toBe(0o640);
  });
});

describe('credentials and base URL', () => {
  const env = (baseUrl: string) => ({
    REPORTING_BASE_URL: baseUrl,
    REPORTING_CLIENT_ID: CLIENT_ID,
    REPORTING_API_TOKEN: TOKEN,
  });

  test.each([
    [{ REPORTING_CLIENT_ID: 'me' }, 'the client id "me" is not a UUID'],
    [
      { REPORTING_API_TOKEN: '', REPORTING_API_TOKEN_FILE: 'two.txt' },
      'the API token from REPORTING_API_TOKEN_FILE (two.txt) contains a space, a line break or a non-ASCII character',
    ],
  ])('%j fails', async (variables, message) => {
    const home = createHome();
    home.write('two.txt', 'two words');
    const { exitCode, checks, stdout } = await doctor({
      home,
      env: { ...env('https://127.0.0.1:1/v2/reporting'), ...variables },
    });
    expect(exitCode).toBe(2);
    expect(checks.credentials).toMatchObject({ status: 'failure', message });
    expect(stdout).not.toContain('two words');
  });

  test.each(['https://u:hunter2@x.invalid/v2/reporting', 'https://x.invalid/v2/reporting?key=hunter2'])(
    '%s fails, and neither doctor nor whoami shows its secret',
    async (baseUrl) => {
      const { exitCode, checks, stdout, stderr } = await doctor({ env: env(baseUrl) }, ['-vv']);
      expect(exitCode).toBe(2);
      expect(checks['base URL']!.status).toBe('failure');
      expect(checks.proxy).toMatchObject({ status: 'skipped', message: 'fix base URL first' });
      const whoami = await runCli('whoami', { env: env(baseUrl) });
      expect(whoami.stdout).toContain('x.invalid/v2/reporting');
      expect(stdout + stderr + whoami.stdout + whoami.stderr).not.toContain('hunter2');
    },
  );

  test('an unexpected path is a warning', async () => {
    const service = await startService((_request, response) => sendJson(response, RECORDS), { basePath: '/api' });
    const { exitCode, checks } = await doctor({ env: service.env });
    expect(exitCode).toBe(0);
    expect(checks['base URL']).toMatchObject({
      status: 'warning',
      message: `the base URL ${service.baseUrl} does not end in /<version>/reporting, as the service's addresses do`,
    });
  });

  test('plain http to another machine fails; with REPORTING_INSECURE_HTTP it is a warning', async () => {
    const address = env('http://host.invalid/v2/reporting');
    const refused = await doctor({ env: address });
    expect(refused.exitCode).toBe(2);
    expect(refused.checks['base URL']!.status).toBe('failure');
    const allowed = await doctor({ env: { ...address, REPORTING_INSECURE_HTTP: '1' } });
    expect(allowed.checks['base URL']).toMatchObject({
      status: 'warning',
      message: 'http://host.invalid/v2/reporting is plain http, which shows the token to the network',
    });
    expect(allowed.exitCode).toBe(6);
  });
});

test('a missing temporary directory fails like a report', async () => {
  const { home, ...service } = await startSteadyService(RECORDS);
  rmSync(home.temporary, { recursive: true });
  const { exitCode, checks } = await doctor({ home, env: service.env });
  expect(exitCode).toBe(8);
  expect(checks.interface).toMatchObject({
    status: 'failure',
    hint: 'free some space there, or name another directory with TMPDIR (on Windows TEMP)',
  });
  expect(checks['test request']!.status).toBe('ok');
});
