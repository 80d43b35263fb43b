import { expect, test } from 'vitest';
import { filesIn, startChangingService } from '../harness/dataset.ts';
import { needs } from '../harness/needs.ts';
import { blocksOf } from '../harness/pages.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { REPORTING, spawnCli, spawnShell } from '../harness/spawn-cli.ts';

const FIRST = 'sync revenue,domains sales --format csv --from 2026-01 --to 2026-04';

/** The text of each data file. */
function dataOf(home: Home): Readonly<Record<string, string | undefined>> {
  const files = filesIn(home).filter((file) => file.endsWith('.csv'));
  return Object.fromEntries(files.map((file) => [file, home.read(`sales/${file}`)]));
}

/** The example of the page on shards that has these words, for the dataset of this test. */
function exampleWith(words: string): string {
  const example = blocksOf('docs/scale.md', 'sh').find((block) => block.includes(words))!;
  return example.replaceAll('/srv/sales', 'sales').replaceAll('reporting ', '$REPORTING ');
}

async function setUp() {
  const service = await startChangingService();
  const [whole, parts] = [createHome(), createHome()];
  const options = { env: service.env, now: new Date().toISOString() };
  expect(await runCli(FIRST, { home: whole, ...options })).toMatchObject({ exitCode: 0 });
  await runCli(`${FIRST} --set-up`, { home: parts, ...options });
  return { service, whole, parts };
}

test('shards and a whole run at the same time give the files of one run', async () => {
  const { service, whole, parts } = await setUp();
  const lines = ['sync sales --shard 0/2', 'sync sales --shard 1/2', 'sync sales'];
  const results = await Promise.all(lines.map((line) => spawnCli(line, { home: parts, env: service.env })));
  expect(results.map(({ exitCode, stdout }) => ({ exitCode, stdout }))).toEqual(
    lines.map(() => ({ exitCode: 0, stdout: '' })),
  );
  expect(dataOf(parts)).toEqual(dataOf(whole));
  expect(await runCli('verify sales', { home: parts })).toMatchObject({ exitCode: 0, stdout: '' });
});

needs('bash', 'parallel').test('GNU parallel runs the shards', async () => {
  const { service, whole, parts } = await setUp();
  const { exitCode, stderr } = await spawnShell(exampleWith('parallel -j'), {
    home: parts,
    env: { ...service.env, REPORTING },
  });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(dataOf(parts)).toEqual(dataOf(whole));
});

needs('slurm').test('a job array of Slurm runs the shards', async () => {
  const { service, whole, parts } = await setUp();
  // --wait ends with the array. A job gets the environment of sbatch.
  parts.write('job.sh', exampleWith('#SBATCH'));
  const { exitCode, stderr } = await spawnShell('sbatch --wait --output=job-%a.log job.sh', {
    home: parts,
    env: { ...service.env, REPORTING, SLURM_CONF: process.env.SLURM_CONF! },
  });
  const logs = [0, 1, 2, 3].map((index) => parts.read(`job-${index}.log`));
  expect({ exitCode, stderr, logs }).toMatchObject({ exitCode: 0 });
  for (const log of logs)
    expect(log).toMatch(
      /^note: \d+ months? written \(\d+ records\), 0 unchanged, 0 settled(?:; a month counts once for each of 2 reports)?\n$/,
    );
  expect(dataOf(parts)).toEqual(dataOf(whole));
});
