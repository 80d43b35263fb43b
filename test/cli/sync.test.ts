import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../src/core/errors.ts';
import {
  faultsInSales,
  figuresIn,
  filesIn,
  homeWithProfiles,
  makeOld,
  monthFolder,
  pullAgain,
  removeFiles,
  snapshot,
  startChangingService,
  startDataset,
  startUnsynced,
  twoRecords,
} from '../harness/dataset.ts';
import { createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { statusTable } from '../harness/text-table.ts';

const FIRST = 'sync revenue sales --format csv --from 2026-04';
const MAY = 'sync revenue sales --format csv --from 2026-05 --to 2026-05';
/** The clock of a run without `now`: 2026-06-15. */
const NEXT_DAY = '2026-06-16T02:00:00Z';

function recordOf(home: Home, month: string, profile?: string): Record<string, unknown> {
  return JSON.parse(home.read(`${monthFolder(month, profile)}/_data.json`)!);
}

describe('a first run', () => {
  test('requests each month, and writes a file for each, with its record', async () => {
    const { service, home, env } = await startUnsynced();
    expect(await runCli(FIRST, { home, env })).toPrint(
      '',
      'note: 3 months written (150 records), 0 unchanged, 0 settled\n',
    );
    const months = ['2026-04', '2026-05', '2026-06'];
    expect(filesIn(home)).toEqual(
      [
        '_dataset.json',
        'report=revenue/_schema.json',
        ...months.flatMap((month) =>
          ['_data.json', 'data.csv'].map((file) => `report=revenue/profile=default/month=${month}/${file}`),
        ),
      ].sort(),
    );
    const csv = home.read(`${monthFolder('2026-06')}/data.csv`)!;
    expect(csv.split('\n').slice(0, 3)).toEqual([
      'date,campaign,clicks,revenue',
      '2026-06-01,a,1,1.10',
      '2026-06-01,b,2,2.20',
    ]);
    expect(csv.split('\n')).toHaveLength(1 + 14 * 2 + 1);
    // Each month once; the newest whole month first, for the types.
    expect(service.windows()).toEqual(['2026-04-01..2026-04-30', '2026-05-01..2026-05-31', '2026-06-01..2026-06-14']);
    expect(service.requests[0]!.query.start_date).toBe('2026-05-01');
  });

  const FIRST_RUN = 'for example: reporting sync revenue sales --from 2026-01';
  const NO_DATASET = 'sales is not a dataset: it has no _dataset.json\nhint: create one: reporting sync revenue sales';
  test.each([
    ['sync revenue sales', `sales is not a dataset yet, and the first run needs a first month\nhint: ${FIRST_RUN}`],
    ['sync sales', `sales is not a dataset yet, and the first run needs reports\nhint: ${FIRST_RUN}`],
    [
      'sync sales --sandbox',
      `sales is not a dataset yet, and the first run needs reports\nhint: ${FIRST_RUN} --sandbox`,
    ],
    ['sync revenue', `no directory to sync\nhint: ${FIRST_RUN}`],
    ['sync revnue sales --from 2026-01', 'unknown report "revnue"\nhint: the reports are: revenue, domains'],
    ['sync revenue sales --from 2026-01-05', '--from takes a whole month, such as 2026-01, not "2026-01-05"'],
    ['sync revenue sales --from 2026-05 --to 2026-04', '--to 2026-04 is before the first month, 2026-05'],
    ['sync revenue sales --from 2026-01 --lookback 5w', '--lookback takes days up to 3660d, such as 35d, not "5w"'],
    ['sync revenue sales --from 2026-01 --max-drop 101%', '--max-drop takes a percentage from 0% to 100%, not "101%"'],
    [
      'sync revenue sales --from 2026-01 --type ctr=float',
      '--type takes a column and a type, not "ctr=float"\nhint: for example: --type ctr=double; ' +
        'the types are int64, decimal(38,9), decimal(38,18), double, date, boolean, utf8, text',
    ],
    [
      'sync revenue sales --from 2026-01 --force revenue/x/2026-01',
      '--force revenue/x/2026-01: the run has no such month\n' +
        'hint: name report, profile and month: --force revenue/default/2026-01',
    ],
    ['sync status sales', `${NO_DATASET} --from 2026-01`],
    ['verify sales', `${NO_DATASET} --from 2026-01`],
  ])('%s is an error', async (line, message) => {
    const service = await startChangingService();
    expect(await runCli(line, { env: service.env })).toFail(2, `error: ${message}\n`);
    expect(service.requests).toEqual([]);
  });

  test('refuses a directory with other files', async () => {
    const { home, env } = await startUnsynced();
    mkdirSync(path.join(home.work, 'sales'));
    home.write('sales/mine.txt', 'x');
    expect(await runCli(FIRST, { home, env })).toFail(
      2,
      'error: sales is not empty, and has no _dataset.json\nhint: name a new or an empty directory\n',
    );
    expect(filesIn(home)).toEqual(['mine.txt']);
  });
});

test('an interruption ends with the command that continues', async () => {
  const { service, home, env } = await startUnsynced();
  const abort = new AbortController();
  service.onRequest = (from) => {
    if (from === '2026-04-01') abort.abort(new ReportingError('E-interrupted', 'interrupted', { signal: 'SIGINT' }));
  };
  expect(await runCli(`${FIRST} --concurrency 1`, { home, env, signal: abort.signal })).toFail(
    130,
    'error: interrupted, 1 of 3 months written\nhint: continue with `reporting sync sales`\n',
  );
  expect(await runCli('sync sales', { home, env })).toPrint(
    '',
    'note: 2 months written (88 records), 1 unchanged, 0 settled\n',
  );
});

describe('a second run', () => {
  test('notes the time of an unchanged pull, and leaves its figures', async () => {
    const { home, env } = await startDataset(FIRST);
    makeOld(home);
    const before = snapshot(home);
    expect(await runCli('sync sales', { home, env, now: NEXT_DAY })).toPrint(
      '',
      'note: 1 month written (30 records), 1 unchanged, 1 settled\n',
    );
    expect(recordOf(home, '2026-05').pulledAt).toBe('2026-06-16T02:00:00.000Z');
    const changed = Object.entries(snapshot(home)).flatMap(([file, state]) =>
      state === before[file] ? [] : [file.replace('report=revenue/profile=default/', '')],
    );
    expect(changed).toEqual([
      'month=2026-05/_data.json',
      ...['_data.json', 'data.csv'].map((file) => `month=2026-06/${file}`),
    ]);
  });

  test('requests a settled month again if its data file has another size, and repairs it', async () => {
    const { service, home, env } = await startDataset('sync revenue sales -f csv --from 2026-01');
    const file = `${monthFolder('2026-01')}/data.csv`;
    const text = home.read(file)!;
    home.write(file, text.slice(0, 100));
    expect((await runCli('sync status sales', { home })).stdout).toMatch(/incomplete +2026-01$/m);
    expect(await runCli('verify sales', { home })).toFail(
      10,
      faultsInSales(1, pullAgain('revenue/default/2026-01')),
      `${file} has another SHA-256 than its record\n`,
    );
    expect(await runCli('sync sales', { home, env })).toPrint(
      '',
      'note: 1 month written (62 records), 2 unchanged, 3 settled\n',
    );
    // The figures are those of the last pull, so no day is restated.
    expect(service.asked()[0]).toBe('revenue default 2026-01-01..2026-01-31');
    expect(home.read(file)).toBe(text);
  });

  test('the figures of a day that differ from their check are a fault', async () => {
    const { home } = await startDataset(FIRST);
    const file = `${monthFolder('2026-05')}/_data.json`;
    const text = home.read(file)!;
    expect(text).toContain('"revenue":"3.30"');
    home.write(file, text.replace('"revenue":"3.30"', '"revenue":"3.31"'));
    expect(await runCli('verify sales', { home })).toFail(
      10,
      faultsInSales(1, removeFiles(file)),
      `${file} is broken\n`,
    );
  });

  test('does not notice other damage of a settled month: verify does, and prints a command that repairs it', async () => {
    const again = pullAgain('revenue/default/2026-01');
    const { home, env } = await startDataset('sync revenue sales -f csv --from 2026-01');
    const file = `${monthFolder('2026-01')}/data.csv`;
    const text = home.read(file)!;
    home.write(file, text.replace('1.10', '9.10'));
    await runCli('sync sales', { home, env });
    expect(await runCli('verify sales', { home })).toFail(
      10,
      faultsInSales(1, again),
      `${file} has another SHA-256 than its record\n`,
    );
    await runCli(/sync [^`]*/.exec(again)![0], { home, env });
    expect(home.read(file)).toBe(text);
  });

  test('with a clock set back a month says so, and changes nothing', async () => {
    const { home, env } = await startDataset(FIRST);
    const before = snapshot(home);
    const at = (month: string): string =>
      `error: default revenue ${month} was pulled at 2026-06-15T12:00:00.000Z, but the clock of this machine shows 2026-05-15T12:00:00.000Z\n` +
      `hint: set the clock; if the record is wrong, remove ${monthFolder(month)}/_data.json\n`;
    expect(await runCli('sync sales', { home, env, now: '2026-05-15T12:00:00Z' })).toFail(
      2,
      `${at('2026-04')}${at('2026-05')}note: 2 failures; 0 months written, 0 unchanged, 0 settled\n`,
    );
    expect(snapshot(home)).toEqual(before);
  });

  test('ignores the order of records and members, and the spelling of numbers', async () => {
    const { service, home, env } = await startDataset(FIRST);
    makeOld(home);
    const before = figuresIn(home);
    service.recordsOf = (day) => [
      `{"revenue":2.2,"clicks":2e0,"campaign":"\\u0062","date":"${day}"}`,
      `{"date":"${day}","campaign":"a","clicks":1.0,"revenue":11e-1,"other":null}`,
    ];
    expect(await runCli('sync sales', { home, env })).toPrint();
    expect(figuresIn(home)).toEqual(before);
  });
});

describe('the settings of a dataset', () => {
  test('--lookback 0d pulls no whole month again', async () => {
    const { service, home, env } = await startDataset(`${FIRST} --lookback 0d`);
    expect(JSON.parse(home.read('sales/_dataset.json')!)).toMatchObject({ lookbackDays: 0 });
    service.asked();
    await runCli('sync sales', { home, env, now: NEXT_DAY });
    expect(service.asked()).toEqual(['revenue default 2026-06-01..2026-06-15']);
  });

  test('--lookback is for one run', async () => {
    const { service, home, env } = await startDataset(FIRST);
    await runCli('sync sales --lookback 60d', { home, env });
    expect(service.asked()).toHaveLength(3);
    await runCli('sync sales', { home, env });
    expect(service.asked()).toHaveLength(2);
  });
});

describe('restated figures', () => {
  async function restate(recordsOf: (day: string) => readonly string[], line = 'sync sales', first = MAY) {
    const { service, home, env } = await startDataset(first);
    makeOld(home);
    const before = snapshot(home);
    service.recordsOf = recordsOf;
    const result = await runCli(line, { home, env });
    const after = snapshot(home);
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    return { ...result, changed: changed.map((file) => file.replace('report=revenue/profile=default/', '')) };
  }

  const withMore = (day: string) =>
    day === '2026-05-18'
      ? [...twoRecords(day), `{"date":"${day}","campaign":"c","clicks":0,"revenue":6.34}`]
      : twoRecords(day);

  test('one day: exactly that day, with the exact difference, and one data file', async () => {
    const { exitCode, stdout, changed } = await restate(withMore, 'sync sales', FIRST);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: 'default revenue 2026-05-18 restated: 2 → 3 records, revenue 3.30 → 9.64\n',
    });
    const files = ['_data.json', 'data.csv'].map((file) => `month=2026-05/${file}`);
    expect(changed).toEqual([...files, 'month=2026-06/_data.json']);
  });

  test('a day that loses its records', async () => {
    const { stdout } = await restate((day) => (day === '2026-05-18' ? [] : twoRecords(day)));
    expect(stdout).toBe('default revenue 2026-05-18 restated: 2 → 0 records, revenue 3.30 → 0, clicks 3 → 0\n');
  });

  test('records without dates are compared only for the same range', async () => {
    const { service, home, env } = await startUnsynced();
    let revenue = '5.00';
    service.recordsOf = (day) => (day.endsWith('-01') ? [`{"domain":"x","revenue":${revenue}}`] : []);
    await runCli('sync domains sales -f csv --from 2026-05', { home, env });
    revenue = '6.50';
    const { stdout } = await runCli('sync sales', { home, env, now: NEXT_DAY });
    expect(stdout).toBe('default domains 2026-05 restated: revenue 5.00 → 6.50\n');
  });
});

describe('a month that loses many of its records', () => {
  const FEWER = (day: string) => (day > '2026-05-10' ? [] : twoRecords(day));

  test('is not replaced, and the error has both figures and the way to force it', async () => {
    const { service, home, env } = await startDataset(FIRST);
    const before = figuresIn(home);
    service.recordsOf = FEWER;
    const lost = (month: string, before: number, now: number): string =>
      `error: default revenue ${month} lost more than --max-drop allows: ${before} records before, ${now} now\n` +
      `hint: the month was not replaced; if the new figures are right, add --force revenue/default/${month}\n`;
    expect(await runCli('sync sales', { home, env })).toFail(
      9,
      `${lost('2026-05', 62, 20)}${lost('2026-06', 28, 0)}note: 2 failures; 0 months written, 0 unchanged, 1 settled\n`,
    );
    expect(figuresIn(home)).toEqual(before);
  });

  test('is refused every night until the service has its records again, also if it was settled', async () => {
    const { service, home, env } = await startDataset(FIRST);
    service.recordsOf = (day) => (day > '2026-04-10' && day < '2026-05-01' ? [] : twoRecords(day));
    const error =
      'error: default revenue 2026-04 lost more than --max-drop allows: 60 records before, 20 now\n' +
      'hint: the month was not replaced; if the new figures are right, add --force revenue/default/2026-04\n' +
      'note: 1 failure; 0 months written, 2 unchanged, 0 settled\n';
    expect(await runCli('sync sales --lookback 90d', { home, env })).toFail(9, error);
    const status = (...lines: readonly string[]) =>
      statusTable(...[...lines, 'pulled | 2026-06-15'].map((each) => `default | revenue | ${each}`));
    for (let night = 0; night < 2; night++) {
      expect(await runCli('sync status sales', { home })).toFail(
        9,
        'warning: default revenue 2026-04: a pull lost more than --max-drop allows: 60 records before, 20 now\n' +
          'error: 1 month refused\nhint: run `reporting sync sales`\n',
        status('open | 2026-05..2026-06', 'refused | 2026-04'),
      );
      expect((await runCli('sync sales --dry-run --to 2026-04', { home, env })).stdout).toBe(
        'default revenue 2026-04  2026-04-01..2026-04-30  refused\n',
      );
      expect(await runCli('sync sales', { home, env })).toFail(9, error);
    }
    service.recordsOf = twoRecords;
    expect((await runCli('sync sales', { home, env })).exitCode).toBe(0);
    expect(await runCli('sync status sales', { home })).toPrint(status('whole | 2026-04', 'open | 2026-05..2026-06'));
    expect(recordOf(home, '2026-04').refused).toBeUndefined();
  });

  test('is replaced with --force', async () => {
    const { service, home, env } = await startDataset(FIRST);
    service.recordsOf = FEWER;
    const line = 'sync sales --force revenue/default/2026-05 --force revenue/default/2026-06';
    const { exitCode, stdout } = await runCli(line, { home, env });
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')).toHaveLength(21 + 14 + 1);
    expect(recordOf(home, '2026-06')).toMatchObject({ records: 0, bytes: 0, sha256: '' });
    expect(filesIn(home)).not.toContain('report=revenue/profile=default/month=2026-06/data.csv');
  });

  test.each([
    ['50%', '1.65', 0],
    ['49.9%', '1.65', 9],
    ['50%', '1.64', 9],
    ['0%', '3.29', 9],
    ['100%', '0', 0],
  ])('--max-drop %s with %s of 3.30 left', async (maxDrop, revenue, exit) => {
    const { service, home, env } = await startDataset(MAY);
    service.recordsOf = (day) => [
      `{"date":"${day}","campaign":"a","clicks":1,"revenue":${revenue}}`,
      `{"date":"${day}","campaign":"b","clicks":2,"revenue":0}`,
    ];
    const { exitCode } = await runCli(`sync sales --max-drop ${maxDrop}`, { home, env });
    expect(exitCode).toBe(exit);
  });

  test('a sum that was not positive counts by records only', async () => {
    const { service, home, env } = await startUnsynced((day) =>
      twoRecords(day).map((each) => each.replace('"revenue":', '"revenue":-')),
    );
    await runCli(MAY, { home, env });
    service.recordsOf = (day) => twoRecords(day).map((each) => each.replace('"revenue":', '"revenue":-100'));
    expect((await runCli('sync sales', { home, env })).exitCode).toBe(0);
  });
});

describe('several clients', () => {
  const ALL = 'sync revenue sales -f csv --from 2026-05 --to 2026-05 --all-profiles';

  test('a month counts for each report and client', async () => {
    const service = await startChangingService();
    const home = homeWithProfiles(service, 'acme', 'brava');
    const line = 'sync revenue,domains sales -f csv --from 2026-05 --to 2026-05';
    expect(await runCli(`${line} --all-profiles --dry-run`, { home })).toPrint(
      'acme revenue 2026-05  2026-05-01..2026-05-31  missing\n' +
        'acme domains 2026-05  2026-05-01..2026-05-31  missing\n' +
        'brava revenue 2026-05  2026-05-01..2026-05-31  missing\n' +
        'brava domains 2026-05  2026-05-01..2026-05-31  missing\n',
      'note: --dry-run: nothing was requested; the run would pull 4 of 4 months\n',
    );
    expect(await runCli(`${line} --profile acme`, { home })).toPrint(
      '',
      `note: 2 months written (124 records), 0 unchanged, 0 settled\n`,
    );
    // No request serves only to find the types.
    expect(service.requests).toHaveLength(2);
  });

  test.each([1, 4])(
    'a refused client does not affect the others, and has one error: concurrency %i',
    async (concurrency) => {
      const service = await startChangingService();
      const home = homeWithProfiles(service, 'acme', 'brava');
      service.statusOf = (client) => (client === 'acme' ? 403 : 200);
      expect(
        await runCli(
          `sync revenue,domains sales -f csv --from 2026-04 --to 2026-05 --all-profiles --concurrency ${concurrency}`,
          { home },
        ),
      ).toFail(
        4,
        'error: profile acme: the service refused revenue 2026-05-01..2026-05-31: 403, the token does not belong to client 7d444840-9dc0-11d1-b245-61636d650000\n' +
          'hint: check the client id, or run `reporting login --profile acme`\n' +
          'note: 1 failure; 4 months written (244 records), 0 unchanged, 3 not requested after a refusal, 0 settled\n',
      );
      expect(filesIn(home).filter((file) => file.endsWith('.csv'))).toHaveLength(4);
      if (concurrency === 1) expect(service.asked().filter((each) => each.includes(' acme '))).toHaveLength(1);
    },
  );

  test('all failures are named, and the first in the plan sets the exit code', async () => {
    const { service, home } = await startDataset(
      'sync revenue sales -f csv --from 2026-05 --all-profiles',
      'acme',
      'brava',
    );
    service.statusOf = (client, month) =>
      month === '2026-06' && client === 'acme' ? 400 : month === '2026-05' && client === 'brava' ? 503 : 200;
    expect(await runCli('sync sales --retry-for 0', { home, now: NEXT_DAY })).toFail(
      6,
      'error: profile brava: the service failed on revenue 2026-05-01..2026-05-31: 503\n' +
        'hint: try again later; if it keeps failing, tell the operator of the service\n' +
        'error: profile acme: the service refused revenue 2026-06-01..2026-06-15: 400, invalid parameters\n' +
        'hint: a dataset needs whole months; if the service allows only shorter ranges, use `reporting revenue --windows 30`\n' +
        'note: 2 failures; 1 month written (30 records), 1 unchanged, 0 settled\n',
    );
    expect(recordOf(home, '2026-06', 'brava')).toMatchObject({ to: '2026-06-15' });
  });

  test.each([
    [['acme', 'Acme'], 'profiles acme and Acme would share a folder where upper and lower case do not differ'],
    [['acme', 'NULL'], 'the profile "NULL" cannot name a folder of a dataset'],
  ])('profiles %j are refused', async (names, message) => {
    const service = await startChangingService();
    const home = homeWithProfiles(service, ...names);
    expect(await runCli(ALL, { home })).toFail(
      2,
      `error: ${message}\nhint: log in under another name: reporting login --profile <name>\n`,
    );
    expect(filesIn(home)).toEqual([]);
  });
});

describe('locks', () => {
  const lockOf = (home: Home) => path.join(home.work, monthFolder('2026-06'), '.lock');

  test('of a run on another machine: waits, then exit 12', async () => {
    const { home, env } = await startDataset(FIRST);
    let beats = 0;
    const lock = () => writeFileSync(lockOf(home), JSON.stringify({ host: 'other', pid: 1, beats: beats++ }));
    lock();
    expect(
      await runCli('sync sales', {
        home,
        env,
        now: NEXT_DAY,
        onTime: lock,
      }),
    ).toFail(
      12,
      'error: default revenue 2026-06: another sync (process 1) is pulling it, after a wait of 5 min\nhint: run again when it is done\nnote: 1 failure; 0 months written, 1 unchanged, 1 settled\n',
    );
    // The other months are pulled meanwhile.
    expect(recordOf(home, '2026-05').pulledAt).toMatch(/^2026-06-16T02:0[0-4]/);
  });

  test('without a heartbeat for a minute is taken over', async () => {
    const { home, env } = await startDataset(FIRST);
    writeFileSync(lockOf(home), '{"host":"other","pid":1,"beats":0}');
    const { exitCode, waits } = await runCli('sync sales', { home, env, now: NEXT_DAY });
    expect(exitCode).toBe(0);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
    expect(recordOf(home, '2026-06')).toMatchObject({ to: '2026-06-15' });
    expect(filesIn(home).filter((file) => file.includes('lock'))).toEqual([]);
  });
});

test('made-up data: is a dataset of its own, with its seed', async () => {
  const home = createHome();
  const first = 'sync revenue sales -f csv --sandbox --from 2026-05';
  const env = { REPORTING_SANDBOX: '--seed 7' };
  expect((await runCli(first, { home, env })).exitCode).toBe(0);
  expect(JSON.parse(home.read('sales/_dataset.json')!).profiles).toEqual({
    sandbox: { sandbox: { seed: 7 } },
  });
  makeOld(home);
  const before = figuresIn(home);
  expect(await runCli('sync sales', { home })).toPrint();
  expect(figuresIn(home)).toEqual(before);
  expect(await runCli('sync sales --sandbox', { home })).toPrint();
  expect(await runCli('sync sales', { home, env })).toPrint();
  const other = { REPORTING_SANDBOX: '--seed 8' };
  expect(await runCli('sync sales', { home, env: other })).toFail(
    2,
    'error: sales/_dataset.json has the sandbox with seed 7 for profile sandbox, not the sandbox with seed 8\n' +
      'hint: sync another client to a new directory; if only its address has changed, correct it in sales/_dataset.json\n',
  );
});

describe('status and verify', () => {
  test('name months that are whole, open, stale and missing', async () => {
    const { home } = await startDataset('sync revenue sales -f csv --from 2026-01');
    expect(await runCli('sync status sales', { home })).toPrint(
      statusTable(
        'default | revenue | whole | 2026-01..2026-04',
        'default | revenue | open | 2026-05..2026-06',
        'default | revenue | pulled | 2026-06-15',
      ),
    );
    rmSync(path.join(home.work, monthFolder('2026-02')), { recursive: true });
    expect(await runCli('sync status sales', { home, now: '2026-07-15T00:00:00Z' })).toFail(
      9,
      'error: 2 months stale, 2 months missing\nhint: run `reporting sync sales`\n',
      statusTable(
        'default | revenue | whole | 2026-01, 2026-03..2026-04',
        'default | revenue | stale | 2026-05..2026-06',
        'default | revenue | missing | 2026-02, 2026-07',
        'default | revenue | pulled | 2026-06-15',
      ),
    );
  });

  test('an interruption ends the status', async () => {
    const { home } = await startDataset(FIRST);
    const signal = AbortSignal.abort(new ReportingError('E-interrupted', 'interrupted'));
    expect(await runCli('sync status sales', { home, signal })).toFail(130, 'error: interrupted\n');
  });

  test.each([
    ['data.csv', 'x', 'has another SHA-256 than its record', pullAgain('revenue/default/2026-05')],
    ['_data.json', '{}', 'has the unknown version undefined', 'hint: update reporting: npm install -g reporting-cli\n'],
    ['_data.json', '{', 'is broken', removeFiles(`${monthFolder('2026-05')}/_data.json`)],
    [
      'data (1).csv',
      'x',
      'does not belong to the dataset',
      'hint: move it elsewhere: engines read all files of the directory\n',
    ],
  ])('verify finds a fault in %s', async (file, text, fault, hint) => {
    const { home } = await startDataset(FIRST);
    home.write(`${monthFolder('2026-05')}/${file}`, text);
    expect(await runCli('verify sales', { home })).toFail(
      10,
      faultsInSales(1, hint),
      `${monthFolder('2026-05')}/${file} ${fault}\n`,
    );
  });
});

test('--retry-for bounds the retries of all months together', async () => {
  const { service, home, env } = await startDataset('sync revenue sales -f csv --from 2026-05');
  service.statusOf = () => 503;
  const { exitCode, waits } = await runCli('sync sales --retry-for 60s --concurrency 1', { home, env });
  expect(exitCode).toBe(6);
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(60_000);
});
