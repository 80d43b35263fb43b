import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { needs } from '../harness/needs.ts';
import { ROOT } from '../harness/pages.ts';
import { runStep } from '../harness/property-runs.ts';
import { createHome } from '../harness/run-cli.ts';
import { screenOf } from '../harness/screen.ts';
import { openTerminal } from '../harness/terminal.ts';

const run = promisify(execFile);
const IMAGES = path.join(ROOT, 'docs/images');

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
/** The command that `npm start` runs after a build. */
const START = scripts.start
  .replace('npm run -s build && node bin', `'${process.execPath}' '${ROOT}/bin`)
  .replace('.cjs', ".cjs'");

const onTerminal = needs('script', 'stty');

onTerminal.test.runIf(runStep() === 1)('the pictures in docs/images show what the program prints', async () => {
  const { work } = createHome();
  await run(process.execPath, [path.join(ROOT, '.ci/screenshots.mjs'), work], { cwd: ROOT });
  const names = readdirSync(work);
  expect(names).toEqual(readdirSync(IMAGES).filter((name) => name.endsWith('.svg')));
  for (const name of names) {
    const [drawn, stored] = [work, IMAGES].map((folder) => readFileSync(path.join(folder, name), 'utf8'));
    expect(drawn, `${name} is out of date: run npm run screenshots, and look at it`).toBe(stored);
    expect(stored!.length).toBeLessThan(60_000);
    for (const folder of [ROOT, work, os.tmpdir()]) expect(stored).not.toContain(folder);
  }
});

onTerminal.test('npm start fits a terminal of 80 columns and 24 lines with the next prompt', async () => {
  const terminal = openTerminal(`stty cols 80 rows 24; ${START}`, createHome(), {
    PATH: process.env.PATH,
    TERM: 'xterm',
  });
  expect(await terminal.exitCode).toBe(0);
  const rows = screenOf(terminal.shown(), 80);
  expect(rows.length).toBeLessThan(22);
  expect(rows[0]).toMatch(/^Revenue rose [\d.]+% to /);
});

test('npm start prints the same report without colours into a pipe', async () => {
  const { root, work } = createHome();
  const env = { PATH: process.env.PATH, HOME: root, CI: 'true' };
  const { stdout, stderr } = await run('sh', ['-c', START], { cwd: work, env });
  expect(stderr).toBe('');
  expect(stdout).not.toContain('\u001b');
  expect(stdout).toMatch(/^Revenue rose [\d.]+% to /);
});
