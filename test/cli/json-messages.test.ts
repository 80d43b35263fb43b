import { describe, expect, test } from 'vitest';
import { type CliOptions, runWithNotes as runCli } from '../harness/run-cli.ts';
import { sendJson, sendStatus, startService, type TestService } from '../harness/service.ts';

type Message = Readonly<Record<string, { readonly message: string }>>;

const QUARTER = ['revenue', '--from', '2026-01-01', '--to', '2026-03-31'];
const RANGE_NOTE = { note: { message: '--period yesterday is 2026-06-14 (today is 2026-06-15 in UTC)' } };

/** The messages of a run, parsed from one line of JSON each. */
function messagesOf(stderr: string): readonly Message[] {
  expect(stderr).toMatch(/^(?:.+\n)*$/);
  return stderr
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Message);
}

async function runJson(argv: readonly string[], options: CliOptions = {}) {
  const result = await runCli([...argv, '--error-format', 'json'], options);
  // The results have tests of their own.
  const messages = messagesOf(result.stderr).filter(({ result: facts }) => facts === undefined);
  return { ...result, messages };
}

/** A service with a member beside `data`, and an unusual base URL. */
function startOddService(records = '{"n":1,"n":2}'): Promise<TestService> {
  return startService((_request, response) => sendJson(response, `{"data":[${records}],"page":1}`), {
    basePath: '/api',
  });
}

const namesOf = (messages: readonly Message[]): readonly string[] => messages.map((each) => Object.keys(each).join());

describe('with --error-format json', () => {
  test('notes and warnings are JSON objects, one per line', async () => {
    const { env, baseUrl } = await startOddService();
    const { messages, stdout } = await runJson(['revenue', '--period', 'yesterday', '-f', 'json'], { env });
    expect(stdout).toBe('[\n{"n":1,"n":2}\n]\n');
    expect(messages).toEqual([
      RANGE_NOTE,
      {
        warning: {
          message: `the base URL ${baseUrl} does not end in /<version>/reporting, as the service's addresses do`,
        },
      },
      {
        warning: {
          name: 'repeated-columns',
          scope: ['n'],
          message:
            'record 1 of revenue 2026-06-14 has "n" twice: table, csv and tsv show the last, json and ndjson both',
        },
      },
    ]);
  });

  test('retries, an error and its stack too', async () => {
    const service = await startService((_request, response) => sendStatus(response, 503));
    const { messages, exitCode } = await runJson([...QUARTER, '-f', 'json', '-vv', '--retry-for', '0.1'], {
      env: service.env,
    });
    expect(exitCode).toBe(6);
    expect(namesOf(messages).slice(-2)).toEqual(['error', 'debug']);
    expect(messages.at(-2)?.error).toMatchObject({ kind: 'unavailable', attempts: 2 });
  });

  test('an internal error too', async () => {
    const { messages, exitCode } = await runJson(['revenue', '--period', 'yesterday', '-f', 'json'], {
      env: (await startOddService()).env,
      brokenClock: true,
    });
    expect({ exitCode, names: namesOf(messages) }).toEqual({ exitCode: 1, names: ['error'] });
  });
});

test.each([
  ['revenue --nope --error-format json'],
  ['revenue --token x --error-format json'],
  ['whoami --error-format json --nope'],
  ['--error-format json'],
  ['nope --error-format=json'],
])('an invalid command line: %s', async (line) => {
  const { stderr, exitCode } = await runCli(line);
  expect({ exitCode, names: namesOf(messagesOf(stderr)) }).toEqual({ exitCode: 2, names: ['error'] });
});

test('a JSON format of the report leaves messages text', async () => {
  const { env } = await startOddService();
  const { stderr } = await runCli('revenue --period yesterday -f ndjson', { env });
  expect(stderr).toMatch(/^note: --period yesterday .*\nwarning: the base URL .*\nwarning: record 1 .*\n$/);
});

test('on a terminal, the summary is an object, too', async () => {
  const args = ['revenue', '--sandbox', '--period', 'yesterday', '-f', 'json'];
  const { messages } = await runJson(args, { env: { CI: '1' }, stderrTty: true });
  expect(namesOf(messages)).toEqual(['note', 'summary', 'summary']);
});
