import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HINTS } from '../harness/hints.ts';
import { runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';

const ONE_DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];
const WHAT = 'revenue 2026-01-01..2026-01-01';
const GOOD = '{"data":[{"a":1}]}';

/** Runs against a service that answers 503 until `outageMs` of the run's clock have passed. */
async function runThroughOutage(outageMs: number, args: readonly string[]) {
  let elapsedMs = 0;
  const service = await startService((_request, response) =>
    elapsedMs < outageMs ? sendStatus(response, 503) : sendJson(response, GOOD),
  );
  const result = await runCli(args, {
    env: service.env,
    onTime(ms) {
      elapsedMs = ms;
    },
  });
  return { ...result, requests: service.requests };
}

/** A closed port of this machine. `open` starts a service on it. */
async function reservePort() {
  const listen = (port: number): Promise<Server> =>
    new Promise((resolve) => {
      const server = createServer((_request, response) => sendJson(response, GOOD));
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  const first = await listen(0);
  const { port } = first.address() as AddressInfo;
  await new Promise((resolve) => first.close(resolve));
  async function open(): Promise<void> {
    const server = await listen(port);
    onTestFinished(() => void server.close());
  }
  return { baseUrl: `http://127.0.0.1:${port}/v2/reporting`, open };
}

test('the defaults survive an outage of 30 s: 503', async () => {
  const { waits, ...result } = await runThroughOutage(30_000, ONE_DAY);
  expect(result).toPrint('a\n1\n');
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000]);
});

describe('a longer outage', () => {
  test('ends with 6 and shows attempts and time', async () => {
    expect(await runThroughOutage(60_000, ONE_DAY)).toFail(
      6,
      `error: the service failed on ${WHAT}: 503 (after 14 attempts in 45 s)\nhint: ${HINTS.unavailable}\n`,
    );
    expect(
      await runCli(ONE_DAY, {
        env: {
          REPORTING_BASE_URL: (await reservePort()).baseUrl,
          REPORTING_CLIENT_ID: CLIENT_ID,
          REPORTING_API_TOKEN: TOKEN,
        },
      }),
    ).toFail(6, expect.stringContaining('(ECONNREFUSED) (after 14 attempts in 45 s)\n'));
  });

  test.each([
    ['80', 79_999, 0],
    ['80', 80_001, 6],
    ['1.5m', 89_999, 0],
  ])('--retry-for %s, outage of %i ms: exit %i', async (duration, outageMs, exitCode) => {
    const result = await runThroughOutage(outageMs, [...ONE_DAY, '--retry-for', duration]);
    expect(result.exitCode).toBe(exitCode);
  });
});

describe('--retry-for', () => {
  test('0 turns retries off', async () => {
    expect(await runThroughOutage(1, [...ONE_DAY, '--retry-for', '0'])).toMatchObject({
      exitCode: 6,
      stderr: `error: the service failed on ${WHAT}: 503\nhint: ${HINTS.unavailable}\n`,
      waits: [],
    });
  });

  test.each(['', 'soon', '-1', '5d', '30M', '10 s', '1h30m', '25h', '1e3', 'Infinity'])(
    '%j is rejected with an example',
    async (value) => {
      expect(await runCli([...ONE_DAY, '--sandbox', `--retry-for=${value}`])).toFail(
        2,
        `error: --retry-for takes a duration up to 24h, such as 90s, 30m or 2h, not ${JSON.stringify(value)}\n`,
      );
    },
  );

  test('--verbose shows each wait', async () => {
    const { stderr } = await runThroughOutage(3000, [...ONE_DAY, '-v']);
    const waits = stderr.split('\n').filter((line) => line.includes('retry'));
    expect(waits.slice(2)).toEqual([
      `the service failed on ${WHAT}: 503: retry 3 in 1.0 s`,
      `the service failed on ${WHAT}: 503: retry 4 in 2.0 s`,
    ]);
  });
});

describe('pauses that the service asks for', () => {
  /** Runs against a service that asks for `count` pauses of `seconds`, then answers. */
  async function runThroughPauses(count: number, seconds: number, args: readonly string[] = []) {
    const service = await startService((_request, response, attempt) =>
      attempt <= count ? sendStatus(response, 429, '', { 'retry-after': String(seconds) }) : sendJson(response, GOOD),
    );
    return runCli([...ONE_DAY, ...args], { env: service.env });
  }

  test.each([0, 1, 60])('of %i s, one after another, end in a failure', async (seconds) => {
    const { exitCode, stderr } = await runThroughPauses(Number.POSITIVE_INFINITY, seconds);
    expect(exitCode).toBe(6);
    expect(stderr).toContain('(after 14 attempts in ');
  });
});

describe('checks of credentials make two attempts', () => {
  const LOGIN = ['login', '--token-stdin', '--base-url'];

  test.each([
    ['login', (baseUrl: string) => [...LOGIN, baseUrl, '--client-id', CLIENT_ID]],
    ['whoami', () => ['whoami', '--check']],
  ])('%s', async (_name, argsFor) => {
    const failing = await startService((_request, response) => sendStatus(response, 503));
    const failed = await runCli(argsFor(failing.baseUrl), { env: failing.env, stdin: TOKEN });
    expect(failed.exitCode).toBe(6);
    expect(failed.stderr).toContain(': 503 (after 2 attempts in 0.3 s)\n');

    const recovering = await startService((_request, response, attempt) =>
      attempt === 1 ? sendStatus(response, 503) : sendJson(response, GOOD),
    );
    const done = await runCli(argsFor(recovering.baseUrl), { env: recovering.env, stdin: TOKEN });
    expect(done.exitCode).toBe(0);
    expect(recovering.requests).toHaveLength(2);

    const busy = await startService((_request, response) => sendStatus(response, 429, '', { 'retry-after': '60' }));
    const failure = await runCli(argsFor(busy.baseUrl), { env: busy.env, stdin: TOKEN });
    expect(failure).toMatchObject({ exitCode: 6, waits: [] });
    expect(busy.requests).toHaveLength(1);
  });
});
