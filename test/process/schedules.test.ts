import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxOptions } from '../../src/plan/sandbox-options.ts';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/server.ts';
import { storeAccounts } from '../harness/accounts.ts';
import { daysFrom } from '../harness/daily-service.ts';
import { blocksOf, readPage } from '../harness/pages.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, startService, TOKEN } from '../harness/service.ts';
import { BIN } from '../harness/spawn-cli.ts';

const blocks = (language: string) => blocksOf('docs/automation.md', language);

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox(sandboxOptions({}), () => '9999-12-31');
});
afterAll(() => sandbox.close());

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command like a scheduler: with `sh`, and only `env` in the environment. */
function runJob(command: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', command], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** A directory with the two programs that a job needs. */
function binDirectory(home: Home): string {
  const bin = path.join(home.root, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, path.join(bin, 'node'));
  symlinkSync(BIN, path.join(bin, 'reporting'));
  return bin;
}

/** Replaces `/usr/local/bin` of the examples by a directory of this test. */
const localBin = (text: string, home: Home): string => text.replaceAll('/usr/local/bin', binDirectory(home));

const HEAD = /^date,campaign_id,campaign,impressions,clicks,revenue\n/;

describe('cron', () => {
  /** Settings and the command as cron reads them: a `%` without a backslash ends it (crontab(5)). */
  function readCrontab(text: string): { readonly env: Record<string, string>; readonly command: string } {
    const lines = text.split('\n').filter((line) => line !== '');
    const settings = lines.filter((line) => /^[A-Z_]+=/.test(line));
    const [job] = lines.filter((line) => !settings.includes(line));
    const [command] = job!.split(/(?<!\\)%/);
    return {
      env: Object.fromEntries(settings.map((line) => [line.split('=')[0]!, line.replace(/^.*?=/, '')])),
      command: command!.replace(/^(\S+ ){5}/, '').replaceAll('\\%', '%'),
    };
  }

  /** A home with a profile of this service. */
  async function homeOf(service: { baseUrl: string; clientId: string; token: string }): Promise<Home> {
    const home = createHome();
    const { baseUrl, clientId, token } = service;
    const line = `login --no-verify --profile acme --base-url ${baseUrl} --client-id ${clientId} --token-stdin`;
    await runCli(line, { home, stdin: token });
    return home;
  }

  async function runLine(home: Home): Promise<Ended> {
    const { env, command } = readCrontab(localBin(blocks('crontab')[0]!, home));
    return runJob(command, home.root, { ...env, HOME: home.root, LOGNAME: 'ana', SHELL: '/bin/sh' });
  }

  const inReports = (home: Home, file: string): string => readFileSync(path.join(home.root, 'reports', file), 'utf8');

  test('the line writes the file, and prints nothing that cron would mail', async () => {
    const home = await homeOf(sandbox.credentials);
    expect(await runLine(home)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(inReports(home, 'acme.csv')).toMatch(HEAD);
  });

  test('missing days are mailed, and the old file stays', async () => {
    const { baseUrl } = await startService(({ query }, response) => {
      const days = daysFrom(query.start_date!, query.end_date!).slice(0, -5);
      sendJson(response, `{"data":[${days.map((day) => `{"day":"${day}","n":1}`)}]}`);
    });
    const home = await homeOf({ baseUrl, clientId: CLIENT_ID, token: TOKEN });
    mkdirSync(path.join(home.root, 'reports'));
    writeFileSync(path.join(home.root, 'reports/acme.csv'), 'old\n');
    const { code, stdout, stderr } = await runLine(home);
    expect({ code, stdout }).toEqual({ code: 9, stdout: '' });
    expect(stderr).toMatch(
      /^error: profile acme: .*: no records for \d+ of 90 days: .* \[gaps\]\nhint: .*\nnote: 0 of 1 .*\n$/,
    );
    expect(inReports(home, 'acme.csv')).toBe('old\n');
  });

  test('a client that the service refuses is mailed, and the files of the others are written', async () => {
    const home = createHome();
    await storeAccounts(home, ['acme', 'brava', 'corto']);
    const { code, stdout, stderr } = await runLine(home);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(
      /^error: profile corto: .*: 401, .*\nhint: .*\nnote: 2 of 3 reports written; failed: corto\n$/,
    );
    expect(readdirSync(path.join(home.root, 'reports'))).toEqual(['acme.csv', 'brava.csv']);
  });

  test('a job without a profile is mailed', async () => {
    const { code, stdout, stderr } = await runLine(createHome());
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(/^error: not signed in: no profile is stored in .*\nhint: .*\n$/);
  });
});

test("systemd: the service's command runs in the service's environment", async () => {
  const home = createHome();
  const [service, timer] = ['service', 'timer'].map((name) => readPage(`docs/schedulers/reporting.${name}`).text);
  const { baseUrl, clientId, token } = sandbox.credentials;
  writeFileSync(path.join(home.root, 'token'), `${token}\n`);
  chmodSync(path.join(home.root, 'token'), 0o400);
  const unit = localBin(service!, home)
    .replaceAll('%C', home.temporary)
    .replaceAll('%d', home.root)
    .replace(/(?<=BASE_URL=).*/, baseUrl)
    .replace(/(?<=CLIENT_ID=).*/, clientId);
  const values = (name: string): string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
  const env = Object.fromEntries(values('Environment').map((each) => each.split('=') as [string, string]));
  const PATH = `${path.join(home.root, 'bin')}:/usr/bin`;
  const { code, stderr } = await runJob(values('ExecStart')[0]!, home.work, {
    ...env,
    PATH,
    HOME: home.root,
    TMPDIR: home.temporary,
  });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: '' });
  expect(home.read('revenue.csv')).toMatch(HEAD);
  expect(timer).toContain('Persistent=true');
});

test('GitHub Actions: the step runs with its own environment alone, which holds the token', async () => {
  const home = createHome();
  const { baseUrl, clientId, token } = sandbox.credentials;
  const given = new Map([
    ['vars.REPORTING_BASE_URL', baseUrl],
    ['vars.REPORTING_CLIENT_ID', clientId],
    ['secrets.REPORTING_API_TOKEN', token],
  ]);
  const [workflow] = blocks('yaml');
  const [, command, lines] = /^ {6}- run: (reporting .*)\n {8}env:\n((?: {10}.*\n)+)/m.exec(workflow!)!;
  const env = Object.fromEntries(
    lines!
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/: (.*)/))
      .map(([name, value]) => [name!, given.get(/^\$\{\{ (.*) \}\}$/.exec(value!)?.[1] ?? '') ?? value!]),
  );
  const PATH = `${binDirectory(home)}:/usr/bin`;
  const ended = await runJob(command!, home.work, {
    ...env,
    PATH,
    HOME: home.root,
    TMPDIR: home.temporary,
    CI: 'true',
  });
  expect(ended).toMatchObject({ code: 0, stdout: '' });
  expect(home.read(/path: (.*)/.exec(workflow!)![1]!)).toMatch(HEAD);
});
