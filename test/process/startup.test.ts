import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
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

/** Prints what a run has used, at its end: the names of slow modules, and of the loaded chunks. */
const listsUses = preload(
  `import fs from 'node:fs';
  import module from 'node:module';
  const slow = new Set();
  function watch(object, name, noted) {
    let value = object[name];
    const get = () => {
      slow.add(noted);
      return value;
    };
    Object.defineProperty(object, name, { get, set: (other) => { value = other; } });
  }
  for (const name of Object.getOwnPropertyNames(Intl)) watch(Intl, name, 'Intl');
  watch(fs, 'promises', 'fs.promises');
  const load = module._load;
  module._load = (name, ...others) => {
    if (name === 'node:fs/promises') slow.add(name);
    return load(name, ...others);
  };
  process.on('exit', () => {
    const chunks = Object.keys(module._cache).map((file) => /cli.(\\w+)-[^/\\\\]*\\.cjs$/.exec(file)?.[1]);
    process._rawDebug(JSON.stringify({ slow: [...slow].sort(), chunks: chunks.filter(Boolean) }));
  });`,
);

interface Uses {
  readonly slow: readonly string[];
  readonly chunks: readonly string[];
}

async function usesOf(line: string | readonly string[], home: Home = createHome()): Promise<Uses> {
  const { exitCode, stderr } = await spawnCli(line, { env: listsUses, home });
  expect(exitCode).toBe(0);
  return JSON.parse(stderr.trim().split('\n').at(-1)!);
}

test('a short report loads no locale data, a tenth of its time, and no node:fs/promises, a thirtieth', async () => {
  const home = createHome();
  // The name of no run's directory.
  mkdirSync(path.join(home.temporary, 'reporting-notes'));
  const { slow, chunks } = await usesOf(WEEK, home);
  expect(slow).toEqual([]);
  expect(chunks).toEqual(expect.arrayContaining(['report', 'client']));
});

test('a relative date and a file load them', async () => {
  const { slow } = await usesOf('revenue --sandbox --period last-7-days -o week.csv');
  expect(slow).toEqual(['Intl', 'fs.promises', 'node:fs/promises']);
});

test.each(['revenue --format c', 'revenue --profile ', 'sync revenue d', 'config set format '])(
  'a Tab does not load the code of reports: %s',
  async (line) => {
    const { chunks } = await usesOf(['__complete', `reporting ${line}`]);
    expect(chunks).toContain('services');
    expect(chunks).not.toContain('report');
  },
);

test('a run without requests does not load HTTP', async () => {
  const home = createHome();
  const sync = 'sync revenue data --sandbox --from 2025-01 --to 2025-01';
  expect(await runCli(sync, { home, now: new Date().toISOString() })).toMatchObject({ exitCode: 0 });
  for (const line of [sync, 'revenue --input data --period 2025-01'])
    expect((await usesOf(line, home)).chunks).not.toContain('client');
});
