import { describe, expect, test } from 'vitest';
import { clientProfile, readConfig, storeProfiles } from '../harness/profiles.ts';
import { createHome, runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];

describe('config', () => {
  test('shows built-in values if nothing is stored', async () => {
    expect(await runCli('config')).toPrint(
      'format:     table on a terminal, else csv  (built in)\n' +
        'timezone:   UTC  (system)\n' +
        'profile:    default  (built in)\n' +
        'allow:      none  (built in)\n' +
        'week-start: monday  (built in)\n',
    );
  });

  test('shows the source of each value: environment, profile, config', async () => {
    const home = createHome();
    const profile = { ...clientProfile({ baseUrl: 'https://x.example/v2/reporting' }, 'acme') };
    storeProfiles(
      home,
      { acme: { ...profile, timeZone: 'Asia/Tokyo' } },
      { format: 'ndjson', timezone: 'Europe/Berlin', profile: 'acme' },
    );
    expect(await runCli('config', { home })).toPrint(
      'format:     ndjson  (config)\n' +
        'timezone:   Asia/Tokyo  (profile acme)\n' +
        'profile:    acme  (config)\n' +
        'allow:      none  (built in)\n' +
        'week-start: monday  (built in)\n',
    );
    const env = { REPORTING_FORMAT: 'tsv', REPORTING_TIMEZONE: 'UTC', REPORTING_PROFILE: 'acme' };
    const { stdout } = await runCli('config --format json', { home, env });
    expect(JSON.parse(stdout)).toEqual({
      format: { value: 'tsv', source: 'REPORTING_FORMAT' },
      timezone: { value: 'UTC', source: 'REPORTING_TIMEZONE' },
      profile: { value: 'acme', source: 'REPORTING_PROFILE' },
      allow: { value: 'none', source: 'built in' },
      'week-start': { value: 'monday', source: 'built in' },
    });
  });

  test('get prints only the value', async () => {});
});

describe('reports use the stored defaults', () => {
  test('format: comes after flag, file, environment and profile', async () => {
    const { home, ...service } = await startRecordService(() => ['{"n":1}']);
    await runCli('config set format ndjson', { home });
    const pull = (args: readonly string[] = [], env = {}) =>
      runCli([...DAY, '-q', ...args], { home, env: { ...service.env, ...env } });
    expect((await pull()).stdout).toBe('{"n":1}\n');
    expect((await pull(['-f', 'csv'])).stdout).toBe('n\n1\n');
    expect((await pull([], { REPORTING_FORMAT: 'tsv' })).stdout).toBe('n\n1\n');
    await pull(['-o', 'x.csv']);
    expect(home.read('x.csv')).toBe('n\n1\n');
    storeProfiles(
      home,
      { acme: { ...clientProfile(service, 'acme'), format: 'csv' } },
      { format: 'json', profile: 'acme' },
    );
    expect(await runCli([...DAY, '-q'], { home })).toPrint('n\n1\n');
    expect(await runCli([...DAY, '-q', '--sandbox'], { home })).toPrint(expect.stringMatching(/^\[/));
  });

  test('timezone: decides the date of today', async () => {
    const home = createHome();
    await runCli('config set timezone pacific/kiritimati', { home });
    expect(readConfig(home).defaults).toEqual({ timezone: 'Pacific/Kiritimati' });
    const { stderr } = await runCli('revenue --sandbox --period yesterday', { home });
    expect(stderr).toContain('is 2026-06-15 (today is 2026-06-16 in Pacific/Kiritimati)');
    expect((await runCli('whoami', { home })).stdout).toContain('Pacific/Kiritimati  (config)');
  });

  test('names a value that counts before the stored one', async () => {
    const home = createHome();
    storeProfiles(home, { default: { timeZone: 'Asia/Tokyo' } });
    const { stderr } = await runCli('config set timezone UTC', { home });
    expect(stderr).toContain('warning: reports use Asia/Tokyo (profile default), which takes precedence\n');
  });

  test('unset: restores the built-in value', async () => {
    const home = createHome();
    await runCli('config set week-start sunday', { home });
    for (let times = 1; times <= 2; times++) {
      expect(await runCli('config unset week-start', { home })).toPrint('', 'Removed the default week-start.\n');
      expect((await runCli('config', { home })).stdout).toContain('week-start: monday  (built in)\n');
    }
  });
});

describe('an invalid value is rejected, and nothing is stored', () => {
  test.each([
    [['format', 'cvs'], 'format takes one of table, csv', ''],
    [['timezone', 'Europe/Berln'], 'unknown time zone "Europe/Berln"', 'a time zone is an IANA name'],
    [['week-start', 'x'], /takes one of monday, .*, not "x"/, ''],
    [['allow', 'gap'], 'allow: unknown warning "gap"', 'the warnings are: gaps'],
    [['profile', 'a b'], 'invalid profile name "a b"', ''],
    [['colour', 'red'], 'name takes one of format, timezone, profile, allow, week-start, not "colour"', ''],
  ])('set %j', async ([name, value], message, hint) => {
    const home = createHome();
    const { exitCode, stderr } = await runCli(['config', 'set', name!, value!], { home });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).toContain(hint);
    expect(() => readConfig(home)).toThrow();
  });

  test.each([
    [{ format: 'cvs' }, 'format (config) takes one of table, csv'],
    [{ allow: 'gap' }, 'allow (config): unknown warning "gap"'],
    [{ format: true }, '`defaults` is not an object of strings'],
    [{ timezone: 8 }, '`defaults` is not an object of strings'],
    ['csv', '`defaults` is not an object of strings'],
  ])('a file with %j in it stops a report', async (defaults, message) => {
    const home = createHome();
    storeProfiles(home, {}, defaults as Readonly<Record<string, unknown>>);
    expect(await runCli([...DAY, '--sandbox'], { home })).toFail(2, expect.stringContaining(message));
  });

  test('a report does not read defaults that its options override', async () => {
    const home = createHome();
    storeProfiles(home, {}, { format: 'cvs' });
    expect(await runCli([...DAY, '--sandbox', '-f', 'csv'], { home })).toMatchObject({ exitCode: 0 });
  });
});

test('an invalid name of the default profile is rejected, and nothing is stored under it', async () => {
  const { home, ...service } = await startRecordService(() => []);
  storeProfiles(home, {}, { profile: '../x' });
  const flags = ['--base-url', service.baseUrl, '--client-id', '7d444840-9dc0-11d1-b245-5ffdce74fad2'];
  expect(await runCli(['login', ...flags, '--token-stdin'], { home, stdin: 'a-token' })).toFail(
    2,
    expect.stringContaining('error: invalid profile name "../x"\n'),
  );
  expect(readConfig(home).profiles).toEqual({});
});

test('other values in the file stay', async () => {
  const home = createHome();
  const acme = clientProfile({ baseUrl: 'https://x.example/v2/reporting' }, 'acme');
  storeProfiles(home, { acme }, { format: 'json' });
  await runCli('config set week-start Sunday', { home });
  expect(readConfig(home)).toEqual({ profiles: { acme }, defaults: { format: 'json', 'week-start': 'sunday' } });
});
