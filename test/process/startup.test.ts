import { describe, expect, test } from 'vitest';
import { startService } from '../harness/service.ts';
import { spawnCli } from '../harness/spawn-cli.ts';

const WEEK = 'revenue --sandbox --from 2026-01-01 --to 2026-01-07';

/** Node options that run this code before the program. */
function before(code: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

test('a run that cannot end fails', async () => {
  const service = await startService(() => undefined);
  const hangs = before("import fs from 'node:fs'; fs.promises.readdir = () => new Promise(() => undefined)");
  const env = { ...service.env, ...hangs };
  expect(await spawnCli('revenue --from 2026-01-01 --to 2026-01-07 --resume', { env })).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('internal error: the run stopped before its end'),
  });
});

describe('a short report', () => {
  test('does not load locale data, which takes a tenth of its time', async () => {
    const env = before('Object.getOwnPropertyNames(Intl).forEach((name) => { Intl[name] = undefined; })');
    const plain = await spawnCli(WEEK);
    expect(plain.exitCode).toBe(0);
    expect(await spawnCli(WEEK, { env })).toMatchObject({ exitCode: 0, stdout: plain.stdout, stderr: '' });
    // A relative date names the zone, and so needs the data.
    expect(await spawnCli('revenue --sandbox --period last-7-days', { env })).toMatchObject({ exitCode: 1 });
  });
});
