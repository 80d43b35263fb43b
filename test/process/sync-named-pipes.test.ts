/** A pipe in place of a file of a dataset: to open it would wait for a writer. */

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { monthFolder, startChangingService } from '../harness/dataset.ts';
import { needs } from '../harness/needs.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { spawnCli } from '../harness/spawn-cli.ts';

/** With the exit codes of sync and verify. */
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
  // A dry run plans as a sync does. The status of a dataset may do without the schema.
  const lines = [
    ['sync sales', sync],
    ['verify sales', verify],
    ...(file.endsWith('_schema.json') ? [] : [['sync status sales', sync] as const]),
    ...(file.endsWith('_data.json') ? [['sync sales --dry-run', sync] as const] : []),
  ] as const;
  for (const [line, expected] of lines) {
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
    expect({ line, exitCode, signal }).toEqual({
      line,
      exitCode: expected,
      signal: null,
    });
    expect(`${stdout}${stderr}`, line).toMatch(RegExp(`${path.basename(file)}.* is a named pipe`));
  }
});
