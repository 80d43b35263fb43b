/** `sync --wait-for`: the dataset changes only after the wait. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type ChangingService,
  filesIn,
  homeWithProfiles,
  monthFolder,
  startChangingService,
  twoRecords,
} from '../harness/dataset.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';

const DAY = '2026-06-14';
const FIRST = 'sync revenue sales -f csv --from 2026-05';
const WAITING = `${FIRST} --wait-for ${DAY}`;
const INTERVAL_MS = 10.5 * 60_000;

/** A service without records of the day for some time, and a run that sees its time pass. */
async function startMorning(hasDay: (minutes: number, client: string) => boolean) {
  const service = await startChangingService();
  let minutes = 0;
  service.recordsOf = (day, client) => (day === DAY && !hasDay(minutes, client) ? [] : twoRecords(day));
  return {
    service,
    run: (line: string, home: Home, onTime: (ms: number) => unknown = () => undefined, env = service.env) =>
      runCli(line, {
        home,
        env,
        now: '2026-06-15T06:00:00Z',
        onTime(ms) {
          minutes = ms / 60_000;
          return onTime(ms);
        },
      }),
  };
}

const dayRequests = (service: ChangingService): readonly string[] =>
  service.asked().filter((each) => each.endsWith(`${DAY}..${DAY}`));

describe('a sync waits', () => {
  test('for the day, and then pulls its months', async () => {
    const { service, run } = await startMorning((minutes) => minutes > 15);
    const home = createHome();
    const { exitCode, stderr, waits } = await run(WAITING, home);
    expect({ exitCode, stderr, waits }).toEqual({
      exitCode: 0,
      stderr: 'note: 2 months written (90 records), 0 unchanged, 0 settled\n',
      waits: [INTERVAL_MS, INTERVAL_MS, INTERVAL_MS],
    });
    expect(dayRequests(service)).toHaveLength(4);
    expect(home.read(`${monthFolder('2026-06')}/data.csv`)).toContain(`${DAY},a,1,1.10\n`);
  });

  test('for yesterday of the dataset, in each report and client', async () => {
    const { service, run } = await startMorning(() => true);
    const home = homeWithProfiles(service, 'acme', 'brava');
    const first = 'sync revenue,domains sales -f csv --from 2026-06 --all-profiles';
    expect((await run(first, home, undefined, {} as typeof service.env)).exitCode).toBe(0);
    service.asked();
    const { exitCode } = await run(
      'sync sales --wait-for yesterday',
      home,
      undefined,
      {} as typeof service.env,
    );
    expect(exitCode).toBe(0);
    const asked = dayRequests(service);
    expect([...new Set(asked)]).toEqual(
      ['domains', 'revenue'].flatMap((report) =>
        ['acme', 'brava'].map((client) => `${report} ${client} ${DAY}..${DAY}`),
      ),
    );
    expect(asked).toHaveLength(8);
  });

  test('in a shard only for its months', async () => {
    const { service, run } = await startMorning(() => true);
    const home = createHome();
    await run(`${FIRST} --set-up`, home);
    service.asked();
    expect((await run('sync sales --shard 0/2 --wait-for yesterday', home)).waits).toEqual([]);
    expect(service.asked()).toEqual(['revenue default 2026-05-01..2026-05-31']);
    expect((await run('sync sales --shard 1/2 --wait-for yesterday', home)).waits).toEqual([INTERVAL_MS]);
  });

  test('without a lock: another sync runs meanwhile, and the months are pulled after the wait', async () => {
    const { service, run } = await startMorning((minutes) => minutes > 15);
    const home = createHome();
    await run(FIRST, home);
    service.asked();
    let other: Awaited<ReturnType<typeof runCli>> | undefined;
    const { exitCode, stdout } = await run('sync sales --wait-for yesterday', home, async (ms) => {
      expect(existsSync(path.join(home.work, monthFolder('2026-06'), '.lock'))).toBe(false);
      other ??= await runCli('sync sales', {
        home,
        env: service.env,
        now: new Date(Date.parse('2026-06-15T06:00:00Z') + ms).toISOString(),
      });
    });
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `default revenue ${DAY} restated: 0 → 2 records, revenue 0 → 3.30, clicks 0 → 3\n`,
    });
    expect(other).toMatchObject({ exitCode: 0, stderr: '' });
    expect(home.read(`${monthFolder('2026-06')}/data.csv`)).toContain(`${DAY},a,1,1.10\n`);
  });
});

test('a client that stopped long ago is named, and does not stop the others, also with --strict', async () => {
  const { service, run } = await startMorning((_minutes, client) => client !== 'brava');
  const { recordsOf } = service;
  service.recordsOf = (day, client, report) =>
    client === 'brava' && day > '2026-05-10' ? [] : recordsOf(day, client, report);
  const home = homeWithProfiles(service, 'acme', 'brava');
  const line = `${WAITING} --all-profiles --strict`;
  const { exitCode, stderr } = await run(line, home, undefined, {} as typeof service.env);
  expect(exitCode).toBe(9);
  expect(stderr).toContain(`warning: profile brava: revenue ${DAY} was not awaited: it has no records,`);
  expect(home.read(`${monthFolder('2026-06', 'acme')}/data.csv`)).toContain(`${DAY},a,1,1.10\n`);
});

describe('a sync whose day is not complete', () => {
  test('exits 13, and writes nothing', async () => {
    const { run } = await startMorning(() => false);
    const home = createHome();
    const { exitCode, stdout, stderr } = await run(`${WAITING} --wait-max 30m`, home);
    expect({ exitCode, stdout }).toEqual({ exitCode: 13, stdout: '' });
    expect(stderr).toContain(
      `error: not ready: revenue ${DAY} of default has 0 records, fewer than 2 (80% of the median 2)\n`,
    );
    expect(home.list()).toEqual([]);
  });

  test('leaves a dataset as it was, also without the file of a failure', async () => {
    const { run } = await startMorning(() => false);
    const home = createHome();
    await run(FIRST, home);
    const before = filesIn(home);
    expect((await run('sync sales --wait-for yesterday --wait-max 30m', home)).exitCode).toBe(13);
    expect(filesIn(home)).toEqual(before);
    expect(existsSync(path.join(home.work, 'sales/report=revenue/profile=default/_failure.json'))).toBe(
      false,
    );
    expect((await run('sync status sales', home)).exitCode).toBe(0);
  });
});

describe('refused', () => {
  test.each([
    [`${FIRST} --wait-for today`, '--wait-for today (2026-06-15) is not over'],
    [
      `${FIRST} --wait-for 2026-04-30`,
      '--wait-for 2026-04-30 is not a day of the range 2026-05-01..2026-06-14',
    ],
    [`${FIRST} --to 2026-05 --wait-for yesterday`, `--wait-for yesterday (${DAY}) is not a day of the range`],
    [`${FIRST} --set-up --wait-for yesterday`, '--set-up cannot be combined with --wait-for'],
    [`${FIRST} --wait-every 5m`, '--wait-every needs --wait-for'],
    ['sync sales --wait-for yesterday', 'sales is not a dataset yet'],
  ])('%s', async (line, message) => {
    const { service, run } = await startMorning(() => true);
    const home = createHome();
    const { exitCode, stderr } = await run(line, home);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
    expect([service.requests.length, home.list()]).toEqual([0, []]);
  });
});

test('a dry run shows the wait', async () => {
  const { service, run } = await startMorning(() => true);
  const { exitCode, stderr } = await run(`${WAITING} --dry-run`, createHome());
  expect(exitCode).toBe(0);
  expect(stderr).toBe(
    `note: --dry-run: the run would first wait for default revenue ${DAY}\n` +
      'note: --dry-run: nothing was requested; the run would pull 2 of 2 months\n',
  );
  expect(service.requests).toEqual([]);
});
