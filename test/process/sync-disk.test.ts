import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { startUnsynced, twoRecords } from '../harness/dataset.ts';
import { needs } from '../harness/needs.ts';
import { runStep } from '../harness/property-runs.ts';
import { spawnShell } from '../harness/spawn-cli.ts';

/** Mounts a small disk, in a namespace that ends with the script, and syncs to it from the month FIRST. */
const SET_UP = `
  mkdir disk && mount -t tmpfs -o size=1m tmpfs disk || exit 99
  $REPORTING sync revenue disk/sales -f csv --from "$FIRST" 2>/dev/null || exit 98
  sums() { find disk/sales -name 'data.csv' -exec sha256sum {} + | sort; }
  sums > before
  touch restated
`;

/** The month before this one, which is within the lookback. */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

async function run(script: string) {
  const { service, home } = await startUnsynced();
  // The script changes the figures of all days.
  service.recordsOf = (day) =>
    existsSync(path.join(home.work, 'restated'))
      ? twoRecords(day).map((record) => record.replace('2.20', '2.30'))
      : twoRecords(day);
  home.write('script.sh', SET_UP + script);
  const env = { ...service.env, FIRST: lastMonth() };
  const line = 'unshare --map-root-user --mount bash script.sh';
  return spawnShell(line, { home, env });
}

const inNamespace = needs('bash', 'unshare').test.runIf(runStep() === 1);

inNamespace('a full disk is an error, old files stay, and the next run continues', async () => {
  const { home, stdout } = await run(`
    head -c 2000000 /dev/zero > disk/filler 2>/dev/null
    $REPORTING sync disk/sales 2> errors; echo "sync $?"
    sums | cmp before - && echo same
    $REPORTING verify disk/sales; echo "verify $?"
    rm disk/filler
    $REPORTING sync disk/sales > lines 2> notes; echo "sync $?"
    $REPORTING verify disk/sales; echo "verify $?"
  `);
  expect(stdout).toBe('sync 8\nsame\nverify 0\nsync 0\nverify 0\n');
  expect(home.read('errors')).toMatch(/cannot write disk\/sales\/.*: no space left on device/);
  expect(home.read('lines')).toContain(`${lastMonth()}-01 restated: revenue 3.30 → 3.40`);
});

inNamespace('a read-only directory is an error, and can be read', async () => {
  const { home, stdout } = await run(`
    mount -o remount,ro disk
    $REPORTING sync disk/sales 2> errors; echo "sync $?"
    sums | cmp before - && echo same
    $REPORTING verify disk/sales; echo "verify $?"
    $REPORTING sync status disk/sales > status; echo "status $?"
  `);
  expect(stdout).toBe('sync 8\nsame\nverify 0\nstatus 0\n');
  expect(home.read('errors')).toMatch(/cannot write disk\/sales\/.*read-only/);
});
