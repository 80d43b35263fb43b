import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startDailyService } from '../harness/daily-service.ts';
import { bytesIn, readIndex, sha256 } from '../harness/recordings.ts';
import type { Home } from '../harness/run-cli.ts';
import { spawnCli } from '../harness/spawn-cli.ts';

const LINE = 'raw revenue --from 2026-01 --to 2026-06 --windows month --concurrency 2 -o out';
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
  const { home, ...service } = await startDailyService();
  home.write('interrupt.cjs', INTERRUPT);
  const options = `--require ${path.join(home.work, 'interrupt.cjs')}`;
  const result = await spawnCli(line, { home, env: { ...service.env, NODE_OPTIONS: options } });
  expect(isWhole(home)).toBe(true);
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(result.stdout).toBe(`${sha256(bytesIn(home, 'out').get('_index.json')!)}  out/_index.json\n`);
  expect(home.list()).toEqual(['interrupt.cjs', 'out']);
});
