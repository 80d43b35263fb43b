/** The first day of the week: `config set week-start`, and of a profile `login --week-start`. */

import { describe, expect, test } from 'vitest';
import { startDailyService } from '../harness/daily-service.ts';
import { clientProfile, readConfig, storeProfiles } from '../harness/profiles.ts';
import { runCli } from '../harness/run-cli.ts';
import { TOKEN } from '../harness/service.ts';

// The clock shows 2026-06-15, a Monday.
const FROM_MONDAY = '2026-06-08..2026-06-14';
const FROM_SUNDAY = '2026-06-07..2026-06-13';

test.each([
  ['a Monday without a setting', {}, {}, FROM_MONDAY],
  ['that of config', { 'week-start': 'sunday' }, {}, FROM_SUNDAY],
  ['that of the profile', {}, { weekStart: 'sunday' }, FROM_SUNDAY],
  ['that of the profile before that of config', { 'week-start': 'sunday' }, { weekStart: 'monday' }, FROM_MONDAY],
])('last-week: begins on %s', async (_name, defaults, settings, range) => {
  const { home, ...service } = await startDailyService();
  storeProfiles(home, { default: { ...clientProfile(service, 'acme'), ...settings } }, defaults);
  for (const command of ['revenue', 'columns revenue', 'raw revenue -o out'])
    expect(await runCli(`${command} -p last-week`, { home })).toMatchObject({ exitCode: 0, stderr: '' });
  expect(service.windows()).toEqual([range, range, range]);
});

test('login stores it, a later login keeps it, and whoami, config and profiles show it', async () => {
  const { home, ...service } = await startDailyService();
  const line = `login --base-url ${service.baseUrl} --client-id ${clientProfile(service, 'a').clientId} --token-stdin --no-verify`;
  await runCli(`${line} --week-start Sunday`, { home, stdin: TOKEN });
  await runCli(line, { home, stdin: TOKEN });
  expect(readConfig(home).profiles).toMatchObject({ default: { weekStart: 'sunday' } });
  expect((await runCli('whoami', { home })).stdout).toContain('week start: sunday  (profile default)\n');
  const { stdout } = await runCli('whoami -f json', { home });
  expect(JSON.parse(stdout).week_start).toEqual({ value: 'sunday', source: 'profile default' });
  expect((await runCli('config', { home })).stdout).toMatch(/^week-start: +sunday +\(profile default\)$/m);
  expect(JSON.parse((await runCli('profiles -f json', { home })).stdout)).toMatchObject([{ week_start: 'sunday' }]);
});

test('a value in the file that is no day is an error with its source', async () => {
  const { home, ...service } = await startDailyService();
  storeProfiles(home, { default: { ...clientProfile(service, 'acme'), weekStart: 'someday' } });
  const stderr =
    'error: week-start (profile default) takes one of monday, tuesday, wednesday, thursday, friday, saturday, sunday, not "someday"\n';
  expect(await runCli('revenue -p 2026-01', { home })).toFail(2, stderr);
  expect(await runCli('whoami', { home })).toMatchObject({ exitCode: 2, stderr: stderr });
  expect(service.requests).toEqual([]);
});

describe('profiles whose weeks begin on different days', () => {
  async function start() {
    const { home, ...service } = await startDailyService({ recordsOf: (day) => [`{"day":"${day}","n":1}`] });
    storeProfiles(home, {
      acme: clientProfile(service, 'acme'),
      brava: { ...clientProfile(service, 'brava'), weekStart: 'sunday' },
    });
    return { service, home };
  }
  const HINT = "write one file per profile: -o '{profile}.csv'\n";

  test('have no common last-week, and no common rows by week', async () => {
    const { service, home } = await start();
    expect(await runCli('revenue --all-profiles -p last-week', { home })).toFail(
      2,
      `error: last-week is ${FROM_MONDAY} for acme and ${FROM_SUNDAY} for brava\nhint: set --timezone, give dates, or ${HINT}`,
    );
    expect(await runCli('revenue --all-profiles -p 2026-01 --by week', { home })).toFail(
      2,
      'error: 2026-01 is 2026-01-01..2026-01-31 in weeks from monday for acme and 2026-01-01..2026-01-31 in weeks from sunday for brava\n' +
        `hint: set --timezone, give dates, or ${HINT}`,
    );
    expect(service.requests).toEqual([]);
  });

  test('have their own weeks in a file each', async () => {
    const { home } = await start();
    const line = 'revenue --all-profiles --from 2026-01-04 --to 2026-01-10 --by week --sum n -o {profile}.csv';
    expect((await runCli(line, { home })).exitCode).toBe(0);
    expect(home.read('acme.csv')).toBe('week,n\n2026-W01,1\n2026-W02,6\n');
    expect(home.read('brava.csv')).toBe('week,n\n2026-01-04,7\n');
  });
});

test('a condition on the rows by week, and a table that marks incomplete weeks, take it', async () => {
  const { home, ...service } = await startDailyService();
  storeProfiles(home, { default: { ...clientProfile(service, 'acme'), weekStart: 'sunday' } });
  const line = 'revenue --from 2026-01-03 --to 2026-01-10 --by week --sum n -f table --all-digits';
  const { stdout } = await runCli(`${line} --having 'week>=2025-12-28'`, { home });
  expect(stdout).toContain('week            n\n──────────────  ─\n2025-12-28*     1\n2026-01-04      7\n');
});
