import { expect, test } from 'vitest';
import { ReportingError } from '../../src/core/errors.ts';
import { runCli } from '../harness/run-cli.ts';

/** Runs the sandbox until it has printed its variables. */
function runSandbox(env: Readonly<Record<string, string>>) {
  const stop = new AbortController();
  const onPrint = (): void => stop.abort(new ReportingError('E-interrupted', 'interrupted', { signal: 'SIGINT' }));
  return runCli('sandbox', { platform: 'win32', env, signal: stop.signal, onPrint });
}

test('the sandbox prints variables for PowerShell on Windows', async () => {
  const { exitCode, stdout } = await runSandbox({});
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^\$env:REPORTING_BASE_URL = 'http:\/\/127\.0\.0\.1:\d+\/v2\/reporting'\n/);
  expect(stdout).toMatch(/^\$env:REPORTING_API_TOKEN = '[\w-]+'$/m);
});

test('the sandbox prints variables for POSIX shells in Git Bash', async () => {
  const { stdout } = await runSandbox({ SHELL: '/usr/bin/bash' });
  expect(stdout).toMatch(/^export REPORTING_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/v2\/reporting\n/);
});

test('the example of login has no redirection, which PowerShell lacks', async () => {
  expect((await runCli('login', { platform: 'win32' })).stderr).toBe(
    'error: login without a terminal needs base URL, client id and token\nhint: for example: reporting login --base-url <url> --client-id <uuid> --token-file <file>\n',
  );
});

test('a list that PowerShell has split is an error that says how to quote it', async () => {
  const line = 'revenue --sandbox --period 2026-01 --columns date revenue';
  expect((await runCli(line, { platform: 'win32' })).stderr).toBe(
    "error: too many arguments for 'revenue'. Expected 0 arguments but got 1.\nhint: name the option of a value: --period last-month; put a value with spaces, and in PowerShell a list, in quotation marks: --columns 'date,revenue'\n",
  );
});
