/** A pipe in place of a file of a dataset: to open it would wait for a writer. */

import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { monthFolder, startDataset } from '../harness/dataset.ts';
import { needs } from '../harness/needs.ts';
import { runCli } from '../harness/run-cli.ts';

/** With the exit codes of sync and verify. */
const FILES: readonly (readonly [file: string, sync: number, verify: number])[] = [
  ['sales/_dataset.json', 2, 2],
  ['sales/report=revenue/_schema.json', 10, 10],
  [`${monthFolder('2026-05')}/data.csv`, 10, 10],
  [`${monthFolder('2026-05')}/_data.json`, 10, 10],
  [`${monthFolder('2026-05')}/.lock`, 10, 10],
];

/** Ends the wait of a run that opens the pipe, so that the test fails: this process could not end its own wait. */
function releaseReaders(pipe: string): void {
  const writer = spawn('sh', ['-c', 'while sleep 10; do : <> "$0"; done', pipe], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void process.kill(-writer.pid!));
}

needs('mkfifo').test.each(FILES)('%s is refused without opening it', async (file, sync, verify) => {
  const { home, env } = await startDataset('sync revenue sales --from 2026-04 --to 2026-05 -f csv');
  const pipe = path.join(home.work, file);
  rmSync(pipe, { force: true });
  execFileSync('mkfifo', [pipe]);
  releaseReaders(pipe);
  // A dry run plans as a sync does. The status of a dataset may do without the schema.
  const lines = [
    ['sync sales', sync],
    ['verify sales', verify],
    ...(file.endsWith('_schema.json') ? [] : [['sync status sales', sync] as const]),
    ...(file.endsWith('_data.json') ? [['sync sales --dry-run', sync] as const] : []),
  ] as const;
  for (const [line, expected] of lines) {
    const { exitCode, stdout, stderr } = await runCli(line, { home, env });
    expect({ line, exitCode }).toEqual({ line, exitCode: expected });
    expect(`${stdout}${stderr}`, line).toMatch(RegExp(`${path.basename(file)}.* is a named pipe`));
  }
});
