import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { doctor, RECORDS, startSteadyService } from '../harness/doctor.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, startService, TOKEN } from '../harness/service.ts';

const NAMES = [
  'configuration',
  'permissions',
  'credentials',
  'base URL',
  'spool',
  'proxy',
  'DNS',
  'TCP',
  'TLS',
  'clock',
  'token and client',
  'interface',
  'columns',
  '31 days',
  'end date',
  'versions',
];

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
ok       proxy             none for the base URL
ok       DNS               127.0.0.1 is an address: nothing to look up
ok       TCP               connected to 127.0.0.1, port ${port}, in 0 ms
ok       TLS               not used: plain http stays on this machine
ok       clock             this machine's clock agrees with the service's
ok       token and client  client ${CLIENT_ID} may ask: 200 for revenue 2026-06-14..2026-06-14 in 0 ms
ok       interface         \`data\` holds 2 records, nothing beside it, application/json, not compressed
ok       columns           day, revenue, clicks; the date is in day
ok       31 days           2026-05-15..2026-06-14, 31 days with both ends counted: 200 in 0 ms
ok       end date          the service counts end_date as inside the range: 2026-06-14..2026-06-14 has records
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
    expect(checks.columns!.message).toMatch(/; the date is in date$/);
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
    expect(stderr).toBe('error: 1 of 16 checks failed: credentials\n');
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
      error: { kind: 'auth', exit: 4, message: '1 of 16 checks failed: credentials' },
    });
  });
});

describe('configuration and permissions', () => {
  test.each([
    [`{"profiles":{"default":{"token":"${TOKEN}"`, 'it is not valid JSON'],
    [
      `{"profiles":{"default":{"token":["${TOKEN}"]}}}`,
      'the profile "default" is no object, or has a value that is no text',
    ],
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

  test('a broken file stops every report: its defaults are read where flags and environment say all', async () => {
    const service = await startSteadyService(RECORDS);
    const home = createHome();
    store(home, '{');
    const { exitCode, checks } = await doctor({ home, env: service.env });
    expect(exitCode).toBe(2);
    expect(checks.configuration).toMatchObject({
      status: 'failure',
      message: `the profiles in ${configFile(home)} are broken: it is not valid JSON`,
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
    expect(checks.credentials!.message).toBe('cannot read the token file gone.txt: it does not exist');
    expect(checks.TCP!.status).toBe('ok');
    expect(checks['token and client']).toMatchObject({
      status: 'skipped',
      message: 'no use before credentials is mended',
    });
    expect(service.requests).toEqual([]);
  });

  test.each([
    [['--client-id', 'me'], 'the client id "me" is not a UUID'],
    [
      ['--token-file', 'two.txt'],
      'the API token from --token-file (two.txt) holds a space, a line break or a character beyond ASCII',
    ],
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
