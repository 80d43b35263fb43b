import { type FSWatcher, readdirSync, rmSync, watch } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startDailyService } from '../harness/daily-service.ts';
import { runStep } from '../harness/property-runs.ts';
import { bytesIn, readIndex, sha256 } from '../harness/recordings.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { spawnCli } from '../harness/spawn-cli.ts';

const LINE = 'raw revenue --from 2026-01 --to 2026-06 --windows month --concurrency 2 -o out';
const DAYS = 181;
/** Changes of files in a run that writes all windows. */
const MOMENTS = 30;

/** Runs raw, and kills it at the `moment`-th change below the working directory, unless it ends before. */
async function runAndKill(
  home: Home,
  env: Readonly<Record<string, string>>,
  moment: number,
): Promise<boolean> {
  const watchers: FSWatcher[] = [];
  let changes = 0;
  const { signal } = await spawnCli(LINE, {
    home,
    env,
    onSpawn(child) {
      const watcher = watch(home.work, { recursive: true }, () => {
        if (++changes === moment) child.kill('SIGKILL');
      });
      watchers.push(watcher);
    },
  });
  for (const watcher of watchers) watcher.close();
  return signal === 'SIGKILL';
}

/** True if the directory has its name, after a check that it is whole. */
function isWhole(home: Home): boolean {
  if (!readdirSync(home.work).includes('out')) return false;
  const { windows } = readIndex(home, 'out');
  const files = bytesIn(home, 'out');
  expect(windows).toHaveLength(6);
  expect(files.size).toBe(7);
  for (const { file, sha256: hash } of windows) expect(sha256(files.get(String(file))!)).toBe(hash);
  return true;
}

test('killed at any moment, the directory is whole or absent, and the next run continues', async () => {
  const service = await startDailyService();
  const home = createHome();
  let kills = 0;
  let continued = 0;
  for (let moment = 1; moment <= MOMENTS; moment += runStep()) {
    for (const name of readdirSync(home.work)) rmSync(path.join(home.work, name), { recursive: true });
    const isKilled = await runAndKill(home, service.env, moment);
    if (isKilled) kills++;
    if (isWhole(home)) continue;
    const before = service.requests.length;
    const resumed = await runCli(`${LINE} --resume`, {
      home,
      env: service.env,
      now: new Date().toISOString(),
    });
    expect(resumed, `after ${moment} changes`).toMatchObject({ exitCode: 0, stderr: '' });
    if (service.requests.length - before < 6) continued++;
    expect(isWhole(home)).toBe(true);
    expect(readdirSync(home.work), `after ${moment} changes`).toEqual(['out']);
    expect(await runCli('revenue --input out --sum n', { home })).toMatchObject({ stdout: `n\n${DAYS}\n` });
  }
  expect(kills).toBeGreaterThan(0);
  expect(continued).toBeGreaterThan(0);
}, 300_000);

/** Interrupts the process when the directory has its name, and goes on once the signal is handled. */
const INTERRUPT = `
const fs = require('node:fs');
const { rename } = fs.promises;
fs.promises.rename = async (from, to) => {
  await rename(from, to);
  if (!to.endsWith('/out')) return;
  const received = new Promise((resolve) => process.once('SIGINT', resolve));
  const alive = setInterval(() => undefined, 1000);
  process.kill(process.pid, 'SIGINT');
  await received;
  clearInterval(alive);
};
`;

test.each([LINE, `${LINE} --resume`])('a signal that arrives after the directory: %s', async (line) => {
  const service = await startDailyService();
  const home = createHome();
  home.write('interrupt.cjs', INTERRUPT);
  const options = `--require ${path.join(home.work, 'interrupt.cjs')}`;
  const result = await spawnCli(line, { home, env: { ...service.env, NODE_OPTIONS: options } });
  expect(isWhole(home)).toBe(true);
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(result.stdout).toBe(`${sha256(bytesIn(home, 'out').get('_index.json')!)}  out/_index.json\n`);
  expect(home.list()).toEqual(['interrupt.cjs', 'out']);
});
