import { describe, expect, test } from 'vitest';
import { startDailyService } from '../harness/daily-service.ts';
import { clientIdOf, clientProfile, readConfig, storeProfiles } from '../harness/profiles.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { sendJson, startService } from '../harness/service.ts';

const JANUARY = 'revenue --from 2026-01-01 --to 2026-01-31 -f csv';
const MISSING = ['2026-01-02', '2026-01-03', '2026-01-04', '2026-01-09'];

const EXAMPLE = 'hint: for example: --allow gaps:2026-12-25,partial:limit, or gaps:2026-12-24..2026-12-26\n';

describe('a warning is silent, also with --strict', () => {
  const start = () =>
    startService((_request, response) => sendJson(response, '{"data":[{"n":1}],"meta":{"limit":1},"next":"/p2"}'));

  test.each([
    ['--allow gaps'],
    ['--allow gaps:2026-01-02,gaps:2026-01-03..2026-01-04,gaps:2026-01-09'],
    ['--allow gaps:2026-01-01..2026-01-05 --allow gaps:2026-01-09..2026-01-09'],
    ['--allow zone,gaps'],
  ])('%s', async (options) => {
    const { env } = await startDailyService({ missing: MISSING });
    expect(await runCli(`${JANUARY} --strict ${options}`, { env })).toMatchObject({ exitCode: 0, stderr: '' });
    const raw = await runCli(`raw ${JANUARY.replace(' -f csv', '')} -o out --strict ${options}`, { env });
    expect(raw).toMatchObject({ exitCode: 0, stderr: '' });
    const columns = `columns ${JANUARY} --strict ${options}`;
    expect(await runCli(columns, { env })).toMatchObject({ exitCode: 0, stderr: '' });
    const sync = `sync revenue sales --from 2026-01 --to 2026-01 -f csv --strict ${options}`;
    expect(await runCli(sync, { env })).toPrint();
  });

  test('a gap names the other days only', async () => {
    const { env } = await startDailyService({ missing: MISSING });
    const line = `${JANUARY} --allow gaps:2026-01-03..2026-01-04`;
    expect((await runCli(line, { env })).stderr).toBe(
      'warning: no records for 2 of 31 days: 2026-01-02, 2026-01-09 [gaps]\n',
    );
    expect(await runCli(`${line} --strict`, { env })).toFail(
      9,
      'error: revenue 2026-01-01..2026-01-31: no records for 2 of 31 days: 2026-01-02, 2026-01-09 [gaps]\n' +
        'hint: --strict makes this warning an error, and this was not written: see `reporting help gaps`\n',
    );
  });

  test.each([['--allow partial:meta.limit,partial:next'], ['--allow partial:LIMIT --allow partial:Next']])(
    '%s',
    async (options) => {
      const { env } = await start();
      expect(await runCli(`${JANUARY} --strict ${options}`, { env })).toPrint('n\n1\n');
    },
  );

  test('and others are not', async () => {
    const { env } = await start();
    expect(await runCli(`${JANUARY} --allow partial:next,gaps,windows`, { env })).toPrint(
      'n\n1\n',
      'warning: the response for revenue 2026-01-01..2026-01-31 has "meta.limit": 1, and just as many records: the rest may be cut off [partial:meta.limit]\n',
    );
    expect((await runCli(`${JANUARY} --allow partial:next --strict`, { env })).exitCode).toBe(9);
  });

  test('of a column', async () => {
    const { env } = await startService((_request, response) =>
      sendJson(response, '{"data":[{"a":1,"a":2},{"b":"\\ud800"}]}'),
    );
    const columns = '--allow repeated-columns:a,encoding:b';
    expect(await runCli(`${JANUARY} --strict ${columns}`, { env })).toPrint('a,b\n2,\n,�\n');
    expect(await runCli(`${JANUARY} --allow repeated-columns:b,encoding:a`, { env })).toPrint(
      'a,b\n2,\n,�\n',
      'warning: record 1 of revenue 2026-01-01..2026-01-31 has "a" twice: table, csv and tsv show the last, json and ndjson both [repeated-columns]\n' +
        'warning: a row of revenue has half of a surrogate pair in "b", which is not a character: it is written as U+FFFD (json and ndjson keep it) [encoding]\n',
    );
  });
});

describe('several clients', () => {
  async function startClients() {
    const { home, ...service } = await startService(({ headers }, response) =>
      sendJson(response, headers['client-id'] === clientIdOf('brava') ? '{"data":[]}' : '{"data":[{"n":1}]}'),
    );
    const profile = (name: string, allow?: string) => ({
      ...clientProfile(service, name),
      ...(allow !== undefined && { allow }),
    });
    return { home, profile };
  }
  const ALL = `${JANUARY} --all-profiles --strict`;

  test('a profile allows warnings about its client only', async () => {
    const { home, profile } = await startClients();
    storeProfiles(home, { acme: profile('acme', 'empty'), brava: profile('brava') });
    expect((await runCli(ALL, { home })).exitCode).toBe(9);
    storeProfiles(home, { acme: profile('acme'), brava: profile('brava', 'empty') });
    expect(await runCli(ALL, { home })).toPrint('profile,n\nacme,1\n');
  });

  test('the scope of a name can be a client', async () => {
    const { home, profile } = await startClients();
    storeProfiles(home, { acme: profile('acme'), brava: profile('brava') });
    expect((await runCli(`${ALL} --allow empty:acme`, { home })).exitCode).toBe(9);
    expect(await runCli(`${ALL} --allow empty:brava`, { home })).toPrint('profile,n\nacme,1\n');
  });

  test('all of them must allow a warning about all', async () => {
    const { home, ...service } = await startService((_request, response) =>
      sendJson(response, '{"data":[{"a.b":1,"a":{"b":2}}]}'),
    );
    const profile = (name: string, allow = 'none') => ({ ...clientProfile(service, name), allow });
    storeProfiles(home, { acme: profile('acme', 'repeated-columns'), brava: profile('brava') });
    expect(await runCli(`${ALL} -f ndjson`, { home })).toFail(
      9,
      'error: revenue 2026-01-01..2026-01-31: two columns are named "a.b": a key with a dot in it, and a nested key [repeated-columns]\n' +
        'hint: --strict makes this warning an error, and this was not written: see `reporting help repeated-columns`\n',
    );
    storeProfiles(home, { acme: profile('acme', 'repeated-columns'), brava: profile('brava', 'repeated-columns') });
    expect((await runCli(`${ALL} -f ndjson`, { home })).exitCode).toBe(0);
  });
});

describe('a stored setting', () => {
  test('counts without the option: that of the profile, or else that of all runs', async () => {
    const { env, ...service } = await startDailyService({ missing: ['2026-01-02', '2026-01-05'] });
    const home = createHome();
    const login = `login --no-verify --base-url ${env.REPORTING_BASE_URL} --client-id ${env.REPORTING_CLIENT_ID} --token-stdin --allow gaps:2026-01-05`;
    expect(await runCli(login, { home, stdin: env.REPORTING_API_TOKEN! })).toPrint();
    expect(readConfig(home).profiles).toMatchObject({ default: { allow: 'gaps:2026-01-05' } });
    expect((await runCli('whoami', { home })).stdout).toContain('allow:     gaps:2026-01-05');
    const gaps = (days: string) => `warning: no records for ${days} [gaps]\n`;
    expect((await runCli(JANUARY, { home })).stderr).toBe(gaps('1 of 31 days: 2026-01-02'));
    expect(await runCli('config set allow gaps', { home })).toMatchObject({ exitCode: 0 });
    expect((await runCli(JANUARY, { home })).stderr).toBe(gaps('1 of 31 days: 2026-01-02'));
    await runCli('login --allow none', { home });
    expect(readConfig(home).profiles.default).not.toHaveProperty('allow');
    expect((await runCli(JANUARY, { home })).stderr).toBe('');
    const line = `${JANUARY} --allow gaps:2026-01-02..2026-01-05`;
    expect(await runCli(`${line} --strict`, { home })).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await runCli(`${JANUARY} --allow zone`, { home })).stderr).toBe(
      gaps('2 of 31 days: 2026-01-02, 2026-01-05'),
    );
    expect(service.requests.length).toBeGreaterThan(0);
  });

  test('an unknown name in it fails', async () => {
    const { home, ...service } = await startDailyService();
    storeProfiles(home, { acme: { ...clientProfile(service, 'acme'), allow: 'gasp' } }, { profile: 'acme' });
    for (const line of [JANUARY, 'whoami'])
      expect(await runCli(line, { home })).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(
          /^error: allow \(profile acme\): unknown warning "gasp"\nhint: the warnings are: gaps, .*\n$/,
        ),
      });
    expect(await runCli('config set allow partial', { home })).toFail(
      2,
      `error: allow: partial does not name what the warning is about\n${EXAMPLE.replace('--', '')}`,
    );
  });
});

describe('is refused', () => {
  test.each([
    ['Gaps', 'unknown warning "Gaps"\nhint: the warnings are: gaps, '],
    ['gaps,limit', 'unknown warning "limit"\nhint: the warnings are: gaps, unfinished, zone, '],
    ['partial', `partial does not name what the warning is about\n${EXAMPLE}`],
    ['partial:', `partial: does not name what the warning is about\n${EXAMPLE}`],
    ['windows:', `windows: does not name what the warning is about\n${EXAMPLE}`],
    ['gaps:2026-02-30', '2026-02-30 is not a day or a range of days\n'],
    ['gaps:2026-01', '2026-01 is not a day or a range of days\n'],
    ['gaps:2026-01-05..2026-01-01', '2026-01-05..2026-01-01 is not a day or a range of days\n'],
  ])('--allow %s', async (value, message) => {
    expect(await runCli(['revenue', '--sandbox', '-p', '2026-01', '--allow', value])).toFail(
      2,
      expect.stringMatching(startOf(`error: --allow: ${message}`)),
    );
  });
});

const startOf = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
