import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runStep } from '../harness/property-runs.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { type Handler, sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';

/** Five days with one window each: more than run at once, with a first, a middle and a last window. */
const DAYS = Array.from({ length: 5 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);
const ARGS = ['revenue', '--from', DAYS[0]!, '--to', DAYS.at(-1)!, '--windows', '1'];
const WHOLE = `day,amount\n${DAYS.map((day) => `${day},0.10\n`).join('')}`;
const RETRIES = 2;

const bodyOf = (day: string): string => `{"data":[{"day":"${day}","amount":0.10}]}`;
const good: Handler = ({ query }, response) => sendJson(response, bodyOf(query.start_date!));

/** The body of a good response, for faults that break it off. */
const BODY = Buffer.from(bodyOf('2026-01-01'));

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
  '429': withStatus(429, { 'retry-after': '3' }),
  '500': withStatus(500),
  'no head': (_request, response) => response.destroy(),
  'half a head': (_request, response) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-le'),
  'silence before the head': () => undefined,
  'a body without its first byte': (_request, response) =>
    breakOff(response, { 'content-length': 40 }, Buffer.alloc(0)),
  'half a body': (_request, response) => breakOff(response, { 'content-length': BODY.length }, BODY.subarray(0, 20)),
  'a body without its last byte': (_request, response) =>
    breakOff(response, { 'content-length': BODY.length }, BODY.subarray(0, -1)),
  'chunks that stop': (_request, response) =>
    breakOff(response, { 'transfer-encoding': 'chunked' }, BODY.subarray(0, 20)),
  'chunks without the last': (_request, response) => breakOff(response, { 'transfer-encoding': 'chunked' }, BODY),
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
  '429 with a long pause': [withStatus(429, { 'retry-after': '9999' }), 6],
  '206': [({ query }, response) => sendStatus(response, 206, bodyOf(query.start_date!)), 7],
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

const STRUCK_DAYS = [DAYS[0]!, DAYS[2]!, DAYS.at(-1)!];

interface Case {
  readonly name: string;
  readonly handler: Handler;
  readonly day: string;
  /** The output in `npm test`. `.ci/run` tries a file and stdout. */
  readonly isToFile: boolean;
  /** True if the fault strikes all attempts, false if only the first. */
  readonly lasts: boolean;
  readonly exit: number;
}

/** A permanent fault strikes once: an attempt that must not follow it would succeed. */
const FAULTS = [
  ...Object.entries(TRANSIENT).flatMap(([name, handler]) => [
    { name, handler, lasts: false, exit: 0 },
    { name, handler, lasts: true, exit: 6 },
  ]),
  ...Object.entries(FINAL).map(([name, [handler, exit]]) => ({ name, handler, lasts: false, exit })),
];
/** Each fault strikes one of the days in turn, and one of each kind strikes all of them. */
const CASES: readonly Case[] = FAULTS.flatMap((fault, index) =>
  STRUCK_DAYS.filter((_, at) => ['500', '400'].includes(fault.name) || at === index % STRUCK_DAYS.length).map(
    // If a fault that strikes once meets a file, one that lasts meets stdout, and the next fault has it the other way round.
    (day) => ({ ...fault, day, isToFile: Math.ceil(index / 2) % 2 === 0 }),
  ),
);

test.each(CASES)('$name on $day, in all attempts: $lasts', async (fault) => {
  // A fault that only a time-out ends is waited for once. That it counts as an attempt shows where it strikes once.
  const retries = fault.lasts && SILENT.has(fault.name) ? 0 : RETRIES;
  for (const isToFile of runStep() === 1 ? [false, true] : [fault.isToFile]) {
    const result = await runWith(fault, [
      '--retry-for',
      retries === 0 ? '0' : '0.5',
      ...(isToFile ? ['-o', 'out.csv'] : []),
    ]);
    const isGood = fault.exit === 0;
    expect(result).toMatchObject({
      exitCode: fault.exit,
      requestCount: fault.lasts ? retries + 1 : isGood ? 2 : 1,
      stdout: isGood && !isToFile ? WHOLE : '',
      file: isGood && isToFile ? WHOLE : 'the old report\n',
    });
    const error = result.stderr.split('\n').find((line) => line.startsWith('error: '));
    if (!isGood) expect(error).toContain(`revenue ${fault.day}`);
  }
});

/** Runs against a service with this fault, in a directory with an earlier report. */
async function runWith({ name, handler, day, lasts }: Case, args: readonly string[]) {
  const { home, ...service } = await startService((request, response, attempt) =>
    request.query.start_date === day && (lasts || attempt === 1)
      ? handler(request, response, attempt)
      : good(request, response, attempt),
  );
  home.write('out.csv', 'the old report\n');
  const longestMs = SILENT.has(name) ? 1000 : 20_000;
  const result = await runCli([...ARGS, '--timeout', String(longestMs / 1000), '-vv', ...args], {
    env: service.env,
    home,
    stallTimeoutMs: longestMs,
  });
  const file = home.read('out.csv');
  const requestCount = service.requests.filter(({ query }) => query.start_date === day).length;
  expect(home.strays()).toEqual([]);
  expect(home.list()).toEqual(['out.csv']);
  expect(result.stdout + result.stderr + file).not.toContain(TOKEN);
  return { ...result, requestCount, file };
}

test('many faults in one run give the same report as none', async () => {
  const home = createHome();
  const line = 'revenue --sandbox --from 2026-01-01 --to 2026-01-12 --windows 1 --window-columns';
  const kinds = ['500', '503', '429+1', 'reset', 'cut', 'stall', 'hang'];
  const faults = kinds.map((kind, index) => `--fault ${kind}@2026-01-0${index + 1}#1`).join(' ');
  expect(await runCli(`${line} -o quiet.csv`, { home })).toPrint();
  const { exitCode, stderr } = await runCli(`${line} --retry-for 1h --timeout 1 -v -o bad.csv`, {
    home,
    stallTimeoutMs: 1000,
    env: { REPORTING_SANDBOX: `${faults} --fault 502:0.2` },
  });
  expect(exitCode).toBe(0);
  const retried = new Set(stderr.match(/2026-01-\d\d(?=.*: retry )/g));
  expect(retried.size).toBeGreaterThanOrEqual(kinds.length);
  expect(home.read('bad.csv')).toBe(home.read('quiet.csv'));
  expect(home.read('quiet.csv')!.split('\n')).toHaveLength(12 * 4 + 2);
});

test('a slow body does not time out', async () => {
  // It takes longer than the longest silence.
  const service = await startService(async (_request, response) => {
    response.writeHead(200, { 'content-length': BODY.length });
    for (const byte of BODY) {
      response.write(Buffer.of(byte));
      await delay(30);
    }
  });
  const { exitCode } = await runCli(['revenue', '--from', DAYS[0]!, '--to', DAYS[0]!, '--retry-for', '0'], {
    env: service.env,
    stallTimeoutMs: 1000,
  });
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
    const { stderr } = await runCli([...ARGS, '-vv'], { env: service.env });
    expect(stderr).toContain('unknown token [hidden]…');
    expect(stderr).not.toContain(part);
    expect(stderr).not.toContain(Buffer.from(`x:${TOKEN}`).toString('base64'));
  }
});

test('an internal error apologizes and does not show the token', async () => {
  const service = await startService(good);
  const { stderr, ...run } = await runCli([...ARGS, '-vv'], { env: service.env, brokenClock: true });
  const stack = /(?<=TypeError: the clock is broken)(?:\\n {4}at (?:(?!\\n).)*)+/;
  expect({ ...run, stderr: stderr.replace(stack, ' …') }).toFail(
    1,
    'error: internal error: the clock is broken\n' +
      'hint: this is a bug in reporting: please report it in the issue tracker of the project, with the output of the same command with -vv\n' +
      'see: reporting help E-internal\n' +
      'TypeError: the clock is broken …\n',
  );
  expect(stderr).not.toContain(TOKEN);
});

test('a token in an excerpt of the body is hidden, wherever the excerpt is cut', async () => {
  const fillers = [0, 60, 70, 80, 90].map((length) => 'x'.repeat(length));
  // Consecutive spaces are shown as one, so the cut moves.
  for (const filler of [...fillers, ' '.repeat(380), ' '.repeat(385)]) {
    const body = `{"data":[{"a":1}],"error":"${filler}${TOKEN}"}`;
    const service = await startService((_request, response) => sendJson(response, body));
    const { stderr } = await runCli('revenue --from 2026-01-01 --to 2026-01-01 -v', { env: service.env });
    expect(stderr).toContain('the response for revenue 2026-01-01 has "error"');
    expect(stderr).not.toContain(TOKEN.slice(0, 6));
  }
});
