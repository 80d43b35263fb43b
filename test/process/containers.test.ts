import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../../src/core/error-codes.ts';
import { needs } from '../harness/needs.ts';
import { readPage } from '../harness/pages.ts';
import { createHome } from '../harness/run-cli.ts';
import { startService } from '../harness/service.ts';
import { spawnShell } from '../harness/spawn-cli.ts';

describe('as the first process of a container', () => {
  /** The process that another one has started. */
  const childOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());

  needs('bash', 'unshare').test.each([
    ['SIGTERM', 143, 'terminated'],
    ['SIGINT', 130, 'interrupted'],
  ] as const)('%s ends the run, and leaves nothing half-written', async (signal, exitCode, message) => {
    const home = createHome();
    home.write('revenue.csv', 'old\n');
    let shell = 0;
    const service = await startService((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":[{"n":1},');
      process.kill(childOf(shell), signal);
    });
    const line = 'revenue --from 2026-01-01 --to 2026-01-31 -o revenue.csv';
    const result = await spawnShell(`exec unshare --map-root-user --pid --fork --kill-child $REPORTING ${line}`, {
      home,
      env: service.env,
      onSpawn: ({ pid }) => {
        shell = pid!;
      },
    });
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).toBe(`error: ${message}\n`);
    expect(home.list()).toEqual(['revenue.csv']);
    expect(home.read('revenue.csv')).toBe('old\n');
    expect(home.strays()).toEqual([]);
  });
});

test('the job ends after the failures that another attempt cannot change', () => {
  const { text } = readPage('docs/container/cronjob.yaml');
  const codes = JSON.parse(/values: (\[.*\])/.exec(text)![1]!);
  const { usage, auth, refused, malformed } = EXIT_CODES;
  expect(codes).toEqual([usage, auth, refused, malformed]);
});

test('the image has the version of Node of this project, or a later one', () => {
  const { text } = readPage('docs/container/Dockerfile');
  const image = Number(/^FROM node:(\d+)-slim$/m.exec(text)![1]);
  expect(image).toBeGreaterThanOrEqual(Number(readPage('.nvmrc').text));
});
