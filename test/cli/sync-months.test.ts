/** What a month must pass before it is written, beyond the checks of a report: nothing of a refused month stays. */

import { describe, expect, test } from 'vitest';
import {
  type ChangingService,
  figuresIn,
  filesIn,
  monthFolder,
  snapshot,
  startDataset,
  startUnsynced,
  twoRecords,
} from '../harness/dataset.ts';
import { type Home, runWithNotes as runCli } from '../harness/run-cli.ts';

const FIRST = 'sync revenue sales --from 2026-04 --to 2026-05';

async function startSync(recordsOf: (day: string) => readonly string[], line = FIRST) {
  const { service, home, env } = await startUnsynced(recordsOf);
  const first = await runCli(line, { home, env });
  return { first, ...nextOf(service, home) };
}

/** A dataset with two records a day. */
async function startWithTwo() {
  const { service, home } = await startDataset(FIRST);
  return nextOf(service, home);
}

/** The home, and a run after the records have changed. */
function nextOf(service: ChangingService, home: Home) {
  return {
    home,
    next: (
      changed: (day: string) => readonly string[],
      nextLine = 'sync sales --to 2026-05',
      now = '2026-06-15T12:00:00Z',
    ) => {
      service.recordsOf = changed;
      return runCli(nextLine, { home, env: service.env, now });
    },
  };
}

describe('a refused month leaves nothing', () => {
  const withExtra = (day: string) => twoRecords(day).map((each) => each.replace('}', ',"extra":1}'));

  test.each<readonly [string, number, string, (day: string) => readonly string[], string]>([
    ['a large drop', 9, 'lost more than --max-drop', (day) => (day > '2026-05-10' ? [] : withExtra(day)), ''],
    [
      'no date column',
      11,
      'no record has the date column "date"',
      (day) => withExtra(day).map((each) => each.replace('"date"', '"when"')),
      '--date-column none',
    ],
    [
      'a value that its type does not hold',
      11,
      'column "clicks" is INT64',
      (day) => withExtra(day).map((each) => each.replace('"clicks":1', '"clicks":1.5')),
      '',
    ],
    [
      'no main measure',
      11,
      'no record has the main measure "revenue"',
      (day) => withExtra(day).map((each) => each.replace('"revenue"', '"income"')),
      '',
    ],
    [
      'too many decimals',
      11,
      'column "revenue" is DECIMAL(38,9), which does not hold the value 1.1000000001',
      (day) => withExtra(day).map((each) => each.replace('1.10', '1.1000000001')),
      '',
    ],
    [
      'an absent column, with --strict',
      9,
      'no record has the column "campaign": null in this file',
      (day) => withExtra(day).map((each) => each.replace(/"campaign":"."/, '"other":1')),
      '--strict',
    ],
  ])('%s', async (what, exit, message, changed, options) => {
    const { home, next } = await startWithTwo();
    // The record of the month notes the drop.
    const stateOf = what === 'a large drop' ? figuresIn : snapshot;
    const before = stateOf(home);
    const { exitCode, stderr } = await next(changed, `sync sales --to 2026-05 ${options}`);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(exit);
    expect(stateOf(home)).toEqual(before);
    // The next good response is as the first one was.
    expect(await next(twoRecords)).toPrint();
    expect((await next(withExtra)).stderr).toContain('new column "extra"');
    expect(filesIn(home)).toContain('report=revenue/_schema-2.json');
  });

  test('records without any value do not choose the date column', async () => {
    const { home, first, next } = await startSync(() => ['{"date":null,"revenue":null}']);
    expect(first.stderr).toContain('no record has a value in any column');
    expect(first.exitCode).toBe(11);
    expect(filesIn(home)).toEqual(['_dataset.json']);
    expect((await next(twoRecords)).exitCode).toBe(0);
    expect(JSON.parse(home.read('sales/report=revenue/_schema.json')!)).toMatchObject({
      dateColumn: 'date',
      mainMeasure: 'revenue',
    });
  });
});

describe('--strict', () => {
  const INEXACT = '"ctr":0.12345678901234567891';
  const withCtr = (day: string) => [`{"date":"${day}","revenue":1,${INEXACT}}`];
  const WARNING = /"ctr".* text/;

  test('refuses a ratio that no type of number holds, in the first month and later', async () => {
    const { home, first, next } = await startSync(withCtr, `${FIRST} --strict`);
    expect(first.stderr).toMatch(WARNING);
    expect(first.exitCode).toBe(9);
    expect(filesIn(home)).toEqual(['_dataset.json']);
    expect((await next((day) => [`{"date":"${day}","revenue":1}`])).exitCode).toBe(0);
    const before = snapshot(home);
    const later = await next(withCtr, 'sync sales --strict');
    expect(later.stderr).toMatch(WARNING);
    expect(later.exitCode).toBe(9);
    expect(snapshot(home)).toEqual(before);
    const without = await next(withCtr);
    expect(without.stderr).toMatch(/^warning: .*"ctr".* text/m);
    expect(without.exitCode).toBe(0);
  });

  test('does not refuse an unchanged month for a column that another month has', async () => {
    const { home, next } = await startSync(twoRecords, 'sync revenue sales --from 2026-05');
    const newInJune = (day: string) =>
      twoRecords(day).map((each) => (day < '2026-06-15' ? each : each.replace('}', ',"extra":1}')));
    const NEXT_DAY = '2026-06-16T12:00:00Z';
    expect((await next(newInJune, 'sync sales --strict', NEXT_DAY)).exitCode).toBe(0);
    expect(filesIn(home)).toContain('report=revenue/_schema-2.json');
    expect(await next(newInJune, 'sync sales --strict', NEXT_DAY)).toPrint();
  });
});

test('a month that a killed run left half replaced is pulled until it is whole', async () => {
  const { service, home, env } = await startUnsynced();
  const run = (line: string) => runCli(line, { home, env, now: '2026-09-15T12:00:00Z' });
  await run(`${FIRST} -f csv`);
  const folder = monthFolder('2026-04');
  const whole = home.read(`${folder}/data.csv`)!;
  // The figures are those of another pull, in a file of the same size.
  home.write(`${folder}/data.csv`, whole.replace(/\d(?=\D*$)/, '9'));
  home.write(`${folder}/.reporting-1-0123456789ab.tmp`, '');
  service.statusOf = () => 503;
  expect((await run('sync sales --retry-for 0')).exitCode).toBe(6);
  service.statusOf = () => 200;
  expect(await run('sync sales')).toMatchObject({ exitCode: 0 });
  expect(home.read(`${folder}/data.csv`)).toBe(whole);
  expect(filesIn(home).filter((file) => file.endsWith('.tmp'))).toEqual([]);
});
