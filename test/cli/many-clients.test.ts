import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../src/core/errors.ts';
import { startBatchService } from '../harness/batch-service.ts';
import { clientIdOf, clientProfile, type StoredProfile, storeProfiles, tokenOf } from '../harness/profiles.ts';
import { createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { sendJson, sendStatus, startService, type TestService } from '../harness/service.ts';

const JANUARY = ['--from', '2026-01-01', '--to', '2026-01-31'];
const TEMPLATE = ['-o', 'out/{profile}-{report}-{from}-{to}.csv'];

/** A service of several clients, with one record per request. It rejects the credentials of another client. */
async function startClients(
  refused: readonly string[] = [],
  recordOf = (name: string): string => `{"client":"${name}","revenue":0.10}`,
): Promise<TestService> {
  return startService(({ headers }, response) => {
    const name = ['acme', 'brava', 'coral'].find((each) => headers['client-id'] === clientIdOf(each))!;
    const isRight = headers['reporting-api-token'] === tokenOf(name);
    if (refused.includes(name) || !isRight) return sendStatus(response, 403);
    return sendJson(response, `{"data":[${recordOf(name)}]}`);
  });
}

function homeOf(service: TestService, changes: Readonly<Record<string, StoredProfile>> = {}): Home {
  const home = createHome();
  const names = ['acme', 'brava', 'coral'];
  storeProfiles(
    home,
    Object.fromEntries(names.map((name) => [name, { ...clientProfile(service, name), ...changes[name] }])),
  );
  return home;
}

describe('one document of several clients', () => {
  test('starts with a profile column, in the order of --profile', async () => {
    const home = homeOf(await startClients());
    expect(await runCli(['revenue', ...JANUARY, '--profile', 'coral,acme', '--quiet'], { home })).toPrint(
      'profile,client,revenue\ncoral,coral,0.10\nacme,acme,0.10\n',
    );
  });

  test('has the column with --all-profiles even for one profile', async () => {
    const service = await startClients();
    const home = createHome();
    storeProfiles(home, { acme: clientProfile(service, 'acme') });
    const args = ['revenue', ...JANUARY, '--all-profiles', '-f', 'ndjson', '--quiet'];
    expect(await runCli(args, { home })).toPrint('{"profile":"acme","client":"acme","revenue":0.10}\n');
    expect(await runCli(['revenue', ...JANUARY, '--profile', 'acme', '--quiet'], { home })).toPrint(
      'client,revenue\nacme,0.10\n',
    );
  });

  test('fails as a whole if one client fails, and names it', async () => {
    const home = homeOf(await startClients(['brava']));
    home.write('all.csv', 'old');
    expect(await runCli(['revenue', ...JANUARY, '--all-profiles', '-o', 'all.csv'], { home })).toFail(
      4,
      `error: profile brava: the service refused revenue 2026-01-01..2026-01-31: 403, the token does not belong to client ${clientIdOf('brava')}\n` +
        'hint: check the client id, or run `reporting login --profile brava`\n',
    );
    expect(home.read('all.csv')).toBe('old');
  });

  test('names the client in a JSON error', async () => {
    const home = homeOf(await startClients(['coral']));
    const { stderr } = await runCli(['revenue', ...JANUARY, '--all-profiles', '--error-format', 'json'], { home });
    expect(JSON.parse(stderr).error).toMatchObject({ kind: 'auth', exit: 4, profile: 'coral', status: 403 });
  });

  test('warns of clients without records', async () => {
    const service = await startService(({ headers }, response) =>
      sendJson(response, headers['client-id'] === clientIdOf('brava') ? '{"data":[]}' : '{"data":[{"n":1}]}'),
    );
    const home = homeOf(service);
    const args = ['revenue', ...JANUARY, '--all-profiles'];
    expect(await runCli(args, { home })).toPrint(
      'profile,n\nacme,1\ncoral,1\n',
      'warning: profile brava: no records for revenue 2026-01-01..2026-01-31 [empty]\n',
    );
  });

  test('warns of gaps with the profiles that have them', async () => {
    const service = await startService(({ headers, query }, response) => {
      const days =
        headers['client-id'] === clientIdOf('acme')
          ? ['2026-01-01', '2026-01-02', '2026-01-03']
          : ['2026-01-01', '2026-01-03'];
      const records = days
        .filter((day) => day >= query.start_date! && day <= query.end_date!)
        .map((day) => `{"day":"${day}"}`);
      sendJson(response, `{"data":[${records}]}`);
    });
    const args = '--from 2026-01-01 --to 2026-01-03 --all-profiles -o x.csv';
    expect(await runCli(`revenue ${args}`, { home: homeOf(service) })).toPrint(
      '',
      'warning: profiles brava, coral: no records for 1 of 3 days: 2026-01-02 [gaps]\n',
    );
    expect(await runCli(`revenue ${args} --strict`, { home: homeOf(service) })).toFail(
      9,
      'error: revenue 2026-01-01..2026-01-03: profiles brava, coral: no records for 1 of 3 days: 2026-01-02 [gaps]\nhint: nothing was written: --strict makes this warning an error\n',
    );
  });

  test('warns if --columns excludes the column', async () => {
    const home = homeOf(await startClients());
    const { stderr } = await runCli(['revenue', ...JANUARY, '--all-profiles', '--columns', 'revenue'], { home });
    expect(stderr).toBe(
      'warning: --columns selects no column that distinguishes the 3 profiles: add profile [windows]\n',
    );
    const renamed = ['revenue', ...JANUARY, '--all-profiles', '--columns', 'client=profile,revenue'];
    expect(await runCli(renamed, { home })).toPrint('client,revenue\nacme,0.10\nbrava,0.10\ncoral,0.10\n');
  });

  test('is rejected if the records have such a column', async () => {
    const home = homeOf(await startClients([], () => '{"profile":"theirs"}'));
    expect(await runCli(['revenue', ...JANUARY, '--all-profiles'], { home })).toFail(
      2,
      'error: a report of several profiles adds the column profile, but the records have one already\n' +
        "hint: write one file per profile instead: -o '{profile}.csv'\n",
    );
  });

  test('rejects two profiles of one client, whose records would count twice', async () => {
    const service = await startClients();
    const home = homeOf(service, { coral: { clientId: clientIdOf('acme').toUpperCase(), token: tokenOf('acme') } });
    expect(await runCli(['revenue', ...JANUARY, '--all-profiles'], { home })).toFail(
      2,
      'error: profiles acme and coral belong to the same client: its records would count twice\n' +
        "hint: leave one of them out, or write one file per profile: -o '{profile}.csv'\n",
    );
    expect(service.requests).toEqual([]);
  });

  test.each([
    [{ REPORTING_CLIENT_ID: clientIdOf('acme') }, 'REPORTING_CLIENT_ID'],
    [{ REPORTING_API_TOKEN: tokenOf('acme') }, 'REPORTING_API_TOKEN'],
    [{ REPORTING_BASE_URL: 'https://reports.example.com/v2/reporting' }, 'REPORTING_BASE_URL'],
  ])('rejects credentials that would apply to every profile: %j', async (env, what) => {
    const service = await startClients();
    const { exitCode, stderr } = await runCli(['revenue', ...JANUARY, '--profile', 'acme,brava'], {
      home: homeOf(service),
      env,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      `error: ${what} cannot be combined with several profiles: it would override the value of each\n`,
    );
    expect(service.requests).toEqual([]);
  });

  test.each([
    ['acme,acme', 2, '--profile names "acme" twice'],
    ['acme,bravo', 4, 'unknown profile "bravo"'],
    ['acme,', 2, 'invalid profile name ""'],
    ['acme,../x', 2, 'invalid profile name "../x"'],
  ])('sends no request for --profile %s', async (profiles, exit, message) => {
    const service = await startClients();
    expect(await runCli(['revenue', ...JANUARY, '--profile', profiles], { home: homeOf(service) })).toFail(
      exit,
      expect.stringContaining(message),
    );
    expect(service.requests).toEqual([]);
  });

  test('has one range: dates that differ by time zone are rejected without --timezone', async () => {
    const service = await startClients();
    const home = homeOf(service, {
      acme: { timeZone: 'Pacific/Kiritimati' },
      brava: { timeZone: 'Pacific/Pago_Pago' },
    });
    const args = 'revenue --period yesterday --profile acme,brava';
    expect(await runCli(args, { home })).toFail(
      2,
      "error: yesterday is 2026-06-15..2026-06-15 for acme and 2026-06-14..2026-06-14 for brava: their time zones differ\nhint: set --timezone, give dates, or write one file per profile: -o '{profile}.csv'\n",
    );
    expect(service.requests).toEqual([]);
    expect(await runCli(`${args} --timezone UTC`, { home })).toMatchObject({ exitCode: 0 });
  });

  test('has one format: profiles with different formats are rejected', async () => {
    const service = await startClients();
    const home = homeOf(service, { acme: { format: 'json' }, brava: { format: 'json' } });
    expect(await runCli(['revenue', ...JANUARY, '--profile', 'acme,brava'], { home })).toPrint(
      '[\n' +
        '{"profile":"acme","client":"acme","revenue":0.10},\n' +
        '{"profile":"brava","client":"brava","revenue":0.10}\n' +
        ']\n',
    );
    const requestCount = service.requests.length;
    expect(await runCli(['revenue', ...JANUARY, '--all-profiles'], { home })).toFail(
      2,
      'error: the profiles have different formats: json (profile acme), none\nhint: choose one with --format\n',
    );
    expect(service.requests).toHaveLength(requestCount);
  });

  test('uses the end date setting of each client', async () => {
    const service = await startClients();
    const home = homeOf(service, { brava: { endDate: 'exclusive' } });
    await runCli(['revenue', ...JANUARY, '--profile', 'acme,brava', '--quiet'], { home });
    expect(service.windows()).toEqual(['2026-01-01..2026-01-31', '2026-01-01..2026-01-31', '2026-01-31..2026-02-01']);
  });
});

describe('a file for each client', () => {
  test('a failure does not affect the other files, names its client, and sets the exit code', async () => {
    const home = homeOf(await startClients(['brava']));
    expect(
      await runCli(['revenue', ...JANUARY, '--all-profiles', ...TEMPLATE, '--columns', 'client,revenue'], { home }),
    ).toFail(
      4,
      `error: profile brava: the service refused revenue 2026-01-01..2026-01-31: 403, the token does not belong to client ${clientIdOf('brava')}\n` +
        'hint: check the client id, or run `reporting login --profile brava`\n' +
        'note: 2 of 3 reports written; failed: brava\n',
    );
    expect(readdirSync(path.join(home.work, 'out')).sort()).toEqual([
      'acme-revenue-2026-01-01-2026-01-31.csv',
      'coral-revenue-2026-01-01-2026-01-31.csv',
    ]);
    expect(home.read('out/coral-revenue-2026-01-01-2026-01-31.csv')).toBe('client,revenue\ncoral,0.10\n');
    expect(home.strays()).toEqual([]);
  });

  test('keeps the existing file of a client that fails, and shows the outcome with --quiet too', async () => {
    const home = homeOf(await startClients(['brava']));
    mkdirSync(path.join(home.work, 'out'));
    home.write('out/brava-revenue-2026-01-01-2026-01-31.csv', 'old');
    expect(await runCli(['revenue', ...JANUARY, '--all-profiles', ...TEMPLATE, '-q'], { home })).toFail(
      4,
      'error: profile brava: the service refused revenue 2026-01-01..2026-01-31: 403, the token does not belong to client 7d444840-9dc0-11d1-b245-627261766100\n' +
        'hint: check the client id, or run `reporting login --profile brava`\n' +
        'note: 2 of 3 reports written; failed: brava\n',
    );
    expect(home.read('out/brava-revenue-2026-01-01-2026-01-31.csv')).toBe('old');
  });

  test('each client uses its time zone', async () => {
    const home = homeOf(await startClients(), {
      acme: { timeZone: 'Pacific/Kiritimati' },
      brava: { timeZone: 'Pacific/Pago_Pago' },
    });
    const args = '--period yesterday --profile acme,brava -o {profile}-{from}.csv';
    expect(await runCli(`revenue ${args}`, { home })).toPrint(
      '',
      'note: profile acme: --period yesterday is 2026-06-15..2026-06-15 (today is 2026-06-16 in Pacific/Kiritimati)\n' +
        'note: profile brava: --period yesterday is 2026-06-14..2026-06-14 (today is 2026-06-15 in Pacific/Pago_Pago)\n',
    );
    expect(home.list()).toEqual(['acme-2026-06-15.csv', 'brava-2026-06-14.csv']);
  });

  test('shows a message that all clients share once', async () => {
    const home = homeOf(await startClients());
    expect(await runCli('revenue --period yesterday --all-profiles -o {profile}.csv', { home })).toPrint(
      '',
      'note: --period yesterday is 2026-06-14..2026-06-14 (today is 2026-06-15 in UTC)\n',
    );
  });

  test('an invalid profile fails its client only', async () => {
    const home = homeOf(await startClients(), { acme: { token: 'two words' }, brava: { timeZone: 'Mars' } });
    const { exitCode, stderr } = await runCli('revenue --period yesterday --all-profiles -o {profile}.csv', { home });
    expect(exitCode).toBe(2);
    expect(home.list()).toEqual(['coral.csv']);
    expect(stderr).toContain('error: profile acme: the API token from profile acme contains a space');
    expect(stderr).toContain('error: profile brava: the time zone "Mars" (profile brava) does not exist\n');
    expect(stderr).toMatch(/\nnote: 1 of 3 reports written; failed: acme, brava\n$/);
  });

  test('a usage error is shown once, and no request is sent', async () => {
    const service = await startClients();
    expect(
      await runCli('revenue --period lst-month --all-profiles -o {profile}.csv', { home: homeOf(service) }),
    ).toFail(2, 'error: --period "lst-month" cannot be read as a period\nhint: did you mean last-month?\n');
    expect(service.requests).toEqual([]);
  });

  test('never more requests at once than --concurrency says', async () => {
    const { service, mostAtOnce } = await startBatchService(2);
    const args = '--from 2026-01-01 --to 2026-01-04 --windows 1 --quiet';
    await runCli(`revenue ${args} --all-profiles -o {profile}.csv --concurrency 2`, { home: homeOf(service) });
    expect(service.requests).toHaveLength(12);
    expect(mostAtOnce()).toBe(2);
  });

  test('Ctrl-C ends all of them, and counts the written reports', async () => {
    const stop = new AbortController();
    const service = await startService(({ headers }, response) => {
      if (headers['client-id'] === clientIdOf('acme')) return sendJson(response, '{"data":[{"n":1}]}');
      return stop.abort(new ReportingError('E-interrupted', 'interrupted', { signal: 'SIGINT' }));
    });
    const args = ['revenue', ...JANUARY, '--all-profiles', '-o', '{profile}.csv', '--concurrency', '1'];
    const { home, ...result } = await runCli(args, { home: homeOf(service), signal: stop.signal });
    expect(result).toFail(130, 'error: interrupted, 1 of 3 reports written\n');
    expect(home.list()).toEqual(['acme.csv']);
    expect(home.strays()).toEqual([]);
  });

  test('Ctrl-C suggests --resume if windows of another were finished', async () => {
    const stop = new AbortController();
    const service = await startService(({ headers, query }, response) => {
      if (headers['client-id'] === clientIdOf('acme') || query.start_date === '2026-01-01')
        return sendJson(response, '{"data":[{"n":1}]}');
      return stop.abort(new ReportingError('E-interrupted', 'interrupted', { signal: 'SIGINT' }));
    });
    const args = 'revenue --from 2026-01-01 --to 2026-02-10 --all-profiles';
    const each = '-q --allow windows -o {profile}.csv --concurrency 1';
    expect(await runCli(`${args} ${each}`, { home: homeOf(service), signal: stop.signal })).toFail(
      130,
      'error: interrupted, 1 of 3 reports written\n' +
        'hint: windows of other reports were finished but not stored: add --resume to store them next time\n',
    );
  });

  test('Ctrl-C names the clients that failed before', async () => {
    const stop = new AbortController();
    const service = await startService(({ headers }, response) => {
      if (headers['client-id'] === clientIdOf('acme')) return sendStatus(response, 401);
      return stop.abort(new ReportingError('E-interrupted', 'interrupted', { signal: 'SIGINT' }));
    });
    const args = ['revenue', ...JANUARY, '--all-profiles', '-o', '{profile}.csv', '--concurrency', '1'];
    expect(await runCli(args, { home: homeOf(service), signal: stop.signal })).toFail(
      130,
      'error: interrupted, 0 of 3 reports written; failed: acme\n',
    );
  });

  test('file names that differ only in case are rejected', async () => {
    const service = await startClients();
    const home = createHome();
    storeProfiles(home, { acme: clientProfile(service, 'acme'), ACME: clientProfile(service, 'acme') });
    expect(await runCli(['revenue', ...JANUARY, '--all-profiles', '-o', '{profile}.csv'], { home })).toFail(
      2,
      expect.stringContaining('profiles acme and ACME would write to the same file'),
    );
  });

  test.each([
    ['{profile}/../x.csv', () => undefined],
    ['{profile}.csv', (work: string) => symlinkSync('brava.csv', path.join(work, 'acme.csv'))],
    [
      '{profile}/x.csv',
      (work: string) => {
        mkdirSync(path.join(work, 'all'));
        for (const name of ['acme', 'brava', 'coral']) symlinkSync('all', path.join(work, name));
      },
    ],
    ['/dev/{profile}/../stdout', () => undefined],
  ])('%s is rejected if it leads to one file', async (template, prepare) => {
    const service = await startClients();
    const home = homeOf(service);
    prepare(home.work);
    const before = home.list();
    expect(await runCli(['revenue', ...JANUARY, '--all-profiles', '-o', template, '-f', 'csv'], { home })).toFail(
      2,
      expect.stringContaining('would write to the same file'),
    );
    expect(service.requests).toEqual([]);
    expect(home.list()).toEqual(before);
  });

  test.each(['acme,brava', 'brava,acme'])(
    'errors have one format, whatever the formats of the profiles: %s',
    async (names) => {
      const home = homeOf(await startClients(['acme']), { brava: { format: 'json' } });
      const args = ['revenue', ...JANUARY, '--profile', names, '-o', 'o/{profile}', '--concurrency', '1'];
      expect(await runCli(args, { home })).toFail(
        4,
        'error: profile acme: the service refused revenue 2026-01-01..2026-01-31: 403, the token does not belong to client 7d444840-9dc0-11d1-b245-61636d650000\n' +
          'hint: check the client id, or run `reporting login --profile acme`\n' +
          'note: 1 of 2 reports written; failed: acme\n',
      );
    },
  );

  test('a failed run resumes for each client with --resume', async () => {
    const refused: string[] = ['brava'];
    const service = await startClients(refused);
    const home = homeOf(service);
    const args = ['revenue', ...JANUARY, '--all-profiles', '--resume', '--concurrency', '1'];
    expect(await runCli(args, { home })).toMatchObject({ exitCode: 4, stdout: '' });
    refused.length = 0;
    const requestCount = service.requests.length;
    expect(requestCount).toBe(2);
    expect(await runCli(args, { home })).toPrint(
      'profile,client,revenue\nacme,acme,0.10\nbrava,brava,0.10\ncoral,coral,0.10\n',
      'note: reused 1 of 3 windows, stored 2026-06-15T12:00Z: acme 2026-01-01..2026-01-31\n',
    );
    expect(service.requests.length - requestCount).toBe(2);
  });
});

describe('placeholders', () => {
  test('are filled in a run of one client too', async () => {
    const home = homeOf(await startClients());
    await runCli(['domains', ...JANUARY, '--profile', 'acme', '-o', '{report}_{profile}_{to}.ndjson', '-q'], { home });
    expect(home.list()).toEqual(['domains_acme_2026-01-31.ndjson']);
    expect(home.read('domains_acme_2026-01-31.ndjson')).toBe('{"client":"acme","revenue":0.10}\n');
  });

  const THREE_DAYS = ['--period', 'last-3-days'];
  const MISLEADING = 'names only the first day of 2026-06-12..2026-06-14 (3 days): name both ends, as in ';

  test('a file name with one end of several days is a warning, with --dry-run too', async () => {
    for (const more of [[], ['--dry-run']]) {
      const { exitCode, stderr, home } = await runCli([
        'revenue',
        ...THREE_DAYS,
        '--sandbox',
        '-o',
        '{from}.csv',
        ...more,
      ]);
      expect(exitCode).toBe(0);
      expect(stderr).toContain(`\nwarning: --output "{from}.csv" ${MISLEADING}"{from}-{to}.csv", or pull one day\n`);
      expect(home.list()).toEqual(more.length === 0 ? ['2026-06-12.csv'] : []);
    }
  });

  test.each([
    [['--period', 'yesterday'], '{from}.csv'],
    [THREE_DAYS, '{from}-{to}.csv'],
    [THREE_DAYS, '{report}.csv'],
  ])('%j in %s causes no warning', async (period, template) => {
    const { stderr } = await runCli(['revenue', ...period, '--sandbox', '-o', template]);
    expect(stderr).toMatch(/^note: --period .*\n$/);
  });

  test.each([
    ['{profle}.csv', 'unknown placeholder {profle}', 'did you mean {profile}?'],
    ['{}.csv', 'unknown placeholder {}', 'the placeholders are {profile}, {report}, {from}, {to}'],
  ])('%s is an error', async (template, message, hint) => {
    expect(await runCli(['revenue', ...JANUARY, '--sandbox', '-o', template])).toFail(
      2,
      `error: --output ${JSON.stringify(template)}: ${message}\nhint: ${hint}\n`,
    );
  });

  test('{profile} needs a profile', async () => {
    expect(await runCli(['revenue', ...JANUARY, '--sandbox', '-o', '{profile}.csv'])).toFail(
      2,
      'error: --output contains {profile}, but this run uses no profile\n' +
        'hint: select one with --profile, or remove {profile}\n',
    );
  });

  test.each([
    [{ REPORTING_API_TOKEN: tokenOf('brava') }, 'REPORTING_API_TOKEN'],
    [{ REPORTING_BASE_URL: 'https://reports.example.com/v2/reporting' }, 'REPORTING_BASE_URL'],
  ])('{profile} is rejected if the credentials may belong to another client: %j', async (env, source) => {
    const service = await startClients();
    const { exitCode, stderr } = await runCli(['revenue', ...JANUARY, '--profile', 'acme', '-o', '{profile}.csv'], {
      home: homeOf(service),
      env,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      `error: --output contains {profile}, but ${source} may belong to another client than profile acme\n`,
    );
    expect(service.requests).toEqual([]);
  });

  test('the extension of the filled name selects the format', async () => {
    const service = await startClients();
    const home = createHome();
    storeProfiles(home, { 'acme.json': clientProfile(service, 'acme'), 'brava.com': clientProfile(service, 'brava') });
    const { exitCode, stderr } = await runCli(['revenue', ...JANUARY, '--all-profiles', '-o', '{profile}'], {
      home,
      env: { REPORTING_FORMAT: 'csv' },
    });
    expect(exitCode, stderr).toBe(0);
    expect(home.list()).toEqual(['acme.json', 'brava.com']);
    expect(home.read('acme.json')).toBe('[\n{"client":"acme","revenue":0.10}\n]\n');
    expect(home.read('brava.com')).toBe('client,revenue\nbrava,0.10\n');
  });

  test.each(['../evil', '..', 'a/b', '.hidden', 'a\nb'])('a stored name %j is rejected in a path', async (name) => {
    const service = await startClients();
    const home = createHome();
    storeProfiles(home, { [name]: clientProfile(service, 'acme'), acme: clientProfile(service, 'acme') });
    const { exitCode } = await runCli(['revenue', ...JANUARY, '--all-profiles', '-o', 'out/{profile}.csv'], { home });
    expect(exitCode).toBe(2);
    expect(service.requests).toEqual([]);
    expect(home.list()).toEqual([]);
    expect(existsSync(path.join(home.root, 'evil.csv'))).toBe(false);
  });

  test('missing directories are created only by a complete report', async () => {
    const home = homeOf(await startClients(['brava']));
    await runCli(['revenue', ...JANUARY, '--all-profiles', '-o', 'out/{profile}/{report}.csv'], { home });
    expect(readdirSync(path.join(home.work, 'out')).sort()).toEqual(['acme', 'coral']);
    expect(home.read('out/acme/revenue.csv')).toBe('client,revenue\nacme,0.10\n');
  });
});
