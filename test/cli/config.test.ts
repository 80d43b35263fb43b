import { describe, expect, test } from 'vitest';
import { clientProfile, configFile, readConfig, storeProfiles } from '../harness/profiles.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { sendStatus, startRecordService, startService } from '../harness/service.ts';
import { startSlowService } from '../harness/slow-service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];

describe('config list', () => {
  test('shows built-in values if nothing is stored', async () => {
    const { exitCode, stdout, stderr } = await runCli(['config']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(
      'format:      table on a terminal, else csv  (built in)\n' +
        'timezone:    UTC  (system)\n' +
        'concurrency: 4  (built in)\n' +
        'profile:     default  (built in)\n' +
        'strict:      false  (built in)\n' +
        'human:       true  (built in)\n',
    );
  });

  test('shows the source of each value: environment, profile, config', async () => {
    const home = createHome();
    const profile = { ...clientProfile({ baseUrl: 'https://x.example/v2/reporting' }, 'acme') };
    storeProfiles(
      home,
      { acme: { ...profile, timeZone: 'Asia/Tokyo' } },
      { format: 'ndjson', timezone: 'Europe/Berlin', concurrency: '8', profile: 'acme', strict: 'true' },
    );
    expect((await runCli(['config', 'list'], { home })).stdout).toBe(
      'format:      ndjson  (config)\n' +
        'timezone:    Asia/Tokyo  (profile acme)\n' +
        'concurrency: 8  (config)\n' +
        'profile:     acme  (config)\n' +
        'strict:      true  (config)\n' +
        'human:       true  (built in)\n',
    );
    const env = { REPORTING_FORMAT: 'tsv', REPORTING_TIMEZONE: 'UTC', REPORTING_PROFILE: 'acme' };
    const { stdout } = await runCli(['config', 'list', '--format', 'json'], { home, env });
    expect(JSON.parse(stdout)).toEqual({
      format: { value: 'tsv', source: 'REPORTING_FORMAT' },
      timezone: { value: 'UTC', source: 'REPORTING_TIMEZONE' },
      concurrency: { value: '8', source: 'config' },
      profile: { value: 'acme', source: 'REPORTING_PROFILE' },
      strict: { value: 'true', source: 'config' },
      human: { value: 'true', source: 'built in' },
    });
  });

  test('shows a default profile that is not stored', async () => {
    const home = createHome();
    storeProfiles(home, {}, { profile: 'acme' });
    const { exitCode, stdout } = await runCli(['config'], { home });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('profile:     acme  (config)\n');
  });

  test('get prints only the value', async () => {
    expect((await runCli(['config', 'get', 'concurrency'])).stdout).toBe('4\n');
  });
});

describe('reports use the stored defaults', () => {
  test('format: comes after flag, file, environment and profile', async () => {
    const service = await startRecordService(() => ['{"n":1}']);
    const home = createHome();
    await runCli(['config', 'set', 'format', 'ndjson'], { home });
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
    expect((await runCli([...DAY, '-q'], { home })).stdout).toBe('n\n1\n');
    expect((await runCli([...DAY, '-q', '--sandbox'], { home })).stdout).toMatch(/^\[/);
  });

  test('format: with a JSON format, errors are JSON', async () => {
    const service = await startService((_request, response) => sendStatus(response, 403));
    const home = createHome();
    await runCli(['config', 'set', 'format', 'json'], { home });
    const { exitCode, stderr } = await runCli(DAY, { home, env: service.env });
    expect(exitCode).toBe(4);
    expect(JSON.parse(stderr).error).toMatchObject({ kind: 'auth', status: 403 });
  });

  test('timezone: decides the date of today', async () => {
    const home = createHome();
    await runCli(['config', 'set', 'timezone', 'pacific/kiritimati'], { home });
    expect(readConfig(home).defaults).toEqual({ timezone: 'Pacific/Kiritimati' });
    const { stderr } = await runCli(['revenue', '--sandbox', '--period', 'yesterday'], { home });
    expect(stderr).toContain('is 2026-06-15..2026-06-15 (today is 2026-06-16 in Pacific/Kiritimati)');
    expect((await runCli(['whoami'], { home })).stdout).toContain('Pacific/Kiritimati  (config)');
  });

  test('concurrency: limits requests at once, unless the option is given', async () => {
    const { service, mostAtOnce } = await startSlowService();
    const home = createHome();
    await runCli(['config', 'set', 'concurrency', '2'], { home });
    const args = ['revenue', '--from', '2026-01-01', '--to', '2026-01-12', '--window-days', '1', '-q'];
    await runCli(args, { home, env: service.env });
    expect(mostAtOnce()).toBe(2);
    await runCli([...args, '--concurrency', '5'], { home, env: service.env });
    expect(mostAtOnce()).toBe(5);
  });

  test('unset: restores the built-in value', async () => {
    const home = createHome();
    await runCli(['config', 'set', 'concurrency', '2'], { home });
    expect(await runCli(['config', 'unset', 'concurrency'], { home })).toMatchObject({ exitCode: 0 });
    expect((await runCli(['config', 'get', 'concurrency'], { home })).stdout).toBe('4\n');
    expect(await runCli(['config', 'unset', 'concurrency'], { home })).toMatchObject({
      exitCode: 2,
      stderr: `error: there is no default concurrency in ${configFile(home)}\nhint: run \`reporting config\` to see the source of each value\n`,
    });
  });

  test('profile: the same as `profiles use`', async () => {
    const home = createHome();
    storeProfiles(home, { acme: clientProfile({ baseUrl: 'https://x.example/v2/reporting' }, 'acme') });
    await runCli(['config', 'set', 'profile', 'acme'], { home });
    expect((await runCli(['profiles'], { home })).stdout).toMatch(/^\* acme/);
    expect(await runCli(['config', 'set', 'profile', 'brava'], { home })).toMatchObject({ exitCode: 4 });
  });
});

describe('an invalid value is rejected, and nothing is stored', () => {
  test.each([
    [['format', 'cvs'], 'unknown format "cvs"', 'did you mean csv?'],
    [['timezone', 'Europe/Berln'], 'unknown time zone "Europe/Berln"', 'did you mean Europe/Berlin?'],
    [['concurrency', '17'], 'concurrency takes a whole number from 1 to 16, not "17"', ''],
    [
      ['strict', 'yes'],
      'strict takes true or false, not "yes"',
      'for example: reporting config set strict true',
    ],
    [['profile', 'a b'], 'invalid profile name "a b"', ''],
    [['colour', 'red'], "command-argument value 'colour' is invalid for argument 'name'", ''],
  ])('set %j', async ([name, value], message, hint) => {
    const home = createHome();
    const { exitCode, stderr } = await runCli(['config', 'set', name!, value!], { home });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(() => readConfig(home)).toThrow();
  });

  test.each([
    [{ format: 'cvs' }, 'the default format (config) is invalid: unknown format "cvs"'],
    [{ concurrency: '99' }, 'the default concurrency (config) is invalid: concurrency takes'],
    [{ strict: 'yes' }, 'the default strict (config) is invalid: strict takes true or false, not "yes"'],
    [{ strict: true }, '`defaults` is not an object of strings'],
    [{ concurrency: 8 }, '`defaults` is not an object of strings'],
    ['csv', '`defaults` is not an object of strings'],
  ])('a file with %j in it stops a report', async (defaults, message) => {
    const home = createHome();
    storeProfiles(home, {}, defaults as Readonly<Record<string, unknown>>);
    const { exitCode, stdout, stderr } = await runCli([...DAY, '--sandbox'], { home });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('a report does not read defaults that its options override', async () => {
    const home = createHome();
    storeProfiles(home, {}, { format: 'cvs' });
    expect(await runCli([...DAY, '--sandbox', '-f', 'csv'], { home })).toMatchObject({ exitCode: 0 });
  });
});

test('an invalid name of the default profile is rejected, and nothing is stored under it', async () => {
  const service = await startRecordService(() => []);
  const home = createHome();
  storeProfiles(home, {}, { profile: '../x' });
  const flags = ['--base-url', service.baseUrl, '--client-id', '7d444840-9dc0-11d1-b245-5ffdce74fad2'];
  const { exitCode, stderr } = await runCli(['login', ...flags, '--token-stdin'], { home, stdin: 'a-token' });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('error: the default profile has an invalid name: "../x"\n');
  expect(readConfig(home).profiles).toEqual({});
});

test('other values in the file stay', async () => {
  const home = createHome();
  const acme = clientProfile({ baseUrl: 'https://x.example/v2/reporting' }, 'acme');
  storeProfiles(home, { acme }, { format: 'json' });
  await runCli(['config', 'set', 'concurrency', '3'], { home });
  expect(readConfig(home)).toEqual({ profiles: { acme }, defaults: { format: 'json', concurrency: '3' } });
});
