/** Datasets that a person, a copy or an interrupted run has damaged: `sync` and `verify` name the fault, and nothing is lost. */

import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  faultsInSales,
  figuresIn,
  filesIn,
  makeOld,
  monthFolder,
  pullAgain,
  removeFiles,
  snapshot,
  startChangingService,
  startDataset,
  startUnsynced,
} from '../harness/dataset.ts';
import { type Home, runCli } from '../harness/run-cli.ts';

const FIRST = 'sync revenue sales --from 2026-03';
const FORMATS = ['parquet', 'csv'];

const ONE_FAILED = 'note: 1 failure; 0 months written, 0 unchanged, 0 settled\n';

function replaceIn(home: Home, file: string, before: string, after: string): void {
  const text = home.read(file)!;
  expect(text).toContain(before);
  home.write(file, text.replace(before, after));
}

describe('_dataset.json', () => {
  test.each([
    ['{', 'is broken'],
    ['{"version":2}', 'has the unknown version 2'],
    ['{"version":1,"reports":["revenue"],"from":"2026"}', 'is broken'],
    ['"UTC" → "Mars/Olympus"', 'is broken'],
    ['"reports": [ → "reports": ["revenue",', 'is broken'],
  ])('cannot become %s', async (change, problem) => {
    const { home, env } = await startDataset(FIRST);
    const [before, after] = change.split(' → ');
    if (after === undefined) home.write('sales/_dataset.json', change);
    else replaceIn(home, 'sales/_dataset.json', before!, after);
    const hint = problem.includes('version')
      ? 'update reporting: npm install -g reporting-cli'
      : 'restore it from a copy; the data files are not affected';
    for (const line of ['sync sales', 'sync status sales', 'verify sales'])
      expect(await runCli(line, { home, env })).toFail(10, `error: sales/_dataset.json ${problem}\nhint: ${hint}\n`);
  });

  test('cannot name a client twice', async () => {
    const { home, env } = await startDataset(FIRST);
    const { profiles, ...rest } = JSON.parse(home.read('sales/_dataset.json')!);
    home.write('sales/_dataset.json', JSON.stringify({ ...rest, profiles: { ...profiles, other: profiles.default } }));
    expect((await runCli('verify sales', { home, env })).stderr).toContain('belong to the same client');
  });

  test('a dataset with an exclusive end date needs no setting in later runs', async () => {
    const { service, home } = await startUnsynced();
    service.excludesEnd = true;
    const env = { ...service.env, REPORTING_END_DATE: 'exclusive' };
    await runCli('sync revenue sales --from 2026-04', { home, env });
    expect(await runCli('sync sales', { home, env: service.env })).toPrint();
    const other = { ...service.env, REPORTING_END_DATE: 'inclusive' };
    expect(await runCli('sync sales', { home, env: other })).toFail(
      2,
      'error: sales/_dataset.json has exclusive for the end date, not inclusive\n' +
        'hint: leave it out to sync as before, or sync to a new directory: this never changes\n',
    );
  });
});

describe('_schema.json is missing', () => {
  test.each(FORMATS)('beside data files: nothing gets other types in %s', async (format) => {
    const { service, home, env } = await startDataset(`${FIRST} -f ${format}`);
    rmSync(path.join(home.work, 'sales/report=revenue/_schema.json'));
    makeOld(home);
    const before = snapshot(home);
    service.recordsOf = (day) => [`{"date":"${day}","revenue":"1.10"}`];
    for (const line of ['sync sales', 'sync sales --to 2026-04']) {
      expect(await runCli(line, { home, env })).toFail(
        10,
        'error: sales/report=revenue/_schema.json is missing\n' +
          'hint: restore the schema files of the report from a copy: they have the types of its data files\n',
      );
    }
    expect(snapshot(home)).toEqual(before);
    expect(await runCli('verify sales', { home })).toMatchObject({
      exitCode: 10,
      stdout: 'sales/report=revenue/_schema.json is missing\n',
    });
  });

  test('after a first run that failed: the next one makes the types from its newest whole month', async () => {
    const { service, home, env } = await startUnsynced();
    service.statusOf = () => 401;
    expect((await runCli(FIRST, { home, env })).exitCode).toBe(4);
    expect(filesIn(home)).toEqual(['_dataset.json']);
    service.statusOf = () => 200;
    const before = service.requests.length;
    expect(await runCli('sync sales --to 2026-04', { home, env })).toPrint();
    expect(service.requests.slice(before).map(({ query }) => query.start_date)).toEqual(['2026-04-01', '2026-03-01']);
  });
});

test.each(FORMATS)('the record of a month: of another month is a fault in %s', async (format) => {
  const { home, env } = await startDataset(`${FIRST} --to 2026-04 -f ${format}`);
  const at = (month: string): string => path.join(home.work, monthFolder(month));
  renameSync(at('2026-03'), at('other'));
  renameSync(at('2026-04'), at('2026-03'));
  renameSync(at('other'), at('2026-04'));
  const files = ['2026-03', '2026-04'].map((month) => `${monthFolder(month)}/_data.json`);
  expect(await runCli('verify sales', { home })).toFail(
    10,
    faultsInSales(2, removeFiles(...files)),
    files.map((file) => `${file} is broken\n`).join(''),
  );
  const errors = files.map(
    (file) => `error: ${file} is broken\nhint: remove ${file}, and the next sync pulls the month again\n`,
  );
  expect(await runCli('sync sales --concurrency 1', { home, env })).toFail(
    10,
    `${errors.join('')}note: 2 failures; 2 months written (90 records), 0 unchanged, 0 settled\n`,
  );
});

test('a data file without its record is replaced with a warning: there is nothing to compare it with', async () => {
  const { service, home, env } = await startDataset('sync revenue sales --from 2026-06');
  service.recordsOf = (day) => (day < '2026-06-03' ? [`{"date":"${day}","campaign":"a","clicks":1,"revenue":1}`] : []);
  home.write(`${monthFolder('2026-06')}/_data.json`, '{');
  expect((await runCli('sync sales', { home, env })).exitCode).toBe(10);
  rmSync(path.join(home.work, monthFolder('2026-06'), '_data.json'));
  const { exitCode, stdout, stderr } = await runCli('sync sales --allow gaps', { home, env });
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 0,
    stdout: '',
    stderr:
      'warning: default revenue 2026-06: replaced a data file without its record: restated days are unknown, and --max-drop compared nothing\n',
  });
  expect(await runCli('sync sales --allow gaps', { home, env })).toPrint();
});

test.each([
  ['.lock', 8, 'profile default: cannot write FILE: illegal operation on a directory\n', ''],
  ['data.parquet', 10, 'FILE is a directory\nhint: move it elsewhere: engines read all files of the directory\n', ''],
  ['_data.json', 2, 'cannot read FILE: it is a directory\n', 'cannot read FILE: it is a directory\n'],
])('a folder in place of %s is an error, not a wait', async (name, exit, error, fault) => {
  const { home, env } = await startDataset('sync revenue sales --from 2026-06');
  const file = `${monthFolder('2026-06')}/${name}`;
  rmSync(path.join(home.work, file), { force: true });
  mkdirSync(path.join(home.work, file));
  const options = { home, env, signal: AbortSignal.timeout(20_000) };
  const failed = await runCli('sync sales', options);
  expect(failed).toFail(exit, expect.stringContaining(`error: ${error.replace('FILE', file)}`));
  const { exitCode, stdout } = await runCli('verify sales', { home });
  expect({ exitCode, stdout: stdout.replaceAll(file, 'FILE') }).toEqual(
    name === '.lock'
      ? { exitCode: 0, stdout: '' }
      : { exitCode: 10, stdout: expect.stringContaining(fault || 'FILE is a directory\n') },
  );
});

test('columns whose names differ only in case are not in one dataset', async () => {
  const { service, home, env } = await startUnsynced((day) => [`{"date":"${day}","ID":"a","revenue":1.10}`]);
  await runCli('sync revenue sales --from 2026-06', { home, env });
  makeOld(home);
  const before = snapshot(home);
  service.recordsOf = (day) => [`{"date":"${day}","id":"b","revenue":1.10}`];
  expect(await runCli('sync sales', { home, env })).toFail(
    11,
    'error: default revenue 2026-06: two columns have names that differ only in case, "ID" and "id", in the files\n' +
      'hint: a dataset cannot hold both; pull this report as ndjson, which keeps them apart\n' +
      'note: 1 failure; 0 months written, 0 unchanged, 0 settled\n',
  );
  expect(snapshot(home)).toEqual(before);
});

describe('records that a file cannot hold whole', () => {
  test.each(FORMATS)('half of a surrogate pair in %s is a warning', async (format) => {
    const service = await startChangingService();
    service.recordsOf = (day) => [String.raw`{"date":"${day}","campaign":"a\ud800","revenue":1}`];
    const line = `sync revenue sales --from 2026-06 -f ${format}`;
    expect(await runCli(line, { env: service.env })).toPrint(
      '',
      'warning: default revenue 2026-06: a row of revenue has half of a surrogate pair in "campaign", which is not a character: it is written as U+FFFD (json and ndjson keep it) [encoding]\n',
    );
  });

  test('more columns than the limit: nothing is written', async () => {
    const { service, home, env } = await startUnsynced();
    const members = Array.from({ length: 10_000 }, (_, index) => `"c${index}":1`).join(',');
    service.recordsOf = (day) => [`{"date":"${day}",${day.endsWith('-02') ? members : '"c0":1'}}`];
    expect(await runCli('sync revenue sales --from 2026-06', { home, env })).toFail(
      11,
      'error: default revenue 2026-06: the records have more than 10000 different columns, or 17 MiB of column names\n' +
        `hint: a dataset cannot hold them; pull this report as ndjson, which has no columns\n${ONE_FAILED}`,
    );
    expect(filesIn(home)).toEqual(['_dataset.json']);
  });
});

describe.each(FORMATS)('half of a surrogate pair in the name of a column in %s', (format) => {
  const FILE_NAME = '\u{fffd}';
  const line = `sync revenue sales --from 2026-06 -f ${format}`;

  test('is U+FFFD in the files and in the schema, so that the next run finds its column', async () => {
    const { home, env } = await startUnsynced((day) => [String.raw`{"date":"${day}","revenue":1,"\ud800":"a"}`]);
    expect(await runCli(line, { home, env })).toPrint(
      '',
      'warning: default revenue 2026-06: a row of revenue has half of a surrogate pair in "\\ud800", which is not a character: it is written as U+FFFD (json and ndjson keep it) [encoding]\n',
    );
    const schema = JSON.parse(home.read('sales/report=revenue/_schema.json')!) as { columns: unknown[] };
    expect(schema.columns).toContainEqual({ name: FILE_NAME, path: ['\ud800'], type: 'UTF8' });
    makeOld(home);
    const before = figuresIn(home);
    expect(await runCli('sync sales', { home, env })).toPrint();
    expect(figuresIn(home)).toEqual(before);
    expect(await runCli('verify sales', { home, stderrTty: true })).toPrint(
      '',
      expect.stringContaining('1 month checked, no fault.'),
    );
  });

  test.each([
    ['in the first run', ['"\\ud800":1,"\\ud801":2']],
    ['in a later one', ['"\\ud800":1', '"\\ud801":2']],
  ])('is refused for two columns that would get one name, %s', async (_when, runs) => {
    const { service, home, env } = await startUnsynced();
    for (const [index, members] of runs.entries()) {
      service.recordsOf = (day) => [`{"date":"${day}","revenue":1,${members}}`];
      const result = await runCli(index === 0 ? line : 'sync sales', { home, env });
      if (index === runs.length - 1)
        expect(result).toFail(
          11,
          `error: default revenue 2026-06: two columns have the name "${FILE_NAME}" in the files\n` +
            `hint: a dataset cannot hold both; pull this report as ndjson, which keeps them apart\n${ONE_FAILED}`,
        );
    }
    const schema = home.read('sales/report=revenue/_schema.json');
    expect(schema?.match(/ud80/g)?.length).toBe(runs.length === 1 ? undefined : 2);
  });
});

test('restated days that nobody reads are not lost: the month stays, and the next run prints them', async () => {
  const { service, home, env } = await startUnsynced();
  const { recordsOf } = service;
  const options = { home, env };
  await runCli('sync revenue sales --from 2026-05 --to 2026-05', options);
  makeOld(home);
  const before = snapshot(home);
  service.recordsOf = (day, ...rest) =>
    day === '2026-05-02' ? [`{"date":"${day}","campaign":"a","clicks":1,"revenue":9}`] : recordsOf(day, ...rest);
  expect(await runCli('sync sales --to 2026-05', { ...options, isReaderGone: true })).toFail(
    8,
    'error: profile default: cannot print the restated days: the reader of stdout is gone\n' +
      'hint: the month was not replaced; the next sync prints them again\n' +
      'note: 1 failure; 0 months written, 0 unchanged, 0 settled\n',
  );
  expect(snapshot(home)).toEqual(before);
  expect(await runCli('sync sales --to 2026-05', options)).toPrint(
    'default revenue 2026-05-02 restated: 2 → 1 records, revenue 3.30 → 9, clicks 3 → 1\n',
  );
});

describe('a folder that cannot be read', () => {
  const NOBODY = 65_534;

  /** Runs as a user without access to the folder, which root always has. */
  async function runWithout(folder: string, line: string, home: Home, env: Record<string, string>) {
    const isRoot = process.geteuid!() === 0;
    for (const directory of [home.root, home.work]) chmodSync(directory, 0o755);
    chmodSync(path.join(home.work, folder), 0o000);
    if (isRoot) process.seteuid!(NOBODY);
    try {
      return await runCli(line, { home, env });
    } finally {
      if (isRoot) process.seteuid!(0);
      chmodSync(path.join(home.work, folder), 0o755);
    }
  }

  const FOLDERS = [monthFolder('2026-04'), path.dirname(monthFolder('2026-04')), 'sales/report=revenue'];

  test.each(FOLDERS)('is a fault of verify, and an error of sync: %s', async (folder) => {
    const { home, env } = await startDataset('sync revenue sales --from 2026-01 --to 2026-04');
    const fault = `cannot read ${folder}: permission denied\n`;
    home.write('sales/mine.txt', 'x');
    expect(await runWithout(folder, 'verify sales', home, env)).toFail(
      10,
      expect.stringMatching('^error: [23] faults in sales\n'),
      expect.stringMatching(`^(?:.*\n)?${fault}(?:.*\n)*$`),
    );
    const { exitCode, stderr } = await runWithout(folder, 'sync sales --to 2026-04', home, env);
    const others = folder === FOLDERS[0] ? 'note: 1 failure; 0 months written, 0 unchanged, 3 settled\n' : '';
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: `error: ${fault}${others}` });
  });
});

const REVENUE = 'report=revenue';
const MAY = `${REVENUE}/profile=default/month=2026-05`;
test.each(['_dataset.json', REVENUE, `${REVENUE}/_schema.json`, `${REVENUE}/profile=default`, MAY, `${MAY}/data.csv`])(
  'a link in place of %s is refused',
  async (file) => {
    const { home, env } = await startDataset('sync revenue sales -f csv --from 2026-05 --to 2026-05');
    const at = path.join(home.work, 'sales', file);
    renameSync(at, path.join(home.work, 'elsewhere'));
    symlinkSync(path.join(home.work, 'elsewhere'), at);
    expect(await runCli('sync sales --to 2026-05', { home, env })).toFail(
      10,
      `error: sales/${file} is a symbolic link\nhint: move it elsewhere: engines read all files of the directory\n${file.startsWith(`${MAY}/`) ? ONE_FAILED : ''}`,
    );
    expect(home.strays()).toEqual([]);
  },
);

test('verify waits for a sync that replaces the files of a month', async () => {
  const { home } = await startDataset('sync revenue sales --from 2026-05 --to 2026-05 -f csv');
  const data = `${monthFolder('2026-05')}/data.csv`;
  const lock = `${monthFolder('2026-05')}/.lock`;
  const old = home.read(data)!;
  home.write(data, 'new');
  home.write(lock, '{"pid":1}');
  const waited = await runCli('verify sales', { home, onTime: () => home.write(data, old) });
  expect(waited).toMatchObject({ exitCode: 0, stdout: '', waits: [1000] });
  // The lock of a run that was killed.
  home.write(data, 'new');
  expect(await runCli('verify sales', { home })).toFail(
    10,
    faultsInSales(1, pullAgain('revenue/default/2026-05')),
    'sales/report=revenue/profile=default/month=2026-05/data.csv has another SHA-256 than its record\n',
  );
});

/** Only root can give a file to another user. */
test.skipIf(process.geteuid?.() !== 0)(
  'a month whose files could only be replaced in part is pulled again, even if it is settled',
  async () => {
    const NOBODY = 65_534;
    const { service, home, env } = await startUnsynced();
    const options = { home, env };
    await runCli('sync revenue sales --from 2026-03 --to 2026-03', options);
    const folder = path.join(home.work, monthFolder('2026-03'));
    for (const directory of [home.root, home.work, home.temporary]) chmodSync(directory, 0o777);
    // In such a folder, a user replaces only own files.
    chmodSync(folder, 0o1777);
    chownSync(path.join(folder, 'data.parquet'), NOBODY, NOBODY);
    service.recordsOf = (day) => [`{"date":"${day}","campaign":"a","clicks":3,"revenue":3.31}`];
    process.seteuid!(NOBODY);
    const failed = await runCli('sync sales --lookback 999d', options).finally(() => process.seteuid!(0));
    expect(failed.exitCode).toBe(8);
    expect((await runCli('verify sales', options)).exitCode).toBe(10);
    expect((await runCli('sync status sales', options)).stdout).toContain('incomplete');
    expect((await runCli('sync sales', options)).exitCode).toBe(0);
    expect((await runCli('verify sales', options)).exitCode).toBe(0);
  },
);
