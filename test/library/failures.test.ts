import { describe, expect, test } from 'vitest';
import type { PullOptions } from '../../src/index.ts';
import { pull } from '../harness/pull.ts';
import { runCli } from '../harness/run-cli.ts';
import { type Handler, type SeenRequest, sendJson, sendStatus, startService } from '../harness/service.ts';

const RANGE = { from: '2026-01-01', to: '2026-03-31' };
const ARGS = ['revenue', '--from', '2026-01-01', '--to', '2026-03-31', '--error-format', 'json'];

interface Failure {
  readonly handler: Handler;
  readonly options?: Partial<PullOptions>;
  /** The same options on the command line. */
  readonly flags?: readonly string[];
}

const json =
  (bodyOf: (request: SeenRequest) => string): Handler =>
  (request, response) =>
    sendJson(response, bodyOf(request));
const status =
  (code: number, body = '', headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    sendStatus(response, code, body, headers);
const once = { options: { retries: 0 }, flags: ['--retries', '0'] };
const datesOf = ({ query }: SeenRequest) => `{"data":[{"date":"${query.start_date}"}]}`;

const FAILURES: Readonly<Record<string, Failure>> = {
  '400': { handler: status(400, '{"error":"no"}') },
  '404': { handler: status(404) },
  'a redirect': { handler: status(302, '', { location: 'https://elsewhere.example/x?token=1' }) },
  '204': { handler: status(204) },
  '503, again and again': {
    handler: status(503, '', { 'retry-after': '0' }),
    options: { retries: 1, retryForMs: 20 },
    flags: ['--retries', '1', '--retry-for', '0.02'],
  },
  'a pause that is too long': { handler: status(503, '', { 'retry-after': '3600' }) },
  'a body that is cut off': {
    handler(_request, response) {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('{"data":[{"a":1}');
      response.socket?.end();
    },
    ...once,
  },
  'a connection that is reset': { handler: (_request, response) => response.socket?.destroy(), ...once },
  'no answer': {
    handler: () => undefined,
    options: { retries: 0, timeoutMs: 300 },
    flags: ['--retries', '0', '--timeout', '0.3'],
  },
  'no JSON': { handler: json(() => '{"data":[{"a":1}') },
  'no array': { handler: json(() => '{"data":{}}') },
  'a record that is not an object': { handler: json(() => '{"data":[{"a":1},2]}') },
  'no record': {
    handler: json(() => '{"data":[]}'),
    options: { failEmpty: true },
    flags: ['--fail-empty'],
  },
  'days without records': { handler: json(datesOf), options: { failGaps: true }, flags: ['--fail-gaps'] },
  'no telling of such days': {
    handler: json(() => '{"data":[{"a":1}]}'),
    options: { failGaps: true },
    flags: ['--fail-gaps'],
  },
  'other columns': {
    handler: json(datesOf),
    options: { expectColumns: ['day', 'revenue'] },
    flags: ['--expect-columns', 'day,revenue'],
  },
  'a column that is taken': {
    handler: json(() => '{"data":[{"window_from":1}]}'),
    options: { windowColumns: true },
    flags: ['--window-columns'],
  },
  'days that come twice': {
    handler: json(({ query }) => `{"data":[{"date":"${query.start_date}"},{"date":"${query.end_date}"}]}`),
    options: { endDate: 'exclusive' },
    flags: ['--end-date', 'exclusive'],
  },
};

/** Replaces the options of the command line with those of the library. */
function inOptionNames(text: string | undefined): string | undefined {
  return text
    ?.replace('--timeout', 'timeoutMs')
    .replace('--retry-for', 'retryForMs')
    .replace('; `reporting raw revenue … --unchecked` keeps the response for a support ticket', '')
    .replace(/--([a-z]+)(?:-([a-z]+))?/g, (_, first, second = '') => {
      return first + second.charAt(0).toUpperCase() + second.slice(1);
    });
}

/** The size and the system's wording of a truncated body vary. */
function asCutOff(text: string | undefined): string | undefined {
  return text?.replace(/cut off after \d+ bytes: .*/, 'cut off');
}

describe('the library throws the error of the command', () => {
  test.each(Object.keys(FAILURES))('%s', async (name) => {
    const { handler, options = {}, flags = [] } = FAILURES[name]!;
    const service = await startService(handler);
    const [{ records, error, home }, { stderr, exitCode }] = await Promise.all([
      pull(service, { ...RANGE, concurrency: 1, ...options }),
      runCli([...ARGS, '--concurrency', '1', ...flags], service),
    ]);
    const lines = stderr.trim().split('\n');
    const { exit, message, hint, ...facts } = JSON.parse(lines.at(-1)!).error;

    // The library uses the real clock.
    const elapsed = facts.elapsedMs === undefined ? {} : { elapsedMs: expect.any(Number) };
    const subject = facts.option && { option: inOptionNames(facts.option) };
    expect({ code: error?.code, kind: error?.kind, ...error?.facts }).toEqual({
      ...facts,
      ...elapsed,
      ...subject,
    });
    expect([error?.exitCode, error?.exitCode]).toEqual([exit, exitCode]);
    expect(asCutOff(error?.message)).toBe(asCutOff(inOptionNames(message)));
    expect(error?.hint).toBe(inOptionNames(hint) || undefined);
    expect(records).toEqual([]);
    expect(home.strays()).toEqual([]);
  });
});

test.each([
  [401, 'the token is missing or invalid', 'check the token'],
  [
    403,
    'the token does not belong to client 7d444840-9dc0-11d1-b245-5ffdce74fad2',
    'check the client id, or check the token',
  ],
])('%i has a hint for the caller', async (code, why, hint) => {
  const service = await startService(status(code, 'Bearer canary-Tr0ub4dor-and-3-horses'));
  const { error } = await pull(service, RANGE);
  expect(error).toMatchObject({ kind: 'auth', exitCode: 4, hint });
  expect(error?.message).toBe(
    `the service refused revenue 2026-01-01..2026-01-31: ${code}, ${why}: Bearer [hidden]`,
  );
  expect(JSON.stringify([error, error?.stack])).not.toContain('Tr0ub4dor');
});

test('the stack contains the loop of the caller', async () => {
  const { error } = await pull(await startService(status(403)), RANGE);
  expect(error?.stack).toContain(error?.message);
  expect(error?.stack).toMatch(/harness.pull\.ts/);
});

test('a missing temporary directory is named by a report that needs it', async () => {
  const records = Array.from({ length: 5000 }, (_, n) => ({ date: '2026-01-01', campaign: `campaign ${n}` }));
  const service = await startService(json(() => JSON.stringify({ data: records })));
  const { error } = await pull(service, {
    ...{ from: '2026-01-01', to: '2026-01-31' },
    temporaryDirectory: '/nowhere/at/all',
  });
  expect(error).toMatchObject({
    kind: 'output',
    hint: 'free some space there, or name another directory with TMPDIR=/path/with/space',
  });
  expect(service.requests.length).toBe(1);
});
