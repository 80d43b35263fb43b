/** `--reconfigure`: which months count afterwards, and which ones are pulled again. */

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  filesIn,
  makeOld,
  monthFolder,
  snapshot,
  startChangingService,
  startDataset,
  twoRecords,
} from '../harness/dataset.ts';
import { copyPrepared } from '../harness/prepared.ts';
import { clientIdOf, clientProfile, storeProfiles } from '../harness/profiles.ts';
import { createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';

const FIRST = 'sync revenue sales -f csv --from 2026-01 --to 2026-03';
const MONTHS = ['2026-01', '2026-02', '2026-03'];
const AGAIN = (count: number) =>
  `note: ${count} month${count === 1 ? ' was' : 's were'} pulled with another end date or client id: pulling ${count === 1 ? 'it' : 'them'} again\n`;

/** Records of all data files. */
function countRecords(home: Home): number {
  return filesIn(home)
    .filter((file) => file.endsWith('.csv'))
    .reduce((sum, file) => sum + home.read(`sales/${file}`)!.trim().split('\n').length - 1, 0);
}

/** Removes from the records what earlier releases did not write. */
function makeLikeEarlierReleases(home: Home): void {
  for (const file of filesIn(home).filter((each) => each.endsWith('_data.json'))) {
    const { source, schema, ...record } = JSON.parse(home.read(`sales/${file}`)!) as Record<string, unknown>;
    expect(source).toBeDefined();
    home.write(`sales/${file}`, `${JSON.stringify(record)}\n`);
  }
}

describe.each([
  ['this release', () => undefined],
  ['an earlier release', makeLikeEarlierReleases],
])('another end date, in a dataset of %s', (_what, change) => {
  async function setUp() {
    const start = async () => {
      const service = await startChangingService();
      service.excludesEnd = true;
      return { service, home: createHome() };
    };
    const { service, home } = await start();
    await copyPrepared({ service, home }, 'sales', 'without the last day of each month', async () => {
      const first = await start();
      await runCli(FIRST, { home: first.home, env: first.service.env });
      return first;
    });
    expect(countRecords(home)).toBe(2 * (90 - 3));
    change(home);
    return { service, options: { home, env: service.env }, home };
  }

  test('pulls all months again, and says how many', async () => {
    const { home, service, options } = await setUp();
    const line = 'sync sales --end-date exclusive --reconfigure';
    const planned = await runCli(`${line} --dry-run`, options);
    expect(planned.stdout).toBe(
      'default revenue 2026-01  2026-01-01..2026-01-31  reconfigured\n' +
        'default revenue 2026-02  2026-02-01..2026-02-28  reconfigured\n' +
        'default revenue 2026-03  2026-03-01..2026-03-31  reconfigured\n',
    );
    expect(await runCli(line, options)).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: `${AGAIN(3)}note: 3 months written (180 records), 0 unchanged, 0 settled\n`,
    });
    expect(countRecords(home)).toBe(2 * 90);
    expect(await runCli('verify sales', options)).toMatchObject({ exitCode: 0, stdout: '' });
    service.asked();
    expect(await runCli('sync sales', options)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(service.asked()).toEqual([]);
  });

  test('a month that cannot be pulled stays missing until a later run', async () => {
    const { home, service, options } = await setUp();
    service.statusOf = (_client, month) => (month === '2026-02' ? 400 : 200);
    const failed = await runCli('sync sales --end-date exclusive --reconfigure', options);
    expect(failed.exitCode).not.toBe(0);
    expect(countRecords(home)).toBe(2 * (90 - 1));
    const status = await runCli('sync status sales', options);
    expect(status.exitCode).toBe(9);
    expect(status.stdout).toMatch(/missing +2026-02$/m);
    expect(await runCli('verify sales', options)).toMatchObject({
      exitCode: 10,
      stdout: `${monthFolder('2026-02')}/_data.json: was pulled with another end date or client id\n`,
    });
    service.statusOf = () => 200;
    expect(await runCli('sync sales', options)).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: `${AGAIN(1)}note: 1 month written (56 records), 0 unchanged, 2 settled\n`,
    });
    expect(countRecords(home)).toBe(2 * 90);
    expect((await runCli('verify sales', options)).exitCode).toBe(0);
  });

  test('that is changed back at once pulls nothing again', async () => {
    const { service, options } = await setUp();
    for (const end of ['exclusive', 'inclusive'])
      await runCli(`sync sales --end-date ${end} --reconfigure --set-up`, options);
    expect(await runCli('sync sales', options)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(service.asked()).toEqual([]);
  });
});

describe.each([
  ['this release', () => undefined],
  ['an earlier release', makeLikeEarlierReleases],
])('another client id, in a dataset of %s', (_what, change) => {
  test('needs --reconfigure, and pulls all months of that client again', async () => {
    const { service, home } = await startDataset(`${FIRST} --all-profiles`, 'acme', 'brava');
    change(home);
    storeProfiles(home, { acme: clientProfile(service, 'coral'), brava: clientProfile(service, 'brava') });
    makeOld(home);
    const before = snapshot(home);
    const refused = await runCli('sync sales', { home });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toMatch(
      RegExp(`has client ${clientIdOf('acme')} at .* for profile acme, not client ${clientIdOf('coral')} at`),
    );
    expect(refused.stderr).toContain('add --reconfigure');
    expect(snapshot(home)).toEqual(before);
    service.asked();
    // A tenth of the records, and other figures: neither a drop nor restated.
    service.recordsOf = (day) => (/-0[1-3]$/.test(day) ? twoRecords(day).slice(1) : []);
    const { exitCode, stdout, stderr } = await runCli('sync sales --reconfigure', { home });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toContain(AGAIN(3));
    expect(stderr).toContain(
      'note: 3 months written (9 records), 0 unchanged, 3 settled; a month counts once for each of 2 clients\n',
    );
    expect(new Set(service.asked().map((each) => each.split(' ')[1]))).toEqual(new Set(['coral']));
    expect(await runCli('verify sales', { home })).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test('of a profile that was removed meanwhile', async () => {
    const { service, home } = await startDataset(`${FIRST} --all-profiles`, 'acme', 'brava');
    change(home);
    await runCli('sync sales --profile brava --reconfigure', { home });
    storeProfiles(home, { acme: clientProfile(service, 'coral'), brava: clientProfile(service, 'brava') });
    service.asked();
    const { exitCode, stderr } = await runCli('sync sales --all-profiles --reconfigure', { home });
    expect(exitCode).toBe(0);
    expect(stderr).toContain(AGAIN(3));
    expect(service.asked()).toEqual(
      MONTHS.map((month) => expect.stringContaining(`revenue coral ${month}-01..`)),
    );
  });
});

test.each(['--timezone Asia/Tokyo', '--lookback 40d'])('%s pulls nothing again', async (option) => {
  const { service, home, env } = await startDataset(FIRST);
  const line = `sync sales --reconfigure ${option}`;
  expect(await runCli(line, { home, env })).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
  expect(service.asked()).toEqual([]);
});

test('another base URL pulls nothing again', async () => {
  const service = await startChangingService();
  const other = await startChangingService();
  const home = createHome();
  await runCli(FIRST, { home, env: service.env });
  const env = { ...service.env, REPORTING_BASE_URL: other.env.REPORTING_BASE_URL! };
  expect((await runCli('sync sales', { home, env })).stderr).toContain('add --reconfigure');
  expect(await runCli('sync sales --reconfigure', { home, env })).toMatchObject({ exitCode: 0, stderr: '' });
  expect(other.asked()).toEqual([]);
});

test('--reconfigure of a first run changes nothing', async () => {
  const service = await startChangingService();
  expect(await runCli(`${FIRST} --reconfigure`, { env: service.env })).toMatchObject({ exitCode: 0 });
});

test('made-up data never replaces that of a service', async () => {
  const { home } = await startDataset(`${FIRST} --profile sandbox`, 'sandbox');
  const { exitCode, stderr } = await runCli('sync sales --sandbox --reconfigure', { home });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('for profile sandbox, not the sandbox with seed');
});

describe('folders that the dataset has no more', () => {
  const ALL = 'sync revenue,domains sales -f csv --from 2026-01 --to 2026-03 --all-profiles';

  async function setUp() {
    const { service, home } = await startDataset(ALL, 'acme', 'brava');
    return { service, home };
  }

  const noteOf = (...folders: readonly string[]): string =>
    `note: engines still read months that are no longer in the dataset; to remove them: rm -r ${folders
      .map((folder) => `sales/${folder}`)
      .join(' ')}\n`;

  test.each([
    ['--from 2026-03', ['2026-01', '2026-02']],
    ['--to 2026-02', ['2026-03']],
  ])(
    '%s names months, verify fails while they stay, and the nightly run is silent',
    async (option, months) => {
      const { home, service } = await setUp();
      service.asked();
      const patterns = months.map((month) => `report=*/profile=*/month=${month}`);
      expect(await runCli(`sync sales --reconfigure ${option}`, { home })).toMatchObject({
        exitCode: 0,
        stderr: noteOf(...patterns),
      });
      expect(await runCli('sync sales', { home })).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
      expect((await runCli('sync status sales', { home })).exitCode).toBe(0);
      expect(service.asked()).toEqual([]);
      const folders = months.flatMap((month) =>
        ['revenue', 'domains'].flatMap((report) =>
          ['acme', 'brava'].map((profile) => monthFolder(month, profile, report)),
        ),
      );
      const { exitCode, stdout } = await runCli('verify sales', { home });
      expect(exitCode).toBe(10);
      expect(stdout.trim().split('\n').sort()).toEqual(
        folders
          .map((folder) => `${folder}: is outside the months of the dataset, and engines read it: remove it`)
          .sort(),
      );
      // The command of the note.
      const globbed = patterns.map((pattern) => `${path.join(home.work, 'sales')}/${pattern}`).join(' ');
      execFileSync('sh', ['-c', `rm -r ${globbed}`]);
      expect(await runCli('verify sales', { home })).toMatchObject({ exitCode: 0, stdout: '' });
      expect((await runCli('sync sales --reconfigure', { home })).stderr).toBe('');
    },
  );

  test.each([
    ['--profile brava', 'sync sales --profile brava', 'report=*/profile=acme', 'acme', 'revenue'],
    ['only one report', 'sync revenue sales', 'report=domains', 'brava', 'domains'],
  ])('%s: whole months are no fault, and damaged ones are', async (_what, line, folder, profile, report) => {
    const { home } = await setUp();
    expect((await runCli(`${line} --reconfigure`, { home })).stderr).toBe(noteOf(folder));
    expect(await runCli('sync sales', { home })).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(await runCli('verify sales', { home })).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    const data = `${monthFolder('2026-02', profile, report)}/data.csv`;
    home.write(data, 'x');
    expect((await runCli('verify sales', { home })).stdout).toContain(`${data}: has 1 byte instead of`);
  });

  test('a folder that no release makes is still a fault', async () => {
    const { home } = await setUp();
    for (const folder of ['sales/report=other', 'sales/report=revenue/profile=a b'])
      mkdirSync(path.join(home.work, folder));
    expect((await runCli('verify sales', { home })).stdout.match(/does not belong/g)).toHaveLength(2);
  });
});
