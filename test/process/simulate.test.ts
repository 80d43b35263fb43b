import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { runs } from '../harness/property-runs.ts';

/** `SIMULATE=<number>` tries as many seeds. */
const SEEDS = Number(process.env.SIMULATE ?? runs(10));
/** In its first nights, runs are killed, interrupted or without space, calls fail, two runs have no locks, and months drop. */
const BUSY_SEED = 107;
const [FIRST_SEED, NIGHTS] = runs(60) === 60 ? [100, 60] : [BUSY_SEED, 6];

// In processes of their own: the module runner of the tests makes the simulation three times as slow.
async function simulate(seed: number, seeds: number): Promise<void> {
  const args = ['--seed', String(seed), '--seeds', String(seeds), '--nights', String(NIGHTS)];
  const child = spawn(process.execPath, ['.ci/run-typescript.mjs', 'test/simulate/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await text(child.stdout);
  expect(output).toMatch(new RegExp(`\n?${seeds} seeds: ${seeds * NIGHTS} nights`));
  expect(output).not.toContain('repeat it:');
}

test('what sync keeps and prints is right after each night, whatever happens in them', async () => {
  const half = Math.ceil(SEEDS / 2);
  const halves = [[FIRST_SEED, half] as const, [FIRST_SEED + half, SEEDS - half] as const];
  await Promise.all(halves.filter(([, seeds]) => seeds > 0).map((each) => simulate(...each)));
}, 1_800_000);
