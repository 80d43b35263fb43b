import { expect, test } from 'vitest';
import { HINTS } from '../harness/hints.ts';
import { runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';

const ONE_DAY = 'revenue --from 2026-01-01 --to 2026-01-01';
const WHAT = 'revenue 2026-01-01';
const GOOD = '{"data":[{"a":1}]}';

/** Runs against a service that answers 503 until `outageMs` of the run's clock have passed. */
async function runThroughOutage(outageMs: number, options = '') {
  let elapsedMs = 0;
  const service = await startService((_request, response) =>
    elapsedMs < outageMs ? sendStatus(response, 503) : sendJson(response, GOOD),
  );
  const onTime = (ms: number): void => {
    elapsedMs = ms;
  };
  return runCli(`${ONE_DAY} ${options}`, { env: service.env, onTime });
}

const failure = (after: string): string =>
  `error: the service failed on ${WHAT}: 503${after}\nhint: ${HINTS.unavailable}\n`;

test('the defaults survive an outage of 30 s', async () => {
  const result = await runThroughOutage(30_000);
  expect(result).toPrint('a\n1\n');
  expect(result.waits).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000]);
});

test.each([
  ['', 60_000, ' (after 14 attempts in 45 s)'],
  ['--retry-for 80', 79_999, undefined],
  ['--retry-for 80', 80_001, ' (after 21 attempts in 80 s)'],
  ['--retry-for 1.5m', 89_999, undefined],
  ['--retry-for 0', 1, ''],
])('a longer outage with %j: %i ms', async (options, outageMs, after) => {
  const result = await runThroughOutage(outageMs, options);
  if (after === undefined) expect(result).toPrint('a\n1\n');
  else expect(result).toFail(6, failure(after));
});

test.each(['', 'soon', '-1', '5d', '30M', '10 s', '1h30m', '25h', '1e3', 'Infinity'])(
  '--retry-for %j is rejected with an example',
  async (value) => {
    expect(await runCli([...ONE_DAY.split(' '), '--sandbox', `--retry-for=${value}`])).toFail(
      2,
      `error: --retry-for takes a duration from 0 to 24h, such as 90s, 30m or 2h, not ${JSON.stringify(value)}\n`,
    );
  },
);

test('the summary on a terminal has the time of the run', async () => {
  const service = await startService((_request, response, attempt) =>
    attempt === 1 ? sendStatus(response, 429, '', { 'retry-after': '3' }) : sendJson(response, GOOD),
  );
  const { stderr } = await runCli(ONE_DAY, { env: service.env, stderrTty: true, stderrColumns: 0 });
  expect(stderr.trimEnd().split(' ').slice(-2).join(' ')).toBe('3.0 s');
});

test('--verbose shows each wait', async () => {
  const { stderr } = await runThroughOutage(3000, '-v');
  const waits = stderr.split('\n').filter((line) => line.includes('retry'));
  expect(waits.slice(2)).toEqual([
    `the service failed on ${WHAT}: 503: retry 3 in 1.0 s`,
    `the service failed on ${WHAT}: 503: retry 4 in 2.0 s`,
  ]);
});

test('login makes two attempts', async () => {
  const check = async (answer: Parameters<typeof startService>[0]) => {
    const service = await startService(answer);
    const line = `login --token-stdin --base-url ${service.baseUrl} --client-id ${CLIENT_ID}`;
    const { exitCode, waits, stderr } = await runCli(line, { env: service.env, stdin: TOKEN });
    return [exitCode, waits, service.requests.length, /503.*/.exec(stderr)?.[0]];
  };
  expect(await check((_request, response) => sendStatus(response, 503))).toEqual([
    ...[6, [250], 2, '503 (after 2 attempts in 0.3 s)'],
  ]);
  const recovering = await check((_request, response, attempt) =>
    attempt === 1 ? sendStatus(response, 503) : sendJson(response, GOOD),
  );
  expect(recovering).toEqual([0, [250], 2, undefined]);
  // Not if the service asks for a long pause.
  const busy = await check((_request, response) => sendStatus(response, 429, '', { 'retry-after': '60' }));
  expect(busy).toEqual([6, [], 1, undefined]);
});
