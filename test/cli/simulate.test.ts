import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../harness/property-runs.ts';
import { installSimulation, simulate } from '../simulate/simulate.ts';

const NIGHTS = 60;
/** `SIMULATE=<number>` tries as many seeds. */
const SEEDS = Number(process.env.SIMULATE ?? runs(10));

let restore: () => void;
beforeAll(() => {
  restore = installSimulation();
});
afterAll(() => restore());

test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
  'seed %d: what sync keeps and prints for two months of nights is right, whatever happens in them',
  async (seed) => {
    expect(await simulate(seed, NIGHTS)).toMatchObject({ nights: NIGHTS });
  },
  300_000,
);
