/** Months without records, and months with the records of another one. */

import { describe, expect, test } from 'vitest';
import { filesIn, monthFolder, startChangingService, twoRecords } from '../harness/dataset.ts';
import { createHome, runWithNotes as runCli } from '../harness/run-cli.ts';
import { statusTable } from '../harness/text-table.ts';

const ALL = 'sync revenue sales --from 2026-03 --to 2026-05';
const QUIET = { exitCode: 0, stdout: '', stderr: '' };
const emptyIn = (month: string, days: number) =>
  `warning: default revenue ${month}: no records for revenue ${month}-01..${month}-${days} [empty]`;

async function startSync(recordsOf: (day: string) => readonly string[]) {
  const service = await startChangingService();
  service.recordsOf = recordsOf;
  const home = createHome();
  return {
    ...{ service, home },
    sync: (line: string, now = '2026-06-15T12:00:00Z') => runCli(line, { home, env: service.env, now }),
  };
}

const warningsOf = (stderr: string) => stderr.match(/^warning: .*$/gm) ?? [];

describe('an empty month', () => {
  test('is a warning when its record is first written, and not every night', async () => {
    const { service, sync } = await startSync((day) => (day < '2026-05-01' ? twoRecords(day) : []));
    const first = await sync(ALL);
    expect(first.exitCode).toBe(0);
    expect(warningsOf(first.stderr)).toEqual([emptyIn('2026-05', 31)]);
    for (const day of ['15', '16', '17'])
      expect(await sync('sync sales --to 2026-05', `2026-06-${day}T12:00:00Z`)).toMatchObject(QUIET);
    // It gets records, and loses them.
    const LATER = '2026-06-18T12:00:00Z';
    service.recordsOf = twoRecords;
    expect(warningsOf((await sync('sync sales --to 2026-05', LATER)).stderr)).toEqual([]);
    service.recordsOf = (day) => (day < '2026-05-01' ? twoRecords(day) : []);
    const lost = await sync('sync sales --to 2026-05 --force revenue/default/2026-05', LATER);
    expect(warningsOf(lost.stderr)).toEqual([emptyIn('2026-05', 31)]);
    expect(await sync('sync sales --to 2026-05', LATER)).toMatchObject(QUIET);
  });

  test('with --strict fails within lookback, and then settles', async () => {
    const { service, home, sync } = await startSync(() => []);
    const { exitCode, stderr } = await sync(`${ALL} --strict --concurrency 1`);
    expect(exitCode).toBe(9);
    expect(stderr.match(/^error: .*$/gm)).toEqual([
      'error: profile default: no records for revenue 2026-05-01..2026-05-31 [empty]',
    ]);
    expect(warningsOf(stderr)).toEqual([emptyIn('2026-03', 31), emptyIn('2026-04', 30)]);
    expect(filesIn(home).filter((file) => file.includes('2026-05'))).toEqual([]);
    service.asked();
    expect((await sync('sync sales --to 2026-05 --strict', '2026-06-16T12:00:00Z')).exitCode).toBe(9);
    expect(service.asked()).toEqual(['revenue default 2026-05-01..2026-05-31']);
    // 35 days after the end of May is 5 July.
    expect((await sync('sync sales --to 2026-05 --strict', '2026-07-04T12:00:00Z')).exitCode).toBe(9);
    const late = await sync('sync sales --to 2026-05 --strict', '2026-07-05T12:00:00Z');
    expect(late.exitCode).toBe(0);
    expect(warningsOf(late.stderr)).toEqual([emptyIn('2026-05', 31)]);
    service.asked();
    expect(await sync('sync sales --to 2026-05 --strict', '2026-07-06T12:00:00Z')).toMatchObject(QUIET);
    expect(service.asked()).toEqual([]);
  });

  test('is counted by sync status', async () => {
    const { sync } = await startSync((day) => (day > '2026-04-30' ? twoRecords(day) : []));
    await sync('sync revenue sales --from 2026-03');
    expect(await sync('sync status sales')).toPrint(
      statusTable(
        'default | revenue | whole | 2026-03..2026-04',
        'default | revenue | open | 2026-05..2026-06',
        'default | revenue | no records | 2026-03..2026-04',
        'default | revenue | pulled | 2026-06-15',
      ),
    );
  });
});

describe('months with the same records, without dates', () => {
  const LINE = 'sync domains sales --from 2026-03 --to 2026-05 --concurrency 1';
  const domains = (revenue: string) =>
    ['a', 'b', 'c', 'd', 'e'].map((name) => `{"domain":"${name}","revenue":${revenue}}`);
  /** The records of a month, as those of its first day. */
  const monthly = (records: (month: string) => readonly string[]) => (day: string) =>
    day.endsWith('-01') ? records(day.slice(0, 7)) : [];
  const same = (one: string, other: string, month = other) =>
    `warning: default domains ${month.slice(0, 7)}: the responses for domains ${one} and ${other} hold the same records: a cache may ignore the query [repeated-windows]`;
  const [MARCH, APRIL, MAY] = ['2026-03-01..2026-03-31', '2026-04-01..2026-04-30', '2026-05-01..2026-05-31'] as const;

  test('of one run', async () => {
    const { sync } = await startSync(monthly((month) => domains(month === '2026-04' ? '7.31' : '12.34')));
    // May is the first, for the types.
    expect(warningsOf((await sync(LINE)).stderr)).toEqual([same(MARCH, MAY, MARCH)]);
    expect(await sync('sync sales --to 2026-05')).toMatchObject(QUIET);
  });

  test('of an earlier run, settled or broken', async () => {
    const { service, home, sync } = await startSync(monthly((month) => domains(`${month.slice(-1)}.345`)));
    expect(warningsOf((await sync(LINE)).stderr)).toEqual([]);
    service.recordsOf = monthly((month) => domains(month === '2026-05' ? '4.345' : '9'));
    home.write(`${monthFolder('2026-03', 'default', 'domains')}/_data.json`, '{');
    const { stderr } = await sync('sync sales --to 2026-05');
    expect(warningsOf(stderr)).toEqual([same(APRIL, MAY)]);
  });

  test('fail with --strict, and nothing of the month stays', async () => {
    const { home, sync } = await startSync(monthly((month) => domains(month === '2026-04' ? '7.31' : '12.34')));
    expect(await sync(`${LINE} --strict`)).toFail(
      9,
      'error: profile default: the responses for domains 2026-03-01..2026-03-31 and 2026-05-01..2026-05-31 hold the same records: a cache may ignore the query [repeated-windows]\n' +
        'hint: --strict makes this warning an error, and this was not written: see `reporting help repeated-windows`\n' +
        'note: 1 failure; 2 months written (10 records), 0 unchanged, 0 settled\n',
    );
    expect(filesIn(home).filter((file) => file.includes('2026-03'))).toEqual([]);
  });

  test.each([
    ['few figures', monthly(() => ['{"domain":"a","clicks":1}'])],
    ['no figures', monthly(() => ['{"domain":"a"}', '{"domain":"b"}'])],
    ['other figures', monthly((month) => domains(`12.3${month.slice(-1)}`))],
    ['dates', monthly((month) => [`{"date":"${month}-01","revenue":12345.67}`])],
  ])('are not: %s', async (_what, recordsOf) => {
    const { sync } = await startSync(recordsOf);
    expect((await sync(LINE.replace('03', '04'))).stderr).not.toContain('the same records');
    expect((await sync('sync sales --to 2026-05 --strict')).stderr).not.toContain('the same records');
  });
});
