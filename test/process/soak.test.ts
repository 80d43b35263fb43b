import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { needs } from '../harness/needs.ts';
import { sendJson, startService } from '../harness/service.ts';
import { spawnCli } from '../harness/spawn-cli.ts';

const { test } = needs('/proc/self/fd');

test('memory and open files do not grow over a thousand windows', async () => {
  const records = Array.from(
    { length: 200 },
    (_, index) => `{"n":${index},"name":"${'x'.repeat(100)}"}`,
  ).join(',');
  const service = await startService(({ query }, response) =>
    sendJson(response, `{"data":[${records},{"n":200,"name":"of ${query.start_date}"}]}`),
  );
  const samples: { files: number; kilobytes: number }[] = [];
  const result = await spawnCli(
    ['revenue', '--from', '2020-01-01', '--to', '2022-09-26', '--by-day', '-o', 'out.csv'],
    {
      env: service.env,
      onSpawn: (child) => {
        const timer = setInterval(() => {
          if (child.exitCode !== null || child.pid === undefined) return clearInterval(timer);
          const sample = sampleOf(child.pid);
          if (sample !== undefined) samples.push(sample);
        }, 50);
        child.once('exit', () => clearInterval(timer));
      },
    },
  );
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(service.requests).toHaveLength(1000);
  expect(result.home.strays()).toEqual([]);
  expect(Math.max(...samples.map(({ files }) => files))).toBeLessThan(60);
  // Measured after the warm-up, during which a process grows.
  const third = Math.floor(samples.length / 3);
  const peak = (some: typeof samples) => Math.max(...some.map(({ kilobytes }) => kilobytes));
  expect(peak(samples.slice(-third))).toBeLessThan(1.2 * peak(samples.slice(third, -third)));
});

/** Open files and resident memory of a process on Linux; undefined after its end. */
function sampleOf(pid: number): { files: number; kilobytes: number } | undefined {
  try {
    const files = readdirSync(`/proc/${pid}/fd`).length;
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    return Number.isNaN(kilobytes) ? undefined : { files, kilobytes };
  } catch {
    return undefined;
  }
}
