import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { accessOfOthers, OTHERS_ACCESS, OTHERS_WRITE } from '../../src/config/profile.ts';
import { readConfig, storeProfiles } from '../harness/profiles.ts';
import { createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import {
  CLIENT_ID,
  sendStatus,
  startRecordService,
  startService,
  type TestService,
  TOKEN,
} from '../harness/service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];
const OTHER_CLIENT = '11111111-2222-3333-4444-555555555555';

const configFile = (home: Home): string => path.join(home.root, '.config', 'reporting', 'config.json');
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

/** The line that says what was stored. */
const storedNote = (home: Home, profile = 'default'): string =>
  `note: stored base URL, client id and token of client ${CLIENT_ID}, profile ${profile}, in ${configFile(home)}\n`;

function login(service: Pick<TestService, 'baseUrl'>, home: Home, args: readonly string[] = [], token = `${TOKEN}\n`) {
  const all = ['login', '--base-url', service.baseUrl, '--client-id', CLIENT_ID, '--token-stdin', ...args];
  return runCli(all, { home, stdin: token });
}

describe('login without a terminal', () => {
  test('warns of a token that is too short to hide in every text', async () => {
    const { home, ...service } = await startRecordService(() => []);
    const { exitCode, stderr } = await login(service, home, ['--no-verify'], 'abc\n');
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^warning: the API token has only 3 characters: /);
  });

  test('requests one day, and stores accepted credentials in a private file', async () => {
    const { home, ...service } = await startRecordService(() => []);
    expect(await login(service, home)).toPrint('', storedNote(home));
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]).toMatchObject({
      query: { start_date: '2026-06-14', end_date: '2026-06-14' },
      headers: { 'reporting-api-token': TOKEN, 'client-id': CLIENT_ID },
    });
    expect(modeOf(configFile(home))).toBe('600');
    expect(modeOf(path.dirname(configFile(home)))).toBe('700');

    const report = await runCli(DAY, { home });
    expect(report.exitCode).toBe(0);
    expect(service.requests[1]!.headers).toMatchObject({ 'reporting-api-token': TOKEN, 'client-id': CLIENT_ID });
  });

  test.each(['777', '770', '720', '702'])(
    'stores nothing in a directory with mode %s, which others can write to',
    async (mode) => {
      const { home, ...service } = await startRecordService(() => []);
      const directory = path.join(home.work, 'it is mine');
      mkdirSync(directory);
      chmodSync(directory, Number.parseInt(mode, 8));
      const args = ['login', '--base-url', service.baseUrl, '--client-id', CLIENT_ID, '--token-stdin'];
      const run = () => runCli(args, { home, stdin: TOKEN, env: { REPORTING_CONFIG_DIR: directory }, stderrTty: true });
      const { exitCode, stderr } = await run();
      expect(exitCode).toBe(2);
      expect(stderr.replaceAll('\n  ', ' ')).toBe(
        `error: other users can change ${directory} (mode ${mode})\nhint: run \`chmod 700 '${directory}'\`\n`,
      );
      expect(service.requests).toEqual([]);
      expect(readdirSync(directory)).toEqual([]);
      expect(home.strays()).toEqual([]);

      chmodSync(directory, 0o700);
      expect(await run()).toMatchObject({ exitCode: 0 });
      expect(readdirSync(directory)).toEqual(['config.json']);
    },
  );

  test('other users have access to what belongs to them', () => {
    const { root, work } = createHome();
    const file = path.join(work, 'config.json');
    writeFileSync(file, '{}', { mode: 0o600 });
    if (statSync(root).uid === 0) for (const place of [root, file]) chownSync(place, 1, 1);
    const { uid } = statSync(root);
    const foreign = (place: string) => ({ problem: `${place} belongs to another user` });
    for (const place of [root, file]) {
      expect(accessOfOthers(place, OTHERS_WRITE, uid + 1)).toMatchObject(foreign(place));
      expect(accessOfOthers(place, OTHERS_WRITE, uid)).toBeUndefined();
    }
    // Root reads them, and runs no command of another user.
    expect(accessOfOthers(root, OTHERS_WRITE, 0)).toBeUndefined();
    expect(accessOfOthers(file, OTHERS_ACCESS, 0)).toBeUndefined();
    expect(accessOfOthers(file, OTHERS_WRITE, 0)).toMatchObject(foreign(file));
  });

  test('replaces the token alone, and asks nothing on a terminal', async () => {
    const { home, ...service } = await startRecordService(() => []);
    await login(service, home);
    home.write('token.txt', 'another-token-of-the-service');
    const { exitCode, stderr } = await runCli('login --token-file token.txt --no-verify', { home, tty: true });
    expect({ exitCode, asks: stderr.includes('Base URL') }).toEqual({ exitCode: 0, asks: false });
    const { baseUrl, token } = JSON.parse(readFileSync(configFile(home), 'utf8')).profiles.default;
    expect([baseUrl, token]).toEqual([service.baseUrl, 'another-token-of-the-service']);
  });

  test('takes options on a dumb terminal, which cannot erase', async () => {
    expect(await runCli('login', { tty: true, env: { TERM: 'dumb' } })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('login without a terminal needs base URL, client id and token'),
    });
  });

  test('a wrong token of a variable names the profile that has another', async () => {
    const { home, ...service } = await startService((_request, response) => sendStatus(response, 401));
    await login(service, home, ['--no-verify']);
    const { stderr } = await runCli('revenue --period 2026-01', { home, env: { REPORTING_API_TOKEN: 'wrong' } });
    expect(stderr).toContain('REPORTING_API_TOKEN, or unset it to use that of profile default\n');
  });

  test('names the missing values', async () => {
    const home = createHome();
    expect(await runCli('login --profile acme', { home })).toFail(
      2,
      'error: login without a terminal needs base URL, client id and token\n' +
        'hint: for example: reporting login --base-url <url> --client-id <uuid> --token-file <file>\n',
    );
  });

  const NOT_STORED = 'nothing was stored (--no-verify stores without checking)';
  test.each([
    [401, 4, 'the credentials: 401, the token is missing or invalid', `try again with another token; ${NOT_STORED}`],
    [
      403,
      4,
      `the credentials: 403, the token does not belong to client ${CLIENT_ID}`,
      `check the client id, or try again with another token; ${NOT_STORED}`,
    ],
    [404, 5, 'the test request: 404', `check the base URL URL; ${NOT_STORED}`],
  ])('stores nothing after %i', async (status, exitCode, problem, hint) => {
    const { home, ...service } = await startService((_request, response) => sendStatus(response, status));
    const refused = await login(service, home);
    expect(refused).toMatchObject({ exitCode, stdout: '' });
    expect(refused.stderr.replace(service.baseUrl, 'URL').replace('the credentials could not be checked: ', '')).toBe(
      `error: the service refused ${problem}\nhint: ${hint}\n`,
    );
    expect(existsSync(configFile(home))).toBe(false);
  });

  test('stores nothing that could not be checked, except with --no-verify', async () => {
    const { home, ...service } = await startService((_request, response) => response.destroy());
    expect(await login(service, home)).toFail(
      6,
      `error: the credentials could not be checked: ${new URL(service.baseUrl).host}: socket hang up (ECONNRESET) (after 2 attempts in 0.3 s)\n` +
        'hint: try again later; if it keeps failing, tell the operator of the service; ' +
        `${NOT_STORED}\n`,
    );
    expect(existsSync(configFile(home))).toBe(false);
    const asked = service.requests.length;
    expect(await login(service, home, ['--no-verify'])).toMatchObject({ exitCode: 0 });
    expect(service.requests).toHaveLength(asked);
    expect(existsSync(configFile(home))).toBe(true);
  });

  const URL_FORM = 'a base URL looks like https://reports.example.com/v2/reporting';
  const INSECURE = 'or allow it on a trusted network: REPORTING_INSECURE_HTTP=1, or `reporting login --insecure-http`';
  const PLAIN = 'is plain http, which would show the token to the network';
  test.each([
    ['--base-url ftp://x/v2/reporting', 'the base URL "ftp://x/v2/reporting" is not an http or https URL', URL_FORM],
    ['--base-url token-5f619125a8200f69', 'the base URL is not an http or https URL', URL_FORM],
    [
      '--base-url https://u:pw@x/v2/reporting',
      'the base URL contains a user name or password: credentials are sent only in headers',
      URL_FORM,
    ],
    ['--base-url https://x/v2?a=1', 'the base URL https://x/v2 has a query or a fragment', URL_FORM],
    ['--base-url http://x.test/v2', `the base URL http://x.test/v2 ${PLAIN}`, `use https://x.test/v2, ${INSECURE}`],
    [
      '--client-id me',
      'the client id "me" is not a UUID',
      'a client id looks like 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d',
    ],
  ])('rejects %s', async (options, message, hint) => {
    const service = await startRecordService(() => []);
    expect(await login(service, createHome(), options.split(' '))).toFail(2, `error: ${message}\nhint: ${hint}\n`);
    expect(service.requests).toEqual([]);
  });

  test.each([
    ['', 'is empty'],
    [' ', 'is empty'],
    ['two words', 'contains a space, a line break or a non-ASCII character'],
    ['tök', 'contains a space, a line break or a non-ASCII character'],
  ])('rejects the token %j without repeating it', async (token, problem) => {
    const service = await startRecordService(() => []);
    expect(await login(service, createHome(), [], token)).toFail(
      2,
      `error: the API token ${problem}\nhint: copy it again; only white space around it is ignored\n`,
    );
    expect(service.requests).toEqual([]);
  });
});

describe('profiles', () => {
  test.each(['__proto__', 'constructor', 'a/b', '-x', 'a b'])('rejects the name %j', async (name) => {
    expect(await runCli([...DAY, `--profile=${name}`])).toFail(
      2,
      `error: invalid profile name ${JSON.stringify(name)}\nhint: use letters, digits, dots, dashes and underscores: --profile acme-eu\n`,
    );
  });
});

describe('a broken or readable configuration file', () => {
  async function withFile(text: string, mode = 0o600) {
    const home = createHome();
    mkdirSync(path.dirname(configFile(home)), { recursive: true, mode: 0o700 });
    writeFileSync(configFile(home), text, { mode });
    chmodSync(configFile(home), mode);
    return home;
  }

  test.each([
    [`{"profiles":{"default":{"token":"${TOKEN}"`, 'it is not valid JSON'],
    [`{"profiles":"${TOKEN}"}`, '`profiles` is not an object'],
    [`{"profiles":{"default":{"token":["${TOKEN}"]}}}`, 'the profile "default" has a wrong value of `token`'],
    [`{"profiles":{"default":null}}`, 'the profile "default" is not an object'],
    [`{"profiles":{"default":{"dateColumn":1}}}`, 'the profile "default" has a wrong value of `dateColumn`'],
    [`{"profiles":{"default":{"allow":["gaps"]}}}`, 'the profile "default" has a wrong value of `allow`'],
  ])('%# is named, not quoted, and not changed', async (text, problem) => {
    const home = await withFile(text);
    for (const args of [DAY, ['whoami']])
      expect(await runCli(args, { home })).toFail(
        2,
        `error: the profiles in ${configFile(home)} are broken: ${problem}\n` +
          'hint: the file was not changed: fix it, or move it away and run `reporting login`\n',
      );
    expect(readFileSync(configFile(home), 'utf8')).toBe(text);
  });

  test('login does not overwrite a broken one', async () => {
    const service = await startRecordService(() => []);
    const home = await withFile('{');
    expect(await login(service, home)).toMatchObject({ exitCode: 2 });
    expect(readFileSync(configFile(home), 'utf8')).toBe('{');
  });

  test('the file of a killed login, which has a token, goes with the next change', async () => {
    const service = await startRecordService(() => []);
    const home = await withFile('{}');
    const unfinished = `${configFile(home)}.tmp-5467525136b38740`;
    writeFileSync(unfinished, TOKEN, { mode: 0o600 });
    writeFileSync(`${configFile(home)}.tmp-copy`, '');
    expect(await login(service, home)).toMatchObject({ exitCode: 0 });
    const names = readdirSync(path.dirname(configFile(home)));
    expect(names.sort()).toEqual(['config.json', 'config.json.tmp-copy']);
  });

  test('warns about a file that others can read, which the next login makes private', async () => {
    const service = await startRecordService(() => []);
    const home = await withFile(
      JSON.stringify({ profiles: { default: { baseUrl: service.baseUrl, clientId: CLIENT_ID, token: TOKEN } } }),
      0o644,
    );
    const file = configFile(home);
    const warning = `warning: other users can access ${file} (mode 644): run \`chmod 600 ${file}\`\n`;
    expect(await runCli(DAY, { home })).toPrint('', `${warning}warning: no records for revenue 2026-01-01 [empty]\n`);
    expect(modeOf(file)).toBe('644');
    expect(await login(service, home)).toPrint('', warning + storedNote(home));
    expect(modeOf(file)).toBe('600');
  });
});

test('login on a terminal checks the path of the base URL before it asks for more', async () => {
  const { exitCode, stderr } = await runCli('login', { tty: true, stdin: 'http://127.0.0.1:9/reports\n' });
  expect(exitCode).toBe(2);
  const [first, second, ...rest] = stderr.replace(/\u001b\[\d*[A-Z]/g, '').split(/Base URL|Client id/);
  expect([first, rest]).toEqual(['', []]);
  expect(second!.replace(/\s+/g, ' ')).toContain('does not end in /<version>/reporting');
});

describe('precedence of environment and profile', () => {
  test('whoami shows the source of each value', async () => {
    const { home, ...service } = await startRecordService(() => []);
    await login(service, home);
    home.write('token.txt', `  ${'f'.repeat(20)}\n`);
    expect(await runCli('whoami', { home })).toPrint(
      `base URL:  ${service.baseUrl}  (profile default)\nclient id: ${CLIENT_ID}  (profile default)\ntoken:     …rses  (profile default)\ntime zone: UTC  (system)\nend date:  inclusive  (built in)\n`,
    );
    const env = {
      REPORTING_BASE_URL: 'https://x.example/v3/reporting',
      REPORTING_CLIENT_ID: OTHER_CLIENT,
      REPORTING_API_TOKEN_FILE: 'token.txt',
    };
    expect(await runCli('whoami', { home, env })).toPrint(
      'base URL:  https://x.example/v3/reporting  (REPORTING_BASE_URL)\n' +
        `client id: ${OTHER_CLIENT}  (REPORTING_CLIENT_ID)\n` +
        'token:     …ffff  (REPORTING_API_TOKEN_FILE (token.txt))\n' +
        'time zone: UTC  (system)\n' +
        'end date:  inclusive  (built in)\n',
    );
  });

  test.each([
    [{ REPORTING_API_TOKEN: 'e'.repeat(20), REPORTING_API_TOKEN_FILE: 'b.txt' }, 'e'],
    [{ REPORTING_API_TOKEN_FILE: 'b.txt' }, 'b'],
    [{ REPORTING_API_TOKEN: '', REPORTING_API_TOKEN_FILE: 'b.txt' }, 'b'],
  ])('token: %j', async (env, letter) => {
    const { home, ...service } = await startRecordService(() => []);
    home.write('b.txt', 'b'.repeat(20));
    const { REPORTING_API_TOKEN: _token, ...rest } = service.env;
    expect(await runCli(DAY, { home, env: { ...rest, ...env } })).toMatchObject({ exitCode: 0 });
    expect(service.requests[0]!.headers['reporting-api-token']).toBe(letter.repeat(20));
  });

  test('whoami as JSON', async () => {
    const service = await startRecordService(() => []);
    const { exitCode, stdout } = await runCli('whoami -f json', { env: service.env });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      profile: 'default',
      base_url: { value: service.baseUrl, source: 'REPORTING_BASE_URL' },
      client_id: { value: CLIENT_ID, source: 'REPORTING_CLIENT_ID' },
      token: { value: '…rses', source: 'REPORTING_API_TOKEN' },
      time_zone: { value: 'UTC', source: 'system' },
      end_date: { value: 'inclusive', source: 'built in' },
    });
  });

  test.each(['-', '/dev/stdin', '/dev/fd/0'])('a token file may be stdin: %s', async (name) => {
    const service = await startRecordService(() => ['{"a":1}']);
    const env = { ...service.env, REPORTING_API_TOKEN: '', REPORTING_API_TOKEN_FILE: name };
    expect(await runCli(DAY, { env, stdin: '0123456789abcdef\n' })).toPrint('a\n1\n');
    expect(service.requests[0]!.headers['reporting-api-token']).toBe('0123456789abcdef');
  });

  test('a missing token file is an error', async () => {
    const service = await startRecordService(() => []);
    const { REPORTING_API_TOKEN: _token, ...env } = service.env;
    expect(await runCli(DAY, { env: { ...env, REPORTING_API_TOKEN_FILE: 'gone.txt' } })).toFail(
      2,
      'error: cannot read the token file gone.txt: no such file or directory\n',
    );
  });
});

describe('plain http to another machine', () => {
  const address = { REPORTING_BASE_URL: 'http://host.invalid/v2/reporting', REPORTING_CLIENT_ID: CLIENT_ID };
  const env = { ...address, REPORTING_API_TOKEN: TOKEN };
  const refusal = {
    exitCode: 2,
    stderr:
      'error: the base URL http://host.invalid/v2/reporting is plain http, which would show the token to the network\n' +
      'hint: use https://host.invalid/v2/reporting, or allow it on a trusted network: REPORTING_INSECURE_HTTP=1, or `reporting login --insecure-http`\n',
  };
  const report = async (variables: Readonly<Record<string, string>>, home = createHome()) =>
    runCli([...DAY, '--retry-for', '0'], { env: variables, home });

  test.each([
    [undefined, refusal],
    ['', refusal],
    ['0', refusal],
    ['false', refusal],
    ['1', { exitCode: 6 }],
    [' true ', { exitCode: 6 }],
    [
      'yes',
      {
        exitCode: 2,
        stderr:
          'error: insecure-http (REPORTING_INSECURE_HTTP) takes one of 1, true, 0, false, not "yes"\n' +
          'hint: correct REPORTING_INSECURE_HTTP, or unset it\n',
      },
    ],
  ])('REPORTING_INSECURE_HTTP=%j', async (value, expected) => {
    const variable = value === undefined ? {} : { REPORTING_INSECURE_HTTP: value };
    expect(await report({ ...env, ...variable })).toMatchObject(expected);
    expect(await runCli('whoami', { env: { ...env, ...variable } })).toMatchObject(
      expected.exitCode === 6 ? { exitCode: 0 } : expected,
    );
  });

  test('is allowed by a profile, unless the variable refuses it', async () => {
    const home = createHome();
    const login = `login --no-verify --base-url ${address.REPORTING_BASE_URL} --client-id ${CLIENT_ID} --token-stdin`;
    expect(await runCli(login, { home, stdin: TOKEN })).toMatchObject(refusal);
    expect(await runCli(`${login} --insecure-http`, { home, stdin: TOKEN })).toMatchObject({ exitCode: 0 });
    expect(readConfig(home).profiles.default).toMatchObject({ insecureHttp: true });
    expect((await report({}, home)).exitCode).toBe(6);
    expect(await report({ REPORTING_INSECURE_HTTP: '0' }, home)).toMatchObject(refusal);
    expect(await runCli('whoami', { home })).toPrint(
      `base URL:      ${address.REPORTING_BASE_URL}  (profile default)\nclient id:     ${CLIENT_ID}  (profile default)\n` +
        'token:         …rses  (profile default)\ninsecure http: true  (profile default)\n' +
        'time zone:     UTC  (system)\nend date:      inclusive  (built in)\n',
    );
    expect(JSON.parse((await runCli('profiles -f json', { home })).stdout)).toMatchObject([{ insecure_http: true }]);
    // A later login keeps it, as other settings of the profile.
    expect(await runCli('login --no-verify --token-stdin', { home, stdin: TOKEN })).toMatchObject({ exitCode: 0 });
    expect(readConfig(home).profiles.default).toMatchObject({ insecureHttp: true });
  });

  test('a profile with another value is broken', async () => {
    const home = createHome();
    storeProfiles(home, {
      default: { baseUrl: address.REPORTING_BASE_URL, clientId: CLIENT_ID, token: TOKEN, insecureHttp: 'no' },
    });
    expect(await report({}, home)).toFail(
      2,
      `error: the profiles in ${configFile(home)} are broken: the profile "default" has a wrong value of \`insecureHttp\`\n` +
        'hint: the file was not changed: fix it, or move it away and run `reporting login`\n',
    );
  });
});

describe('a token with half of a surrogate pair', () => {
  const BROKEN = 'canary-\ud83d-token-of-a-client';
  test.each([
    [DAY.join(' '), ''],
    ['raw revenue --period 2026-01 -o x', ''],
    ['columns revenue --period 2026-01', ''],
    ['sync revenue x --from 2026-06', 'note: 1 failure; 0 months written, 0 unchanged, 0 settled\n'],
  ])('%s', async (command, note) => {
    const { home, ...service } = await startRecordService(() => []);
    storeProfiles(home, { default: { baseUrl: service.baseUrl, clientId: CLIENT_ID, token: BROKEN } });
    const env = { ...service.env, REPORTING_API_TOKEN: BROKEN };
    for (const [source, options] of [
      ['REPORTING_API_TOKEN', { env }],
      ['profile default', { home }],
    ] as const)
      expect(await runCli(command, options)).toFail(
        2,
        `error: ${note && 'profile default: '}the API token from ${source} contains a space, a line break or a non-ASCII character\n` +
          `hint: copy it again; only white space around it is ignored\n${note}`,
      );
    expect(service.requests).toEqual([]);
  });
});
