import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runWithoutCaption, withoutCaption } from '../harness/caption.ts';
import { type CliOptions, createHome } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];
const PATH = process.env.PATH ?? '';

/** Runs on a terminal of ten lines, with a pager that writes its input to a file. */
async function paged(
  rowCount: number,
  args: readonly string[],
  { text = '', ...options }: CliOptions & { readonly text?: string } = {},
) {
  const home = options.home ?? createHome();
  const records = Array.from({ length: rowCount }, (_, index) => `{"a":"r${index}","n":${index}${text}}`);
  const service = await startRecordService(() => records);
  const pager = `sh -c 'cat > "${path.join(home.work, 'paged')}"'`;
  const { env, ...rest } = options;
  const result = await runWithoutCaption([...DAY, ...args], {
    env: { ...service.env, PATH, PAGER: pager, ...env },
    stdoutTty: true,
    rows: 10,
    home,
    ...rest,
  });
  return { ...result, paged: withoutCaption(home.read('paged') ?? '') || undefined };
}

describe('a pager', () => {
  test.each(['table', 'markdown', 'chart'])('shows a complete %s that is longer than the screen', async (format) => {
    const args = ['-f', format, '--limit', '50', '-g', 'a'];
    const { stdout, paged: seen, exitCode } = await paged(50, args);
    expect([exitCode, stdout]).toEqual([0, '']);
    const plain = await paged(50, args, { env: { PAGER: '' } });
    expect(seen).toBe(plain.stdout);
    expect(plain.paged).toBeUndefined();
  });

  test.each(['json', 'ndjson'])('shows the %s of a pipe, unchanged', async (format) => {
    const args = ['-f', format];
    const text = ',"text":"é \u009b31m","rate":1e-7';
    const options = { env: { NO_COLOR: '', TERM: 'xterm' }, text };
    const piped = await paged(50, args, { ...options, stdoutTty: false });
    expect((await paged(50, args, options)).paged).toBe(piped.stdout);
    const few = { ...options, env: { ...options.env, PAGER: '' } };
    expect((await paged(50, args, few)).stdout).toBe(piped.stdout);
  });

  test.each([
    ['', 'FRX'],
    ['--wide', 'RSX'],
  ])('gets the settings of less for its lines: %j', async (option, settings) => {
    const home = createHome();
    const env = { PAGER: `sh -c 'printf %s "$LESS" > "${path.join(home.work, 'settings')}"; cat > /dev/null'` };
    await paged(50, option === '' ? [] : [option], { env, home });
    expect(home.read('settings')).toBe(settings);
  });

  test.each([
    ['csv', { args: ['-f', 'csv'] }],
    ['a pipe', { args: ['-f', 'table'], stdoutTty: false }],
    ['an empty PAGER', { args: [], env: { PAGER: '' } }],
  ])('does not start with %s', async (_, { args, ...options }) => {
    const { stdout, paged: seen, exitCode } = await paged(50, args, options as CliOptions);
    expect([exitCode, seen]).toEqual([0, undefined]);
    expect(stdout).toContain('49\n');
  });

  test('that does not exist causes a warning, and the text goes to the terminal', async () => {
    const { stdout, stderr, exitCode } = await paged(50, [], { env: { PAGER: 'no-such-pager -R' } });
    expect([exitCode, stdout.split('\n').length]).toEqual([0, 55]);
    expect(stderr).toBe('warning: the pager no-such-pager -R cannot be run: ENOENT\n');
  });

  test('that does not exist causes no warning if the user named none', async () => {
    const { stdout, stderr } = await runWithoutCaption([...DAY, '--sandbox'], {
      env: { PATH: '/nowhere' },
      stdoutTty: true,
      rows: 4,
    });
    expect([stdout.split('\n').length, stderr]).toEqual([9, '']);
  });

  test('that `env` cannot find is an error: the user saw no report', async () => {
    expect(await paged(50, [], { env: { PAGER: 'env no-such-pager' } })).toFail(
      8,
      'error: the pager env no-such-pager failed with exit code 127\nhint: set PAGER to one that works, or to nothing: PAGER=\n',
    );
  });
});
