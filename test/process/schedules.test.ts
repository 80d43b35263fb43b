import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/server.ts';
import { blocksOf } from '../harness/pages.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { BIN } from '../harness/spawn-cli.ts';

const blocks = (language: string) => blocksOf('docs/scheduling.md', language);

let sandbox: RunningSandbox;
beforeAll(async () => {
  const options = { seed: 1, latencyMs: 0, faults: [], domainDates: false, exclusiveEnd: false, port: 0 };
  sandbox = await startSandbox(options);
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

  async function runLine(home: Home): Promise<Ended> {
    const { env, command } = readCrontab(localBin(blocks('crontab')[0]!, home));
    mkdirSync(path.join(home.root, 'reports'));
    return runJob(command, home.root, { ...env, HOME: home.root, LOGNAME: 'ana', SHELL: '/bin/sh' });
  }

  const inReports = (home: Home, file: string): string =>
    readFileSync(path.join(home.root, 'reports', file), 'utf8');

  test('the line writes the file, logs the period, and prints nothing that cron would mail', async () => {
    const home = createHome();
    const { baseUrl, clientId, token } = sandbox.credentials;
    const login = [
      'login',
      '--profile',
      'acme',
      '--base-url',
      baseUrl,
      '--client-id',
      clientId,
      '--token-stdin',
    ];
    await runCli(login, { home, stdin: token });
    expect(await runLine(home)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(inReports(home, 'revenue.csv')).toMatch(HEAD);
    expect(inReports(home, 'revenue.log')).toMatch(/^note: --period last-90-days is .*\n$/);
  });

  test('a failure prints an error that cron mails', async () => {
    const { stdout } = await runLine(createHome());
    expect(stdout).toBe(
      'error: not signed in: unknown profile "acme"\nhint: run `reporting login --profile acme`\n',
    );
  });
});

describe('systemd', () => {
  test("the service's command runs in the service's environment", async () => {
    const home = createHome();
    const [service, timer] = blocks('ini');
    const { baseUrl, clientId, token } = sandbox.credentials;
    writeFileSync(path.join(home.root, 'token'), `${token}\n`);
    chmodSync(path.join(home.root, 'token'), 0o400);
    const unit = localBin(service!, home)
      .replaceAll('%d', home.root)
      .replaceAll('%C', home.temporary)
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
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^note: .* in Europe\/Berlin\)\n$/),
    });
    expect(home.read('revenue.csv')).toMatch(HEAD);
    expect(timer).toContain('Persistent=true');
  });
});

describe('GitHub Actions', () => {
  test('the step runs with its own environment alone, which holds the token', async () => {
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
});
