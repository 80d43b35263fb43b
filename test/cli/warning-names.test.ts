import { describe, expect, test } from 'vitest';
import { clientProfile, storeProfiles } from '../harness/profiles.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { sendJson, startService } from '../harness/service.ts';

const JANUARY = 'revenue --from 2026-01-01 --to 2026-01-31 -f csv';

describe('a warning about the data has a name', () => {
  const start = () => startService((_request, response) => sendJson(response, '{"data":[{"n":1}],"meta":{"limit":1}}'));
  const TEXT =
    'the response for revenue 2026-01-01..2026-01-31 has "meta.limit": 1, and just as many records: the rest may be cut off';

  test('at its end, partial with the member', async () => {
    const { env } = await start();
    expect(await runCli(JANUARY, { env })).toPrint('n\n1\n', `warning: ${TEXT} [partial:meta.limit]\n`);
  });
});

describe('[unfinished]', () => {
  const line = (range: string, ...rest: readonly string[]) =>
    ['revenue --sandbox -f csv -o out.csv', range, ...rest].join(' ');

  test.each([
    ['--from 2026-06-14 --to 2026-06-15', 'includes today, 2026-06-15 in UTC'],
    ['--from 2026-06-15 --to 2026-06-16', 'includes today, 2026-06-15 in UTC, and 1 later day'],
    ['--period 2026-06', 'includes today, 2026-06-15 in UTC, and 15 later days'],
    ['--period 2026-07', '2026-07-01..2026-07-31 is in the future: today is 2026-06-15 in UTC'],
  ])('%s', async (range, words) => {
    const text = `the range ${words} [unfinished]\n`;
    expect(await runCli(line(range))).toPrint('', expect.stringContaining(`warning: ${text}`));
    expect(await runCli(line(range, '--strict'))).toFail(
      9,
      expect.stringMatching(/^error: revenue [\d.-]+: the range .* \[unfinished\]\n/m),
    );
    const home = createHome();
    const raw = `raw revenue --sandbox ${range} -o out`;
    expect((await runCli(raw, { home })).stderr).toContain(`warning: ${text}`);
    expect((await runCli(`${raw}2 --strict`, { home })).exitCode).toBe(9);
    expect(home.list()).toEqual(['out']);
    expect((await runCli(`${raw}3 --wire csv --strict`)).exitCode).toBe(9);
  });

  test.each(['--from 2026-06-01 --to 2026-06-14', '--period yesterday', '--period mtd'])('not %s', async (range) => {
    expect(await runCli(line(range, '--strict'))).toPrint();
  });
});

describe('[zone]', () => {
  const YESTERDAY = 'revenue --sandbox --period yesterday -f csv';
  const WARNING =
    'warning: --period yesterday is 2026-06-14 in UTC, the zone of this machine: name the zone of the report with --timezone, even if it is UTC [zone]\n';
  const onUtc = { timeZone: 'UTC' };

  test('a relative range in the zone UTC that nobody set, off a terminal', async () => {
    expect((await runCli(YESTERDAY, onUtc)).stderr).toContain(WARNING);
    expect((await runCli(`${YESTERDAY} --strict`, onUtc)).exitCode).toBe(9);
    expect((await runCli('raw revenue --sandbox --from 7d -o out --strict', onUtc)).exitCode).toBe(9);
    expect((await runCli(YESTERDAY, { timeZone: 'Etc/UTC' })).stderr).toContain('[zone]');
  });

  test.each<[name: string, args: string, options: object]>([
    ['an option', '--timezone UTC', onUtc],
    ['a variable', '', { ...onUtc, env: { REPORTING_TIMEZONE: 'UTC' } }],
    ['TZ', '', { ...onUtc, env: { TZ: 'UTC' } }],
    ['a zone of the system', '', { timeZone: 'Europe/Berlin' }],
    ['a terminal', '', { ...onUtc, stderrTty: true }],
    ['dates', '--period 2026-06-14', onUtc],
  ])('is silent with %s', async (_, args, options) => {
    const { exitCode, stderr } = await runCli(`${YESTERDAY} ${args} --strict`, options);
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain('warning');
  });

  const SYNC = 'sync revenue sales --sandbox --from 2026-05 --to 2026-05';
  const KEEPS = (subject: string) =>
    `${subject}: a dataset keeps its time zone, and yesterday is 2026-06-14 in UTC, the zone of this machine: name the zone of the dataset with --timezone, even if it is UTC [zone]\n`;

  test('a new dataset in the zone UTC that nobody set, off a terminal', async () => {
    const home = createHome();
    for (const options of ['--strict', '--strict --dry-run']) {
      expect(await runCli(`${SYNC} ${options}`, { ...onUtc, home })).toFail(
        9,
        `${KEEPS('error')}hint: --strict makes this warning an error, and this was not written: see \`reporting help zone\`\n`,
      );
    }
    expect(home.list()).toEqual([]);
    expect(await runCli(SYNC, { ...onUtc, home })).toPrint('', KEEPS('warning'));
    // The dataset has a zone now.
    expect(await runCli('sync sales --strict --to 2026-05', { ...onUtc, home })).toPrint();
  });

  test.each<[name: string, args: string, options: object, zone: string]>([
    ['an option', '--timezone UTC', onUtc, 'UTC'],
    ['a variable', '', { ...onUtc, env: { REPORTING_TIMEZONE: 'UTC' } }, 'UTC'],
    ['TZ', '', { ...onUtc, env: { TZ: 'UTC' } }, 'UTC'],
    ['a zone of the system', '', { timeZone: 'Europe/Berlin' }, 'Europe/Berlin'],
    ['a terminal', '', { ...onUtc, stderrTty: true }, 'UTC'],
    ['--allow', '--allow zone', onUtc, 'UTC'],
  ])('is silent for a new dataset with %s, whose zone is shown to people', async (_, args, options, zone) => {
    const { exitCode, stderr } = await runCli(`${SYNC} ${args} --strict -v`, { stderrColumns: 0, ...options });
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain('warning');
    expect(stderr).toContain(`New dataset in ${zone}, where yesterday is 2026-06-14: this zone never changes.\n`);
  });

  test('is silent for a new dataset with a zone in the profile, or in the defaults', async () => {
    const service = await startService((_request, response) =>
      sendJson(response, '{"data":[{"date":"2026-05-01","revenue":1}]}'),
    );
    const line = 'sync revenue sales --from 2026-05 --to 2026-05 --strict --allow gaps';
    const home = createHome();
    const profile = clientProfile(service, 'acme');
    storeProfiles(home, { acme: { ...profile, timeZone: 'UTC' } });
    expect(await runCli(`${line} --profile acme`, { ...onUtc, home })).toPrint();
    const other = createHome();
    storeProfiles(other, { acme: profile });
    expect((await runCli(`${line} --profile acme`, { ...onUtc, home: other })).exitCode).toBe(9);
    await runCli('config set timezone UTC', { home: other });
    expect(await runCli(`${line} --profile acme`, { ...onUtc, home: other })).toPrint();
  });
});
