import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startDailyService } from '../harness/daily-service.ts';
import { copyPrepared } from '../harness/prepared.ts';
import { clientProfile, storeProfiles } from '../harness/profiles.ts';
import { bytesIn, readIndex } from '../harness/recordings.ts';
import { type CliOptions, createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, startService } from '../harness/service.ts';

/** Four days in two windows. */
const DAYS = '--from 2026-02-27 --to 2026-03-02 --windows month';
const MONTHS = '--from 2026-01-01 --to 2026-04-30 --windows month';
const HALF = '--from 2026-01-01 --to 2026-06-30';
const QUARTER = '--from 2026-01-01 --to 2026-03-31';
const FILE = 'revenue_2026-01-01_2026-01-31.json';

/** Records with hard numbers, names, nulls and other members. */
const startHardService = () =>
  startService(({ query }, response) => {
    const month = query.start_date!.slice(5, 7);
    const records = ['a', 'b,\\"c\\"', 'd\\ud800', 'ü\\n'].map(
      (name, at) =>
        `{"day":"${query.start_date}", "name":"${name}","n":1${month}${at}.10,"big":9007199254740993,"o":{"x":${at === 1 ? null : '1e-7'}}}`,
    );
    sendJson(response, ` {"page":1,"data":[${records.join(' ,')}]}\n`);
  });

/** A copy of a recording of the hard service, whose address it names. */
async function recordHard() {
  const { home, ...service } = await startHardService();
  await copyPrepared({ home, service }, 'rec', 'of hard records', async () => {
    const made = await startHardService();
    const line = `revenue ${MONTHS} --allow partial:page`;
    return { home: await record(line, { env: made.env }), service: made };
  });
  return { service, home };
}

async function record(line: string, options: CliOptions = {}): Promise<Home> {
  const result = await runCli(`raw ${line} -o rec`, options);
  expect(result.exitCode).toBe(0);
  return result.home;
}

/** A copy of a recording of the sandbox. */
async function recordSandbox(line: string): Promise<Home> {
  const home = createHome();
  await copyPrepared({ home }, 'rec', line, async () => ({ home: await record(`${line} --sandbox`) }));
  return home;
}

describe('a replay prints the output of a live run, byte for byte', () => {
  const sandboxCases = [
    ['revenue', ''],
    ['revenue', '-f table --limit all'],
    ['revenue', "--where 'clicks>100' --by month --ratio ctr=clicks/impressions -g campaign"],
    ['revenue', '--columns money=revenue,date --strict'],
    ['columns revenue', '-f csv'],
    ['domains', '--group-by domain --sum revenue --top 3 -f json'],
    ['revenue', '--sum missing --error-format json'],
  ] as const;

  test.each(sandboxCases)('of the sandbox: %s %s', async (report, options) => {
    const name = report.split(' ').at(-1)!;
    const home = await recordSandbox(`${name} ${DAYS}`);
    const live = await runCli(`${report} --sandbox ${DAYS} ${options}`);
    const replay = await runCli(`${report} --input rec ${options}`, { home });
    expect({ stdout: live.stdout, stderr: live.stderr }).not.toEqual({ stdout: '', stderr: '' });
    // The windows of a recording are as they are.
    const stderr = live.stderr.replace(', or --windows 1 --window-columns for a daily breakdown', '');
    expect({ ...replay, waits: [] }).toMatchObject({ exitCode: live.exitCode, stdout: live.stdout, stderr });
    expect(home.strays()).toEqual([]);
  });

  test.each([
    '-f csv',
    '--strict',
    '--allow partial:page -f csv --strict',
    '--date-column none',
    '--date-column day --by month --sum n',
    '--from 2026-03-01 --to 2026-04-30 --compare 2026-01-01..2026-02-28 --sum n -g name',
    '--from 2026-03 --to 2026-04 --compare previous --sum n',
    '--window-columns -f csv',
  ])('of hard records: %s', async (options) => {
    const { service, home } = await recordHard();
    const range = options.includes('--from') ? '--windows month' : MONTHS;
    const live = await runCli(`revenue ${range} ${options}`, { env: service.env });
    const asked = service.requests.length;
    // Neither the address nor the client of the environment matters.
    const env = { ...service.env, REPORTING_CLIENT_ID: '11111111-2222-3333-4444-555555555555' };
    const replay = await runCli(`revenue --input rec ${options}`, { home, env });
    expect(live.stdout + live.stderr).not.toBe('');
    expect(replay).toMatchObject({ exitCode: live.exitCode, stdout: live.stdout, stderr: live.stderr });
    expect(service.requests).toHaveLength(asked);
  });

  test('without an advice to request other windows', async () => {
    const home = await recordSandbox(`domains ${DAYS}`);
    expect(await runCli('domains --input rec --by week -q', { home })).toFail(
      2,
      "error: --by week: no column is known to hold the record's date\n" + 'hint: name the column with --date-column\n',
    );
  });

  test('as files: Parquet', async () => {
    const home = await recordSandbox(`revenue ${DAYS}`);
    await runCli(`revenue --sandbox ${DAYS} -o live.parquet`, { home });
    await runCli('revenue --input rec -o replay.parquet', { home });
    const [live, replay] = ['live', 'replay'].map((name) => readFileSync(path.join(home.work, `${name}.parquet`)));
    expect(live!.length).toBeGreaterThan(1000);
    expect(replay!.equals(live!)).toBe(true);
  });

  test('as a page: HTML has the same rows, and its own command', async () => {
    const { service, home } = await recordHard();
    await runCli(`revenue ${MONTHS} -o live.html`, { home, env: service.env });
    await runCli('revenue --input rec -o replay.html', { home });
    const [live, replay] = ['live.html', 'replay.html'].map((name) => home.read(name)!);
    const tableOf = (page: string) => /<table[\s\S]*<\/table>/.exec(page)?.[0];
    expect(tableOf(live!)).toContain('9007199254740993');
    expect(tableOf(replay!)).toBe(tableOf(live!));
    expect(replay).toContain('--input rec');
    expect(replay).toContain(CLIENT_ID);
  });
});

/** A copy of a recording of six months, and the service that it names. */
async function recordMonths() {
  const { home, ...service } = await startDailyService();
  await copyPrepared({ home, service }, 'rec', 'of months', async () => {
    const made = await startDailyService();
    return { home: await record(`revenue ${HALF} --windows month`, { env: made.env }), service: made };
  });
  return { service, home };
}

describe('the range', () => {
  const line = (more: string) => `revenue --input rec --sum n ${more}`;

  test.each([
    ['', '181'],
    ['--from 2026-02 --to 2026-03', '59'],
    ['--period 2026-Q2', '91'],
    ['--period q1', '90'],
    ['--from 2026-06-01 --to 2026-06-30', '30'],
  ])('%s has the records of %s days', async (range, days) => {
    const { home } = await recordMonths();
    expect(await runCli(line(range), { home, now: '2026-07-15T12:00:00Z' })).toMatchObject({
      exitCode: 0,
      stdout: `n\n${days}\n`,
    });
  });

  test.each([
    ['--from 2026-02-02 --to 2026-03-31', '2026-02-02..2026-03-31'],
    ['--from 2025-12 --to 2026-01-15', '2025-12-01..2026-01-15'],
    ['--from 2025-12-31 --to 2026-01-31', '2025-12-31..2026-01-31'],
    ['--period 2027-01', '2027-01-01..2027-01-31'],
    ['--compare previous', '2025-07-01..2025-12-31'],
    ['--from 2026-02 --to 2026-02 --compare 2026-01-02..2026-01-31', '2026-01-02..2026-01-31'],
  ])('%s is refused', async (range, days) => {
    const { home } = await recordMonths();
    const result = await runCli(line(range), { home });
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain(`error: the range ${days} is not made of whole recorded windows\n`);
    expect(result.stderr).toContain('hint: the recording has 2026-01-01..2026-01-31, 2026-02-01..2026-02-28, ');
  });
});

test('a directory that does not exist', async () => {
  const line = 'revenue --input rec';
  expect(await runCli(line)).toFail(2, 'error: cannot read rec: no such file or directory\n');
});

describe('refused options', () => {
  test.each([
    ...['--sandbox', '--resume', '--retry-for 45s', '--timeout 60', '--wait 1h'],
    ...['--concurrency 2', '--windows 31', '--windows month'],
  ])('%s', async (option) => {
    const flag = option.split(' ')[0];
    expect(await runCli(`revenue --input rec ${option}`)).toFail(
      2,
      `error: --input cannot be combined with ${flag}\nhint: the directory has the records and their windows: leave out ${flag}\n`,
    );
  });

  test.each(['--profile acme', '--all-profiles'])('%s', async (option) => {
    const home = await recordSandbox('revenue --from 2026-01 --to 2026-01');
    expect(await runCli(`revenue --input rec ${option}`, { home })).toFail(
      2,
      `error: rec is a recording, which has one client\nhint: leave out ${option.split(' ')[0]}\n`,
    );
  });
});

describe('the recorded client', () => {
  test('is not compared with the environment, a profile or a default', async () => {
    const { home, service } = await recordMonths();
    storeProfiles(home, { acme: { ...clientProfile(service, 'acme'), format: 'json' } }, { profile: 'acme' });
    const other = '11111111-2222-3333-4444-555555555555';
    for (const env of [{ REPORTING_PROFILE: 'acme' }, { REPORTING_CLIENT_ID: other }]) {
      expect(await runCli('revenue --input rec --sum n', { home, env })).toPrint(
        'n\n181\n',
        'warning: the range includes today, 2026-06-15 in UTC, and 15 later days [unfinished]\n',
      );
    }
  });

  test('is the one of another recording', async () => {
    const { home } = await recordMonths();
    const { home: other } = await recordMonths();
    writeFileSync(
      path.join(home.work, 'rec', '_index.json'),
      other.read('rec/_index.json')!.replaceAll(/"sha256": "./g, '"sha256": "0'),
    );
    expect(await runCli('revenue --input rec', { home })).toMatchObject({ exitCode: 10, stdout: '' });
  });
});

describe('a recording that has changed prints nothing', () => {
  const at = (home: Home, file: string): string => path.join(home.work, 'rec', file);
  const edit = (home: Home, change: (text: string) => string): void =>
    writeFileSync(at(home, '_index.json'), change(home.read('rec/_index.json')!));

  test.each<[string, number, string, (home: Home) => void]>([
    [
      'a flipped byte',
      10,
      `rec/${FILE} has changed: its SHA-256 is not the one in the index`,
      (home) => {
        const bytes = readFileSync(at(home, FILE));
        bytes[bytes.indexOf('revenue') + 10]! ^= 1;
        writeFileSync(at(home, FILE), bytes);
      },
    ],
    [
      'a byte more',
      10,
      `rec/${FILE} has changed: its SHA-256 is not the one in the index`,
      (home) => writeFileSync(at(home, FILE), ' ', { flag: 'a' }),
    ],
    ['a missing file', 10, `rec/${FILE} is missing`, (home) => rmSync(at(home, FILE))],
    [
      'no index',
      2,
      'rec is neither a dataset nor a recording: it has no _dataset.json and no _index.json',
      (home) => rmSync(at(home, '_index.json')),
    ],
    [
      'two windows in one, with the hash of its file',
      10,
      'rec/_index.json is broken: window 1',
      (home) => {
        const { windows, ...index } = readIndex(home, 'rec');
        const [first, second, ...others] = windows;
        const file = `revenue_${first!.from}_${second!.to}.json`;
        rmSync(at(home, String(second!.file)));
        renameSync(at(home, String(first!.file)), at(home, file));
        edit(home, () => JSON.stringify({ ...index, windows: [{ ...first, to: second!.to, file }, ...others] }));
      },
    ],
    [
      'a window left out',
      10,
      'rec/_index.json is broken: windows',
      (home) => {
        const index = readIndex(home, 'rec');
        const windows = index.windows.filter((_, at) => at !== 1);
        rmSync(at(home, String(index.windows[1]!.file)));
        edit(home, () => JSON.stringify({ ...index, windows }));
      },
    ],
    ...(
      [
        ['is broken: version', '"version": 1', '"version": 2'],
        ['is broken: report', '"revenue"', '"clicks"'],
        ['is broken: window 1', '"report": "revenue"', '"report": "domains"'],
        ['is broken: window 1', `"${FILE}"`, `"../${FILE}"`],
        ['is broken: window 2', '"windowUnit": null', '"windowUnit": "month"'],
        ['is broken: windowUnit', '"windowUnit": null', '"windowUnit": "week"'],
        ['is broken: window 1', '"inclusive"', '"exclusive"'],
        ['is broken: window 1', '"contentType": "application/json', '"contentType": 1, "x": "'],
      ] as const
    ).map(([message, from, to]): [string, number, string, (home: Home) => void] => [
      `${from} is ${to}`,
      10,
      `rec/_index.json ${message}`,
      (home) => edit(home, (text) => text.replace(from, to)),
    ]),
  ])('%s', async (_name, exitCode, message, spoil) => {
    const home = await recordSandbox(`revenue ${QUARTER}`);
    spoil(home);
    // The first window is not in this range: every file is compared.
    const result = await runCli('revenue --input rec --from 2026-02-01 --to 2026-03-03 -f csv', { home });
    expect(result).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(`error: ${message}`) });
    expect(result.stderr).toContain('\nhint: ');
  });
});

test.each([
  [
    'domains --input rec',
    'revenue --sandbox',
    'error: rec is a recording of revenue, not of domains\nhint: run: reporting revenue --input rec\n',
  ],
  ['revenue --input rec', 'revenue --sandbox --wire csv', 'error: rec is a CSV recording, which makes no report\n'],
])('a recording that cannot give the report: %s of raw %s', async (replay, raw, message) => {
  const home = await record(`${raw} ${DAYS}`);
  expect(await runCli(replay, { home })).toFail(2, expect.stringContaining(message));
});

describe('an output file in the recording is refused, and the recording stays as it was', () => {
  test.each<[string, string]>([
    ['revenue', `rec/${FILE}`],
    ['revenue --dry-run', `rec/${FILE}`],
    ['revenue', 'rec/_index.json'],
    ['revenue', 'rec/report.csv'],
    ['revenue', 'link/report.csv'],
    ['revenue', 'link.csv'],
    ['revenue', '../work/rec/{from}.csv'],
  ])('%s -o %s', async (line, output) => {
    const home = await recordSandbox('revenue --from 2026-01 --to 2026-01');
    symlinkSync('rec', path.join(home.work, 'link'));
    symlinkSync(`rec/${FILE}`, path.join(home.work, 'link.csv'));
    const before = bytesIn(home, 'rec');
    expect(await runCli(`${line} --input rec -f csv -o ${output}`, { home })).toFail(
      2,
      expect.stringMatching(/^error: .* is in rec, which must not change\n/),
    );
    expect(bytesIn(home, 'rec')).toEqual(before);
  });

  test('a file beside it is not, nor is stdout', async () => {
    const home = await recordSandbox('revenue --from 2026-01 --to 2026-01');
    expect(await runCli('revenue --input rec -o rec.csv', { home })).toPrint();
    const files = path.join(home.work, 'rec');
    expect(await runCli('revenue --input . -o -', { home: { ...home, work: files } })).toMatchObject({ exitCode: 0 });
  });
});

test('--dry-run shows the files', async () => {
  const service = await startDailyService();
  const home = await record('revenue --from 2026-01 --to 2026-01', { env: service.env });
  expect(await runCli('revenue --input rec --dry-run', { home })).toPrint(
    `revenue 2026-01-01..2026-01-31 (31 days), csv to stdout\nbase URL:  ${service.baseUrl}  (the recording)\nclient id: ${CLIENT_ID}  (the recording)\nrecording: rec, as received 2026-06-15 12:00 UTC\nread rec/${FILE}\n`,
    'note: --dry-run: nothing was requested\n',
  );
});
