/** `npm run simulate -- --seed 1 --years 5`: see CONTRIBUTING.md. */

import { parseArgs } from 'node:util';
import { installSimulation, type Simulated, simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    nights: { type: 'string' },
    years: { type: 'string', default: '1' },
    'keep-going': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const nights = Number(values.nights ?? Math.ceil(Number(values.years) * 365.25));
const [first, count] = [Number(values.seed), Number(values.seeds)];
const total: Simulated = { nights: 0, runs: 0, kills: 0, pulls: 0 };
const restore = installSimulation();
const startMs = performance.now();
function sayTotal(seeds: number): void {
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  const { nights, runs, kills, pulls } = total;
  say(`${seeds} seeds: ${nights} nights, ${runs} runs, ${kills} killed, ${pulls} pulls, ${seconds} s`);
}

for (let seed = first; seed < first + count; seed++) {
  try {
    const each = await simulate(seed, nights, values.verbose ? say : undefined);
    for (const name of ['nights', 'runs', 'kills', 'pulls'] as const) total[name] += each[name];
    if ((seed - first) % 10 === 9 || seed === first + count - 1) sayTotal(seed - first + 1);
  } catch (error) {
    process.exitCode = 1;
    say(error instanceof Error ? (error.name === 'Error' ? error.message : error.stack)! : String(error));
    if (!values['keep-going']) break;
  }
}
restore();
