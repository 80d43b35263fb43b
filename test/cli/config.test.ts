import { describe, expect, test } from 'vitest';
import { clientProfile, configFile, readConfig, storeProfiles } from '../harness/profiles.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { sendStatus, startRecordService, startService } from '../harness/service.ts';
import { startSlowService } from '../harness/slow-service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];

describe('config list', () => {
  test('without anything stored', async () => {
    const { exitCode, stdout, stderr } = await runCli(['config']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(
      'format:      table on a terminal, else csv  (built in)\n' +
        'timezone:    UTC  (system)\n' +
        'concurrency: 4  (built in)\n' +
        'profile:     default  (built in)\n' +
        'strict:      false  (built in)\n',
    );
  });

  test('says where each value comes from: environment, profile, config', async () => {
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
        'strict:      true  (config)\n',
    );
    const env = { REPORTING_FORMAT: 'tsv', REPORTING_TIMEZONE: 'UTC', REPORTING_PROFILE: 'acme' };
    const { stdout } = await runCli(['config', 'list', '--format', 'json'], { home, env });
    expect(JSON.parse(stdout)).toEqual({
      format: { value: 'tsv', source: 'REPORTING_FORMAT' },
      timezone: { value: 'UTC', source: 'REPORTING_TIMEZONE' },
      concurrency: { value: '8', source: 'config' },
      profile: { value: 'acme', source: 'REPORTING_PROFILE' },
      strict: { value: 'true', source: 'config' },
    });
  });

  test('names a profile in use that is gone', async () => {
    const home = createHome();
    storeProfiles(home, {}, { profile: 'acme' });
    const { exitCode, stdout } = await runCli(['config'], { home });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('profile:     acme  (config)\n');
  });

  test('get prints the value alone', async () => {
    expect((await runCli(['config', 'get', 'concurrency'])).stdout).toBe('4\n');
  });
});

describe('what is set is what reports go by', () => {
  test('format: after flag, file, environment and profile', async () => {
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

  test('format: errors are told as JSON where it is', async () => {
    const service = await startService((_request, response) => sendStatus(response, 403));
    const home = createHome();
    await runCli(['config', 'set', 'format', 'json'], { home });
    const { exitCode, stderr } = await runCli(DAY, { home, env: service.env });
    expect(exitCode).toBe(4);
    expect(JSON.parse(stderr).error).toMatchObject({ kind: 'auth', status: 403 });
  });

  test('timezone: the day that it is there', async () => {
    const home = createHome();
    await runCli(['config', 'set', 'timezone', 'pacific/kiritimati'], { home });
    expect(readConfig(home).defaults).toEqual({ timezone: 'Pacific/Kiritimati' });
    const { stderr } = await runCli(['revenue', '--sandbox', '--period', 'yesterday'], { home });
    expect(stderr).toContain('is 2026-06-15..2026-06-15 (1 day; today is 2026-06-16 in Pacific/Kiritimati)');
    expect((await runCli(['whoami'], { home })).stdout).toContain('Pacific/Kiritimati  (config)');
  });

  test('concurrency: as many requests at once, unless the flag says otherwise', async () => {
    const { service, mostAtOnce } = await startSlowService();
    const home = createHome();
    await runCli(['config', 'set', 'concurrency', '2'], { home });
    const args = ['revenue', '--from', '2026-01-01', '--to', '2026-01-12', '--window-days', '1', '-q'];
    await runCli(args, { home, env: service.env });
    expect(mostAtOnce()).toBe(2);
    await runCli([...args, '--concurrency', '5'], { home, env: service.env });
    expect(mostAtOnce()).toBe(5);
  });

  test('unset: the built-in one is back', async () => {
    const home = createHome();
    await runCli(['config', 'set', 'concurrency', '2'], { home });
    expect(await runCli(['config', 'unset', 'concurrency'], { home })).toMatchObject({ exitCode: 0 });
    expect((await runCli(['config', 'get', 'concurrency'], { home })).stdout).toBe('4\n');
    expect(await runCli(['config', 'unset', 'concurrency'], { home })).toMatchObject({
      exitCode: 2,
      stderr: `error: there is no default concurrency in ${configFile(home)}\nhint: \`reporting config\` shows where each value comes from\n`,
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

describe('what is no good is refused, and nothing is stored', () => {
  test.each([
    [['format', 'cvs'], '"cvs" is no format', 'did you mean csv?'],
    [['timezone', 'Europe/Berln'], '"Europe/Berln" is no time zone', 'did you mean Europe/Berlin?'],
    [['concurrency', '17'], 'concurrency takes a whole number from 1 to 16, not "17"', ''],
    [
      ['strict', 'yes'],
      'strict takes true or false, not "yes"',
      'for example: reporting config set strict true',
    ],
    [['profile', 'a b'], '"a b" cannot be the name of a profile', ''],
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
    [{ format: 'cvs' }, 'the default format (config) is no good: "cvs" is no format'],
    [{ concurrency: '99' }, 'the default concurrency (config) is no good: concurrency takes'],
    [{ strict: 'yes' }, 'the default strict (config) is no good: strict takes true or false, not "yes"'],
    [{ strict: true }, '`defaults` is no object, or has a value that is no text'],
    [{ concurrency: 8 }, '`defaults` is no object, or has a value that is no text'],
    ['csv', '`defaults` is no object, or has a value that is no text'],
  ])('a file with %j in it stops a report', async (defaults, message) => {
    const home = createHome();
    storeProfiles(home, {}, defaults as Readonly<Record<string, unknown>>);
    const { exitCode, stdout, stderr } = await runCli([...DAY, '--sandbox'], { home });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('what a report is told by flags, it does not look for there', async () => {
    const home = createHome();
    storeProfiles(home, {}, { format: 'cvs' });
    expect(await runCli([...DAY, '--sandbox', '-f', 'csv'], { home })).toMatchObject({ exitCode: 0 });
  });
});

test('a profile in use whose name is none is refused, and nothing is stored under it', async () => {
  const service = await startRecordService(() => []);
  const home = createHome();
  storeProfiles(home, {}, { profile: '../x' });
  const flags = ['--base-url', service.baseUrl, '--client-id', '7d444840-9dc0-11d1-b245-5ffdce74fad2'];
  const { exitCode, stderr } = await runCli(['login', ...flags, '--token-stdin'], { home, stdin: 'a-token' });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('error: the profile in use, "../x", cannot be the name of one\n');
  expect(readConfig(home).profiles).toEqual({});
});

test('what else is in the file stays', async () => {
  const home = createHome();
  const acme = clientProfile({ baseUrl: 'https://x.example/v2/reporting' }, 'acme');
  storeProfiles(home, { acme }, { format: 'json' });
  await runCli(['config', 'set', 'concurrency', '3'], { home });
  expect(readConfig(home)).toEqual({ profiles: { acme }, defaults: { format: 'json', concurrency: '3' } });
});
