import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../harness/needs.ts';
import { clientIdOf, configFile, storeProfiles, tokenOf } from '../harness/profiles.ts';
import { createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendStatus, startRecordService, startService, TOKEN } from '../harness/service.ts';
import { textTable } from '../harness/text-table.ts';

const DAY = 'revenue --from 2026-01-01 --to 2026-01-01';

/** It starts ten times faster than Node. */
const SHELL = '/bin/sh';
const { describe } = needs(SHELL);

/** A command that runs this JavaScript, which has no apostrophe. */
const node = (code: string): string => `'${process.execPath}' -e '${code}'`;
/** A command that runs these shell commands, which have no apostrophe. */
const shell = (script: string): string => `${SHELL} -c '${script}'`;
/** A command that prints a text without an apostrophe. */
const printing = (text: string): string => `${shell('printf %s "$1"')} sh '${text}'`;

/** A command that prints the token, and adds a line to `runs.txt`. */
const counted = (home: Home, token: string): string =>
  shell(`echo run >> "${path.join(home.work, 'runs.txt')}"; echo "${token}"`);
const runsOf = (home: Home): number => (home.read('runs.txt') ?? '').split('\n').length - 1;

/** The environment with a command in place of the token. */
function withCommand({ REPORTING_API_TOKEN: _, ...env }: Readonly<Record<string, string>>, command: string) {
  return { ...env, REPORTING_API_TOKEN_COMMAND: command };
}

describe('the first line that the command prints is the token', () => {
  test.each([
    ['with a line end', `${TOKEN}\n`],
    ['with the line end of Windows', `${TOKEN}\r\n`],
    ['and other lines, as pass prints them', `${TOKEN}\nuser: acme\nurl: https://reports.example.com\n`],
  ])('%s', async (_name, output) => {
    const service = await startRecordService(() => []);
    const env = withCommand(service.env, printing(output));
    const { exitCode, stdout, stderr } = await runCli(`${DAY} -vv`, { env });
    expect(exitCode).toBe(0);
    expect(service.requests.map(({ headers }) => headers['reporting-api-token'])).toEqual([TOKEN]);
    expect(stdout + stderr).not.toContain(TOKEN);
  });

  test('the command gets no token and no stdin', async () => {
    const service = await startRecordService(() => []);
    const command = shell('read -r line; echo "$REPORTING_API_TOKEN-$line-end"');
    const { exitCode } = await runCli(DAY, { env: withCommand(service.env, command) });
    expect(exitCode).toBe(0);
    expect(service.requests[0]!.headers['reporting-api-token']).toBe('--end');
  });
});

describe('a command that gives no token', () => {
  const secret = 'horses-and-mules-in-a-secret';
  const FROM = 'from REPORTING_API_TOKEN_COMMAND';
  const ITSELF =
    'run the command by itself: its first line must be the token. Pipes, variables and ~ need a shell: sh -c "…"';
  const NAME = "name a program that prints the token, such as 'op read op://vault/item/field'";
  test.each([
    [
      'prints an empty first line',
      printing(`\n${secret}\n`),
      `${SHELL}, ${FROM}, printed no token on its first line`,
      ITSELF,
    ],
    ['does not exist', `nowhere ${secret}`, `nowhere, ${FROM}, cannot be run: ENOENT`, ITSELF],
    ['is no program', `/etc/passwd ${secret}`, `/etc/passwd, ${FROM}, cannot be run: EACCES`, ITSELF],
    ['has a zero byte', `${SHELL} "a\0b"`, `${SHELL}, ${FROM}, cannot be run: ERR_INVALID_ARG_VALUE`, ITSELF],
    ['has an open quotation mark', `op read '${secret}`, `${FROM} has a ' that nothing closes`, NAME],
    ['ends with a backslash', 'op read x\\', `${FROM} has a \\ that nothing closes`, NAME],
    ['has an empty program', `'' ${secret}`, `${FROM} names no program`, NAME],
  ])('%s', async (_name, command, problem, hint) => {
    const service = await startRecordService(() => []);
    const env = withCommand(service.env, command);
    const result = await runCli(`${DAY} -o out.csv`, { env });
    expect(result).toFail(2, `error: the token command ${problem}\nhint: ${hint}\n`);
    expect([service.requests, result.home.list()]).toEqual([[], []]);
    expect((await runCli(`${DAY} -vv`, { env })).stderr).not.toContain(secret);
  });

  test('an interrupt ends the command', async () => {
    const home = createHome();
    const stop = new AbortController();
    const { ReportingError } = await import('../../src/core/errors.ts');
    const started = path.join(home.work, 'started');
    const service = await startService((_, response) => sendStatus(response, 200, '{"data":[]}'));
    const code = `require("fs").writeFileSync("${started}", String(process.pid)); setInterval(() => {}, 9)`;
    const run = runCli(DAY, { home, env: withCommand(service.env, node(code)), signal: stop.signal });
    while (!existsSync(started) || readFileSync(started, 'utf8') === '') await new Promise(setImmediate);
    stop.abort(new ReportingError('E-interrupted', 'interrupted', { signal: 'SIGINT' }));
    expect(await run).toFail(130, 'error: interrupted\n');
    const pid = Number(readFileSync(started, 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

describe('precedence', () => {
  test.each([
    [{ REPORTING_API_TOKEN: tokenOf('variable'), REPORTING_API_TOKEN_COMMAND: 'COMMAND' }, 'variable'],
    [{ REPORTING_API_TOKEN_FILE: 'token.txt', REPORTING_API_TOKEN_COMMAND: 'COMMAND' }, 'file'],
    [{ REPORTING_API_TOKEN_COMMAND: 'COMMAND' }, 'by-variable'],
    [{ REPORTING_API_TOKEN_COMMAND: ' ' }, 'by-profile'],
  ])('%j', async (env, expected) => {
    const { home, ...service } = await startRecordService(() => []);
    home.write('token.txt', tokenOf('file'));
    const tokenCommand = printing(tokenOf('by-profile'));
    storeProfiles(home, { default: { baseUrl: service.baseUrl, clientId: CLIENT_ID, tokenCommand } });
    const command = printing(tokenOf('by-variable'));
    const { exitCode } = await runCli(DAY, {
      home,
      env: Object.fromEntries(
        Object.entries(env).map(([name, value]) => [name, value === 'COMMAND' ? command : value]),
      ),
    });
    expect(exitCode).toBe(0);
    expect(service.requests[0]!.headers['reporting-api-token']).toBe(tokenOf(expected));
  });

  test.each([
    ['--token-file a', "'--token-command <command>' cannot be used with option '--token-file <file>'"],
    ['--token-stdin', "'--token-stdin' cannot be used with option '--token-command <command>'"],
  ])('login %s --token-command', async (option, problem) => {
    expect(await runCli(`login ${option} --token-command b`)).toFail(
      2,
      `error: option ${problem}\nhint: leave out one of the two\n`,
    );
  });
});

describe('a command in a profile', () => {
  const secretArgument = 'an-argument-may-be-secret';

  test('login stores the command and no token, and reports run it', async () => {
    const { home, ...service } = await startRecordService(() => []);
    const command = `${counted(home, TOKEN)} ${secretArgument}`;
    const login = `login --base-url ${service.baseUrl} --client-id ${CLIENT_ID} --token-command`.split(' ');
    expect(await runCli([...login, command], { home })).toPrint(
      '',
      `note: stored base URL, client id and token command of client ${CLIENT_ID}, profile default, in ${configFile(home)}\n`,
    );
    const stored = readFileSync(configFile(home), 'utf8');
    expect(JSON.parse(stored).profiles.default).toEqual({
      baseUrl: service.baseUrl,
      clientId: CLIENT_ID,
      tokenCommand: command,
    });
    expect(stored.replace(JSON.stringify(command), '')).not.toContain(TOKEN);
    expect(runsOf(home)).toBe(1);
    expect((await runCli(DAY, { home })).exitCode).toBe(0);
    expect(service.requests.map(({ headers }) => headers['reporting-api-token'])).toEqual([TOKEN, TOKEN]);

    const lines = ['whoami', 'whoami -f json', 'profiles', 'profiles -f json'];
    for (const line of [...lines, 'config', 'doctor']) {
      const shown = await runCli(line, { home });
      expect(shown.stdout + shown.stderr).not.toContain(secretArgument);
      expect(shown.stdout + shown.stderr).not.toContain(TOKEN);
    }
    expect(await runCli('whoami', { home })).toPrint(
      `base URL:  ${service.baseUrl}  (profile default)\nclient id: ${CLIENT_ID}  (profile default)\n` +
        `token:     …rses  (profile default (command ${SHELL}))\ntime zone: UTC  (system)\nend date:  inclusive  (built in)\n`,
    );
    expect(await runCli('profiles', { home })).toPrint(
      textTable(
        'profile | client id | base URL | token',
        `default (in use) | ${CLIENT_ID} | ${service.baseUrl} | by ${SHELL}`,
      ),
    );
    expect(JSON.parse((await runCli('profiles -f json', { home })).stdout)[0]).toMatchObject({
      has_token: true,
      token_program: SHELL,
    });
  });

  test('login replaces a token by a command, and a command by a token', async () => {
    const { home, ...service } = await startRecordService(() => []);
    const login = ['login', '--base-url', service.baseUrl, '--client-id', CLIENT_ID];
    const profile = () => JSON.parse(readFileSync(configFile(home), 'utf8')).profiles.default;
    await runCli([...login, '--token-stdin'], { home, stdin: TOKEN });
    expect(Object.keys(profile())).toEqual(['baseUrl', 'clientId', 'token']);
    await runCli([...login, '--token-command', printing(TOKEN)], { home });
    expect(Object.keys(profile())).toEqual(['baseUrl', 'clientId', 'tokenCommand']);
    await runCli([...login, '--token-stdin'], { home, stdin: TOKEN });
    expect(Object.keys(profile())).toEqual(['baseUrl', 'clientId', 'token']);
  });

  test('login stores nothing if the service refuses the token, and --no-verify runs nothing', async () => {
    const { home, ...service } = await startService((_, response) => sendStatus(response, 401));
    const login = ['login', '--base-url', service.baseUrl, '--client-id', CLIENT_ID];
    await runCli([...login, '--token-command', counted(home, TOKEN)], { home });
    expect(existsSync(configFile(home))).toBe(false);
    const stored = await runCli([...login, '--no-verify', '--token-command', counted(home, TOKEN)], { home });
    expect(stored).toMatchObject({ exitCode: 0 });
    expect(runsOf(home)).toBe(1);
    expect(await runCli([...login, '--no-verify', '--token-command', 'op "read'], { home })).toFail(
      2,
      'error: the token command from --token-command has a " that nothing closes\n' +
        "hint: name a program that prints the token, such as 'op read op://vault/item/field'\n",
    );
    expect(await runCli([...login, '--token-command', './op'], { home })).toFail(
      2,
      'error: --token-command: "./op" is not an absolute path\n' +
        'hint: a profile is used in any directory: give the full path of the program\n',
    );
  });

  test('runs once for each profile of a run, and one after the other', async () => {
    const { home, ...service } = await startRecordService(() => []);
    const of = (name: string) => ({
      baseUrl: service.baseUrl,
      clientId: clientIdOf(name),
      tokenCommand: counted(home, tokenOf(name)),
    });
    storeProfiles(home, { acme: of('acme'), brava: of('brava') });
    const pulled = await runCli('revenue --from 2026-01-01 --to 2026-06-30 --all-profiles -f csv', { home });
    expect(pulled.exitCode).toBe(0);
    expect(service.requests).toHaveLength(12);
    expect(runsOf(home)).toBe(2);
    for (const { headers } of service.requests) {
      const name = headers['client-id'] === clientIdOf('acme') ? 'acme' : 'brava';
      expect(headers['reporting-api-token']).toBe(tokenOf(name));
    }
    for (const [line, runs] of [
      ['sync revenue data --from 2026-04 --all-profiles', 2],
      ['raw revenue --from 2026-01-01 --to 2026-06-30 --profile acme -o recording', 1],
      ['doctor --profile acme', 1],
      ['profiles', 0],
      ['config', 0],
      ['__complete -- revenue --profile ', 0],
      ['revenue --period last-month --sandbox', 0],
    ] as const) {
      home.write('runs.txt', '');
      await runCli(line, { home });
      expect([line, runsOf(home)]).toEqual([line, runs]);
    }
  });

  test('is not run from a file or a directory that others can write to', async () => {
    const { home, ...service } = await startRecordService(() => []);
    const tokenCommand = counted(home, TOKEN);
    storeProfiles(home, { default: { baseUrl: service.baseUrl, clientId: CLIENT_ID, tokenCommand } });
    chmodSync(configFile(home), 0o666);
    for (const line of [DAY, DAY, 'whoami', 'doctor']) {
      const { exitCode, stderr, stdout } = await runCli(line, { home });
      expect(exitCode).toBe(2);
      expect((stderr + stdout).replace(/\s+/g, ' ')).toContain(`other users can change ${configFile(home)} (mode 666)`);
    }
    chmodSync(configFile(home), 0o600);
    chmodSync(path.dirname(configFile(home)), 0o777);
    const directory = path.dirname(configFile(home));
    expect(await runCli(DAY, { home })).toFail(
      2,
      `error: other users can change ${directory} (mode 777)\nhint: run \`chmod 700 ${directory}\`\n`,
    );
    expect(runsOf(home)).toBe(0);
    chmodSync(path.dirname(configFile(home)), 0o700);
    writeFileSync(configFile(home), readFileSync(configFile(home)), { mode: 0o600 });
    expect((await runCli(DAY, { home })).exitCode).toBe(0);
  });
});
