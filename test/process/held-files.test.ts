import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { type SpawnResult, spawnCli } from '../harness/spawn-cli.ts';

const PRELOAD = pathToFileURL(fileURLToPath(new URL('windows.mjs', import.meta.url)));

interface Held {
  readonly call: string;
  /** The end of the path. */
  readonly end?: string;
  /** The codes of the calls that fail, or that of all of them. */
  readonly codes: string | readonly string[];
}

/** Runs the built program as on Windows while another program has files open. */
function runWithHeldFiles(line: string, home: Home, held: Held): Promise<SpawnResult> {
  const env = {
    NODE_OPTIONS: `--import ${PRELOAD}`,
    WINDOWS: JSON.stringify(held),
    TEMP: home.temporary,
    APPDATA: home.root,
    LOCALAPPDATA: home.root,
  };
  return spawnCli(line, { home, env });
}

const REPORT = 'revenue --sandbox --period 2026-01';
const PROBLEM = 'operation not permitted, or another program has it open, such as Excel\n';

test('a file that is open for a moment is replaced', async () => {
  const home = createHome();
  home.write('x.csv', 'old');
  const held = { call: 'rename', codes: ['EPERM', 'EACCES', 'EBUSY'] };
  const result = await runWithHeldFiles(`${REPORT} -o x.csv`, home, held);
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(home.read('x.csv')).toMatch(/^date,/);
  expect(home.list()).toEqual(['x.csv']);
});

test('a file that stays open is named, and stays as it was', async () => {
  const home = createHome();
  home.write('x.csv', 'old');
  const result = await runWithHeldFiles(`${REPORT} -o x.csv`, home, { call: 'rename', codes: 'EPERM' });
  expect(result).toMatchObject({
    exitCode: 8,
    stdout: '',
    stderr: `error: cannot write x.csv: ${PROBLEM}hint: check that its directory exists and has room, and that you can write to it\n`,
  });
  expect(home.read('x.csv')).toBe('old');
  expect(home.list()).toEqual(['x.csv']);
});

test('a recording gets its name when nothing in it is open', async () => {
  const home = createHome();
  const line = `raw ${REPORT} -o answers`;
  const held = { call: 'rename', end: 'answers', codes: 'EPERM' };
  expect(await runWithHeldFiles(line, home, held)).toMatchObject({
    exitCode: 8,
    stderr: expect.stringContaining(`error: cannot write answers: ${PROBLEM}`),
  });
  expect(await runWithHeldFiles(`${line} --resume`, home, { ...held, codes: ['EPERM', 'EPERM'] })).toMatchObject({
    exitCode: 0,
  });
  expect(home.list()).toEqual(['answers']);
});

test('a dataset whose file is open is an error, and the next run replaces the file', async () => {
  const home = createHome();
  const sync = 'sync revenue sales --sandbox --from 2026-01 --to 2026-01';
  const held = { call: 'rename', end: 'data.parquet', codes: 'EBUSY' };
  const first = await runWithHeldFiles(sync, home, held);
  expect(first.exitCode).toBe(8);
  expect(first.stderr).toMatch(/data\.parquet: .*another program has it open/);
  const codes = Array<string>(4).fill('EBUSY');
  expect((await runWithHeldFiles(sync, home, { ...held, codes })).exitCode).toBe(0);
  const month = readdirSync(path.join(home.work, 'sales'), { recursive: true, encoding: 'utf8' });
  expect(month.filter((file) => file.endsWith('.tmp') || file.includes('lock'))).toEqual([]);
  expect((await runCli('verify sales', { home })).exitCode).toBe(0);
});
