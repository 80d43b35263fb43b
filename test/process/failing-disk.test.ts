import path from 'node:path';
import { expect, test } from 'vitest';
import { homeWithProfiles, startChangingService } from '../harness/dataset.ts';
import { HINTS } from '../harness/hints.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { type SpawnResult, spawnCli } from '../harness/spawn-cli.ts';

/** Makes calls of node:fs fail: FAILING is `<call> <end of the path> <code>`, or `<code>,<code>` for the first calls. */
const PRELOAD = `
const fs = require('node:fs');
const [call, end, list] = process.env.FAILING.split(' ');
const codes = list.split(',');
const fail = (file) => {
  const code = codes.length > 1 ? codes.shift() : codes[0];
  throw Object.assign(new Error(code + ': i/o error, ' + call + ' ' + file), { code });
};
const { statSync } = fs;
fs.statSync = (file, options) =>
  call === 'stat' && String(file).endsWith(end) ? fail(file) : statSync(file, options);
const { open } = fs.promises;
fs.promises.open = async (file, ...rest) => {
  if (call === 'open' && String(file).endsWith(end)) fail(file);
  const handle = await open(file, ...rest);
  if (!String(file).endsWith(end)) return handle;
  if (call === 'fsync') handle.sync = async () => fail(file);
  return handle;
};
const { openSync, readSync } = fs;
const unreadable = new Set();
fs.openSync = (file, flags, ...rest) => {
  const descriptor = openSync(file, flags, ...rest);
  if (call === 'read' && flags === 'r' && String(file).endsWith(end)) unreadable.add(descriptor);
  return descriptor;
};
fs.readSync = (descriptor, ...rest) => (unreadable.has(descriptor) ? fail(end) : readSync(descriptor, ...rest));
`;

function runFailing(home: Home, failing: string, line: string): Promise<SpawnResult> {
  home.write('preload.cjs', PRELOAD);
  const options = `--require ${path.join(home.work, 'preload.cjs')}`;
  return spawnCli(line, { home, env: { NODE_OPTIONS: options, FAILING: failing } });
}

const REPORT = 'revenue --sandbox --period 2026-01';

test('a disk that fails to keep a rename is an error', async () => {
  const home = createHome();
  expect(await runFailing(home, 'fsync work EIO', `${REPORT} -o x.csv`)).toMatchObject({
    exitCode: 8,
    stderr: `error: cannot write x.csv: i/o error\nhint: ${HINTS.output}\n`,
  });
  expect(await runFailing(home, 'fsync work EIO', `raw ${REPORT} -o answers`)).toMatchObject({
    exitCode: 8,
    stderr: `error: cannot write answers: i/o error\nhint: ${HINTS.output}\n`,
  });
  const sync = 'sync revenue sales --sandbox --from 2026-01 --to 2026-01';
  const synced = await runFailing(home, 'fsync month=2026-01 EIO', sync);
  expect(synced).toMatchObject({ exitCode: 8, stdout: '' });
  expect(synced.stderr).toMatch(/^error: .*cannot write sales\/.*: i\/o error$/m);
});

test('a file system that cannot sync directories is no error', async () => {
  const service = await startChangingService();
  const home = homeWithProfiles(service, 'acme', 'brava', 'coral');
  const line = 'revenue --period 2026-01 --all-profiles -o {profile}.csv --quiet --allow repeated-windows';
  const result = await runFailing(home, 'fsync work EINVAL,ENOTSUP,EPERM', line);
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  expect(home.list()).toEqual(['acme.csv', 'brava.csv', 'coral.csv', 'preload.cjs']);
});

test('a temporary directory that cannot be read is an error of the output', async () => {
  const service = await startChangingService();
  const home = homeWithProfiles(service, 'acme');
  const line = 'revenue --profile acme --period 2026-01 -o x.csv';
  const { exitCode, stderr } = await runFailing(home, 'read .ndjson EIO', line);
  expect(exitCode).toBe(8);
  expect(stderr).toMatch(/^error: cannot keep the windows in the temporary directory .*: EIO/m);
  expect(stderr).toContain('hint: free some space there');
  expect(home.read('x.csv')).toBeUndefined();
});

test('a data file that cannot be inspected is named', async () => {
  const service = await startChangingService();
  const home = homeWithProfiles(service, 'acme');
  const sync = 'sync revenue sales --profile acme --from 2026-01 --to 2026-02 --format csv';
  expect((await runCli(sync, { home })).exitCode).toBe(0);
  const failing = 'stat month=2026-01/data.csv EACCES';
  const file = 'sales/report=revenue/profile=acme/month=2026-01/data.csv';
  const result = await runFailing(home, failing, 'sync sales');
  expect(result.exitCode).toBe(2);
  expect(result.stderr).toContain(`error: cannot read ${file}: i/o error\n`);
  expect(await runFailing(home, failing, 'sync status sales')).toMatchObject({
    exitCode: 2,
    stderr: `error: cannot read ${file}: i/o error\nnote: 1 failure; all other months are up to date\n`,
  });
});
