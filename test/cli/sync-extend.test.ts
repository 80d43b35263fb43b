/** What a later run adds to a dataset, what it pulls, and what it must not change. */

import { describe, expect, test } from 'vitest';
import { makeOld, monthFolder, snapshot, startChangingService, startDataset } from '../harness/dataset.ts';
import { clientIdOf, clientProfile, storeProfiles } from '../harness/profiles.ts';
import { type Home, runCli } from '../harness/run-cli.ts';
import { statusTable } from '../harness/text-table.ts';

const FIRST = 'sync revenue sales -f csv --from 2026-04';

const settingsOf = (home: Home) => JSON.parse(home.read('sales/_dataset.json')!) as Record<string, unknown>;

describe('a run that names months', () => {
  test.each([
    ['--from 2026-05 --to 2026-05', ['2026-05-01..2026-05-31']],
    ['--to 2026-05', ['2026-05-01..2026-05-31']],
    ['--from 2026-06', ['2026-06-01..2026-06-14']],
  ])('%s pulls only these, and the dataset stays as it is', async (option, days) => {
    const { service, home, env } = await startDataset(FIRST);
    const before = home.read('sales/_dataset.json');
    expect(await runCli(`sync sales ${option}`, { home, env })).toPrint();
    expect(service.asked()).toEqual(days.map((each) => `revenue default ${each}`));
    expect(home.read('sales/_dataset.json')).toBe(before);
  });

  test('before the first of the dataset adds all of them: a later run pulls the others', async () => {
    const { service, home, env } = await startDataset(FIRST);
    expect(await runCli('sync sales --from 2026-01 --to 2026-02', { home, env })).toPrint();
    expect(settingsOf(home)).toMatchObject({ from: '2026-01' });
    expect(service.asked()).toEqual([
      'revenue default 2026-01-01..2026-01-31',
      'revenue default 2026-02-01..2026-02-28',
    ]);
    expect(await runCli('sync status sales', { home })).toFail(
      9,
      'error: 1 month missing\nhint: run `reporting sync sales`\n',
      statusTable(
        'default | revenue | whole | 2026-01..2026-02, 2026-04',
        'default | revenue | open | 2026-05..2026-06',
        'default | revenue | missing | 2026-03',
        'default | revenue | pulled | 2026-06-15',
      ),
    );
    await runCli('sync sales', { home, env });
    expect(service.asked()).toEqual([
      'revenue default 2026-03-01..2026-03-31',
      'revenue default 2026-05-01..2026-05-31',
      'revenue default 2026-06-01..2026-06-14',
    ]);
    expect(await runCli('sync status sales', { home })).toMatchObject({ exitCode: 0 });
  });
});

test('a run that names a report adds it, and pulls only that one', async () => {
  const { service, home, env } = await startDataset(FIRST);
  expect(await runCli('sync domains sales --from 2026-05', { home, env })).toPrint();
  expect(service.asked()).toEqual(['domains default 2026-05-01..2026-05-31', 'domains default 2026-06-01..2026-06-14']);
  expect(settingsOf(home)).toMatchObject({ reports: ['revenue', 'domains'], from: '2026-04' });
  await runCli('sync sales', { home, env });
  expect(service.asked()).toContain('domains default 2026-04-01..2026-04-30');
});

test('a run that names clients adds them, and pulls only these', async () => {
  const { service, home } = await startDataset(`${FIRST} --profile acme`, 'acme', 'brava', 'coral');
  expect(await runCli('sync sales --profile coral,acme --to 2026-04', { home })).toPrint();
  expect(service.asked()).toEqual(['revenue coral 2026-04-01..2026-04-30']);
  expect(Object.keys(settingsOf(home).profiles as object)).toEqual(['acme', 'coral']);
  await runCli('sync sales --profile brava --from 2026-06', { home });
  expect(service.asked()).toEqual(['revenue brava 2026-06-01..2026-06-14']);
  await runCli('sync sales', { home });
  expect(new Set(service.asked().map((each) => each.split(' ')[1]))).toEqual(new Set(['acme', 'brava', 'coral']));
});

describe('refused, and nothing changes', () => {
  const NEVER = 'leave it out to sync as before, or sync to a new directory: this never changes';

  test.each([
    ['--format parquet', 'sales/_dataset.json has csv for --format, not parquet', NEVER],
    ['--timezone Asia/Tokyo', 'sales/_dataset.json has UTC for the time zone, not Asia/Tokyo', NEVER],
    ['--from 2026-07', '--from 2026-07 is in the future: today is 2026-06-15', undefined],
    ['--to 2026-03', '--to 2026-03 is before the first month, 2026-04', undefined],
    ['--from 2026-06 --to 2026-05', '--to 2026-05 is before the first month, 2026-06', undefined],
    ['--sandbox --timezone Asia/Tokyo', 'sandbox data would mix with that of clients', 'sync to a new directory'],
    [
      '--force revenue/default/2026-03',
      '--force revenue/default/2026-03: the run has no such month',
      'name report, profile and month: --force revenue/default/2026-04',
    ],
    [
      '--force revenue/default/2026-04 --from 2026-05',
      '--force revenue/default/2026-04: the run has no such month',
      'name report, profile and month: --force revenue/default/2026-05',
    ],
  ])('%s', async (option, message, hint) => {
    const { service, home, env } = await startDataset(FIRST);
    makeOld(home);
    const before = snapshot(home);
    const { exitCode, stderr } = await runCli(`sync sales ${option}`, { home, env });
    const hinted = hint === undefined ? '' : `hint: ${hint}\n`;
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: `error: ${message}\n${hinted}` });
    expect(service.asked()).toEqual([]);
    expect(snapshot(home)).toEqual(before);
  });

  test('another client id or address of a profile', async () => {
    const { service, home } = await startDataset(`${FIRST} --profile acme`, 'acme');
    const other = await startChangingService();
    makeOld(home);
    const before = snapshot(home);
    for (const changed of [clientProfile(service, 'coral'), clientProfile(other, 'acme')]) {
      storeProfiles(home, { acme: changed });
      expect(await runCli('sync sales', { home })).toFail(
        2,
        `error: sales/_dataset.json has client ${clientIdOf('acme')} at ${service.baseUrl} for profile acme, ` +
          `not client ${changed.clientId} at ${changed.baseUrl}\n` +
          'hint: sync another client to a new directory; if only its address has changed, correct it in sales/_dataset.json\n',
      );
    }
    expect([service.asked(), other.asked()]).toEqual([[], []]);
    expect(snapshot(home)).toEqual(before);
    // The address is corrected by hand: the figures stay those of the client.
    home.write('sales/_dataset.json', home.read('sales/_dataset.json')!.replace(service.baseUrl, other.baseUrl));
    expect(await runCli('sync sales', { home })).toPrint();
    expect(other.asked()).toHaveLength(2);
  });

  test('a client that the dataset has by another name', async () => {
    const { service, home } = await startDataset(`${FIRST} --profile acme`, 'acme');
    storeProfiles(home, { again: clientProfile(service, 'acme') });
    expect(await runCli('sync sales --profile again', { home })).toFail(
      2,
      'error: profiles acme and again belong to the same client: its records would count twice\nhint: leave one of them out\n',
    );
    expect(service.asked()).toEqual([]);
  });

  test('sandbox data never replaces that of a profile called sandbox', async () => {
    const { home, service } = await startDataset(`${FIRST} --profile sandbox`, 'sandbox');
    expect(await runCli('sync sales --sandbox', { home })).toFail(
      2,
      `error: sales/_dataset.json has client ${clientIdOf('sandbox')} at ${service.baseUrl} for profile sandbox, not the sandbox with seed 1\n` +
        'hint: sync another client to a new directory; if only its address has changed, correct it in sales/_dataset.json\n',
    );
  });
});

test('a month of another client or end date is refused, and other months are pulled', async () => {
  const { service, home, env } = await startDataset(FIRST);
  const file = `${monthFolder('2026-04')}/_data.json`;
  home.write(file, home.read(file)!.replace(/"source":"\w+"/, '"source":"00000000"'));
  expect(await runCli('sync sales', { home, env })).toFail(
    10,
    `error: ${file} was pulled with another end date or client id\n` +
      `hint: remove ${file}, and the next sync pulls the month again\n` +
      'note: 1 failure; 0 months written, 2 unchanged, 0 settled\n',
  );
  expect(service.asked()).toHaveLength(2);
  expect((await runCli('verify sales', { home })).stdout).toBe(
    `${file} was pulled with another end date or client id\n`,
  );
  expect(await runCli('revenue --input sales -p 2026-04', { home })).toMatchObject({ exitCode: 10 });
});

test('a lock of the dataset that another machine holds ends with 12 after five minutes, and nothing is written', async () => {
  const { service, home, env } = await startDataset(FIRST);
  const before = home.read('sales/_dataset.json');
  let beats = 0;
  const beat = () => home.write('sales/.lock', JSON.stringify({ host: 'other', pid: 1, beats: beats++ }));
  beat();
  const { exitCode, stderr, waits } = await runCli('sync domains sales', { home, env, onTime: beat });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 12,
    stderr:
      'error: sales/_dataset.json: another sync (process 1) is writing it, after a wait of 5 min\n' +
      'hint: run again when it is done\n',
  });
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(300_000);
  expect(service.asked()).toEqual([]);
  expect(home.read('sales/_dataset.json')).toBe(before);
  // A run that adds nothing does not need it, and it is no fault.
  expect(await runCli('sync sales', { home, env })).toPrint();
  expect(await runCli('verify sales', { home })).toPrint();
});
