import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createHome, runCli } from '../harness/run-cli.ts';
import { type Handler, sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';

/** Six days, one window a day: more than are asked for at once, with a first, a middle and a last. */
const DAYS = Array.from({ length: 6 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);
const ARGS = ['revenue', '--from', DAYS[0]!, '--to', DAYS.at(-1)!, '--window-days', '1'];
const WHOLE = `day,amount\n${DAYS.map((day) => `${day},0.10\n`).join('')}`;
const RETRIES = 2;

const good: Handler = ({ query }, response) =>
  sendJson(response, `{"data":[{"day":"${query.start_date}","amount":0.10}]}`);

/** The body of a good answer, so that a fault can break it off where it likes. */
const BODY = Buffer.from('{"data":[{"day":"2026-01-01","amount":0.10}]}');

const breakOff = (response: ServerResponse, headers: Record<string, string | number>, bytes: Buffer) => {
  response.writeHead(200, headers);
  response.write(bytes, () => response.destroy());
};

const withStatus =
  (status: number, headers = {}): Handler =>
  (_request, response) =>
    sendStatus(response, status, 'no', headers);

/** Faults that another attempt may mend: without a head, in the body, at its end. */
const TRANSIENT: Record<string, Handler> = {
  '408': withStatus(408),
  '429': withStatus(429, { 'retry-after': '3' }),
  '500': withStatus(500),
  '502': withStatus(502),
  '503': withStatus(503),
  '504': withStatus(504),
  'no head': (_request, response) => response.destroy(),
  'half a head': (_request, response) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-le'),
  'silence before the head': () => undefined,
  'a body without its first byte': (_request, response) =>
    breakOff(response, { 'content-length': 40 }, Buffer.alloc(0)),
  'half a body': (_request, response) =>
    breakOff(response, { 'content-length': BODY.length }, BODY.subarray(0, 20)),
  'a body without its last byte': (_request, response) =>
    breakOff(response, { 'content-length': BODY.length }, BODY.subarray(0, -1)),
  'chunks that stop': (_request, response) =>
    breakOff(response, { 'transfer-encoding': 'chunked' }, BODY.subarray(0, 20)),
  'chunks without the last': (_request, response) =>
    breakOff(response, { 'transfer-encoding': 'chunked' }, BODY),
  'half of a gzip': (_request, response) => {
    const bytes = gzipSync(BODY);
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(bytes.subarray(0, bytes.length >> 1));
  },
  'a body that stalls': (_request, response) => {
    response.writeHead(200, { 'content-length': BODY.length });
    response.write(BODY.subarray(0, 20));
  },
  'a connection that closes early': (_request, response) =>
    response.socket?.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${BODY.subarray(0, 20)}`),
};

/** Those that only a time-out ends. A busy machine must not take as long for any other answer. */
const SILENT = new Set(['silence before the head', 'a body that stalls']);

/** Faults that stay as they are, with their exit codes. */
const FINAL: Record<string, readonly [Handler, number]> = {
  '302': [withStatus(302, { location: 'http://127.0.0.1:1/' }), 5],
  '400': [withStatus(400), 5],
  '401': [withStatus(401), 4],
  '403': [withStatus(403), 4],
  '404': [withStatus(404), 5],
  '429 with a long pause': [withStatus(429, { 'retry-after': '9999' }), 6],
  '206': [withStatus(206), 7],
  'no JSON': [(_request, response) => sendJson(response, '<html>'), 7],
  'unfinished JSON': [(_request, response) => sendJson(response, String(BODY.subarray(0, -2))), 7],
  'something behind the JSON': [(_request, response) => sendJson(response, `${BODY}{}`), 7],
  'no data': [(_request, response) => sendJson(response, '{}'), 7],
  'bytes that are no gzip': [
    (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end('not gzip at all');
    },
    7,
  ],
};

const PLACES = [DAYS[0]!, DAYS[3]!, DAYS.at(-1)!];

interface Case {
  readonly name: string;
  readonly handler: Handler;
  readonly day: string;
  /** Exit code if the fault strikes the first attempt only, and if it strikes all. */
  readonly once: number;
  readonly always: number;
}

const CASES: readonly Case[] = PLACES.flatMap((day) => [
  ...Object.entries(TRANSIENT).map(([name, handler]) => ({ name, handler, day, once: 0, always: 6 })),
  ...Object.entries(FINAL).map(([name, [handler, exit]]) => ({
    name,
    handler,
    day,
    once: exit,
    always: exit,
  })),
]);

describe.each(CASES)('$name on $day', ({ handler, day, once, always, name }) => {
  async function run(isStruck: (attempt: number) => boolean, args: readonly string[]) {
    const service = await startService((request, response, attempt) =>
      request.query.start_date === day && isStruck(attempt)
        ? handler(request, response, attempt)
        : good(request, response, attempt),
    );
    const home = createHome();
    home.write('out.csv', 'the old report\n');
    const longestMs = SILENT.has(name) ? 400 : 20_000;
    const limits = ['--retries', String(RETRIES), '--timeout', String(longestMs / 1000)];
    const result = await runCli([...ARGS, ...limits, '--debug', ...args], {
      env: service.env,
      home,
      stallTimeoutMs: longestMs,
    });
    const asked = service.requests.filter(({ query }) => query.start_date === day).length;
    expect(home.strays()).toEqual([]);
    expect(home.list()).toEqual(['out.csv']);
    expect(result.stdout + result.stderr + home.read('out.csv')).not.toContain(TOKEN);
    return { ...result, asked, file: home.read('out.csv') };
  }

  test.each([
    ['once', once],
    ['always', always],
  ])('%s', async (how, exitCode) => {
    const isStruck = (attempt: number) => how === 'always' || attempt === 1;
    const asked = once === 0 ? (how === 'always' ? RETRIES + 1 : 2) : 1;

    // At the same time: some faults take as long as the time-outs.
    const [toStdout, toFile] = await Promise.all([run(isStruck, []), run(isStruck, ['-o', 'out.csv'])]);
    expect(toStdout).toMatchObject({
      exitCode,
      asked,
      stdout: exitCode === 0 ? WHOLE : '',
      file: 'the old report\n',
    });
    expect(toFile).toMatchObject({
      exitCode,
      asked,
      stdout: '',
      file: exitCode === 0 ? WHOLE : 'the old report\n',
    });
    if (exitCode === 0) return;
    const error = toFile.stderr.split('\n').find((line) => line.startsWith('error: '));
    expect(error, name).toContain(`revenue ${day}..${day}`);
  });
});

test('sixty windows on a very bad day are those of a quiet one', async () => {
  const home = createHome();
  const args = ['revenue', '--sandbox', '--from', '2026-01-01', '--to', '2026-03-01', '--by-day'];
  const kinds = ['500', '503', '429+1', 'reset', 'cut', 'stall', 'hang', 'slow', 'rate-limit'];
  const faults = kinds.flatMap((kind) => ['--fault', `${kind}:0.04`]);
  expect(await runCli([...args, '-o', 'quiet.csv'], { home })).toMatchObject({ exitCode: 0 });
  const bad = await runCli(
    [...args, '-o', 'bad.csv', ...faults, '--retry-for', '1h', '--timeout', '0.3', '-v'],
    { home },
  );
  expect(bad.exitCode).toBe(0);
  expect(bad.stderr.match(/: retry 1 in 0\.3 s/g)?.length).toBeGreaterThan(10);
  expect(home.read('bad.csv')).toBe(home.read('quiet.csv'));
  expect(home.read('quiet.csv')!.split('\n')).toHaveLength(60 * 4 + 2);
});

test('a slow but living body is not cut', async () => {
  // It comes in 20 pieces of 50 ms.
  const { exitCode } = await runCli(
    'revenue --sandbox --from 2026-01-01 --to 2026-01-31 --fault slow --retries 0',
    { stallTimeoutMs: 500 },
  );
  expect(exitCode).toBe(0);
});

test('a service that quotes a part of the token is not repeated', async () => {
  for (const part of [TOKEN.slice(0, 8), TOKEN.slice(-9), TOKEN.slice(5, 20)]) {
    const service = await startService((_request, response) =>
      sendStatus(response, 401, `unknown token ${part}…`, {
        'x-token': part,
        'x-encoded': Buffer.from(`x:${TOKEN}`).toString('base64'),
      }),
    );
    const { stderr } = await runCli([...ARGS, '--debug'], { env: service.env });
    expect(stderr).toContain('unknown token [hidden]…');
    expect(stderr).not.toContain(part);
    expect(stderr).not.toContain(Buffer.from(`x:${TOKEN}`).toString('base64'));
  }
});

test('a fault of our own is an apology, and shows no token', async () => {
  const service = await startService(good);
  const { exitCode, stdout, stderr } = await runCli([...ARGS, '--debug'], {
    env: service.env,
    brokenClock: true,
  });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain('error: this is a fault of reporting itself, sorry: the clock is broken\n');
  expect(stderr).toContain('hint: please report it, with what the same command says with --debug\n');
  expect(stderr).not.toContain(TOKEN);
});

test('a body that repeats the token is shown without it, however it is cut', async () => {
  const fillers = [0, 60, 70, 80, 90].map((length) => 'x'.repeat(length));
  // Spaces are shown as one: the cut comes earlier than the line's end.
  for (const filler of [...fillers, ' '.repeat(380), ' '.repeat(385)]) {
    const body = `{"data":[{"a":1}],"request":"${filler}${TOKEN}","error":"${filler}${TOKEN}"}`;
    const service = await startService((_request, response) => sendJson(response, body));
    const { stderr } = await runCli(['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '-v'], {
      env: service.env,
    });
    expect(stderr).toContain('the body also has "request"');
    expect(stderr).not.toContain(TOKEN.slice(0, 6));
  }
});
