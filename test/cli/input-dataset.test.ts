/** What a report from a dataset reads, and what it refuses. */

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { StoredDataset } from '../../src/config/stored-input.ts';
import { inputBody, openInput } from '../../src/source/input.ts';
import {
  type ChangingService,
  homeWithProfiles,
  monthFolder,
  startChangingService,
  startDataset,
  twoRecords,
} from '../harness/dataset.ts';
import { copyPrepared } from '../harness/prepared.ts';
import { sha256 } from '../harness/recordings.ts';
import { type CliOptions, createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { sendJson, startService } from '../harness/service.ts';

const FORMATS = ['csv', 'parquet'] as const;

const FIRST = 'sync revenue sales --from 2026-01 --to 2026-03';

/** The home of a dataset from January to March. */
async function keptHome(options = '-f csv'): Promise<Home> {
  return (await startDataset(`${FIRST} ${options}`)).home;
}

/** That of a service with other records. */
async function syncedHome(service: ChangingService, line: string): Promise<Home> {
  const home = createHome();
  const { exitCode, stderr } = await runCli(line, { home, env: service.env });
  expect(exitCode, stderr).toBe(0);
  return home;
}

/** A run without any credentials. */
function keptReport(line: string, home: Home, options: CliOptions = {}) {
  const env = { REPORTING_CONFIG_DIR: path.join(home.root, 'none'), ...options.env };
  return runCli(`${line} --input sales`, { ...options, home, env });
}

describe.each(FORMATS)('a dataset of %s files', (format) => {
  test('needs no credentials, and sends no request', async () => {
    const { service, home } = await startDataset(`${FIRST} -f ${format}`);
    const { exitCode, stdout, stderr } = await keptReport('revenue -p 2026-Q1 -g campaign', home);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^campaign,clicks,revenue\na,90,99(?:\.00?)?\nb,180,198(?:\.00?)?\n$/);
    expect(service.asked()).toEqual([]);
  });

  test('a month without records is empty', async () => {
    const service = await startChangingService();
    service.recordsOf = (day) => (day < '2026-02' ? [] : twoRecords(day));
    const home = await syncedHome(service, `${FIRST} -f ${format}`);
    const live = await runCli('revenue -p 2026-Q1 --by month --windows month', { home, env: service.env });
    const kept = await keptReport('revenue -p 2026-Q1 --by month', home);
    expect([kept.exitCode, kept.stderr]).toEqual([live.exitCode, live.stderr]);
    expect(kept.stdout.split('\n').length).toBe(live.stdout.split('\n').length);
    expect(await keptReport('revenue -p 2026-01', home)).toPrint(
      '',
      'warning: no records for revenue 2026-01-01..2026-01-31 [empty]\n',
    );
  });

  test('a directory or another month in place of a data file is damage', async () => {
    const home = await keptHome(`-f ${format}`);
    const [january, february] = ['2026-01', '2026-02'].map((month) =>
      path.join(home.work, monthFolder(month), `data.${format}`),
    ) as [string, string];
    cpSync(january, february);
    expect((await keptReport('revenue -p 2026-02', home)).exitCode).toBe(10);
    rmSync(february);
    mkdirSync(february);
    const { exitCode, stderr } = await keptReport('revenue -p 2026-02', home);
    expect(exitCode).toBe(10);
    expect(stderr).toMatch(/has another SHA-256 than its record/);
    // Other months are whole.
    expect((await keptReport('revenue -p 2026-03', home)).exitCode).toBe(0);
  });

  test('a sync that is killed while it replaces a month leaves damage, and one that writes beside it does not', async () => {
    const { service, home, env } = await startDataset(`${FIRST} -f ${format}`);
    const folder = path.join(home.work, monthFolder('2026-02'));
    writeFileSync(path.join(folder, '.reporting-1-1.tmp'), 'half');
    writeFileSync(path.join(folder, '.lock'), '{}');
    expect((await keptReport('revenue -p 2026-02', home)).exitCode).toBe(0);
    const record = readFileSync(path.join(folder, '_data.json'));
    service.recordsOf = (day) => twoRecords(day).map((each) => each.replace('1.10', '1.20'));
    rmSync(path.join(folder, '.lock'));
    expect((await runCli('sync sales --force revenue/default/2026-02', { home, env })).exitCode).toBe(0);
    writeFileSync(path.join(folder, '_data.json'), record);
    const { exitCode, stdout } = await keptReport('revenue -p 2026-02', home);
    expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
  });
});

test('a month that a sync replaces after the plan is an error', async () => {
  const { service, home, env } = await startDataset(`${FIRST} -f csv`);
  const location = path.join(home.work, 'sales');
  const dataset = (await openInput(location, 'sales')) as StoredDataset;
  const month = dataset.readMonth({ report: 'revenue', profile: 'default', month: '2026-02' })!;
  const plan = { ...dataset, schema: dataset.schemas.get('revenue')!, files: [month] };
  service.recordsOf = (day) => twoRecords(day).map((each) => each.replace('1.10', '1.20'));
  await runCli('sync sales --force revenue/default/2026-02', { home, env });
  const body = await inputBody(plan, 'default', month);
  await expect(text(body.chunks)).rejects.toThrow('has another SHA-256 than its record');
});

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1;
  return copy;
}

/** Replaces the data file of a month, and its size and hash in the record. */
function forge(home: Home, format: string, change: (bytes: Buffer) => Buffer): void {
  const folder = path.join(home.work, monthFolder('2026-02'));
  const bytes = change(readFileSync(path.join(folder, `data.${format}`)));
  writeFileSync(path.join(folder, `data.${format}`), bytes);
  const record = JSON.parse(readFileSync(path.join(folder, '_data.json'), 'utf8')) as object;
  writeFileSync(
    path.join(folder, '_data.json'),
    JSON.stringify({ ...record, sha256: sha256(bytes), bytes: bytes.length }),
  );
}

const FAULTS =
  'hint: if a sync is running, try again when it is done; otherwise `reporting verify sales` lists all faults\n';
const FEBRUARY = `error: revenue 2026-02-01..2026-02-28: ${monthFolder('2026-02')}`;

/** Files are compared with their record before they are read, so the format does not matter. */
test.each([
  ['a byte in the middle', (bytes: Buffer) => flip(bytes, bytes.length >> 1), 'has another SHA-256 than its record'],
  ['a shorter file', (bytes: Buffer) => bytes.subarray(1), 'has another SHA-256 than its record'],
  ['an empty file', () => Buffer.alloc(0), 'has another SHA-256 than its record'],
])('a damaged data file: %s', async (_name, damage, message) => {
  const home = await keptHome();
  const file = path.join(home.work, monthFolder('2026-02'), 'data.csv');
  writeFileSync(file, damage(readFileSync(file)));
  expect(await keptReport('revenue -p 2026-Q1', home)).toFail(10, `${FEBRUARY}/data.csv ${message}\n${FAULTS}`);
});

test.each([
  ['data.csv', undefined, 10, `${FEBRUARY}/data.csv is missing\n${FAULTS}`],
  ['_data.json', '{', 10, `error: ${monthFolder('2026-02')}/_data.json is broken\n${FAULTS}`],
  [
    '_data.json',
    undefined,
    9,
    'error: sales lacks days of revenue: 2026-02-01..2026-02-28 of default\nhint: pull them: reporting sync sales\n',
  ],
])('%s that is %s', async (name, content, expected, message) => {
  const home = await keptHome();
  const file = path.join(home.work, monthFolder('2026-02'), name);
  if (content === undefined) rmSync(file);
  else writeFileSync(file, content);
  expect(await keptReport('revenue -p 2026-Q1', home)).toFail(expected, message);
});

describe('a file whose record was forged with it', () => {
  test.each([
    ['a line is missing', (text: string) => text.replace(/\n[^\n]*\n$/, '\n'), '55 of 56 records'],
    [
      'a field is missing',
      (text: string) => text.replace(/,[^,\n]*\n$/, '\n'),
      'Invalid Record Length: expect 4, got 3 on line 57',
    ],
  ])('CSV: %s', async (_name, change, message) => {
    const home = await keptHome();
    forge(home, 'csv', (bytes) => Buffer.from(change(bytes.toString())));
    const problem = message.startsWith(' ') ? message : ` cannot be read: ${message}`;
    expect(await keptReport('revenue -p 2026-02', home)).toFail(10, `${FEBRUARY}/data.csv${problem}\n${FAULTS}`);
  });

  test('Parquet: no changed byte of a page gives other figures', async () => {
    const home = await keptHome('-f parquet');
    const { stdout: right } = await keptReport('revenue -p 2026-02', home);
    const file = path.join(home.work, monthFolder('2026-02'), 'data.parquet');
    const whole = readFileSync(file);
    for (let at = 4; at < whole.length; at += 83) {
      writeFileSync(file, whole);
      forge(home, 'parquet', (bytes) => flip(bytes, at));
      const { exitCode, stdout } = await keptReport('revenue -p 2026-02', home);
      if (exitCode === 0) expect(stdout, `byte ${at}`).toBe(right);
      else expect({ at, exitCode, stdout }).toEqual({ at, exitCode: 10, stdout: '' });
    }
  });
});

describe('clients', () => {
  /** A dataset of two clients with different figures. */
  async function startClients() {
    const service = await startChangingService();
    service.recordsOf = (day, client) =>
      twoRecords(day).map((each) => each.replace('2.20', client === 'acme' ? '3.30' : '4.40'));
    const home = homeWithProfiles(service, 'acme', 'brava');
    await copyPrepared({ service, home }, 'sales', 'of clients with different figures', async () => {
      expect((await runCli(`${FIRST} --all-profiles -f csv`, { home })).exitCode).toBe(0);
      return { service, home };
    });
    service.asked();
    return { service, home };
  }

  test.each([
    '--profile brava',
    '--profile acme,brava',
    '--profile brava,acme -g campaign',
    '--all-profiles --by month',
  ])('%s', async (clients) => {
    const { service, home } = await startClients();
    const live = await runCli(`revenue -p 2026-Q1 ${clients} --windows month`, { home });
    service.asked();
    expect(await keptReport(`revenue -p 2026-Q1 ${clients}`, home)).toPrint(live.stdout, live.stderr);
    expect(service.asked()).toEqual([]);
  });

  test('without one of several, the error lists them, and REPORTING_PROFILE names one', async () => {
    const { home } = await startClients();
    expect(await keptReport('revenue -p 2026-01', home)).toFail(
      2,
      'error: sales has several clients: acme, brava\nhint: select with --profile acme, or add --all-profiles\n',
    );
    const brava = await keptReport('revenue -p 2026-01 --profile brava', home);
    expect(await keptReport('revenue -p 2026-01', home, { env: { REPORTING_PROFILE: 'brava' } })).toPrint(brava.stdout);
  });
});

describe('days that the dataset lacks', () => {
  test.each([
    ['revenue -p 2025-12', '2025-12-01..2025-12-31 of default', 'reporting sync sales --from 2025-12'],
    ['revenue -p 2026-04', '2026-04-01..2026-04-30 of default', 'reporting sync sales'],
    ['revenue -p 2026-02 --compare year', '2025-02-01..2025-02-28 of default', 'reporting sync sales --from 2025-02'],
  ])('%s', async (line, days, command) => {
    const home = await keptHome();
    expect(await keptReport(line, home)).toFail(
      9,
      `error: sales lacks days of revenue: ${days}\nhint: pull them: ${command}\n`,
    );
  });

  test('an open month has the days up to the pull', async () => {
    const { home } = await startDataset('sync revenue sales --from 2026-05');
    expect((await keptReport('revenue -p this-month --count', home)).stdout).toBe('count\n28\n');
    const next = { now: '2026-06-16T01:00:00Z' };
    expect(await keptReport('revenue -p yesterday', home, next)).toFail(
      9,
      'error: sales lacks days of revenue: 2026-06-15 of default\nhint: pull them: reporting sync sales\n',
    );
    expect(await keptReport('revenue --from 2026-04-30 --to today', home)).toFail(
      9,
      'error: sales lacks days of revenue: 2026-04-30 of default, 2026-06-15 of default\n' +
        'hint: a dataset ends yesterday, on 2026-06-14: end the range there, or leave out --input\n',
    );
  });
});

describe('records without dates', () => {
  const undated = (day: string, _client: string, report: string) =>
    report === 'domains' ? [`{"domain":"a.example","revenue":${Number(day.slice(8))}}`] : twoRecords(day);

  test('are read by whole months', async () => {
    const service = await startChangingService();
    service.recordsOf = undated;
    const home = await syncedHome(service, 'sync domains sales --from 2026-01 --to 2026-02 -f csv');
    expect(await keptReport('domains -p 2026-01..2026-02 --by month', home)).toPrint(
      'month,revenue\n2026-01,496\n2026-02,406\n',
    );
    expect(await keptReport('domains --from 2026-01-01 --to 2026-02-10', home)).toFail(
      2,
      'error: the domains records of default in sales have no dates: 2026-02 cannot be cut to 2026-02-01..2026-02-10\nhint: use whole months: --from 2026-02-01 --to 2026-02-28\n',
    );
  });

  test('in a report with dates cannot be cut either', async () => {
    const service = await startChangingService();
    service.recordsOf = (day) => [
      ...twoRecords(day),
      ...(day.endsWith('-15') ? ['{"date":null,"campaign":"c","clicks":1,"revenue":1}'] : []),
    ];
    const home = await syncedHome(service, 'sync revenue sales --from 2026-02 --to 2026-02');
    expect((await keptReport('revenue -p 2026-02 --count', home)).stdout).toBe('count\n57\n');
    expect(await keptReport('revenue --from 2026-02-01 --to 2026-02-10', home)).toFail(
      2,
      'error: revenue 2026-02-01..2026-02-10: some records in sales/report=revenue/profile=default/month=2026-02 have no date in the month, which cannot be cut\n' +
        'hint: use whole months: --from 2026-02-01 --to 2026-02-28\n',
    );
  });
});

describe('refused', () => {
  test.each(['json', 'ndjson', 'xlsx', 'parquet'])('%s from CSV files', async (format) => {
    const home = await keptHome();
    expect(await keptReport(`revenue -p 2026-01 -f ${format} -o out`, home)).toFail(
      2,
      `error: sales has CSV files, which do not tell numbers from texts: ${format} needs that\n` +
        'hint: choose another format, such as csv, or sync to a new directory with --format parquet\n',
    );
    expect(home.read('out')).toBeUndefined();
  });

  test('a report that the dataset does not have', async () => {
    const { home } = await startDataset('sync revenue sales --from 2026-01 --to 2026-01');
    expect(await keptReport('domains -p 2026-01', home)).toFail(
      2,
      'error: sales has no domains: it has revenue\nhint: add it: reporting sync domains sales\n',
    );
  });

  test('a directory that is a dataset and a recording', async () => {
    const home = await keptHome();
    home.write('sales/_index.json', '{}');
    expect(await keptReport('revenue -p 2026-01', home)).toFail(
      2,
      'error: sales has _dataset.json and _index.json: it is a dataset or a recording, not both\nhint: move the files of one of them to another directory\n',
    );
  });

  test('an output file in it', async () => {
    const home = await keptHome();
    expect(await keptReport('revenue -p 2026-01 -o sales/report.csv', home)).toFail(
      2,
      'error: sales/report.csv is in sales, which must not change\nhint: name a file in another directory with --output\n',
    );
    expect(home.read('sales/report.csv')).toBeUndefined();
  });

  test('months of another schema', async () => {
    const home = await keptHome();
    const file = 'sales/report=revenue/_schema.json';
    home.write(file, home.read(file)!.replace('INT64', 'UTF8'));
    expect(await keptReport('revenue -p 2026-01', home)).toFail(
      10,
      'error: sales/report=revenue/profile=default/month=2026-01/_data.json was written with another _schema.json\n' +
        'hint: if a sync is running, try again when it is done; otherwise `reporting verify sales` lists all faults\n',
    );
  });
});

test('--dry-run shows the files', async () => {
  const home = await keptHome();
  expect(await keptReport('revenue --from 2026-01-20 --to 2026-02-10 --dry-run', home)).toPrint(
    'revenue 2026-01-20..2026-02-10 (22 days), csv to stdout\n' +
      'dataset:     sales, as received 2026-06-15 12:00 UTC\n' +
      'date column: date  (the schema of the dataset)\n' +
      `read ${monthFolder('2026-01')}/data.csv\nread ${monthFolder('2026-02')}/data.csv\n`,
    'note: --dry-run: nothing was requested\n',
  );
});

describe('beside a service that changes', () => {
  const RANGE = 'revenue --from 2026-03-01 --to 2026-04-30 -f csv --allow gaps';
  const LIVE = 'date,visits,name,revenue,clicks';

  /** A service with another order of columns in April, and a dataset of both months. */
  async function startOrdered(format: string) {
    const state = { revenue: 1.5 };
    const { home, ...service } = await startService(({ query }, response) => {
      const date = query.start_date!;
      const { revenue } = state;
      const row =
        date < '2026-04-01'
          ? { date, visits: 7, name: 'a', revenue }
          : { date, name: 'b', clicks: 3, visits: 8, revenue };
      sendJson(response, JSON.stringify({ data: [row] }));
    });
    const run = (line: string) => runCli(line, { env: service.env, home, now: '2026-05-03T12:00:00Z' });
    const sync = `sync revenue D --from 2026-03 --to 2026-04 --allow gaps -f ${format}`;
    await run(sync);
    return { state, home, run, sync };
  }

  test.each(['csv', 'parquet'])('columns come in the order of the live report: %s', async (format) => {
    const { run } = await startOrdered(format);
    const live = await run(RANGE);
    expect(live.stdout.split('\n')[0]).toBe(LIVE);
    expect((await run(`${RANGE} --input D`)).stdout).toBe(live.stdout);
    const march = RANGE.replace('04-30', '03-31');
    expect((await run(`${march} --input D --columns date,visits,name,revenue`)).stdout).toBe((await run(march)).stdout);
  });
});
