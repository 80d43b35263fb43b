/** Two runs on one dataset at once, and `sync status` during a run. */

import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { monthFolder, startDataset, startUnsynced, twoRecords } from '../harness/dataset.ts';
import { type CliOptions, type Home, runCli } from '../harness/run-cli.ts';
import { statusTable } from '../harness/text-table.ts';

const FIRST = 'sync revenue sales -f csv --from 2026-03';
const TEMPORARY = '.reporting-1-0123456789ab.tmp';

const inMonth = (home: Home, month: string, file: string) => path.join(home.work, monthFolder(month), file);

/** A dataset of four months that was pulled at noon. */
async function startAtNoon() {
  const { service, home, env } = await startDataset(FIRST);
  const sync = (line: string, hour: number, options: CliOptions = {}) =>
    runCli(line, { home, env, now: `2026-06-15T${hour}:00:00Z`, ...options });
  return { service, home, sync };
}

describe('two runs at once', () => {
  const ALL = 'sync sales --lookback 365d --concurrency 1 --retry-for 0';

  test.each([
    ['unchanged months are pulled once', [], 0],
    ['a month whose first pull failed is pulled again', ['2026-04'], 6],
  ])('%s', async (_what, failing, exit) => {
    const { service, sync } = await startAtNoon();
    let first: Promise<unknown> | undefined;
    let second: ReturnType<typeof sync> | undefined;
    let letFirstGo: () => void = () => undefined;
    const isSecondWaiting = new Promise<void>((resolve) => {
      letFirstGo = resolve;
    });
    service.onRequest = async () => {
      second ??= sync(ALL, 14, {
        async onTime() {
          letFirstGo();
          await first;
        },
      });
      await isSecondWaiting;
    };
    service.statusOf = (_client, month) => (failing.includes(month) ? 503 : 200);
    first = sync(ALL, 13);
    expect(await first).toMatchObject({ exitCode: exit });
    service.asked();
    service.statusOf = () => 200;
    expect(await second).toPrint();
    expect(service.asked()).toEqual(failing.map((month) => `revenue default ${month}-01..${month}-30`));
  });

  test('the first run does not pull what the second has pulled meanwhile', async () => {
    const { service, home, sync } = await startAtNoon();
    const before = service.requests.length;
    const months = ['2026-04', '2026-05', '2026-06'];
    const isBusy = () =>
      service.requests.length < before + 1 + months.length ||
      months.some((month) => existsSync(inMonth(home, month, '.lock')));
    let first: Promise<unknown> | undefined;
    let second: ReturnType<typeof sync> | undefined;
    let letFirstGo: () => void = () => undefined;
    const isSecondDone = new Promise<void>((resolve) => {
      letFirstGo = resolve;
    });
    let letSecondGo: () => void = () => undefined;
    // A run that has not seen another one keeps the records of unchanged months.
    const isSecondWaiting = new Promise<void>((resolve) => {
      letSecondGo = resolve;
    });
    service.onRequest = () => {
      if (second !== undefined) return isSecondWaiting;
      second = sync(ALL.replace('1 ', '2 '), 13, {
        now: '2026-06-15T13:05:00Z',
        async onTime() {
          letSecondGo();
          while (isBusy()) await new Promise(setImmediate);
          letFirstGo();
          await first;
        },
      });
      return isSecondDone;
    };
    first = sync(ALL, 13);
    expect(await first).toPrint();
    expect(await second).toPrint();
    expect(service.requests).toHaveLength(before + 1 + months.length);
  });

  test('an older pull without a lock does not replace a newer one', async () => {
    const { service, home, sync } = await startAtNoon();
    const withRevenue = (revenue: string) => (day: string) =>
      twoRecords(day).map((each) => (day === '2026-05-18' ? each.replace('1.10', revenue) : each));
    service.recordsOf = withRevenue('2.10');
    let newer: Awaited<ReturnType<typeof sync>> | undefined;
    expect(
      await sync('sync sales', 13, {
        // The older run has printed what it replaces, and has not replaced it.
        async onPrint() {
          if (newer !== undefined) return;
          for (const month of ['2026-05', '2026-06']) rmSync(inMonth(home, month, '.lock'), { force: true });
          service.recordsOf = withRevenue('3.10');
          newer = await sync('sync sales', 14);
        },
      }),
    ).toPrint('default revenue 2026-05-18 restated: revenue 3.30 → 4.30\n');
    expect(newer).toPrint('default revenue 2026-05-18 restated: revenue 3.30 → 5.30\n');
    expect(home.read(`${monthFolder('2026-05')}/data.csv`)).toContain('2026-05-18,a,1,3.10');
    expect(JSON.parse(home.read(`${monthFolder('2026-05')}/_data.json`)!).pulledAt).toMatch(/T14/);
    expect(await runCli('verify sales', { home })).toPrint();
    expect(await sync('sync sales', 15)).toPrint();
  });
});

describe.each([
  ['named by option', true],
  ['named by variable', false],
])('two first runs at once in different zones, %s', (_how, isOption) => {
  test(isOption ? 'one is refused' : 'both use the zone of the first', async () => {
    const { service, home, env } = await startUnsynced();
    const other = () => home.write('sales/.lock', '{"host":"other","pid":1,"beats":0}');
    mkdirSync(path.join(home.work, 'sales'));
    other();
    const waiting = new Set<string>();
    const results = await Promise.all(
      ['UTC', 'Asia/Tokyo'].map((zone) =>
        runCli(`sync revenue sales --from 2026-06${isOption ? ` --timezone ${zone}` : ''}`, {
          ...{ home, env: isOption ? env : { ...env, REPORTING_TIMEZONE: zone }, now: '2026-06-15T18:00:00Z' },
          // Both have seen that there is no dataset before one creates it.
          onTime() {
            if (waiting.add(zone).size === 2 && home.read('sales/.lock')?.includes('"other"')) {
              rmSync(path.join(home.work, 'sales/.lock'));
            }
          },
        }),
      ),
    );
    const { timeZone } = JSON.parse(home.read('sales/_dataset.json')!);
    const rest = results.filter(({ exitCode }) => exitCode !== 0);
    expect(
      rest.map(({ exitCode, stderr }) => [exitCode, stderr.includes(`has ${timeZone} for the time zone`)]),
    ).toEqual(isOption ? [[2, true]] : []);
    const end = timeZone === 'UTC' ? '2026-06-14' : '2026-06-15';
    expect(service.asked()).toEqual([`revenue default 2026-06-01..${end}`]);
    expect(await runCli('verify sales', { home })).toPrint();
  });
});

describe('sync status', () => {
  test('during a run calls no month stale', async () => {
    const { service, home, sync } = await startAtNoon();
    const statuses: Awaited<ReturnType<typeof sync>>[] = [];
    service.onRequest = async (from) => {
      const month = from.slice(0, 7);
      expect(existsSync(inMonth(home, month, '.lock'))).toBe(true);
      // As while the run writes.
      writeFileSync(inMonth(home, month, TEMPORARY), '');
      statuses.push(await sync('sync status sales', 13));
      rmSync(inMonth(home, month, TEMPORARY));
    };
    expect((await sync('sync sales --concurrency 1', 13)).exitCode).toBe(0);
    expect(statuses).toHaveLength(2);
    for (const each of statuses)
      expect(each).toPrint(
        statusTable(
          'default | revenue | whole | 2026-03..2026-04',
          'default | revenue | open | 2026-05..2026-06',
          'default | revenue | pulled | 2026-06-15',
        ),
      );
  });

  test.each([
    ['no lock', undefined, 0],
    ['the lock of a process that has ended', 'own', 0],
    ['a lock of another machine without a heartbeat for a minute', 'other', 61],
  ])('after a run that was killed calls its month incomplete: %s', async (_what, owner, ageSeconds) => {
    const { home, sync } = await startAtNoon();
    writeFileSync(inMonth(home, '2026-05', TEMPORARY), '');
    const lock = inMonth(home, '2026-05', '.lock');
    if (owner === 'other') writeFileSync(lock, '{"host":"other","pid":1,"beats":0}');
    if (owner === 'own') writeFileSync(lock, await endedLock());
    const time = Date.parse('2026-06-15T13:00:00Z') / 1000 - ageSeconds;
    if (owner !== undefined) utimesSync(lock, time, time);
    expect(await sync('sync status sales', 13)).toFail(
      9,
      'error: 1 month incomplete\nhint: run `reporting sync sales`\n',
      statusTable(
        'default | revenue | whole | 2026-03..2026-04',
        'default | revenue | open | 2026-06',
        'default | revenue | incomplete | 2026-05',
        'default | revenue | pulled | 2026-06-15',
      ),
    );
  });

  /** A lock of this machine, whose process id is higher than any on Linux (proc(5), pid_max). */
  async function endedLock(): Promise<string> {
    const { service, home, sync } = await startAtNoon();
    let text = '';
    service.onRequest = () => {
      text ||= home.read(`${monthFolder('2026-05')}/.lock`) ?? '';
    };
    await sync('sync sales --concurrency 1', 13);
    return text.replace(/"pid":\d+/, '"pid":4194305');
  }
});
