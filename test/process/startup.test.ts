import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createHome, type Home } from '../harness/run-cli.ts';
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
    const home = createHome();
    // The name of no run's directory.
    mkdirSync(path.join(home.temporary, 'reporting-notes'));
    expect(await spawnCli(WEEK, { env, home })).toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringMatching('promises'),
    });
    // A report to a file needs it.
    expect((await spawnCli(`${WEEK} -o week.csv`, { env })).stderr).toMatch('promises');
  });
});

/** Prints the names of the loaded chunks. */
const listsChunks = preload(
  `import module from 'node:module';
  process.on('exit', () => {
    const chunks = Object.keys(module._cache).map((file) => /cli.(\\w+)-[^/\\\\]*\\.cjs$/.exec(file)?.[1]);
    process._rawDebug(chunks.filter(Boolean).join());
  });`,
);

/** The chunks of a run, after its notes. */
async function chunksOf(line: string | readonly string[], home?: Home): Promise<readonly string[]> {
  const { exitCode, stderr } = await spawnCli(line, { env: listsChunks, ...(home && { home }) });
  expect(exitCode).toBe(0);
  return stderr.trim().split('\n').at(-1)!.split(',');
}

test.each(['revenue --format c', 'revenue --profile ', 'sync revenue d', 'config set format '])(
  'a Tab does not load the code of reports: %s',
  async (line) => {
    const chunks = await chunksOf(['__complete', `reporting ${line}`]);
    expect(chunks).toContain('services');
    expect(chunks).not.toContain('report');
  },
);

test('only a run with requests loads HTTP', async () => {
  const home = createHome();
  const sync = 'sync revenue data --sandbox --from 2025-01 --to 2025-01';
  expect(await chunksOf(WEEK)).toEqual(expect.arrayContaining(['report', 'client']));
  expect(await chunksOf(sync, home)).toContain('client');
  expect(await chunksOf(sync, home)).not.toContain('client');
  expect(await chunksOf('revenue --from-dataset data --period 2025-01', home)).not.toContain('client');
});
