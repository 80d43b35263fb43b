import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openRecording, recordedChunks } from '../../src/archive/recording.ts';
import { runCli } from '../harness/run-cli.ts';

test('a file that changes after the recording was opened fails at its end', async () => {
  const { home } = await runCli('raw revenue --sandbox --from 2026-01 --to 2026-01 -o rec');
  const location = path.join(home.work, 'rec');
  const recording = await openRecording(location, 'rec');
  const [window] = recording.windows;
  const readAll = async () => {
    let sizeBytes = 0;
    for await (const chunk of recordedChunks(recording, window!)) sizeBytes += chunk.length;
    return sizeBytes;
  };
  expect(await readAll()).toBe(window!.bytes);
  writeFileSync(path.join(location, window!.file), 'x', { flag: 'a' });
  await expect(readAll()).rejects.toMatchObject({
    kind: 'damaged',
    message: 'rec/revenue_2026-01-01_2026-01-31.json has changed: its SHA-256 is not the one in the index',
  });
});
