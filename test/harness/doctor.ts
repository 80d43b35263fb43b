import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { type CliOptions, runCli } from './run-cli.ts';
import { CLIENT_ID, sendJson, startService, type TestService, TOKEN } from './service.ts';

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

const FIXTURES = path.resolve(fileURLToPath(import.meta.url), '../../fixtures/doctor');
const CERTIFICATE_FILE = path.join(FIXTURES, 'cert.pem');

/** A TLS server with an untrusted certificate. `received` resolves with all data, decrypted, when every connection is closed. */
export async function startUntrustedService() {
  let received = '';
  const closed: Promise<void>[] = [];
  const sockets = new Set<Socket>();
  const identity = { key: readFileSync(path.join(FIXTURES, 'key.pem')), cert: readFileSync(CERTIFICATE_FILE) };
  const server = createTlsServer(identity, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
  });
  server.on('tlsClientError', () => undefined);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    closed.push(new Promise((resolve) => socket.once('close', () => resolve())));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      REPORTING_BASE_URL: `https://127.0.0.1:${port}/v2/reporting`,
      REPORTING_CLIENT_ID: CLIENT_ID,
      REPORTING_API_TOKEN: TOKEN,
    },
    port,
    connections: () => closed.length,
    received: () => Promise.all(closed).then(() => received),
  };
}

/** A port of this machine without a listener. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
