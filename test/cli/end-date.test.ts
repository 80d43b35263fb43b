import { describe, expect, test } from 'vitest';
import { daysFrom, startDailyService } from '../harness/daily-service.ts';
import { type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, TOKEN } from '../harness/service.ts';

const QUARTER = ['revenue', '--from', '2026-01-01', '--to', '2026-03-31'];
const EXCLUSIVE = { REPORTING_END_DATE: 'exclusive' };
const DAYS = `day,n\n${daysFrom('2026-01-01', '2026-03-31')
  .map((day) => `${day},1\n`)
  .join('')}`;

describe('a service that excludes end_date', () => {
  test.each([
    [QUARTER, 'no records for 3 of 90 days: 2026-01-31, 2026-03-03, 2026-03-31'],
    [['revenue', '--period', 'last-7-days'], 'no records for 1 of 7 days: 2026-06-14'],
  ])('gives a warning with the solution: %j', async (args, message) => {
    const service = await startDailyService({ exclusiveEnd: true });
    const { exitCode, stderr } = await runCli(args, { env: service.env });
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      `warning: ${message}; the last day of each window is missing: its records may be late, or the service excludes end_date (\`reporting doctor\` checks this): then set REPORTING_END_DATE=exclusive [gaps]\n`,
    );
    const failed = await runCli([...args, '--strict'], { env: service.env });
    expect(failed.exitCode).toBe(9);
    expect(failed.stderr).toMatch(/^error: .*; the last /m);
  });

  test.each([
    ['one window has its last day', ['2026-01-31', '2026-03-03'], QUARTER],
    ['another day is missing', ['2026-01-30', '2026-03-02', '2026-03-30'], QUARTER],
    ['the data is sparse', daysFrom('2026-01-01', '2026-03-31').filter((_, index) => index % 5 !== 3), QUARTER],
    ['a window of one day has records', ['2026-01-31'], [...QUARTER.slice(0, 4), '2026-02-01']],
  ])('gives no such warning if %s', async (_name, missing, args) => {
    const service = await startDailyService({ missing });
    const { stderr } = await runCli(args, { env: service.env });
    expect(stderr).toMatch(/^warning: no records for \d+ of \d+ days: [\d., -]+(?: and \d+ more days)? \[gaps\]\n$/);
  });
});

describe('REPORTING_END_DATE=exclusive', () => {
  test('requests windows of 30 days and the day after, and gets every day once', async () => {
    const service = await startDailyService({ exclusiveEnd: true });
    const env = { ...service.env, ...EXCLUSIVE };
    expect(await runCli([...QUARTER, '--strict'], { env })).toPrint(DAYS);
    expect(service.windows()).toEqual(['2026-01-01..2026-01-31', '2026-01-31..2026-03-02', '2026-03-02..2026-04-01']);
  });

  test('fails for a service that includes end_date, before a day appears twice', async () => {
    const { home, ...service } = await startDailyService();
    const args = [...QUARTER, '-o', 'out.csv', '--resume'];
    expect(await runCli(args, { env: { ...service.env, ...EXCLUSIVE }, home })).toFail(
      2,
      'error: the service includes end_date: a request for revenue 2026-01-01..2026-01-30 with end_date 2026-01-31 returned records of 2026-01-31\n' +
        'hint: set REPORTING_END_DATE=inclusive, or store it: reporting login --end-date inclusive\n',
    );
    expect(home.list()).toEqual([]);
  });

  test.each([
    [['--windows', '31'], 2],
    [['--windows', '30'], 0],
    [['--windows', '7'], 0],
  ])('with %j ends with %i', async (args, exit) => {
    const service = await startDailyService({ exclusiveEnd: true });
    const env = { ...service.env, ...EXCLUSIVE };
    const { exitCode, stderr } = await runCli([...QUARTER, ...args], { env });
    expect(exitCode).toBe(exit);
    for (const { query } of service.requests) {
      expect(daysFrom(query.start_date!, query.end_date!).length).toBeLessThanOrEqual(31);
    }
    if (exit === 2) {
      expect(service.requests).toEqual([]);
      expect(stderr).toBe(
        'error: --windows 31 is too long for an exclusive end date (REPORTING_END_DATE), which adds a day to each request\n' +
          'hint: use --windows 30 or less\n',
      );
    }
  });

  test('rejects other values', async () => {
    const service = await startDailyService();
    const env = { ...service.env, REPORTING_END_DATE: 'outside' };
    const stderr =
      'error: end-date (REPORTING_END_DATE) takes one of inclusive, exclusive, not "outside"\n' +
      'hint: correct REPORTING_END_DATE, or unset it\n';
    for (const line of [QUARTER.join(' '), 'raw revenue -p 2026-01 -o out', 'sync revenue sales --from 2026-05'])
      expect(await runCli(line, { env })).toMatchObject({ exitCode: 2, stdout: '', stderr });
    expect(await runCli('whoami', { env })).toMatchObject({ exitCode: 2, stderr: stderr });
    expect(service.requests).toEqual([]);
  });

  test('rejects a range up to the last date', async () => {
    const service = await startDailyService();
    const end = 'revenue --from 9999-12-31 --to 9999-12-31';
    expect((await runCli(end, { env: { ...service.env, ...EXCLUSIVE } })).exitCode).toBe(2);
  });
});

describe('a profile stores it', () => {
  async function login(home: Home, baseUrl: string, endDate?: string) {
    const args = endDate === undefined ? [] : ['--end-date', endDate];
    const credentials = ['--base-url', baseUrl, '--client-id', CLIENT_ID, '--token-stdin', '--no-verify'];
    return runCli(['login', ...credentials, ...args], { home, stdin: TOKEN });
  }

  test('for reports; the variable overrides it, and a later login keeps it', async () => {
    const { home, ...service } = await startDailyService({ exclusiveEnd: true });
    expect((await login(home, service.baseUrl, 'exclusive')).exitCode).toBe(0);
    await login(home, service.baseUrl);
    expect(await runCli(QUARTER, { home })).toPrint(DAYS);
    const env = { REPORTING_END_DATE: 'inclusive' };
    expect((await runCli(QUARTER, { home, env })).stderr).toContain('no records for 3 of');
    expect((await runCli('whoami', { home, env })).stdout).toContain('inclusive  (REPORTING_END_DATE)\n');
    expect((await runCli([...QUARTER, '--windows', '31'], { home })).stderr).toContain('(profile default)');
    expect((await runCli([...QUARTER, '--sandbox', '--strict'], { home })).exitCode).toBe(0);
    // A setting needs no credentials once they are stored.
    expect(await runCli('login --end-date inclusive', { home })).toPrint(
      '',
      expect.stringMatching(/^note: stored the settings of profile default, in .*\n$/),
    );
    expect((await runCli(QUARTER, { home })).stderr).toContain('no records for 3 of');
  });

  test('and whoami shows it; an invalid value is shown and fails', async () => {
    const { home, ...service } = await startDailyService();
    await login(home, service.baseUrl, 'exclusive');
    expect(await runCli('whoami', { home })).toPrint(
      expect.stringContaining('end date:  exclusive  (profile default)\n'),
    );
    const { stdout } = await runCli('whoami -f json', { home });
    expect(JSON.parse(stdout).end_date).toEqual({ value: 'exclusive', source: 'profile default' });

    const config = '../.config/reporting/config.json';
    home.write(config, home.read(config)!.replace('exclusive', 'sometimes'));
    const stderr = 'error: end-date (profile default) takes one of inclusive, exclusive, not "sometimes"\n';
    expect(await runCli(QUARTER, { home })).toFail(2, stderr);
    expect(service.requests).toEqual([]);
    const who = await runCli('whoami', { home });
    expect(who).toMatchObject({ exitCode: 2, stderr });
    expect(who.stdout).toContain('end date:  sometimes  (profile default)\n');
    const env = { REPORTING_END_DATE: 'inclusive' };
    expect((await runCli(QUARTER, { home, env })).exitCode).toBe(0);
  });
});
