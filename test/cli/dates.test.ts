import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliOptions, createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, startRecordService, type TestService, TOKEN } from '../harness/service.ts';

const startDayService = () => startRecordService(({ query }) => [`{"asked":"since ${query.start_date}"}`]);

/** Runs `reporting revenue` at noon UTC on 2026-06-15, a Monday. On Kiritimati it is the 16th. */
async function pull(args: readonly string[], options: CliOptions = {}) {
  const service = await startDayService();
  const result = await runCli(['revenue', ...args], { ...options, env: { ...service.env, ...options.env } });
  return { ...result, windows: service.windows() };
}

const configFile = (home: Home): string => path.join(home.root, '.config', 'reporting', 'config.json');

function login(service: Pick<TestService, 'baseUrl'>, home: Home, args: readonly string[]) {
  const all = ['login', '--base-url', service.baseUrl, '--client-id', CLIENT_ID, '--token-stdin', ...args];
  return runCli(all, { home, stdin: TOKEN });
}

describe('a note shows the days of a relative range', () => {
  test.each([
    [['--period', 'last-7-days'], '--period last-7-days is 2026-06-08..2026-06-14 ('],
    [['--period', ' Yesterday'], '--period Yesterday is 2026-06-14 ('],
    [['--from', '7d'], '--from 7d is 2026-06-08..2026-06-14 ('],
    [['--from', '2026-06-01', '--to', 'today'], '--from 2026-06-01 --to today is 2026-06-01..2026-06-15 ('],
  ])('%j', async (args, note) => {
    const { stderr } = await pull(args);
    const warning = note.includes('..2026-06-15')
      ? 'warning: the range includes today, 2026-06-15 in UTC [unfinished]\n'
      : '';
    expect(stderr).toBe(`note: ${note}today is 2026-06-15 in UTC)\n${warning}`);
  });

  test('-q hides it, the summary and the progress on a terminal', async () => {
    expect((await pull(['--period', 'yesterday', '-q'], { tty: true })).stderr).toBe('');
  });

  test.each([
    [['--period', 'yesterday', '--quiet']],
    [['--from', '2026-06-01', '--to', '2026-06-14']],
    [['--period', '2026-05']],
    [['--period', '2026-W05', '--timezone', 'Asia/Tokyo']],
  ])('except with %j', async (args) => {
    expect(await pull(args)).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('the current date', () => {
  test.each([
    ['2026-06-15T12:00:00Z', 'Pacific/Kiritimati', '2026-06-09..2026-06-15', '2026-06-16'],
    // Clocks go forward in Berlin on 29 March.
    ['2026-03-29T22:00:00Z', 'Europe/Berlin', '2026-03-23..2026-03-29', '2026-03-30'],
    // Samoa skipped 30 December 2011. The calendar has it.
    ['2011-12-30T10:30:00Z', 'Pacific/Apia', '2011-12-24..2011-12-30', '2011-12-31'],
  ])('at %s in %s', async (now, timeZone, window, today) => {
    const args = ['--period', 'last-7-days'];
    const note = `note: --period last-7-days is ${window} (today is ${today} in ${timeZone})\n`;
    const expected = { exitCode: 0, windows: [window], stderr: note };
    expect(await pull([...args, '--timezone', timeZone], { now })).toMatchObject(expected);
    expect(await pull(args, { now, timeZone })).toMatchObject(expected);
    expect(await pull(args, { now, env: { REPORTING_TIMEZONE: timeZone } })).toMatchObject(expected);
  });

  test('the time zone is the first of option, environment, profile and system', async () => {
    const { home, ...service } = await startDayService();
    expect(await login(service, home, ['--timezone', 'asia/tokyo'])).toMatchObject({ exitCode: 0 });
    const [flag, env] = [['--timezone', 'Europe/Paris'], { REPORTING_TIMEZONE: 'America/Lima' }];
    const zoneOf = async (args: readonly string[], environment: Record<string, string>) => {
      const all = ['revenue', '--period', 'today', ...args];
      const { stderr } = await runCli(all, { home, env: environment, timeZone: 'Asia/Dubai' });
      return / in (.*)\)\n/.exec(stderr)?.[1];
    };
    expect(await zoneOf(flag, env)).toBe('Europe/Paris');
    expect(await zoneOf([], env)).toBe('America/Lima');
    expect(await zoneOf([], { REPORTING_TIMEZONE: '  ' })).toBe('Asia/Tokyo');
    expect(await zoneOf([], {})).toBe('Asia/Tokyo');
    expect(await zoneOf([], service.env)).toBe('Asia/Dubai');
    expect(await zoneOf(['--profile', 'default'], service.env)).toBe('Asia/Tokyo');
    await runCli('logout', { home });
    expect(await zoneOf([], service.env)).toBe('Asia/Dubai');
  });
});

describe('a time zone in the profile', () => {
  const stored = (home: Home) => JSON.parse(readFileSync(configFile(home), 'utf8')).profiles.default;

  test('changes only with a login that has --timezone', async () => {
    const { home, ...service } = await startDayService();
    await login(service, home, []);
    expect(stored(home)).not.toHaveProperty('timeZone');
    await login(service, home, ['--timezone', 'europe/berlin']);
    expect(stored(home).timeZone).toBe('Europe/Berlin');
    await login(service, home, []);
    expect(stored(home).timeZone).toBe('Europe/Berlin');
    await login(service, home, ['--timezone', 'UTC']);
    expect(stored(home).timeZone).toBe('UTC');
  });

  test('that does not exist fails relative ranges only, and is shown', async () => {
    const { home, ...service } = await startDayService();
    await login(service, home, []);
    const profile = { ...stored(home), timeZone: 'Europe/Berln' };
    writeFileSync(configFile(home), JSON.stringify({ profiles: { default: profile } }));
    const requestCount = service.requests.length;
    const stderr =
      'error: timezone (profile default): unknown time zone "Europe/Berln"\n' +
      'hint: a time zone is an IANA name, such as Europe/Berlin, America/New_York or UTC\n';

    const relative = 'revenue --period yesterday';
    expect(await runCli(relative, { home })).toFail(2, stderr);
    expect(service.requests).toHaveLength(requestCount);
    expect(await runCli('whoami', { home })).toFail(
      2,
      stderr,
      expect.stringContaining('time zone: Europe/Berln  (profile default)\n'),
    );

    expect(await runCli(`${relative} --timezone UTC`, { home })).toMatchObject({ exitCode: 0 });
    expect(await runCli('revenue --period 2026-05', { home })).toPrint('asked\nsince 2026-05-01\n');
    const { checks } = JSON.parse((await runCli('doctor --format json', { home })).stdout);
    expect(checks[0]).toMatchObject({
      name: 'configuration',
      status: 'warning',
      message: expect.stringMatching(
        /^profile default in .*; timezone \(profile default\): unknown time zone "Europe\/Berln"$/,
      ),
    });
  });
});

describe('the variable TZ', () => {
  const YESTERDAY = ['--period', 'yesterday'];

  test.each([
    ['Pacific/Kiritimati', '2026-06-15', 'Pacific/Kiritimati'],
    [':/usr/share/zoneinfo/Pacific/Kiritimati', '2026-06-15', 'Pacific/Kiritimati'],
    ['UTC0', '2026-06-14', 'UTC'],
  ])('%j is the zone of the system', async (TZ, day, zone) => {
    const { windows, stderr } = await pull(YESTERDAY, { env: { TZ } });
    expect(windows).toEqual([`${day}..${day}`]);
    expect(stderr).toContain(` in ${zone})`);
  });

  test('has the lowest precedence', async () => {
    const env = { TZ: 'Europe/Berln', REPORTING_TIMEZONE: 'Pacific/Kiritimati' };
    expect(await pull(YESTERDAY, { env })).toMatchObject({ exitCode: 0, windows: ['2026-06-15..2026-06-15'] });
    const flag = [...YESTERDAY, '--timezone', 'UTC'];
    expect(await pull(flag, { env: { TZ: 'x' } })).toMatchObject({ exitCode: 0 });
  });

  test.each([...['Europe/Berln', ':Europe/Berln', 'CET-1CEST,M3.5.0,M10.5.0/3', 'BST', 'EST5']])(
    '%j fails relative ranges only',
    async (TZ) => {
      const env = { TZ };
      const home = createHome();
      for (const args of [YESTERDAY, ['--from', '7d'], ['--from', '2026-06-01']]) {
        const { exitCode, windows, stdout, stderr } = await pull(args, { env, home });
        expect({ exitCode, windows, stdout }).toEqual({ exitCode: 2, windows: [], stdout: '' });
        expect(stderr).toBe(
          `error: TZ=${JSON.stringify(TZ)} is not a known time zone, so the current date is unknown\n` +
            `hint: set --timezone or REPORTING_TIMEZONE; a time zone is an IANA name, such as Europe/Berlin, America/New_York or UTC\n`,
        );
      }
      expect(home.strays()).toEqual([]);
      const days = ['--from', '2026-06-01', '--to', '2026-06-14'];
      expect(await pull(days, { env })).toMatchObject({ exitCode: 0, stderr: '' });
    },
  );

  test('whoami shows an unknown value, and doctor warns', async () => {
    const { env } = await startDayService();
    const options = { env: { ...env, TZ: 'Europe/Berln' } };
    expect(await runCli('whoami', options)).toPrint(
      expect.stringContaining('time zone: Europe/Berln  (TZ, unknown)\n'),
    );
    const { checks } = JSON.parse((await runCli('doctor --format json', options)).stdout);
    expect(checks[0]).toMatchObject({
      name: 'configuration',
      status: 'warning',
      message: expect.stringContaining('TZ="Europe/Berln" is not a known time zone'),
    });
  });
});

test.each([
  [
    ['--period', 'mtd', '--from', '2026-01-01'],
    "error: option '-p, --period <period>' cannot be used with option '--from <date>'\nhint: leave out one of the two\n",
  ],
  [
    ['--from', 'today', '--timezone', 'Europe/Berln'],
    'error: --timezone: unknown time zone "Europe/Berln"\n' +
      'hint: a time zone is an IANA name, such as Europe/Berlin, America/New_York or UTC\n',
  ],
])('a wrong command line sends no request: %j', async (args, stderr) => {
  expect(await pull(args)).toMatchObject({ exitCode: 2, stdout: '', stderr, windows: [] });
});
