import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { homeWithProfiles, startChangingService, startDataset } from '../harness/dataset.ts';
import { configFile } from '../harness/profiles.ts';
import { type Home, runCli } from '../harness/run-cli.ts';
import { sendStatus, startService } from '../harness/service.ts';
import { statusTable } from '../harness/text-table.ts';

const FIRST = 'sync revenue sales --from 2026-04 --profile acme,brava -f csv';

function folderOf(home: Home, profile: string, report = 'revenue'): string {
  return path.join(home.work, 'sales', `report=${report}`, `profile=${profile}`);
}

/** The names of the files that say that a pull of the client failed. */
function failureFiles(home: Home, profile: string, report = 'revenue'): readonly string[] {
  const folder = folderOf(home, profile, report);
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('_failure')) : [];
}

/** A dataset of two clients, three months each. */
async function startTwoClients() {
  const { service, home } = await startDataset(FIRST, 'acme', 'brava');
  const run = (line: string, now?: string) => runCli(line, { home, ...(now === undefined ? {} : { now }) });
  return { service, home, run };
}

const TOMORROW = '2026-06-16T12:00:00Z';
const MONTHS = ['whole | 2026-04', 'open | 2026-05..2026-06', 'pulled | 2026-06-15'];
const PULLED = statusTable(
  ...['acme', 'brava'].flatMap((profile) => MONTHS.map((status) => `${profile} | revenue | ${status}`)),
);

describe('sync status', () => {
  test('shows when each client was last pulled', async () => {
    const { run } = await startTwoClients();
    expect(await run('sync status sales')).toPrint(PULLED);
    expect((await run('sync sales', TOMORROW)).exitCode).toBe(0);
    expect(await run('sync status sales', TOMORROW)).toPrint(PULLED.replaceAll('06-15', '06-16'));
  });

  test('shows a client without a pull', async () => {
    const service = await startChangingService();
    const home = homeWithProfiles(service, 'acme', 'brava');
    service.statusOf = (client) => (client === 'brava' ? 401 : 200);
    await runCli(`${FIRST} --concurrency 1`, { home });
    expect(await runCli('sync status sales', { home })).toFail(
      9,
      'error: revenue: 3 months not up to date: 3 missing; the last pull failed: brava\nhint: run reporting sync sales\n',
      `${statusTable(
        ...MONTHS.map((status) => `acme | revenue | ${status}`),
        'brava | revenue | missing | 2026-04..2026-06',
        'brava | revenue | pulled | never',
      )}brava revenue: the last pull failed 2026-06-15T12:00:00.000Z: profile brava: the service refused revenue 2026-04-01..2026-04-30: 401, the token is missing or invalid (auth)\n`,
    );
  });

  test('fails after a failed pull, and no longer after the next success', async () => {
    const { service, home, run } = await startTwoClients();
    service.statusOf = (client) => (client === 'brava' ? 503 : 200);
    expect((await run('sync sales --retry-for 0')).exitCode).toBe(6);
    expect(failureFiles(home, 'acme')).toEqual([]);
    expect(failureFiles(home, 'brava')).toEqual(['_failure.json']);

    const failed = await run('sync status sales');
    expect(failed.exitCode).toBe(9);
    const why = 'profile brava: the service failed on revenue 2026-05-01..2026-05-31: 503 (unavailable)';
    expect(failed.stdout).toBe(`${PULLED}brava revenue: the last pull failed 2026-06-15T12:00:00.000Z: ${why}\n`);
    expect(failed.stderr).toBe('error: the last pull failed: brava\nhint: run reporting sync sales\n');
    expect((await run('verify sales')).exitCode).toBe(0);

    const json = await run('sync status sales --error-format json');
    const rows = json.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual({
      ...{ profile: 'acme', report: 'revenue', status: 'whole', months: ['2026-04'], empty: [] },
      ...{ warnings: [], pulledOn: '2026-06-15', failure: null },
    });
    expect(rows[3]).toMatchObject({
      profile: 'brava',
      failure: { time: '2026-06-15T12:00:00.000Z', kind: 'unavailable', message: expect.stringContaining('503') },
    });

    service.statusOf = () => 200;
    expect((await run('sync sales')).exitCode).toBe(0);
    expect(failureFiles(home, 'brava')).toEqual([]);
    expect((await run('sync status sales')).exitCode).toBe(0);
  });
});

describe('_failure.json', () => {
  test('holds time, kind and message, and no token', async () => {
    const service = await startService(({ headers }, response) =>
      sendStatus(response, 401, `{"message":"no such token: ${headers['reporting-api-token']}"}`),
    );
    const home = homeWithProfiles(service, 'acme', 'brava');
    expect((await runCli(FIRST, { home })).exitCode).toBe(4);
    const text = readFileSync(path.join(folderOf(home, 'acme'), '_failure.json'), 'utf8');
    expect(Object.keys(JSON.parse(text))).toEqual(['version', 'time', 'kind', 'message', 'month']);
    expect(text).toBe(
      '{"version":1,"time":"2026-06-15T12:00:00.000Z","kind":"auth","message":"profile acme: the service refused revenue 2026-05-01..2026-05-31: 401, the token is missing or invalid: no such token: [hidden]","month":"2026-05"}\n',
    );
    expect(text.length).toBeLessThan(500);
  });

  test.each<[string, (home: Home) => void, number]>([
    ['a profile that is gone', (home) => void writeFileSync(configFile(home), '{}'), 4],
    ['a broken configuration', (home) => void writeFileSync(configFile(home), '{"profiles":1}'), 2],
    [
      'a schema that is gone',
      (home) => void writeFileSync(path.join(home.work, 'sales/report=revenue/_schema.json'), ''),
      2,
    ],
  ])('is written if a run fails before the first pull: %s', async (_name, breakIt, exitCode) => {
    const { home, run } = await startTwoClients();
    breakIt(home);
    expect((await run('sync sales')).exitCode).toBe(exitCode);
    expect(failureFiles(home, 'acme')).toEqual(['_failure.json']);
    expect(failureFiles(home, 'brava')).toEqual(['_failure.json']);
    expect((await run('sync status sales')).exitCode).toBe(9);
  });

  test.each(['sync sales --force revenue/acme/2020-01', 'sync sales --timezone Asia/Tokyo', 'sync sales --dry-run'])(
    'is not written by %s',
    async (line) => {
      const { service, home, run } = await startTwoClients();
      service.statusOf = () => 401;
      await run(line);
      expect(failureFiles(home, 'acme')).toEqual([]);
    },
  );

  test('stays as it is if another run holds the lock of the month', async () => {
    const { home } = await startTwoClients();
    let beats = 0;
    const beat = (): void => {
      for (const month of ['2026-05', '2026-06'])
        writeFileSync(path.join(folderOf(home, 'acme'), `month=${month}`, '.lock'), `another run ${beats++}`);
    };
    beat();
    expect((await runCli('sync sales', { home, onTime: beat })).exitCode).toBe(12);
    expect(failureFiles(home, 'acme')).toEqual([]);
    writeFileSync(path.join(folderOf(home, 'acme'), '_failure.json'), '{}');
    expect((await runCli('sync sales', { home, onTime: beat })).exitCode).toBe(12);
    expect(failureFiles(home, 'acme')).toEqual(['_failure.json']);
  });

  test('is not written through a link', async () => {
    const { home, run } = await startTwoClients();
    const elsewhere = path.join(home.work, 'elsewhere');
    renameSync(folderOf(home, 'acme'), elsewhere);
    symlinkSync(elsewhere, folderOf(home, 'acme'));
    expect((await run('sync sales')).exitCode).toBe(2);
    expect(readdirSync(elsewhere)).toEqual(['month=2026-04', 'month=2026-05', 'month=2026-06']);
  });

  test('names its month: a run of other months keeps it', async () => {
    const { service, home, run } = await startTwoClients();
    const part = (month: string, profile: string): string =>
      `sync sales --retry-for 0 --from ${month} --to ${month} --profile ${profile}`;
    service.statusOf = (_client, month) => (month === '2026-05' ? 503 : 200);
    const exits = [];
    for (const profile of ['acme', 'brava'])
      for (const month of ['2026-04', '2026-05', '2026-06'])
        exits.push((await run(part(month, profile), TOMORROW)).exitCode);
    expect(exits).toEqual([0, 6, 0, 0, 6, 0]);
    expect(failureFiles(home, 'acme')).toEqual(['_failure.json']);
    expect(failureFiles(home, 'brava')).toEqual(['_failure.json']);
    expect((await run('verify sales')).exitCode).toBe(0);
    service.statusOf = () => 200;
    for (const month of ['2026-04', '2026-05', '2026-06'])
      expect((await run(part(month, 'acme'), TOMORROW)).exitCode).toBe(0);
    expect(failureFiles(home, 'acme')).toEqual([]);
    expect(failureFiles(home, 'brava')).toEqual(['_failure.json']);
    expect(await run('sync status sales', TOMORROW)).toMatchObject({
      exitCode: 9,
      stderr: 'error: the last pull failed: brava\nhint: run reporting sync sales\n',
    });
    expect((await run('sync sales', TOMORROW)).exitCode).toBe(0);
    expect(failureFiles(home, 'brava')).toEqual([]);
  });
});
