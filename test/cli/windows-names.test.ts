import { expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';

const REPORT = 'revenue --sandbox --period 2026-01';

test.each([
  `${REPORT} -o jan:2026.csv`,
  `${REPORT} -o nul`,
  `raw ${REPORT} -o con`,
  'sync revenue aux --sandbox --from 2026-01',
])('Windows has no such file: %s', async (line) => {
  const { exitCode, stdout, stderr, home } = await runCli(line, { platform: 'win32' });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/^error: Windows has no file called "[^"]+"\nhint: choose a name /);
  expect(home.list()).toEqual([]);
});

test('other systems have such files', async () => {
  const { home, ...result } = await runCli(`${REPORT} -o jan:2026.csv`);
  expect(result).toPrint();
  expect(home.list()).toEqual(['jan:2026.csv']);
});

test('a name that ends in a slash is that of a directory, on Windows too', async () => {
  expect(await runCli(`${REPORT} -o out/`, { platform: 'win32' })).toFail(
    8,
    expect.stringContaining('out/ names a directory, not a file'),
  );
});
