import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxOptions } from '../../src/plan/sandbox-options.ts';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/server.ts';
import { storeAccounts } from '../harness/accounts.ts';
import { needs } from '../harness/needs.ts';
import { copyPrepared } from '../harness/prepared.ts';
import { configFile } from '../harness/profiles.ts';
import { declaredCommands } from '../harness/program.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { isPlain, runShellCommand } from '../harness/shell-commands.ts';

/** The service's address in examples, which does not exist. */
const EXAMPLE_URL = 'https://reports.example.com/v2/reporting';
const PROFILES = ['default', 'acme'];
const SETTINGS = [
  ['format', 'csv'],
  ['timezone', 'Europe/Berlin'],
];

/** The time of most examples. This year is four windows, and no figure of yesterday raises an alert. */
const NOW = '2026-04-17T12:00:00Z';
/** The time in an example: another for one that would pull years of months. */
const timeOf = (example: string): string => (example.includes('--from 2024-01 ') ? '2024-02-15T12:00:00Z' : NOW);

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox(sandboxOptions({}), () => '9999-12-31');
});
afterAll(() => sandbox.close());

/** Command lines of a help text, with their continuation lines. */
function examplesIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}\$ (.*(?:(?<=\\)\n.*)*)/gm)].map(([, command]) => command!);
}

const helps = declaredCommands().map(({ typed, help }) => ({ of: typed, examples: examplesIn(help) }));

test.each(helps)('every help text has examples, none wider than 71 columns: $of', ({ examples }) => {
  expect(examples.length).toBeGreaterThan(0);
  for (const line of examples.flatMap((each) => each.split('\n'))) {
    expect(line.length, line).toBeLessThanOrEqual(71);
  }
});

const examples = [...new Set(helps.flatMap((each) => each.examples))];
const isServing = (example: string): boolean => example.startsWith('reporting sandbox');
const ASKING = 'reporting login';

let stored: string | undefined;

/** A home with profiles of an account at the sandbox. */
async function homeWithProfiles(): Promise<Home> {
  const home = createHome();
  const { token } = sandbox.credentials;
  home.write('token.txt', `${token}\n`);
  if (stored === undefined) {
    await storeAccount(home);
    stored = readFileSync(configFile(home), 'utf8');
  } else {
    mkdirSync(path.dirname(configFile(home)), { recursive: true, mode: 0o700 });
    writeFileSync(configFile(home), stored, { mode: 0o600 });
  }
  return home;
}

async function storeAccount(home: Home): Promise<void> {
  const { baseUrl, clientId, token } = sandbox.credentials;
  for (const name of PROFILES) {
    const args = ['--profile', name, '--base-url', baseUrl, '--client-id', clientId, '--token-stdin'];
    await runCli(['login', ...args], { home, stdin: token });
  }
  for (const setting of SETTINGS) await runCli(['config', 'set', ...setting], { home });
}

/** Examples of a dataset called sales use one that exists, except for the run that creates it. So do those of a recording. */
async function homeFor(example: string): Promise<Home> {
  const [, recording] = / --input (\S+)/.exec(example) ?? [];
  if (recording !== undefined) {
    const home = await homeWithProfiles();
    await copyPrepared({ home }, recording, 'of an example', async () => {
      await runCli(`raw revenue --period last-month -o ${recording}`, { home, now: NOW });
      return { home };
    });
    return home;
  }
  const isFirst = example.includes('--all-profiles') && / sales\b/.test(example);
  if (!isFirst && !/ sales\b/.test(example)) return homeWithProfiles();
  const home = isFirst ? createHome() : await homeWithProfiles();
  // Two profiles of a dataset must not belong to the same client.
  if (isFirst) await storeAccounts(home, ['acme', 'brava']);
  else {
    await copyPrepared({ home }, 'sales', 'of an example', async () => {
      await runCli(`sync revenue sales --from ${NOW.slice(0, 7)}`, { home, now: NOW });
      return { home };
    });
  }
  return home;
}

/** The programs that read or copy a dataset are not those of this test. */
const OTHERS = 'set -o pipefail; duckdb() { :; }; rclone() { :; };';

function atSandbox(example: string): string {
  return example.replace(EXAMPLE_URL, sandbox.credentials.baseUrl);
}

function expectSuccess({ exitCode, stderr }: { exitCode: number | null; stderr: string }): void {
  expect({ exitCode, errors: stderr.match(/^error:.*$/gm) }).toEqual({ exitCode: 0, errors: null });
}

describe('every example runs unchanged', () => {
  const plain = examples.filter((example) => !isServing(example) && example !== ASKING);

  async function run(example: string): Promise<void> {
    const options = { home: await homeFor(example), now: timeOf(example), setup: OTHERS };
    expectSuccess(await runShellCommand(atSandbox(example), options));
  }

  test.each(plain.filter(isPlain))('%s', run);
  needs('bash').test.each(plain.filter((example) => !isPlain(example)))('%s', run);

  test(ASKING, async () => {
    const { baseUrl, clientId, token } = sandbox.credentials;
    const stdin = `${baseUrl}\n${clientId}\n${token}\n`;
    const { exitCode, stderr } = await runCli(['login'], { tty: true, stdin });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Signed in as client');
  });

  test.each(examples.filter(isServing))('%s, until Ctrl-C', async (example) => {
    const stop = new AbortController();
    const line = example.replace(/--port \d+/, '--port 0').replace('reporting ', '');
    const onPrint = () => stop.abort();
    const { exitCode, stdout } = await runCli(line, { signal: stop.signal, onPrint });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('export REPORTING_BASE_URL=http://127.0.0.1:');
  });
});
