/** A pipe in place of a file of a dataset: to open it would wait for a writer. */

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { monthFolder, startChangingService } from '../harness/dataset.ts';
import { needs } from '../harness/needs.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { spawnCli } from '../harness/spawn-cli.ts';

const LINES = ['sync sales', 'sync sales --dry-run', 'sync status sales', 'verify sales'];

/** With the kind of error that they give. */
const FILES: readonly (readonly [file: string, sync: number, verify: number])[] = [
  ['sales/_dataset.json', 2, 2],
  ['sales/report=revenue/_schema.json', 2, 10],
  [`${monthFolder('2026-05')}/data.csv`, 2, 10],
  [`${monthFolder('2026-05')}/_data.json`, 2, 10],
  [`${monthFolder('2026-05')}/_days.json`, 2, 10],
  [`${monthFolder('2026-05')}/.lock`, 2, 10],
];

needs('mkfifo').test.each(FILES)('%s is refused without opening it', async (file, sync, verify) => {
  const { env } = await startChangingService();
  const home = createHome();
  await runCli('sync revenue sales --from 2026-04 --to 2026-05 -f csv', { home, env });
  const pipe = path.join(home.work, file);
  rmSync(pipe, { force: true });
  execFileSync('mkfifo', [pipe]);
  for (const line of LINES) {
    let timer: NodeJS.Timeout | undefined;
    const { exitCode, signal, stdout, stderr } = await spawnCli(line, {
      home,
      env,
      // A process that waits for the pipe does not end by itself.
      onSpawn: (child) => {
        timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
      },
    });
    clearTimeout(timer);
    const isVerify = line.startsWith('verify');
    const isStatusOfSchema = line.includes('status') && file.endsWith('_schema.json');
    expect({ line, exitCode, signal }).toEqual({
      line,
      exitCode: isVerify ? verify : isStatusOfSchema ? expect.any(Number) : sync,
      signal: null,
    });
    if (!isStatusOfSchema)
      expect(`${stdout}${stderr}`, line).toMatch(RegExp(`${path.basename(file)}.* is a named pipe`));
  }
});
