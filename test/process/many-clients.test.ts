import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { needs } from '../harness/needs.ts';
import { clientProfile, storeProfiles } from '../harness/profiles.ts';
import { startRecordService } from '../harness/service.ts';
import { spawnShell } from '../harness/spawn-cli.ts';

const { test } = needs('bash', 'mkfifo');

test('closing the pipe of one report does not end the others', async () => {
  const padding = 'x'.repeat(100);
  const records = Array.from({ length: 5000 }, (_, n) => `{"n":${n},"text":"${padding}"}`);
  const { home, ...service } = await startRecordService(() => records);
  storeProfiles(
    home,
    Object.fromEntries(['acme', 'brava', 'coral'].map((name) => [name, clientProfile(service, name)])),
  );
  mkdirSync(path.join(home.work, 'out'));
  execFileSync('mkfifo', [path.join(home.work, 'out/acme.csv')]);
  const pull = "$REPORTING revenue --from 2026-01-01 --to 2026-01-31 --all-profiles -o 'out/{profile}.csv' -q";
  const { stdout } = await spawnShell(
    `(head -c 5 out/acme.csv > /dev/null) & ${pull}; echo "rc=$?"; wc -l < out/brava.csv; wc -l < out/coral.csv`,
    { home },
  );
  expect(stdout.replaceAll(' ', '')).toBe('rc=0\n5001\n5001\n');
});
