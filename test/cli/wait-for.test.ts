/** `--wait-for`: a run that waits until the service has a whole day. */

import { describe, expect, test } from 'vitest';
import { homeWithProfiles } from '../harness/dataset.ts';
import { clientIdOf } from '../harness/profiles.ts';
import { type CliOptions, createHome, runCli } from '../harness/run-cli.ts';
import { type SeenRequest, sendJson, sendStatus, startService } from '../harness/service.ts';

const DAY = '2026-06-14';
const PEERS = ['2026-06-07', '2026-05-31', '2026-05-24', '2026-05-17'];
const AT_SIX = { now: '2026-06-15T06:00:00Z' };
const REPORT = `revenue --from ${DAY} --to ${DAY} -f csv`;
const WAITING = `${REPORT} --wait-for ${DAY}`;
/** The clock's random part is half of a tenth. */
const INTERVAL_MS = 10.5 * 60_000;

interface Morning {
  /** The records of the day at a time since the start of the run. */
  readonly recordsAt: (minutes: number, client: string) => readonly string[] | number;
  /** Records on each of the earlier days. */
  readonly usual?: number;
  readonly usualOf?: (client: string, day: string) => number;
}

const record = (day: string, index: number, revenue = 1): string =>
  `{"date":"${day}","campaign":"c${index}","revenue":${revenue}}`;
const records = (count: number, day = DAY, revenue = 1): readonly string[] =>
  Array.from({ length: count }, (_, index) => record(day, index, revenue));

/** A service in a morning, and the run's view of its time. A number in place of records is a status. */
async function startMorning({ recordsAt, usual = 50, usualOf = () => usual }: Morning) {
  let minutes = 0;
  const clients = ['acme', 'brava', 'corto'];
  const service = await startService(({ query, headers }: SeenRequest, response) => {
    const client = clients.find((each) => headers['client-id'] === clientIdOf(each)) ?? 'one';
    const { start_date: from = '', end_date: to = '' } = query;
    const found =
      from <= DAY && DAY <= to ? recordsAt(minutes, client) : records(usualOf(client, from), from);
    if (typeof found === 'number') sendStatus(response, found);
    else sendJson(response, `{"data":[${found.join(',')}]}`);
  });
  const options = (more: CliOptions = {}): CliOptions => ({
    env: service.env,
    ...AT_SIX,
    onTime(ms) {
      minutes = ms / 60_000;
    },
    ...more,
  });
  return { service, options, run: (line: string, more?: CliOptions) => runCli(line, options(more)) };
}

describe('a run waits', () => {
  test('until there are as many records as usual, and they are the same in two responses', async () => {
    const { service, run } = await startMorning({ recordsAt: (minutes) => records(minutes < 15 ? 12 : 45) });
    const { exitCode, stdout, stderr, waits } = await run(WAITING);
    expect({ exitCode, stderr, waits }).toEqual({
      exitCode: 0,
      stderr: '',
      waits: [INTERVAL_MS, INTERVAL_MS, INTERVAL_MS],
    });
    expect(stdout.split('\n')).toHaveLength(47);
    // Each day is a window of its own. The earlier days are requested once, and the report after the wait.
    const asked = (day: string): number =>
      service.windows().filter((window) => window === `${day}..${day}`).length;
    expect(PEERS.map(asked)).toEqual([1, 1, 1, 1]);
    expect(asked(DAY)).toBe(5);
    expect(service.requests).toHaveLength(9);
  });

  test('for figures that still change, with all records there', async () => {
    const { run } = await startMorning({
      recordsAt: (minutes) => records(49).concat(record(DAY, 50, minutes < 25 ? minutes : 99)),
    });
    const { exitCode, stdout, waits } = await run(WAITING);
    expect({ exitCode, waits: waits.length }).toEqual({ exitCode: 0, waits: 4 });
    expect(stdout).toContain('c50,99');
  });

  test('not for another order of the same records', async () => {
    const { run } = await startMorning({
      recordsAt: (minutes) => (minutes === 0 ? records(50) : [...records(50)].reverse()),
    });
    expect((await run(WAITING)).waits).toHaveLength(1);
  });

  test.each([
    ['--wait-stable 0', 0],
    ['--wait-stable 3', 3],
  ])('with %s for %d intervals', async (option, count) => {
    const { run } = await startMorning({ recordsAt: () => records(50) });
    expect(await run(`${WAITING} ${option}`)).toMatchObject({
      exitCode: 0,
      waits: Array.from({ length: count }, () => INTERVAL_MS),
    });
  });

  test('as often as --wait-every says, and less by a random tenth', async () => {
    const { run } = await startMorning({ recordsAt: () => records(50) });
    expect((await run(`${WAITING} --wait-every 2m`)).waits).toEqual([2.1 * 60_000]);
  });

  test('for a report without dates', async () => {
    const { run } = await startMorning({
      recordsAt: (minutes) =>
        Array.from({ length: minutes < 15 ? 1 : 50 }, (_, index) => `{"domain":"d${index}"}`),
    });
    const { exitCode, waits } = await run(WAITING.replace('revenue', 'domains'));
    expect({ exitCode, waits: waits.length }).toEqual({ exitCode: 0, waits: 3 });
  });

  test('for yesterday, in the time zone of the report, also past midnight', async () => {
    const { service, run } = await startMorning({ recordsAt: (minutes) => records(minutes < 15 ? 12 : 50) });
    const { exitCode, stdout, stderr } = await run(
      'revenue -p yesterday -f csv --wait-for yesterday --timezone Asia/Tokyo',
      { now: '2026-06-15T14:50:00Z' },
    );
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `note: --period yesterday is ${DAY}..${DAY} (today is 2026-06-15 in Asia/Tokyo)\n`,
    });
    expect(stdout.split('\n')).toHaveLength(52);
    expect(service.windows().at(-1)).toBe(`${DAY}..${DAY}`);
  });

  test('before a longer report, which then pulls its own windows', async () => {
    const { service, run } = await startMorning({ recordsAt: () => records(50) });
    const line = `revenue --from 2026-06-01 --to ${DAY} -f csv --wait-for ${DAY} --date-column none`;
    expect((await run(line)).exitCode).toBe(0);
    expect(service.windows()).toContain(`2026-06-01..${DAY}`);
    expect(service.requests.at(-1)!.query.start_date).toBe('2026-06-01');
  });
});

describe('a day that is not complete at the end of the wait', () => {
  test('exits 13 with the last count, and leaves the file alone', async () => {
    const { run } = await startMorning({ recordsAt: () => records(12) });
    const home = createHome();
    home.write('day.csv', 'old\n');
    const { exitCode, stdout, stderr, waits } = await run(`${WAITING} -o day.csv`, { home });
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 13,
      stdout: '',
      stderr:
        `error: not ready: revenue ${DAY} has 12 records, fewer than 40 (80% of the median 50)\n` +
        'hint: the wait has ended (--wait-max of 4 h): run again later; if the day has fewer records for a reason, such as a holiday, leave out --wait-for\n',
    });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(4 * 3_600_000);
    expect(home.read('day.csv')).toBe('old\n');
    expect(home.list()).toEqual(['day.csv']);
    expect(home.strays()).toEqual([]);
  });

  test('as JSON', async () => {
    const { run } = await startMorning({ recordsAt: () => records(12) });
    const { stderr } = await run(`${WAITING} --wait-max 20m --error-format json`);
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: 'not-ready',
      code: 'E-not-ready',
      exit: 13,
      report: 'revenue',
      window: { from: DAY, to: DAY },
    });
  });

  test('is one whose records change until then', async () => {
    const { run } = await startMorning({ recordsAt: (minutes) => records(50 + Math.floor(minutes)) });
    const { exitCode, stderr } = await run(`${WAITING} --wait-max 1h`);
    expect(exitCode).toBe(13);
    expect(stderr).toContain(`not ready: revenue ${DAY} has 110 records, not yet the same for 10 min`);
    expect(stderr).not.toContain('holiday');
  });

  test.each([
    ['39 of the median 50', 39, '80%', 13],
    ['40 of the median 50', 40, '80%', 0],
    ['none, for a share of 0', 0, '0', 13],
    ['one, for a share of 0', 1, '0', 0],
    ['44 for 90 %', 44, '90%', 13],
    ['45 for 90 %', 45, '90', 0],
  ])('is decided exactly: %s', async (_what, count, share, exitCode) => {
    const { run } = await startMorning({ recordsAt: () => records(count) });
    expect((await run(`${WAITING} --wait-share ${share} --wait-max 30m`)).exitCode).toBe(exitCode);
  });

  test.each([
    ['in its zone', '--wait-until 09:00 --timezone Europe/Berlin', 60],
    ['in UTC', '--wait-until 9:00', 180],
    ['tomorrow, and no longer than --wait-max', '--wait-until 05:00', 240],
    ['before --wait-max', '--wait-until 09:00 --wait-max 90m', 90],
    ['a day later', '--wait-until 06:00 --wait-max 24h', 1440],
  ])('ends at --wait-until %s', async (_what, options, minutes) => {
    const { run } = await startMorning({ recordsAt: () => records(12) });
    const { exitCode, waits, stderr } = await run(`${WAITING} --wait-every 50m ${options}`);
    expect(exitCode).toBe(13);
    expect(waits.reduce((sum, ms) => sum + ms, 0) / 60_000).toBe(minutes);
    if (minutes < 90) expect(stderr).toContain('(--wait-until 09:00)');
  });

  test('the last request does not count as an interval if it comes early', async () => {
    const { run } = await startMorning({ recordsAt: () => records(50) });
    const { exitCode, stderr, waits } = await run(`${WAITING} --wait-until 06:05`);
    expect({ exitCode, waits }).toEqual({ exitCode: 13, waits: [5 * 60_000] });
    expect(stderr).toContain(`revenue ${DAY} has 50 records, not yet the same for 10 min\n`);
  });

  test('--wait-max 0 asks once', async () => {
    const { service, run } = await startMorning({ recordsAt: () => records(12) });
    expect(await run(`${WAITING} --wait-max 0 --wait-stable 0`)).toMatchObject({ exitCode: 13, waits: [] });
    expect(service.requests).toHaveLength(5);
  });
});

describe('the checks of a report hold for the awaited day', () => {
  test('records of another day end the wait at once with 7', async () => {
    const { run } = await startMorning({ recordsAt: () => records(50, '2026-06-15') });
    const { exitCode, stderr, waits } = await run(WAITING);
    expect({ exitCode, waits }).toEqual({ exitCode: 7, waits: [] });
    expect(stderr).toContain('outside the requested days');
  });

  test.each([
    [401, 4],
    [403, 4],
    [400, 5],
  ])('%d ends the wait at once with %d', async (status, exitCode) => {
    const { run } = await startMorning({ recordsAt: (minutes) => (minutes < 5 ? records(12) : status) });
    expect(await run(WAITING)).toMatchObject({ exitCode, waits: [INTERVAL_MS], stdout: '' });
  });

  test('days without records are no failure of --fail-empty, --fail-gaps and --strict', async () => {
    const { run } = await startMorning({ recordsAt: (minutes) => records(minutes < 15 ? 0 : 50) });
    expect(await run(`${WAITING} --fail-empty --fail-gaps --strict`)).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
  });

  test('an outage is waited out', async () => {
    const { run } = await startMorning({ recordsAt: (minutes) => (minutes < 20 ? 503 : records(50)) });
    const { exitCode, stdout, stderr } = await run(WAITING);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split('\n')).toHaveLength(52);
  });

  test('an outage until the end exits 6, not 13', async () => {
    const { run } = await startMorning({ recordsAt: () => 503 });
    const { exitCode, stderr } = await run(`${WAITING} --wait-max 15m`);
    expect(exitCode).toBe(6);
    expect(stderr).toMatch(
      /^error: the service failed on revenue 2026-06-14\.\.2026-06-14: 503 .*\nhint: the wait has ended \(--wait-max of 15 min\); /,
    );
  });
});

describe('a client without records on the earlier days', () => {
  const UNKNOWN =
    `revenue ${DAY} was not awaited: it has no records, and neither have the four same weekdays before it, ` +
    'so it may be late or stay empty; if it should have records, run again later\n';
  const empty: Morning = { recordsAt: () => [], usual: 0 };

  test('is not awaited if the day has none either, and a warning says so', async () => {
    const { service, run } = await startMorning(empty);
    const { exitCode, stderr, waits } = await run(WAITING);
    expect({ exitCode, waits }).toEqual({ exitCode: 0, waits: [] });
    expect(stderr).toMatch(`warning: ${UNKNOWN}note: no records for revenue ${DAY}..${DAY}`);
    expect(service.requests).toHaveLength(6);
  });

  test('fails at once with --strict, and nothing is written', async () => {
    const { run } = await startMorning(empty);
    const home = createHome();
    const { exitCode, stderr, waits } = await run(`${WAITING} --strict -o day.csv`, { home });
    expect({ exitCode, stderr, waits }).toEqual({
      exitCode: 9,
      stderr: `error: ${UNKNOWN}hint: nothing was written: --strict makes this warning an error\n`,
      waits: [],
    });
    expect(home.list()).toEqual([]);
  });

  test('needs records that do not change if the day has some', async () => {
    const { run } = await startMorning({ recordsAt: (minutes) => records(minutes < 5 ? 2 : 9), usual: 0 });
    const { exitCode, stdout, stderr, waits } = await run(WAITING);
    expect({ exitCode, stderr, waits }).toEqual({
      exitCode: 0,
      stderr: '',
      waits: [INTERVAL_MS, INTERVAL_MS],
    });
    expect(stdout.split('\n')).toHaveLength(11);
  });

  test('on most of them needs no records, but no change either', async () => {
    const usualOf = (_client: string, day: string): number => (day === PEERS[0] ? 9 : 0);
    const { run } = await startMorning({ recordsAt: (minutes) => records(minutes < 5 ? 2 : 9), usualOf });
    expect(await run(WAITING)).toMatchObject({ exitCode: 0, waits: [INTERVAL_MS, INTERVAL_MS] });
  });
});

describe('several clients', () => {
  const LINE = `revenue --from ${DAY} --to ${DAY} -f csv --all-profiles --wait-for ${DAY}`;
  const withClients = async (morning: Morning) => {
    const { service, options } = await startMorning(morning);
    const home = homeWithProfiles(service, 'acme', 'brava');
    return { service, home, run: (line: string) => runCli(line, options({ home, env: {} })) };
  };
  const slowBrava = (minutes: number, client: string) =>
    client === 'brava' ? records(minutes < 25 ? 12 : 50, DAY, 2) : records(50);

  test.each(['', "-o '{profile}.csv'"])('are awaited together %s', async (output) => {
    const { service, home, run } = await withClients({ recordsAt: slowBrava });
    const { exitCode, stderr, stdout, waits } = await run(`${LINE} ${output}`);
    expect({ exitCode, stderr, waits: waits.length }).toEqual({ exitCode: 0, stderr: '', waits: 4 });
    if (output === '') expect(stdout.split('\n')).toHaveLength(102);
    else expect(home.list()).toEqual(['acme.csv', 'brava.csv']);
    const ofAcme = service.requests.filter(({ headers }) => headers['client-id'] === clientIdOf('acme'));
    // Four earlier days, two equal responses, and the report.
    expect(ofAcme).toHaveLength(7);
  });

  test.each(['', "-o '{profile}.csv'"])('nothing is written if one is not ready %s', async (output) => {
    const { home, run } = await withClients({
      recordsAt: (_minutes, client) => records(client === 'brava' ? 12 : 50),
    });
    const { exitCode, stdout, stderr } = await run(`${LINE} ${output} --wait-max 30m`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 13, stdout: '' });
    expect(stderr).toContain(
      `error: not ready: revenue ${DAY} of brava has 12 records, fewer than 40 (80% of the median 50)\n`,
    );
    expect(stderr).toContain('note: 1 of 2 reports not ready; nothing was written\n');
    expect(home.list()).toEqual([]);
  });

  test.each(['', "-o '{profile}.csv'"])('a refused one ends the wait %s', async (output) => {
    const { run } = await withClients({
      recordsAt: (_minutes, client) => (client === 'brava' ? 403 : records(12)),
    });
    const { exitCode, stderr, waits } = await run(`${LINE} ${output}`);
    expect({ exitCode, waits }).toEqual({ exitCode: 4, waits: [] });
    expect(stderr).toContain('error: profile brava: the service refused');
  });

  test.each([
    ['', ''],
    ["-o '{profile}.csv'", ''],
    ['', '-q'],
  ])('one without any records is named, and the other is awaited %s %s', async (output, quiet) => {
    const { run } = await withClients({
      recordsAt: (_minutes, client) => records(client === 'brava' ? 0 : 50),
      usualOf: (client) => (client === 'brava' ? 0 : 50),
    });
    const { exitCode, stderr, waits } = await run(`${LINE} ${output} ${quiet}`);
    expect({ exitCode, waits }).toEqual({ exitCode: 0, waits: [INTERVAL_MS] });
    const warning = `warning: profile brava: revenue ${DAY} was not awaited: it has no records,`;
    if (quiet === '') expect(stderr).toContain(warning);
    else expect(stderr).toBe('');
  });

  test('--wait-until must be the same instant for all', async () => {
    const { home, run } = await withClients({ recordsAt: slowBrava });
    for (const [name, zone] of [
      ['acme', 'Europe/Berlin'],
      ['brava', 'Europe/London'],
    ])
      await runCli(`login --profile ${name} --timezone ${zone} --no-verify --token-stdin`, {
        home,
        stdin: 'canary-other-token-9-mules\n',
      });
    const { exitCode, stderr } = await run(`${LINE} --wait-until 09:00`);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr:
        'error: --wait-until 09:00 is not the same time for acme and brava: their time zones differ\n' +
        'hint: set --timezone, or use --wait-max\n',
    });
    expect((await run(`${LINE} --wait-until 09:00 --timezone UTC`)).exitCode).toBe(0);
  });
});

describe('what the user sees', () => {
  const morning: Morning = { recordsAt: (minutes) => records(minutes < 15 ? 12 : 45) };

  test('lines about the wait on a terminal', async () => {
    const { run } = await startMorning(morning);
    const { stderr } = await run(`${WAITING} --no-progress`, { stderrTty: true, columns: 200 });
    expect(stderr.split('\n').slice(0, 4)).toEqual([
      `waiting: revenue ${DAY} has 12 records, fewer than 40 (80% of the median 50); next request at 06:10, until 10:00`,
      `waiting: revenue ${DAY} has 12 records, fewer than 40 (80% of the median 50); next request at 06:21, until 10:00`,
      `waiting: revenue ${DAY} has 45 records, not yet the same for 10 min; next request at 06:31, until 10:00`,
      `revenue ${DAY} is ready: 45 records`,
    ]);
  });

  test('the same lines once with -v, and none with --quiet', async () => {
    const { run } = await startMorning(morning);
    const { stderr } = await run(`${WAITING} -v`);
    expect(stderr.match(/^waiting: /gm)).toHaveLength(3);
    expect((await run(`${WAITING} -v`, { tty: true })).stderr.match(/^waiting: /gm)).not.toBeNull();
    expect((await run(`${WAITING} --quiet`, { tty: true })).stderr).toBe('');
  });

  test('a dry run shows the wait', async () => {
    const { service, run } = await startMorning(morning);
    const { stdout, stderr } = await run(`${WAITING} --wait-until 09:00 --dry-run`);
    expect(stdout).toContain(
      `wait for:  ${DAY}: 80% of the median of ${PEERS.join(', ')}, the same for 10 min; until 09:00 (--wait-until 09:00)\n`,
    );
    expect(stderr).toBe(
      'note: --dry-run: nothing was requested; the run would wait, and then send 1 request\n',
    );
    const json = JSON.parse((await run(`${WAITING} --dry-run`.replace('csv', 'json'))).stdout);
    expect(json.documents[0]).toMatchObject({
      wait: { share_percent: '80', stable: 1, every_ms: 600_000, max_ms: 14_400_000 },
      clients: [{ awaited: [DAY, ...PEERS].map((day) => ({ from: day, to: day })) }],
    });
    expect(service.requests).toEqual([]);
  });
});

describe('a signal ends the wait at once', () => {
  test('and nothing is written', async () => {
    const { run } = await startMorning({ recordsAt: () => records(12) });
    const home = createHome();
    home.write('day.csv', 'old\n');
    const { ReportingError } = await import('../../src/core/errors.ts');
    const controller = new AbortController();
    const { exitCode, stderr } = await run(`${WAITING} -o day.csv`, {
      home,
      signal: controller.signal,
      onTime: () =>
        controller.abort(new ReportingError('E-interrupted', 'terminated', { signal: 'SIGTERM' })),
    });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 143,
      stderr: 'error: terminated, nothing was written\n',
    });
    expect(home.read('day.csv')).toBe('old\n');
  });
});

test('--resume never uses a window with the awaited day that an earlier run has stored', async () => {
  let isFirst = true;
  const service = await startService(({ query }, response) => {
    const { start_date: from = '', end_date: to = '' } = query;
    if (from === '2026-06-15') return isFirst ? sendStatus(response, 400) : sendJson(response, '{"data":[]}');
    const count = from === DAY && isFirst ? 12 : 50;
    return sendJson(response, `{"data":[${records(count, from === to ? from : to).join(',')}]}`);
  });
  const home = createHome();
  const line =
    'revenue --from 2026-06-13 --to 2026-06-15 --windows 1 --window-columns --concurrency 1 --resume -f csv';
  const options = { env: service.env, home, now: '2026-06-16T06:00:00Z' };
  expect((await runCli(line, options)).exitCode).toBe(5);
  isFirst = false;
  const before = service.requests.length;
  const { exitCode, stdout, stderr } = await runCli(`${line} --wait-for ${DAY}`, options);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('reused 1 of 3 windows');
  expect(stdout.match(new RegExp(`^${DAY}`, 'gm'))).toHaveLength(50);
  const asked = service.requests.slice(before).map(({ query }) => query.start_date);
  expect(asked.filter((day) => day === '2026-06-13')).toEqual([]);
});

describe('refused', () => {
  test.each([
    ['--wait-share 90', '--wait-share needs --wait-for'],
    ['--wait-until 09:00', '--wait-until needs --wait-for'],
    [
      '--wait-for today',
      '--wait-for today (2026-06-15) is not over, so it cannot be complete: today is 2026-06-15 in UTC',
    ],
    ['--wait-for 2026-07-01', '--wait-for 2026-07-01 is not over'],
    ['--wait-for 2d', `--wait-for 2d (2026-06-13) is not a day of the range ${DAY}..${DAY}`],
    ['--wait-for 2026-06', '--wait-for takes one day, such as yesterday or 2026-01-31, not "2026-06"'],
    ['--wait-for soon', '--wait-for takes one day'],
    ['--wait-for 0001-01-05', '--wait-for 0001-01-05 is outside the years 0001 to 9999'],
    ['--wait-for yesterday --wait-share 101%', '--wait-share takes a percentage from 0% to 100%, not "101%"'],
    ['--wait-for yesterday --wait-every 5s', '--wait-every takes a duration of 10s or more, not "5s"'],
    ['--wait-for yesterday --wait-stable x', '--wait-stable takes a whole number from 0 to 100'],
    [
      '--wait-for yesterday --wait-until 25:00',
      '--wait-until takes a time from 00:00 to 23:59, such as 09:00, not "25:00"',
    ],
    [
      '--wait-for yesterday --wait-max 10m',
      '--wait-max of 10 min can end before the records were the same for 10 min',
    ],
  ])('%s', async (options, message) => {
    const { service, run } = await startMorning({ recordsAt: () => records(50) });
    const { exitCode, stderr } = await run(`${REPORT} ${options}`);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`error: ${message}`),
    });
    expect(service.requests).toEqual([]);
  });

  test('a period for the day has no hint with --period', async () => {
    const { run } = await startMorning({ recordsAt: () => records(50) });
    expect((await run(`${REPORT} --wait-for last-month`)).stderr).toBe(
      'error: --wait-for takes one day, such as yesterday or 2026-01-31, not "last-month"\n',
    );
  });

  test.each(
    ['--replay', '--from-dataset'].flatMap((source) =>
      ['--wait-for', '--wait-share'].map((flag) => [source, flag] as const),
    ),
  )('%s with %s', async (source, flag) => {
    const value = flag === '--wait-for' ? 'yesterday' : '90';
    const { stderr, exitCode } = await runCli(`revenue ${source} kept -p yesterday ${flag} ${value}`);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`error: ${source} cannot be combined with ${flag}\n`),
    });
  });
});

test('an output that cannot be written is an error before the wait', async () => {
  const { service, run } = await startMorning({ recordsAt: () => records(12) });
  expect(await run(`${WAITING} -o missing/day.csv`)).toMatchObject({ exitCode: 8, waits: [] });
  expect(service.requests).toEqual([]);
});
