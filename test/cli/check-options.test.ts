import { describe, expect, test } from 'vitest';
import {
  clientProfile,
  configFile,
  readConfig,
  type StoredProfile,
  storeProfiles,
} from '../harness/profiles.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, startRecordService, TOKEN } from '../harness/service.ts';

const DAY = ['--from', '2026-01-01', '--to', '2026-01-01'];
const SERVICE = { baseUrl: 'https://x.example/v2/reporting' };

/** A home whose default profile is acme. */
function homeOf(acme: StoredProfile, defaults: Readonly<Record<string, string>> = {}): Home {
  const home = createHome();
  storeProfiles(
    home,
    { acme: { ...clientProfile(SERVICE, 'acme'), ...acme } },
    { profile: 'acme', ...defaults },
  );
  return home;
}

function login(home: Home, args: readonly string[]) {
  const credentials = [
    '--base-url',
    SERVICE.baseUrl,
    '--client-id',
    CLIENT_ID,
    '--token-stdin',
    '--no-verify',
  ];
  return runCli(['login', '--profile', 'acme', ...credentials, ...args], { home, stdin: TOKEN });
}

/** The settings of a run, as `--dry-run` shows them. */
async function planOf(home: Home, args: readonly string[], report = 'revenue') {
  const result = await runCli([report, ...DAY, '--dry-run', '-f', 'json', ...args], { home });
  expect(result).toMatchObject({ exitCode: 0 });
  const plan = JSON.parse(result.stdout);
  const clients: { date_column?: object; allowed?: string[] }[] = plan.documents[0].clients;
  return { strict: plan.strict, checks: clients.map((each) => [each.date_column, each.allowed]) };
}

describe('--dry-run', () => {
  test('shows the given settings of checks', async () => {
    const given = '--date-column day --allow gaps,"encoding:a,b" --allow partial:total --strict'.split(' ');
    const { stdout } = await runCli(['revenue', '--sandbox', ...DAY, '--dry-run', ...given]);
    expect(stdout).toBe(
      'revenue 2026-01-01..2026-01-01 (1 day), csv to stdout, strict\n' +
        'base URL:    the embedded sandbox\n' +
        'date column: day  (--date-column)\n' +
        'allowed:     gaps, encoding:a,b, partial:total\n' +
        'GET /revenue?start_date=2026-01-01&end_date=2026-01-01&format=json\n',
    );
  });

  test('hides settings that are not given', async () => {
    const { stdout } = await runCli(['revenue', '--sandbox', ...DAY, '--dry-run']);
    expect(stdout).toBe(
      'revenue 2026-01-01..2026-01-01 (1 day), csv to stdout\n' +
        'base URL:  the embedded sandbox\n' +
        'GET /revenue?start_date=2026-01-01&end_date=2026-01-01&format=json\n',
    );
    const json = await runCli(['revenue', '--sandbox', ...DAY, '--dry-run', '-f', 'json']);
    const plan = JSON.parse(json.stdout);
    expect(plan.strict).toBeUndefined();
    expect(plan.documents[0].checks.strict).toBe(false);
    expect(plan.documents[0].clients[0].date_column).toBeUndefined();
    expect(plan.documents[0].clients[0].allowed).toEqual([]);
  });
});

describe('login stores', () => {
  test('a date column for each report, and allowed warnings', async () => {
    const home = createHome();
    const args = ['--date-column', 'revenue=day,domains=none', '--allow', 'gaps,partial:total'];
    expect(await login(home, args)).toMatchObject({ exitCode: 0 });
    expect(readConfig(home).profiles).toMatchObject({
      acme: { dateColumns: { revenue: 'day', domains: 'none' }, allow: ['gaps', 'partial:total'] },
    });
    const source = 'profile acme';
    expect(await planOf(home, [])).toMatchObject({
      checks: [[{ value: 'day', source }, ['gaps', 'partial:total']]],
    });
    expect(await planOf(home, [], 'domains')).toMatchObject({
      checks: [[{ value: 'none', source }, ['gaps', 'partial:total']]],
    });
  });

  test('and a later login keeps the other settings', async () => {
    const home = createHome();
    await login(home, ['--date-column', 'revenue=day', '--allow', 'gaps,partial:total']);
    await login(home, []);
    expect(readConfig(home).profiles).toMatchObject({
      acme: { dateColumns: { revenue: 'day' }, allow: ['gaps', 'partial:total'] },
    });
    await login(home, ['--date-column', 'domains=none', '--allow', 'zone']);
    expect(readConfig(home).profiles).toMatchObject({
      acme: { dateColumns: { revenue: 'day', domains: 'none' }, allow: ['zone'] },
    });
  });

  const example = 'for example: --date-column revenue=day,domains=none\n';
  test.each([
    [['--date-column', 'day'], `--date-column: "day" does not name a report and a column\nhint: ${example}`],
    [
      ['--date-column', 'revenue=day,'],
      `--date-column: "" does not name a report and a column\nhint: ${example}`,
    ],
    [
      ['--date-column', 'revnue=day'],
      `--date-column: unknown report "revnue"\nhint: did you mean revenue? ${example}`,
    ],
    [['--date-column', '__proto__=day'], `--date-column: unknown report "__proto__"\nhint: ${example}`],
    [
      ['--date-column', 'revenue='],
      `--date-column: the name of the column for revenue is empty\nhint: ${example}`,
    ],
    [['--date-column', 'revenue=a,revenue=b'], `--date-column: revenue is named twice\nhint: ${example}`],
    [
      ['--allow', 'gaps,'],
      '--allow "gaps," contains an empty name\nhint: separate the names by commas: --allow gaps:2026-12-25,partial:limit\n',
    ],
    [['--allow', 'gaps,gaps'], '--allow names "gaps" twice\n'],
  ])('nothing with %j', async (args, stderr) => {
    const home = createHome();
    expect(await login(home, args)).toMatchObject({ exitCode: 2, stderr: `error: ${stderr}` });
    expect(() => readConfig(home)).toThrow();
  });
});

describe('a stored setting', () => {
  const stored = { dateColumns: { revenue: 'day', domains: 'none' }, allow: ['gaps', 'partial:total'] };

  test('is shown by whoami, with its source', async () => {
    const home = homeOf(stored);
    const { exitCode, stdout } = await runCli(['whoami'], { home });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^base URL: {5}https:/);
    expect(stdout).toContain(
      'end date:     inclusive  (default)\n' +
        'date columns: revenue=day, domains=none  (profile acme)\n' +
        'allowed:      gaps, partial:total  (profile acme)\n',
    );
    const json = JSON.parse((await runCli(['whoami', '-f', 'json'], { home })).stdout);
    expect(json).toMatchObject({
      date_columns: { value: stored.dateColumns, source: 'profile acme' },
      allow: { value: stored.allow, source: 'profile acme' },
    });
    expect((await runCli(['whoami'], { home: homeOf({}) })).stdout).not.toMatch(/date columns|allowed/);
  });

  test('is in the JSON of `profiles`', async () => {
    const home = homeOf(stored);
    const [listed] = JSON.parse((await runCli(['profiles', '-f', 'json'], { home })).stdout);
    expect(listed).toMatchObject({
      date_columns: stored.dateColumns,
      allow: stored.allow,
    });
    expect((await runCli(['profiles'], { home })).stdout).not.toContain('day');
  });

  test('is overridden by --date-column, and joined with --allow', async () => {
    const home = homeOf(stored);
    const { checks } = await planOf(home, ['--date-column', 'none', '--allow', 'zone,partial:total']);
    expect(checks).toEqual([
      [{ value: 'none', source: '--date-column', is_stored: false }, ['zone', 'partial:total', 'gaps']],
    ]);
  });

  test('is not used with --sandbox', async () => {
    expect((await planOf(homeOf(stored), ['--sandbox'])).checks).toEqual([[undefined, []]]);
  });

  test('applies to its client only', async () => {
    const home = createHome();
    storeProfiles(home, {
      acme: { ...clientProfile(SERVICE, 'acme'), ...stored },
      brava: { ...clientProfile(SERVICE, 'brava'), dateColumns: { revenue: 'date' } },
      corto: clientProfile(SERVICE, 'corto'),
    });
    const { checks } = await planOf(home, ['--all-profiles']);
    expect(checks).toEqual([
      [{ value: 'day', source: 'profile acme', is_stored: true }, ['gaps', 'partial:total']],
      [{ value: 'date', source: 'profile brava', is_stored: true }, []],
      [undefined, []],
    ]);
    const flagged = await planOf(home, ['--profile', 'acme,corto', '--date-column', 'x']);
    const x = { value: 'x', source: '--date-column', is_stored: false };
    expect(flagged.checks).toEqual([
      [x, ['gaps', 'partial:total']],
      [x, []],
    ]);
  });
});

describe('an invalid setting of a profile is an error', () => {
  test('a date column of an unknown report', async () => {
    const home = homeOf({ dateColumns: { revnue: 'day', domains: 'when' } });
    const stderr =
      'error: the date columns (profile acme) are for "revnue", which is not a report\n' +
      'hint: the reports are revenue, domains; `reporting login --date-column revenue=day` drops others\n';
    for (const report of ['revenue', 'domains']) {
      expect(await runCli([report, ...DAY, '--dry-run'], { home })).toMatchObject({
        exitCode: 2,
        stdout: '',
        stderr,
      });
    }
    const who = await runCli(['whoami'], { home });
    expect(who).toMatchObject({ exitCode: 2, stderr });
    expect(who.stdout).toContain('revnue=day, domains=when  (profile acme)\n');
    const doctor = await runCli(['doctor'], { home });
    expect(doctor.exitCode).toBe(2);
    expect(doctor.stdout).toMatch(/✗ +configuration +the date columns \(profile acme\) are for "revnue",/);
    expect(await runCli(['revenue', ...DAY, '--dry-run', '--date-column', 'day'], { home })).toMatchObject({
      exitCode: 0,
    });

    await login(home, ['--date-column', 'revenue=day']);
    expect(readConfig(home).profiles).toMatchObject({
      acme: { dateColumns: { revenue: 'day', domains: 'when' } },
    });
    expect((readConfig(home).profiles as { acme: StoredProfile }).acme.dateColumns).not.toHaveProperty(
      'revnue',
    );
  });

  test('of whoami --check too, after the response of the service', async () => {
    const service = await startRecordService(() => []);
    const home = homeOf({ baseUrl: service.baseUrl, dateColumns: { revnue: 'day' } });
    const { exitCode, stdout, stderr } = await runCli(['whoami', '--check'], { home });
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/^service: +accepted$/m);
    expect(stderr).toContain('are for "revnue", which is not a report');
  });

  test.each<[StoredProfile, string]>([
    [{ dateColumns: 'day' }, '`dateColumns` of the profile "acme" is not an object of names'],
    [{ dateColumns: { revenue: 1 } }, '`dateColumns` of the profile "acme" is not an object of names'],
    [{ dateColumns: null }, '`dateColumns` of the profile "acme" is not an object of names'],
    [{ allow: [''] }, '`allow` of the profile "acme" is not a list of names'],
    [{ allow: { gaps: true } }, '`allow` of the profile "acme" is not a list of names'],
    [
      { timeZone: ['UTC'] as never },
      'the profile "acme" is not an object, or has a value that is not a string',
    ],
  ])('%j', async (acme, problem) => {
    const home = homeOf(acme);
    for (const args of [['revenue', ...DAY, '--dry-run'], ['whoami']]) {
      const { exitCode, stdout, stderr } = await runCli(args, { home });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toContain(`error: the profiles in ${configFile(home)} are broken: ${problem}\n`);
    }
  });
});

test('empty values are rejected', async () => {
  expect(await runCli(['revenue', '--sandbox', ...DAY, '--date-column', ''])).toMatchObject({
    exitCode: 2,
    stderr: 'error: --date-column takes a value that is not empty, not ""\n',
  });
  expect(await runCli(['revenue', '--sandbox', ...DAY, '--allow', ''])).toMatchObject({
    exitCode: 2,
  });
});
