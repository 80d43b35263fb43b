import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, watch } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type ChangingService, filesIn, startChangingService, twoRecords } from '../harness/dataset.ts';
import { runStep } from '../harness/property-runs.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { spawnCli } from '../harness/spawn-cli.ts';

const MONTHS = 4;
/** From January to April 2026. */
const DAYS = 120;
/** Changes of files in a run that writes all months. */
const MOMENTS = 50;

/** The hash of each file that engines read. */
function dataOf(home: Home): Readonly<Record<string, string>> {
  const files = filesIn(home).filter((file) => /\.(csv|parquet)$/.test(file));
  return Object.fromEntries(
    files.map((file) => {
      const bytes = readFileSync(path.join(home.work, 'sales', file));
      return [file, createHash('sha256').update(bytes).digest('hex')];
    }),
  );
}

/** Runs sync, and kills it at the `moment`-th change of a file of the dataset, unless it ends before. */
async function runAndKill(home: Home, service: ChangingService, moment: number) {
  const stop = new AbortController();
  let changes = 0;
  const result = await spawnCli(`sync sales --to 2026-0${MONTHS} --lookback 3000d`, {
    home,
    env: service.env,
    onSpawn(child) {
      watch(path.join(home.work, 'sales'), { recursive: true, signal: stop.signal }, () => {
        if (++changes === moment) child.kill('SIGKILL');
      });
    },
  });
  stop.abort();
  return { stdout: result.stdout, isKilled: result.signal === 'SIGKILL' };
}

test('killed at any moment, every file is old or new, and the next run repairs the rest', async () => {
  const service = await startChangingService();
  const now = new Date().toISOString();
  const first = `sync revenue sales --from 2026-01 --to 2026-0${MONTHS}`;
  const homes = { old: createHome(), new: createHome(), killed: createHome() };
  await runCli(first, { home: homes.old, env: service.env, now });
  service.recordsOf = (day) => twoRecords(day).map((each) => each.replace('1.10', '1.15'));
  await runCli(first, { home: homes.new, env: service.env, now });
  const [before, after] = [dataOf(homes.old), dataOf(homes.new)];
  expect(Object.keys(after)).toHaveLength(MONTHS);

  let kills = 0;
  for (let moment = 1; moment <= MOMENTS; moment += runStep()) {
    rmSync(path.join(homes.killed.work, 'sales'), { recursive: true, force: true });
    cpSync(path.join(homes.old.work, 'sales'), path.join(homes.killed.work, 'sales'), { recursive: true });
    const run = await runAndKill(homes.killed, service, moment);
    if (run.isKilled) kills++;
    for (const [file, hash] of Object.entries(dataOf(homes.killed))) {
      expect([before[file], after[file]], `${file} after ${moment} changes`).toContain(hash);
    }
    const line = `sync sales --to 2026-0${MONTHS} --lookback 3000d`;
    const repair = await runCli(line, {
      home: homes.killed,
      env: service.env,
      now: new Date().toISOString(),
    });
    expect(repair, `after ${moment} changes`).toMatchObject({ exitCode: 0 });
    expect(dataOf(homes.killed)).toEqual(after);
    const restated = new Set(`${run.stdout}${repair.stdout}`.match(/^.* restated: .*$/gm));
    expect(restated.size, `after ${moment} changes`).toBe(DAYS);
    const verify = await runCli('verify sales', { home: homes.killed });
    expect(verify, `after ${moment} changes`).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    const strays = filesIn(homes.killed).filter((file) => /\.(tmp|lock)/.test(file));
    expect(strays, `after ${moment} changes`).toEqual([]);
  }
  // The run of the last moments may end before it is killed.
  expect(kills * runStep()).toBeGreaterThan(MOMENTS / 2);
}, 300_000);
