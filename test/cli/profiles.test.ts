import { describe, expect, test } from 'vitest';
import {
  clientIdOf,
  clientProfile,
  configFile,
  readConfig,
  type StoredProfile,
  storeProfiles,
} from '../harness/profiles.ts';
import { createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import { textTable } from '../harness/text-table.ts';

const SERVICE = { baseUrl: 'https://reports.example.com/v2/reporting' };
const ACME = clientProfile(SERVICE, 'acme');
const BRAVA = clientProfile(SERVICE, 'brava');
const CORAL = clientProfile(SERVICE, 'coral');

function homeWith(
  profiles: Readonly<Record<string, StoredProfile>>,
  defaults?: Readonly<Record<string, unknown>>,
): Home {
  const home = createHome();
  storeProfiles(home, profiles, defaults);
  return home;
}

describe('profiles', () => {
  test('shows profiles without tokens, and marks the default', async () => {
    const home = homeWith({ acme: ACME, 日本: { baseUrl: SERVICE.baseUrl } }, { profile: 'acme' });
    expect(await runCli('profiles', { home })).toPrint(
      textTable(
        'profile | client id | base URL | token',
        `acme (in use) | ${clientIdOf('acme')} | https://reports.example.com/v2/reporting | stored`,
        'nihon | — | https://reports.example.com/v2/reporting | —',
      ).replace('nihon', '日本 '),
    );
  });

  test('marks none if variables name the client', async () => {
    const { env } = await startRecordService(() => []);
    const { stdout, stderr } = await runCli('profiles', { home: homeWith({ default: ACME }), env });
    expect(stdout).not.toContain('in use');
    expect(stderr).toBe('note: variables name the client, so reports use no profile: `reporting whoami` shows them\n');
  });

  test('as JSON', async () => {
    const home = homeWith({ acme: { ...ACME, timeZone: 'Europe/Berlin' } });
    const { stdout } = await runCli('profiles --format json', { home, env: { REPORTING_PROFILE: 'acme' } });
    expect(JSON.parse(stdout)).toEqual([
      {
        name: 'acme',
        in_use: true,
        base_url: SERVICE.baseUrl,
        client_id: clientIdOf('acme'),
        has_token: true,
        time_zone: 'Europe/Berlin',
      },
    ]);
  });

  test('as names, for programs: only valid names', async () => {
    const home = homeWith({ acme: ACME, '$(touch pwned)': BRAVA, 'a b': BRAVA, brava: BRAVA });
    expect(await runCli('profiles --format names', { home })).toPrint('acme\nbrava\n');
  });
});

describe('without a named profile', () => {
  test('a missing default profile: the error names the others', async () => {
    const home = homeWith({ acme: ACME, brava: BRAVA });
    for (const args of [['revenue', '--from', '2026-01-01'], ['whoami']]) {
      expect(await runCli(args, { home })).toMatchObject({
        exitCode: 4,
        stderr:
          `error: unknown profile "default" in ${configFile(home)}; stored profiles: acme, brava\n` +
          'hint: name one of them with --profile, or run `reporting login`\n',
      });
    }
  });
});

describe('the default profile', () => {
  test('is that of runs without one, after flag and environment', async () => {
    const service = await startRecordService(({ headers }) => [`{"client":"${headers['client-id']}"}`]);
    const home = homeWith({
      default: clientProfile(service, 'default'),
      acme: clientProfile(service, 'acme'),
      brava: clientProfile(service, 'brava'),
    });
    const pull = (args = '', env = {}) => runCli(`revenue --from 2026-01-01 --to 2026-01-01 -q ${args}`, { home, env });
    expect(await pull()).toPrint(`client\n${clientIdOf('default')}\n`);
    expect(await runCli('config set profile acme', { home, stderrTty: true, stderrColumns: 0 })).toPrint(
      '',
      `Default profile is now acme (${configFile(home)}).\n`,
    );
    expect(await pull()).toPrint(`client\n${clientIdOf('acme')}\n`);
    const env = { REPORTING_PROFILE: 'brava' };
    expect(await pull('', env)).toPrint(`client\n${clientIdOf('brava')}\n`);
    expect(await pull('--profile default', env)).toPrint(`client\n${clientIdOf('default')}\n`);
    expect(await pull('--profile brava', { REPORTING_CLIENT_ID: clientIdOf('acme') })).toFail(
      2,
      'error: REPORTING_CLIENT_ID is another one than that of the profile "brava"\n' +
        'hint: unset REPORTING_CLIENT_ID for this run, or leave out --profile\n',
    );
    const all = {
      REPORTING_BASE_URL: 'http://127.0.0.1:1/v2/reporting',
      REPORTING_CLIENT_ID: clientIdOf('brava'),
      REPORTING_API_TOKEN: service.env.REPORTING_API_TOKEN!,
    };
    expect(await pull('--profile brava', all)).toFail(
      2,
      'error: REPORTING_BASE_URL is another one than that of the profile "brava"\n' +
        'hint: unset REPORTING_BASE_URL for this run, or leave out --profile\n',
    );
    const unset = await runCli('config unset profile', { home, stderrTty: true, stderrColumns: 0 });
    expect(unset).toPrint('', 'Removed the default profile.\n');
  });

  test('rejects an unknown profile', async () => {
    const home = homeWith({ acme: ACME });
    expect(await runCli('config set profile amce', { home })).toFail(
      4,
      `error: unknown profile "amce" in ${configFile(home)}; stored profiles: acme\nhint: name one of them with --profile, or run \`reporting login --profile amce\`\n`,
    );
    expect(readConfig(home).defaults).toBeUndefined();
  });

  test('a report names a default profile that was removed', async () => {
    const home = homeWith({ acme: ACME }, { profile: 'brava' });
    expect(await runCli('revenue --from 2026-01-01', { home })).toFail(
      4,
      `error: unknown profile "brava" in ${configFile(home)}; stored profiles: acme\nhint: name one of them with --profile, or run \`reporting login --profile brava\`\n`,
    );
  });
});

test('a misspelled --profile is an error, and sends no request', async () => {
  const home = homeWith({ acme: ACME, brava: BRAVA });
  expect(await runCli('revenue --from 2026-01-01 --profile amce', { home })).toFail(
    4,
    `error: unknown profile "amce" in ${configFile(home)}; stored profiles: acme, brava\n` +
      'hint: name one of them with --profile, or run `reporting login --profile amce`\n',
  );
});

describe('logout', () => {
  test('removes a profile, and the default that names it', async () => {
    const home = homeWith({ acme: ACME, brava: BRAVA }, { profile: 'acme', format: 'json' });
    expect(await runCli('logout --profile acme', { home })).toPrint();
    expect(readConfig(home)).toEqual({ profiles: { brava: BRAVA }, defaults: { format: 'json' } });
  });

  test('also of the last one', async () => {
    const home = homeWith({ acme: ACME }, { profile: 'acme' });
    expect(await runCli('logout', { home })).toPrint();
    expect(readConfig(home)).toEqual({ profiles: {}, defaults: {} });
  });

  test.each([
    ['logout --profile brava', { default: CORAL, brava: BRAVA }],
    ['logout', { default: CORAL }],
  ])('%s says nothing of a default that stays, or of the last profile', async (line, profiles) => {
    expect(await runCli(line, { home: homeWith(profiles) })).toPrint();
  });

  test('removes nothing if the profile is not stored', async () => {
    const home = homeWith({ acme: ACME });
    expect(await runCli('logout --profile brava', { home })).toFail(
      4,
      `error: unknown profile "brava" in ${configFile(home)}; stored profiles: acme\nhint: name one of them with --profile, or run \`reporting login --profile brava\`\n`,
    );
    expect(readConfig(home).profiles).toEqual({ acme: ACME });
  });
});

test.each<[string, Readonly<Record<string, StoredProfile>>, { profile: string } | undefined, string, boolean]>([
  ['the first one', {}, undefined, 'acme', true],
  ['the first one, called default', {}, undefined, 'default', false],
  ['default beside others without a default', { brava: BRAVA }, undefined, 'default', true],
  ['another one, if there is no default', { brava: BRAVA }, undefined, 'acme', true],
  ['again, if there is no default', { acme: ACME, brava: BRAVA }, undefined, 'acme', true],
  ['the default, which was removed by hand', { brava: BRAVA }, { profile: 'acme' }, 'acme', true],
  ['another one', { default: CORAL }, undefined, 'acme', false],
  ['the default again', { acme: ACME, brava: BRAVA }, { profile: 'acme' }, 'acme', false],
  ['default beside a stored default', { brava: BRAVA }, { profile: 'brava' }, 'default', false],
])('login makes a profile the default: %s', async (_name, profiles, defaults, name, isNew) => {
  const home = homeWith(profiles, defaults);
  const { baseUrl, clientId, token } = clientProfile(SERVICE, name);
  const line = `login --profile ${name} --base-url ${baseUrl} --client-id ${clientId} --token-stdin --no-verify`;
  expect(await runCli(line, { home, stdin: token! })).toPrint(
    '',
    `note: stored base URL, client id and token of client ${clientId}, profile ${name}, in ${configFile(home)}\n`,
  );
  expect(readConfig(home).defaults ?? {}).toEqual(isNew && name !== 'default' ? { profile: name } : (defaults ?? {}));
});
