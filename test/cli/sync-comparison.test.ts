/** What a sync compares with the last pull: names of columns, days, and records of other days. */

import { describe, expect, test } from 'vitest';
import { startUnsynced } from '../harness/dataset.ts';
import { runCli } from '../harness/run-cli.ts';

const FIRST = 'sync revenue sales --from 2026-05 --to 2026-05';

/** A dataset whose service then has other records. */
async function startDataset(recordsOf: (day: string) => readonly string[], line = FIRST) {
  const { service, home, env } = await startUnsynced(recordsOf);
  expect((await runCli(line, { home, env })).exitCode).toBe(0);
  return {
    home,
    next: (changed: typeof recordsOf, options: { now?: string; line?: string } = {}) => {
      service.recordsOf = changed;
      return runCli(options.line ?? 'sync sales', { home, env, ...options });
    },
  };
}

test('a day without an amount is named, and refused by --strict', async () => {
  const { next } = await startDataset((day) => [`{"date":"${day}","clicks":1,"revenue":2.5}`]);
  const lost = (day: string) => [`{"date":"${day}","clicks":1,"revenue":${day === '2026-05-18' ? null : 2.5}}`];
  const words = '1 of 31 days has no number in revenue, such as "2026-05-18" [unknown-amounts]';
  expect(await next(lost, { line: 'sync sales --strict' })).toMatchObject({
    ...{ exitCode: 9, stdout: '', stderr: expect.stringContaining(words) },
  });
  expect(await next(lost, { line: 'sync sales' })).toMatchObject({
    exitCode: 0,
    stdout: 'default revenue 2026-05-18 restated: revenue 2.5 → none\n',
    stderr: expect.stringContaining(words),
  });
});

describe('a column with the name of a member that every object has', () => {
  const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];

  test('a day without it has none', async () => {
    const record = (day: string, value: number | null) =>
      `{"date":"${day}","revenue":1${NAMES.map((name) => `,"${name}":${value}`).join('')}}`;
    const { next } = await startDataset((day) => [record(day, 5)]);
    expect(await next((day) => [record(day, day === '2026-05-18' ? null : 5)])).toPrint(
      `default revenue 2026-05-18 restated: ${NAMES.map((name) => `${name} 5 → none`).join(', ')}\n`,
    );
    expect(await next((day) => [record(day, 5)])).toPrint(
      `default revenue 2026-05-18 restated: ${NAMES.map((name) => `${name} none → 5`).join(', ')}\n`,
    );
  });

  test.each(['constructor', '__proto__'])('%s: as the main measure, its drop is found', async (name) => {
    const record = (day: string, value: number | null) => `{"date":"${day}",${JSON.stringify(name)}:${value}}`;
    const { next } = await startDataset((day) => [record(day, 5)]);
    expect(await next((day) => [record(day, day < '2026-05-25' ? null : 5)])).toFail(
      9,
      `error: default revenue 2026-05 lost more than --max-drop allows: ${name} 155 before, 35 now\n` +
        'hint: the month was not replaced; if the new figures are right, add --force revenue/default/2026-05\n' +
        'note: 1 failure; 1 month written (14 records), 0 unchanged, 0 settled\n',
    );
  });
});

describe('a loss in a month that grows', () => {
  const record = (day: string, revenue: string) => `{"date":"${day}","revenue":${revenue}}`;
  const NEXT_DAY = '2026-06-16T02:00:00Z';
  const JUNE = 'sync revenue sales --from 2026-06';

  test.each([
    ['records', (day: string) => (day < '2026-06-13' ? [] : Array(60).fill(record(day, '5.00')))],
    ['the main sum', (day: string) => [record(day, day < '2026-06-15' ? '0.50' : '900.00')]],
    ['whole days', (day: string) => (day < '2026-06-15' && day > '2026-06-05' ? [] : [record(day, '50.00')])],
  ])('of %s is not hidden by new days', async (_what, changed) => {
    const { home, next } = await startDataset((day) => (day > '2026-06-12' ? [] : [record(day, '5.00')]), JUNE);
    const before = home.read('sales/report=revenue/profile=default/month=2026-06/_data.json');
    const { exitCode, stderr } = await next((day) => (day === '2026-06-13' ? [] : changed(day)), { now: NEXT_DAY });
    expect(stderr).toContain('default revenue 2026-06 lost more than --max-drop allows: ');
    expect(exitCode).toBe(9);
    const after = JSON.parse(home.read('sales/report=revenue/profile=default/month=2026-06/_data.json')!);
    expect({ ...after, refused: undefined }).toEqual(JSON.parse(before!));
  });
});

describe('records dated outside the month', () => {
  const NONE = 'sync sales --date-column none';
  const inside = (day: string) => `{"date":"${day}","revenue":1}`;
  /** Each day, and two records of other months. */
  const withOutside = (revenue: number) => (day: string) =>
    day === '2026-05-31'
      ? [inside(day), `{"date":"2026-06-01","revenue":${revenue}}`, '{"date":"2026-04-30","revenue":7}']
      : [inside(day)];

  test('are restated in one line', async () => {
    const { next } = await startDataset((day) => [inside(day)]);
    expect(await next(withOutside(2), { line: NONE })).toPrint(
      'default revenue 2026-05 (records without a date, or of other days) restated: 0 → 2 records, revenue 0 → 9\n',
    );
    expect(await next(withOutside(3), { line: NONE })).toPrint(
      'default revenue 2026-05 (records without a date, or of other days) restated: revenue 9 → 10\n',
    );
    expect(await next(withOutside(3), { line: NONE })).toPrint();
  });
});
