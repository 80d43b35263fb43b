import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { runStep } from '../harness/property-runs.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { type Handler, sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';

/** Six days with one window each: more than run at once, with a first, a middle and a last window. */
const DAYS = Array.from({ length: 6 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);
const ARGS = ['revenue', '--from', DAYS[0]!, '--to', DAYS.at(-1)!, '--window-days', '1'];
const WHOLE = `day,amount\n${DAYS.map((day) => `${day},0.10\n`).join('')}`;
const RETRIES = 2;

const good: Handler = ({ query }, response) =>
  sendJson(response, `{"data":[{"day":"${query.start_date}","amount":0.10}]}`);

/** The body of a good response, for faults that break it off. */
const BODY = Buffer.from('{"data":[{"day":"2026-01-01","amount":0.10}]}');

const breakOff = (response: ServerResponse, headers: Record<string, string | number>, bytes: Buffer) => {
  response.writeHead(200, headers);
  response.write(bytes, () => response.destroy());
};

const withStatus =
  (status: number, headers = {}): Handler =>
  (_request, response) =>
    sendStatus(response, status, 'no', headers);

/** Faults that another attempt may fix: statuses, no head, a broken body. */
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

/** Faults that only a time-out ends. Other cases get a long time-out, so that a busy machine cannot reach it. */
const SILENT = new Set(['silence before the head', 'a body that stalls']);

/** Permanent faults, with their exit codes. */
const FINAL: Record<string, readonly [Handler, number]> = {
  '302': [withStatus(302, { location: 'http://127.0.0.1:1/' }), 5],
  '400': [withStatus(400), 5],
  '401': [withStatus(401), 4],
  '403': [withStatus(403), 4],
  '404': [withStatus(404), 5],
  '429 with a long pause': [withStatus(429, { 'retry-after': '9999' }), 6],
  '206': [withStatus(206), 7],
  'not JSON': [(_request, response) => sendJson(response, '<html>'), 7],
  'unfinished JSON': [(_request, response) => sendJson(response, String(BODY.subarray(0, -2))), 7],
  'text after the JSON': [(_request, response) => sendJson(response, `${BODY}{}`), 7],
  'no data': [(_request, response) => sendJson(response, '{}'), 7],
  'bytes that are not gzip': [
    (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end('not gzip at all');
    },
    7,
  ],
};

const STRUCK_DAYS = [DAYS[0]!, DAYS[3]!, DAYS.at(-1)!];

interface Case {
  readonly name: string;
  readonly handler: Handler;
  readonly day: string;
  /** The place of the fault in their list. */
  readonly turn: number;
  /** Exit codes for a fault in the first attempt only, and for a fault in all attempts. */
  readonly once: number;
  readonly always: number;
}

const FAULTS = [
  ...Object.entries(TRANSIENT).map(([name, handler]) => ({ name, handler, once: 0, always: 6 })),
  ...Object.entries(FINAL).map(([name, [handler, exit]]) => ({ name, handler, once: exit, always: exit })),
];
/** Each fault strikes one of the days in turn, and one of each kind strikes all of them. */
const CASES: readonly Case[] = FAULTS.flatMap((fault, index) =>
  STRUCK_DAYS.filter((_, at) => ['500', '400'].includes(fault.name) || at === index % STRUCK_DAYS.length).map(
    (day) => ({ ...fault, day, turn: index }),
  ),
);

describe.each(CASES)('$name on $day', ({ handler, day, once, always, name, turn }) => {
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
    const requestCount = service.requests.filter(({ query }) => query.start_date === day).length;
    expect(home.strays()).toEqual([]);
    expect(home.list()).toEqual(['out.csv']);
    expect(result.stdout + result.stderr + home.read('out.csv')).not.toContain(TOKEN);
    return { ...result, requestCount, file: home.read('out.csv') };
  }

  test.each([
    ['once', once],
    ['always', always],
  ])('%s', async (frequency, exitCode) => {
    const isStruck = (attempt: number) => frequency === 'always' || attempt === 1;
    const requestCount = once === 0 ? (frequency === 'always' ? RETRIES + 1 : 2) : 1;

    // A fault that strikes once meets one output, and one that lasts the other.
    const writesFile = (turn % 2 === 0) === (frequency === 'once');
    for (const isToFile of runStep() === 1 ? [false, true] : [writesFile]) {
      const result = await run(isStruck, isToFile ? ['-o', 'out.csv'] : []);
      expect(result).toMatchObject({
        exitCode,
        requestCount,
        stdout: exitCode === 0 && !isToFile ? WHOLE : '',
        file: exitCode === 0 && isToFile ? WHOLE : 'the old report\n',
      });
      const error = result.stderr.split('\n').find((line) => line.startsWith('error: '));
      if (exitCode !== 0) expect(error, name).toContain(`revenue ${day}..${day}`);
    }
  });
});

test('sixty windows with many faults give the same report as without', async () => {
  const home = createHome();
  const args = ['revenue', '--sandbox', '--from', '2026-01-01', '--to', '2026-03-01', '--by-day'];
  const kinds = ['500', '503', '429+1', 'reset', 'cut', 'stall', 'hang', 'slow', 'rate-limit'];
  const faults = kinds.flatMap((kind) => ['--fault', `${kind}:0.04`]);
  expect(await runCli([...args, '-o', 'quiet.csv'], { home })).toMatchObject({ exitCode: 0 });
  const bad = await runCli(
    [...args, '-o', 'bad.csv', ...faults, '--retry-for', '1h', '--timeout', '0.3', '-v'],
    { home, stallTimeoutMs: 300 },
  );
  expect(bad.exitCode).toBe(0);
  expect(bad.stderr.match(/: retry 1 in 0\.3 s/g)?.length).toBeGreaterThan(5);
  expect(home.read('bad.csv')).toBe(home.read('quiet.csv'));
  expect(home.read('quiet.csv')!.split('\n')).toHaveLength(60 * 4 + 2);
});

test('a slow body does not time out', async () => {
  // The body arrives in 20 pieces, every 50 ms.
  const { exitCode } = await runCli(
    'revenue --sandbox --from 2026-01-01 --to 2026-01-31 --fault slow --retries 0',
    { stallTimeoutMs: 500 },
  );
  expect(exitCode).toBe(0);
});

test('a part of the token in a response is hidden', async () => {
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

test('an internal error apologizes and does not show the token', async () => {
  const service = await startService(good);
  const { exitCode, stdout, stderr } = await runCli([...ARGS, '--debug'], {
    env: service.env,
    brokenClock: true,
  });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain('error: internal error: the clock is broken\n');
  expect(stderr).toContain(
    'hint: this is a bug in reporting: please report it in the issue tracker of the project, with the output of the same command with --debug\n',
  );
  expect(stderr).not.toContain(TOKEN);
});

test('a token in an excerpt of the body is hidden, wherever the excerpt is cut', async () => {
  const fillers = [0, 60, 70, 80, 90].map((length) => 'x'.repeat(length));
  // Consecutive spaces are shown as one, so the cut moves.
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
