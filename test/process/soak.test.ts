import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { needs } from '../harness/needs.ts';
import { runStep } from '../harness/property-runs.ts';
import { sendJson, startService } from '../harness/service.ts';
import { spawnCli } from '../harness/spawn-cli.ts';

const { test } = needs('/proc/self/fd');

test.runIf(runStep() === 1)('open files do not grow over many windows', async () => {
  const records = Array.from({ length: 100 }, (_, index) => `{"n":${index},"name":"${'x'.repeat(700)}"}`).join(',');
  const service = await startService(({ query }, response) =>
    sendJson(response, `{"data":[${records},{"n":100,"name":"of ${query.start_date}"}]}`),
  );
  const counts: number[] = [];
  const result = await spawnCli('revenue --from 2020-01-01 --to 2022-09-26 --windows 1 --window-columns -o out.csv', {
    env: service.env,
    onSpawn: (child) => {
      const timer = setInterval(() => {
        if (child.exitCode !== null || child.pid === undefined) return clearInterval(timer);
        const count = openFilesOf(child.pid);
        if (count !== undefined) counts.push(count);
      }, 50);
      child.once('exit', () => clearInterval(timer));
    },
  });
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(service.requests).toHaveLength(1000);
  expect(result.home.strays()).toEqual([]);
  expect(counts).not.toEqual([]);
  expect(Math.max(...counts)).toBeLessThan(60);
});

/** The number of open files of a process on Linux; undefined after its end. */
function openFilesOf(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}
