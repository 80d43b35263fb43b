import { describe, expect, test } from 'vitest';
import { withoutCommands } from '../../src/output/messages.ts';
import { type CliOptions, runWithNotes as runCli } from '../harness/run-cli.ts';
import { sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';

const ONE_DAY = 'revenue --from 2026-01-01 --to 2026-01-01';
const WORKFLOW = { GITHUB_ACTIONS: 'true' };
/** Texts that a runner would take for commands, in both of its forms and on a line of their own. */
const HOSTILE = '\r\n::stop-commands::x\n ::error::y\n##[add-mask]e ##[stop-commands]z 100%0A';

const runInWorkflow = (line: string, options: CliOptions = {}) =>
  runCli(line, { ...options, env: { ...options.env, ...WORKFLOW } });

interface Command {
  readonly name: string;
  readonly title?: string;
  readonly data: string;
}

/** The command in a line of a step's output, as GitHub's runner reads it; undefined without one. */
function readCommand(line: string): Command | undefined {
  const current = /^\s*::([\w-]+)(?: title=([^,:]*))?::(.*)$/.exec(line);
  const [, name, title, data] = current ?? /##\[([\w-]+)()[^\]]*\](.*)$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const text = data!.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
  return title ? { name, title, data: text } : { name, data: text };
}

/** The lines of a run's messages, each with the command in it or as it is. */
const readLines = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => readCommand(line) ?? line);

/** What a line of text is in GitHub Actions. */
function asCommand(line: string): Command {
  const [, name, data] = /^(warning|error): (.*)$/s.exec(line)!;
  return { name: name!, title: 'reporting', data: data! };
}

const startRefusing = (status: number) =>
  startService((_request, response) => sendStatus(response, status, JSON.stringify({ error: HOSTILE })));

describe('in GitHub Actions', () => {
  test('an error is one command, with its hint', async () => {
    const { exitCode, stdout, stderr } = await runInWorkflow('revenue --from 2026-13-01');
    const outside = await runCli('revenue --from 2026-13-01');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^::error title=reporting::.*%0Ahint: .*\n$/);
    expect(readLines(stderr)).toEqual([asCommand(outside.stderr.trimEnd())]);
  });

  test('a warning is a command; a note and the data are as always', async () => {
    const service = await startService((_request, response) =>
      sendJson(response, '{"data":[{"n":1}],"next_page":"/p?x=100%25"}'),
    );
    const line = 'revenue --period yesterday';
    const outside = await runCli(line, { env: service.env });
    const { stdout, stderr } = await runInWorkflow(line, { env: service.env });
    expect(stdout).toBe(outside.stdout);
    const [note, warning] = outside.stderr.split('\n');
    expect(note).toBe('note: --period yesterday is 2026-06-14 (today is 2026-06-15 in UTC)');
    expect(readLines(stderr)).toEqual([note, asCommand(warning!)]);
    expect(stderr).toContain('100%2525');
  });

  test('texts of the service add no command', async () => {
    const { env } = await startRefusing(503);
    const line = `${ONE_DAY} --retry-for 0.1 -vv`;
    const { stderr } = await runInWorkflow(line, { env });
    const lines = readLines(stderr);
    expect(lines.filter((each) => typeof each !== 'string')).toEqual([
      { name: 'error', title: 'reporting', data: expect.stringContaining('##[stop-commands]z 100%0A') },
    ]);
    // The wait before the second attempt, and the stack.
    expect(lines.filter((each) => String(each).includes('#\\u0023[stop-commands]z'))).toHaveLength(2);
    expect(stderr).not.toContain(TOKEN);
    expect(await runCli(line, { env })).toFail(6, expect.stringContaining('##[stop-commands]z'));
  });

  test.each(['::error::x', ' \u00a0::stop-commands::x', '##[add-mask]a', 'a ##[[##[##[add-mask]a'])(
    'a line of text is no command: %s',
    (line) => expect(readCommand(withoutCommands(line))).toBeUndefined(),
  );
});

test.each([{}, { GITHUB_ACTIONS: '' }, { GITHUB_ACTIONS: 'false' }])(
  'not elsewhere: %o',
  async (env: Readonly<Record<string, string>>) => {
    expect(await runCli('revenue', { env })).toFail(2, expect.stringMatching(/^error: .*\nhint: .*\n$/));
  },
);
