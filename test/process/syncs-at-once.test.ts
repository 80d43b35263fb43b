/** Several syncs at once: processes for other clients or months write the dataset of one run. */

import { expect, test } from 'vitest';
import { filesIn, homeWithProfiles, startChangingService, twoRecords } from '../harness/dataset.ts';
import { needs } from '../harness/needs.ts';
import { blocksOf } from '../harness/pages.ts';
import { runStep } from '../harness/property-runs.ts';
import { type Home, runCli } from '../harness/run-cli.ts';
import { REPORTING, spawnCli, spawnShell } from '../harness/spawn-cli.ts';

/** Each month takes a while in each process. */
const [FIRST_YEAR, REPORTS] = runStep() === 1 ? [2024, 'revenue,domains'] : [2025, 'revenue'];
const LINE = `sync ${REPORTS} sales --from ${FIRST_YEAR}-01`;
const CLIENTS = ['acme', 'brava'];

/** The files of a dataset, without the times at which their months were pulled, and the order in which clients and reports came. */
function contentOf(home: Home): Readonly<Record<string, unknown>> {
  // The service of each test has its own port.
  const text = home.read('sales/_dataset.json')!.replace(/127\.0\.0\.1:\d+/g, 'service');
  const { reports, ...settings } = JSON.parse(text) as { reports: string[] };
  return Object.fromEntries([
    ['settings', { ...settings, reports: [...reports].sort() }],
    ...filesIn(home)
      .filter((file) => file !== '_dataset.json' && !file.endsWith('.parquet'))
      .map((file) => [file, home.read(`sales/${file}`)!.replace(/"pulledAt":"[^"]*"/, '')]),
  ]);
}

/** The example of the docs that has these words, for the dataset of this test. */
function exampleWith(words: string): string {
  const example = blocksOf('docs/sync.md', 'sh').find((block) => block.includes(words))!;
  return example
    .replaceAll('/srv/sales', 'sales')
    .replaceAll('2024', String(FIRST_YEAR))
    .replaceAll('revenue,domains', REPORTS)
    .replaceAll('reporting ', '$REPORTING ');
}

/** The dataset of one run. */
let whole: Promise<ReturnType<typeof contentOf>> | undefined;

async function startClients() {
  const service = await startChangingService();
  service.recordsOf = (day, client) =>
    twoRecords(day).map((each) => (client === 'acme' ? each : each.replace('1.10', '3.10')));
  const parts = homeWithProfiles(service, ...CLIENTS);
  // The services of all tests answer alike.
  whole ??= (async () => {
    const home = homeWithProfiles(service, ...CLIENTS);
    const now = new Date().toISOString();
    expect(await runCli(`${LINE} --all-profiles`, { home, now })).toMatchObject({ exitCode: 0 });
    return contentOf(home);
  })();
  const expected = await whole;
  async function expectSame(): Promise<void> {
    expect(contentOf(parts)).toEqual(expected);
    expect(await runCli('verify sales', { home: parts })).toMatchObject({ exitCode: 0, stdout: '' });
  }
  return { parts, expectSame };
}

test('a client and some months each, and all of them, on a new directory', async () => {
  const { parts, expectSame } = await startClients();
  const lines = [
    ...CLIENTS.flatMap((name) => [
      `${LINE} --to ${FIRST_YEAR}-12 --profile ${name}`,
      `${LINE.replace(String(FIRST_YEAR), String(FIRST_YEAR + 1))} --profile ${name}`,
    ]),
    `${LINE} --all-profiles`,
  ];
  const results = await Promise.all(lines.map((line) => spawnCli(line, { home: parts, env: {} })));
  expect(results.map(({ exitCode, stdout }) => ({ exitCode, stdout }))).toEqual(
    lines.map(() => ({ exitCode: 0, stdout: '' })),
  );
  await expectSame();
});

needs('bash', 'parallel').test.runIf(runStep() === 1)('GNU parallel runs a task a client', async () => {
  const { parts, expectSame } = await startClients();
  const { exitCode, stderr } = await spawnShell(exampleWith('parallel -j'), { home: parts, env: { REPORTING } });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  await expectSame();
});

needs('bash').test.runIf(runStep() === 1)('a job array of Slurm runs a task a year', async () => {
  const { parts, expectSame } = await startClients();
  parts.write('job.sh', exampleWith('#SBATCH'));
  const tasks = Array.from({ length: new Date().getUTCFullYear() - FIRST_YEAR + 1 }, (_, index) =>
    spawnShell('sh job.sh', { home: parts, env: { REPORTING, SLURM_ARRAY_TASK_ID: String(index) } }),
  );
  const outcomes = (await Promise.all(tasks)).map(({ exitCode, stdout }) => ({ exitCode, stdout }));
  expect(outcomes).toEqual(tasks.map(() => ({ exitCode: 0, stdout: '' })));
  await expectSame();
});
