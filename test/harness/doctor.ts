import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'vitest';
import { type CliOptions, runCli } from './run-cli.ts';
import { sendJson, startService, type TestService, TOKEN } from './service.ts';

/** A check in the output of `doctor --format json`. */
export interface ReportedCheck {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly hint?: string;
}

/** Runs `doctor --format json`, and checks that its output lacks the token. */
export async function doctor(options: CliOptions, args: readonly string[] = []) {
  const result = await runCli(['doctor', '--format', 'json', ...args], options);
  expect(result.stdout + result.stderr).not.toContain(TOKEN);
  return { ...result, checks: checksIn(result.stdout) };
}

/** A body with two records of the day before the tests' date. */
export const RECORDS = '{"data":[{"day":"2026-06-14","revenue":0.10},{"day":"2026-06-14","clicks":3}]}';

/** The checks in `stdout`, by name. */
export function checksIn(stdout: string): Record<string, ReportedCheck> {
  const { checks } = JSON.parse(stdout) as { checks: readonly ReportedCheck[] };
  return Object.fromEntries(checks.map((check) => [check.name, check]));
}

/** The time of the tests' clock. */
export const DATE = 'Mon, 15 Jun 2026 12:00:00 GMT';

/** A service that answers every window with `body`, and with the tests' time or another `date`. */
export function startSteadyService(body: string, date: string | undefined = DATE): Promise<TestService> {
  return startService((_request, response) => {
    response.sendDate = false;
    if (date !== undefined) response.setHeader('date', date);
    sendJson(response, body);
  });
}

/** A port of this machine without a listener. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
