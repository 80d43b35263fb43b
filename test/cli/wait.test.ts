/** `--wait`: a run that waits until the last day of its range is in. */

import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../src/core/errors.ts';
import { homeWithProfiles } from '../harness/dataset.ts';
import { clientIdOf } from '../harness/profiles.ts';
import { type CliOptions, createHome, runCli } from '../harness/run-cli.ts';
import { sendJson, sendStatus, startService } from '../harness/service.ts';

const DAY = '2026-06-14';
const REPORT = `revenue --from ${DAY} --to ${DAY} -f csv`;
const INTERVAL_MS = 10 * 60_000;

const record = (day: string, index: number, revenue = 1): string =>
  `{"date":"${day}","campaign":"c${index}","revenue":${revenue}}`;
const records = (count: number, day = DAY, revenue = 1): readonly string[] =>
  Array.from({ length: count }, (_, index) => record(day, index, revenue));

interface Window {
  readonly from: string;
  readonly to: string;
  readonly client: string;
}

/** A service at a time since the start of the run, and runs that see its time pass. A number in place of records is a status. */
async function startMorning(recordsAt: (minutes: number, window: Window) => readonly string[] | number) {
  let minutes = 0;
  const clients = ['acme', 'brava', 'corto'];
  const service = await startService(({ query, headers }, response) => {
    const client = clients.find((each) => headers['client-id'] === clientIdOf(each)) ?? 'one';
    const { start_date: from = '', end_date: to = '' } = query;
    const found = recordsAt(minutes, { from, to, client });
    if (typeof found === 'number') sendStatus(response, found);
    else sendJson(response, `{"data":[${found.join(',')}]}`);
  });
  const run = (line: string, more: CliOptions = {}) => {
    minutes = 0;
    return runCli(line, {
      env: service.env,
      now: '2026-06-15T06:00:00Z',
      ...more,
      onTime(ms) {
        minutes = ms / 60_000;
        return more.onTime?.(ms);
      },
    });
  };
  /** The requested windows in the order of the requests. */
  const asked = () => service.requests.map(({ query }) => `${query.start_date}..${query.end_date}`);
  return { service, run, asked };
}

const notReady = (reason: string, wait: string, whose = ''): string =>
  `error: ${whose}revenue ${DAY} is not in yet: ${reason}\nhint: the wait of ${wait} has ended: run again later\n`;

describe('a run waits', () => {
  test('for records that are the same in two answers, ten minutes apart', async () => {
    const { service, run } = await startMorning((minutes) => records(minutes < 25 ? minutes / 10 : 2));
    const { exitCode, stdout, stderr, waits } = await run(`${REPORT} --wait 4h`);
    expect({ exitCode, stderr, waits }).toEqual({
      exitCode: 0,
      stderr: '',
      waits: [INTERVAL_MS, INTERVAL_MS, INTERVAL_MS],
    });
    expect(stdout).toBe(`date,campaign,revenue\n${DAY},c0,1\n${DAY},c1,1\n`);
    // Four answers, and the report.
    expect(service.windows()).toEqual(Array.from({ length: 5 }, () => `${DAY}..${DAY}`));
  });

  test('for figures that still change, with all records there', async () => {
    const { run } = await startMorning((minutes) => [record(DAY, 0, minutes < 25 ? minutes : 99)]);
    const { exitCode, stdout, waits } = await run(`${REPORT} --wait 4h`);
    expect({ exitCode, waits: waits.length }).toEqual({ exitCode: 0, waits: 4 });
    expect(stdout).toBe('date,campaign,revenue\n2026-06-14,c0,99\n');
  });

  test('not for another order of the same records', async () => {
    const { run } = await startMorning((minutes) => (minutes === 0 ? records(5) : [...records(5)].reverse()));
    expect((await run(`${REPORT} --wait 4h`)).waits).toEqual([INTERVAL_MS]);
  });

  test('for the same records in a row: a day that lost them begins again', async () => {
    const { run } = await startMorning((minutes) => (minutes === 10 ? [] : records(5)));
    expect((await run(`${REPORT} --wait 4h`)).waits).toHaveLength(3);
  });

  test('for the last day alone, and then requests the windows of the report', async () => {
    const { asked, run } = await startMorning((_minutes, { to }) => records(1, to));
    const line = `revenue --from 2026-06-01 --to ${DAY} --windows 7 --concurrency 1 -f csv --wait 1h`;
    expect((await run(line)).exitCode).toBe(0);
    expect(asked()).toEqual([
      ...[`${DAY}..${DAY}`, `${DAY}..${DAY}`],
      ...['2026-06-01..2026-06-07', `2026-06-08..${DAY}`],
    ]);
  });
});

describe('at the end of the wait', () => {
  test('a day without records exits 13, and the file stays as it was', async () => {
    const { run } = await startMorning(() => []);
    const home = createHome();
    home.write('day.csv', 'old\n');
    const { exitCode, stdout, stderr, waits } = await run(`${REPORT} -o day.csv --wait 4h`, { home });
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 13, stdout: '', stderr: notReady('no records', '4 h') });
    expect(waits).toEqual(Array.from({ length: 24 }, () => INTERVAL_MS));
    expect(home.read('day.csv')).toBe('old\n');
    expect(home.list()).toEqual(['day.csv']);
    expect(home.strays()).toEqual([]);
  });

  test('an answer less than ten minutes after the last does not count', async () => {
    const { run } = await startMorning((minutes) => records(minutes < 10 ? 4 : 5));
    const { exitCode, stderr, waits } = await run(`${REPORT} --wait 18m`);
    expect({ exitCode, waits, stderr }).toEqual({
      exitCode: 13,
      waits: [INTERVAL_MS, 8 * 60_000],
      stderr: notReady('5 records, not yet the same for 10 min', '18 min'),
    });
  });

  test('ten minutes are enough after a retry, too', async () => {
    let count = 0;
    const { run } = await startMorning(() => (count++ === 0 ? 503 : records(5)));
    const { exitCode, waits } = await run(`${REPORT} --wait 10m`);
    expect({ exitCode, waits }).toEqual({ exitCode: 0, waits: [250, INTERVAL_MS] });
  });

  test('a failing service exits 6', async () => {
    const { run } = await startMorning(() => 503);
    expect(await run(`${REPORT} --wait 15m --retry-for 0`)).toFail(
      6,
      `error: the service failed on revenue ${DAY}: 503\nhint: the wait of 15 min has ended: run again later\n`,
    );
  });
});

describe('failures during the wait', () => {
  test.each([[403, 4]])('%d ends it at once with %d', async (status, exitCode) => {
    const { run } = await startMorning((minutes) => (minutes < 5 ? [] : status));
    expect(await run(`${REPORT} --wait 1h`)).toMatchObject({ exitCode, waits: [INTERVAL_MS], stdout: '' });
  });

  test('records of another day end it at once with 7', async () => {
    const { run } = await startMorning(() => records(5, '2026-06-13'));
    const { exitCode, stderr, waits } = await run(`${REPORT} --wait 1h`);
    expect({ exitCode, waits }).toEqual({ exitCode: 7, waits: [] });
    expect(stderr).toContain('outside the requested days');
  });

  test('an outage does not end it, nor does it make records differ', async () => {
    const { run } = await startMorning((minutes) => (minutes === 10 ? 503 : records(5)));
    const { exitCode, stderr, waits } = await run(`${REPORT} --wait 1h --retry-for 0`);
    expect({ exitCode, stderr, waits }).toEqual({ exitCode: 0, stderr: '', waits: [INTERVAL_MS, INTERVAL_MS] });
  });

  test('an outage during the report does not end it', async () => {
    const range = `revenue --from 2026-06-08 --to ${DAY} -f csv`;
    const { run } = await startMorning((minutes, { from, to }) => (from !== to && minutes < 25 ? 503 : records(1, to)));
    const result = await run(`${range} --wait 1h --retry-for 0`);
    expect(result).toPrint(
      'date,campaign,revenue\n2026-06-14,c0,1\n',
      'warning: no records for 6 of 7 days: 2026-06-08..2026-06-13; "date" has only the last day of each window: if it is not the record\'s date, add --date-column none [gaps]\n',
    );
    expect(result.waits).toHaveLength(3);
  });

  test('a Retry-After that is longer than the interval is waited for', async () => {
    let count = 0;
    const service = await startService((_request, response) =>
      count++ === 0
        ? sendStatus(response, 503, '', { 'retry-after': '2400' })
        : sendJson(response, `{"data":[${record(DAY, 0)}]}`),
    );
    const options = { env: service.env, now: '2026-06-15T06:00:00Z' };
    const { exitCode, waits } = await runCli(`${REPORT} --wait 1h --retry-for 0`, options);
    expect({ exitCode, waits }).toEqual({ exitCode: 0, waits: [40 * 60_000, INTERVAL_MS] });
  });
});

describe('the report must have the day', () => {
  const range = `revenue --from 2026-06-08 --to ${DAY} -f csv`;
  const lacks = 'the report has no records of this day';

  test('else the wait goes on', async () => {
    const { run } = await startMorning((minutes, { from, to }) =>
      from === to || minutes > 25 ? records(1, to) : records(1, from),
    );
    const result = await run(`${range} --wait 1h`);
    expect(result).toPrint(
      'date,campaign,revenue\n2026-06-14,c0,1\n',
      'warning: no records for 6 of 7 days: 2026-06-08..2026-06-13; "date" has only the last day of each window: if it is not the record\'s date, add --date-column none [gaps]\n',
    );
    expect(result.waits).toHaveLength(3);
  });

  test.each(['', '--strict', '--date-column none'])('else it exits 13 at its end %s', async (option) => {
    const isEmpty = option.endsWith('none');
    const { run } = await startMorning((_minutes, { from, to }) => (isEmpty && from !== to ? [] : records(1, from)));
    expect(await run(`${range} --wait 20m ${option}`)).toFail(13, notReady(lacks, '20 min'));
  });

  test('--resume uses no window with the day that an earlier run has stored', async () => {
    let isBroken = true;
    const { asked, run } = await startMorning((_minutes, { to }) => (isBroken && to !== DAY ? 400 : records(1, to)));
    const home = createHome();
    const line = `${REPORT} --compare previous --sum revenue --concurrency 1 --resume`;
    expect((await run(line, { home })).exitCode).toBe(5);
    isBroken = false;
    expect(await run(`${line} --wait 1h`, { home })).toMatchObject({ exitCode: 0, stderr: '' });
    const days = [DAY, '2026-06-13', DAY, DAY, DAY, '2026-06-13'];
    expect(asked()).toEqual(days.map((day) => `${day}..${day}`));
  });
});

describe('several clients', () => {
  const LINE = `revenue --from ${DAY} --to ${DAY} -f csv --all-profiles`;
  const FILES = "-o '{profile}.csv'";
  const slowBrava = (minutes: number, { client }: Window) => (client === 'brava' && minutes < 25 ? [] : records(1));
  const startClients = async (recordsAt: Parameters<typeof startMorning>[0]) => {
    const { service, run } = await startMorning(recordsAt);
    const home = homeWithProfiles(service, 'acme', 'brava');
    return { home, run: (line: string, more?: CliOptions) => run(line, { home, env: {}, ...more }) };
  };

  test('the one that is not in is named, and nothing is written', async () => {
    const { run } = await startClients(slowBrava);
    expect(await run(`${LINE} --wait 20m`)).toFail(13, notReady('no records', '20 min', 'profile brava: '));
  });

  test('with a file each are written when they are ready, whatever the concurrency', async () => {
    let hasOther = (): boolean => false;
    const { home, run } = await startClients((_minutes, { client }) =>
      client === 'acme' && !hasOther() ? [] : records(1),
    );
    hasOther = () => home.read('brava.csv') !== undefined;
    expect(await run(`${LINE} ${FILES} --concurrency 1 --wait 24h`)).toPrint();
    expect(home.list()).toEqual(['acme.csv', 'brava.csv']);
  });

  test('with a file each: the others are written, and the one that is not in is an error', async () => {
    const { home, run } = await startClients((_minutes, { client }) => (client === 'acme' ? [] : records(1)));
    expect(await run(`${LINE} ${FILES} --concurrency 1 --wait 20m`)).toFail(
      13,
      `${notReady('no records', '20 min', 'profile acme: ')}note: 1 of 2 reports written; failed: acme\n`,
    );
    expect(home.list()).toEqual(['brava.csv']);
  });
});

describe('what the user sees', () => {
  const lines = [
    `waiting until 10:00: revenue ${DAY} is not in yet: no records; next request at 06:10`,
    `waiting until 10:00: revenue ${DAY} is not in yet: 4 records, not yet the same for 10 min; next request at 06:20`,
  ];
  const morning = (minutes: number) => records(minutes < 5 ? 0 : 4);

  test('a line after each request on a terminal, and with -v', async () => {
    const { run } = await startMorning(morning);
    const { stderr } = await run(`${REPORT} --wait 4h`, { stderrTty: true, columns: 200 });
    expect(stderr.split('\n').slice(0, 2)).toEqual(lines);
    const verbose = (await run(`${REPORT} -v --wait 4h`)).stderr;
    expect(verbose.split('\n').filter((line) => line.startsWith('waiting'))).toEqual(lines);
    expect((await run(`${REPORT} -q --wait 4h`, { tty: true })).stderr).toBe('');
  });

  test('the times are those of the zone of the report', async () => {
    const { run } = await startMorning(morning);
    const { stderr } = await run(`${REPORT} -v --wait 4h --timezone Europe/Berlin`);
    expect(stderr.match(/waiting until .*/)![0]).toBe(lines[0]!.replace('10:00', '12:00').replace('06:10', '08:10'));
  });
});

test('a signal ends the wait at once, and nothing is written', async () => {
  const { run } = await startMorning(() => []);
  const controller = new AbortController();
  const result = await run(`${REPORT} -o day.csv --wait 4h`, {
    signal: controller.signal,
    onTime: () => controller.abort(new ReportingError('E-interrupted', 'terminated', { signal: 'SIGTERM' })),
  });
  expect(result).toFail(143, 'error: terminated\n');
  expect(result.home.list()).toEqual([]);
});

test('an output that cannot be written is an error before the wait', async () => {
  const { service, run } = await startMorning(() => []);
  expect(await run(`${REPORT} -o missing/day.csv --wait 4h`)).toMatchObject({ exitCode: 8, waits: [] });
  expect(service.requests).toEqual([]);
});

test.each([
  [`${REPORT} --wait 9m`, '--wait takes a duration from 10m to 24h, such as 90s, 30m or 2h, not "9m"'],
  [`${REPORT} --wait soon`, '--wait takes a duration from 10m to 24h, such as 90s, 30m or 2h, not "soon"'],
  [
    `revenue --from ${DAY} --to today --wait 1h`,
    '--wait needs a range that is over, and 2026-06-15 is not: today is 2026-06-15 in UTC',
  ],
  [
    `revenue --from ${DAY} --to 2026-07-01 --wait 1h`,
    '--wait needs a range that is over, and 2026-07-01 is not: today is 2026-06-15 in UTC',
  ],
  [`revenue --input kept -p yesterday --wait 1h`, '--input cannot be combined with --wait'],
  [`columns revenue --from ${DAY} --wait 1h`, "unknown option '--wait'"],
])('exit 2: %s', async (line, message) => {
  const { service, run } = await startMorning(() => records(1));
  const { exitCode, stderr } = await run(line);
  expect({ exitCode, stderr: stderr.split('\n')[0] }).toEqual({ exitCode: 2, stderr: `error: ${message}` });
  expect(service.requests).toEqual([]);
});
