import { describe, expect, test } from 'vitest';
import { startService } from '../harness/service.ts';
import { spawnCli } from '../harness/spawn-cli.ts';

const WEEK = 'revenue --sandbox --from 2026-01-01 --to 2026-01-07';

/** Node options that run this code before the program. */
function preload(code: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

test('a run that cannot end fails', async () => {
  const service = await startService(() => undefined);
  const hangs = preload("import fs from 'node:fs'; fs.promises.readdir = () => new Promise(() => undefined)");
  const env = { ...service.env, ...hangs };
  expect(await spawnCli('revenue --from 2026-01-01 --to 2026-01-07 --resume', { env })).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('internal error: the run stopped before its end'),
  });
});

describe('a short report', () => {
  test('does not load locale data, which takes a tenth of its time', async () => {
    const env = preload('Object.getOwnPropertyNames(Intl).forEach((name) => { Intl[name] = undefined; })');
    const plain = await spawnCli(WEEK);
    expect(plain.exitCode).toBe(0);
    expect(await spawnCli(WEEK, { env })).toMatchObject({ exitCode: 0, stdout: plain.stdout, stderr: '' });
    // A relative date names the zone, and so needs the data.
    expect(await spawnCli('revenue --sandbox --period last-7-days', { env })).toMatchObject({ exitCode: 1 });
  });

  test.each([
    {
      way: 'import',
      code: `module._load = (name, ...others) => {
        if (name === 'node:fs/promises') throw Error(name);
        return load(name, ...others);
      };`,
    },
    {
      way: 'property',
      code: "Object.defineProperty(fs, 'promises', { get() { throw Error('fs.promises'); } });",
    },
  ])('does not load node:fs/promises, a thirtieth of its time, by its $way', async ({ code }) => {
    const modules = "import fs from 'node:fs'; import module from 'node:module'; const load = module._load;";
    const env = preload(`${modules} ${code}`);
    expect(await spawnCli(WEEK, { env })).toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringMatching('promises'),
    });
    // A report to a file needs it.
    expect((await spawnCli(`${WEEK} -o week.csv`, { env })).stderr).toMatch('promises');
  });
});

describe('a Tab', () => {
  /** Prints the names of the loaded chunks. */
  const env = preload(
    `import module from 'node:module';
    process.on('exit', () => {
      const chunks = Object.keys(module._cache).map((file) => /cli.(\\w+)-[^/\\\\]*\\.cjs$/.exec(file)?.[1]);
      process._rawDebug(chunks.filter(Boolean).join());
    });`,
  );

  test.each(['revenue --format c', 'revenue --profile ', 'sync revenue d', 'config set format '])(
    'does not load the code of reports: %s',
    async (line) => {
      const { exitCode, stderr } = await spawnCli(['__complete', `reporting ${line}`], { env });
      expect(exitCode).toBe(0);
      expect(stderr.trim().split(',')).toContain('services');
      expect(stderr.trim().split(',')).not.toContain('report');
    },
  );

  test('a report loads it', async () => {
    expect((await spawnCli(WEEK, { env })).stderr).toMatch(/\breport\b/);
  });
});
