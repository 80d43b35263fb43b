import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../src/core/errors.ts';
import { startBatchService } from '../harness/batch-service.ts';
import { clientIdOf, clientProfile, type StoredProfile, storeProfiles, tokenOf } from '../harness/profiles.ts';
import { type CliOptions, createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { type Handler, sendJson, sendStatus, startService, type TestService } from '../harness/service.ts';

const JANUARY = 'revenue --from 2026-01-01 --to 2026-01-31';
const ALL = `${JANUARY} --all-profiles`;
const TEMPLATE = '-o out/{profile}-{report}-{from}-{to}.csv';
const NAMES = ['acme', 'brava', 'coral'];

const refusal = (name: string): string =>
  `error: profile ${name}: the service refused revenue 2026-01-01..2026-01-31: 403, the token does not belong to client ${clientIdOf(name)}\n` +
  `hint: check the client id, or run \`reporting login --profile ${name}\`\n`;

/** A service of several clients, with one record per request. It rejects the credentials of another client. */
async function startClients(
  refused: readonly string[] = [],
  recordOf = (name: string): string => `{"client":"${name}","revenue":0.10}`,
): Promise<TestService> {
  return startService(({ headers }, response) => {
    const name = NAMES.find((each) => headers['client-id'] === clientIdOf(each))!;
    const isRight = headers['reporting-api-token'] === tokenOf(name);
    if (refused.includes(name) || !isRight) return sendStatus(response, 403);
    return sendJson(response, `{"data":[${recordOf(name)}]}`);
  });
}

function homeOf(service: TestService, changes: Readonly<Record<string, StoredProfile>> = {}): Home {
  const home = createHome();
  storeProfiles(
    home,
    Object.fromEntries(NAMES.map((name) => [name, { ...clientProfile(service, name), ...changes[name] }])),
  );
  return home;
}

/** Runs a line that is refused before any request, and writes nothing. */
async function refuse(line: string, changes: Readonly<Record<string, StoredProfile>> = {}, options: CliOptions = {}) {
  const service = await startClients();
  const home = options.home ?? homeOf(service, changes);
  const before = home.list();
  const result = await runCli(line, { ...options, home });
  expect([service.requests, home.list()]).toEqual([[], before]);
  return result;
}

describe('one document of several clients', () => {
  test('starts with a profile column, in the order of --profile', async () => {
    const home = homeOf(await startClients());
    expect(await runCli(`${JANUARY} --profile coral,acme -q`, { home })).toPrint(
      'profile,client,revenue\ncoral,coral,0.10\nacme,acme,0.10\n',
    );
  });

  test.each([
    [
      '"day":"2026-01-05"',
      'error: --by week: the profiles have different date columns: "date" and "day"\n' +
        "hint: write one file per profile: -o '{profile}.csv'\n",
    ],
    [
      '"note":"x"',
      "error: --by week: no column is known to hold the record's date\n" +
        'hint: name the column with --date-column, or request each week apart with --date-column none\n',
    ],
  ])('has no days unless the records of all clients have them in one column: %s', async (member, stderr) => {
    const service = await startClients([], (client) => {
      return `{${client === 'brava' ? member : '"date":"2026-01-05"'},"revenue":0.10}`;
    });
    const line = `${JANUARY} --profile acme,brava --by week --sum revenue -q`;
    expect(await runCli(line, { home: homeOf(service) })).toFail(2, stderr);
  });

  test('has the column with --all-profiles even for one profile', async () => {
    const service = await startClients();
    const home = createHome();
    storeProfiles(home, { acme: clientProfile(service, 'acme') });
    expect(await runCli(`${ALL} -f ndjson -q`, { home })).toPrint(
      '{"profile":"acme","client":"acme","revenue":0.10}\n',
    );
    expect(await runCli(`${JANUARY} --profile acme -q`, { home })).toPrint('client,revenue\nacme,0.10\n');
  });

  test('fails as a whole if one client fails, and names it, also as JSON', async () => {
    const home = homeOf(await startClients(['brava']));
    home.write('all.csv', 'old');
    expect(await runCli(`${ALL} -o all.csv`, { home })).toFail(4, refusal('brava'));
    expect(home.read('all.csv')).toBe('old');
    const { stderr } = await runCli(`${ALL} --error-format json`, { home });
    expect(JSON.parse(stderr).error).toMatchObject({ kind: 'auth', exit: 4, profile: 'brava', status: 403 });
  });

  test('warns of clients without records', async () => {
    const service = await startService(({ headers }, response) =>
      sendJson(response, headers['client-id'] === clientIdOf('brava') ? '{"data":[]}' : '{"data":[{"n":1}]}'),
    );
    expect(await runCli(ALL, { home: homeOf(service) })).toPrint(
      'profile,n\nacme,1\ncoral,1\n',
      'warning: profile brava: no records for revenue 2026-01-01..2026-01-31 [empty]\n',
    );
  });

  test('warns of gaps with the profiles that have them', async () => {
    const service = await startService(({ headers, query }, response) => {
      const days = ['2026-01-01', '2026-01-02', '2026-01-03'].filter(
        (day) =>
          day >= query.start_date! &&
          day <= query.end_date! &&
          (headers['client-id'] === clientIdOf('acme') || !day.endsWith('2')),
      );
      sendJson(response, `{"data":[${days.map((day) => `{"day":"${day}"}`)}]}`);
    });
    const line = 'revenue --from 2026-01-01 --to 2026-01-03 --all-profiles -o x.csv';
    const gaps = 'profiles brava, coral: no records for 1 of 3 days: 2026-01-02 [gaps]\n';
    expect(await runCli(line, { home: homeOf(service) })).toPrint('', `warning: ${gaps}`);
    expect(await runCli(`${line} --strict`, { home: homeOf(service) })).toFail(
      9,
      `error: revenue 2026-01-01..2026-01-03: ${gaps}hint: --strict makes this warning an error, and this was not written: see \`reporting help gaps\`\n`,
    );
  });

  test('warns if --columns excludes the column', async () => {
    const home = homeOf(await startClients());
    expect(await runCli(`${ALL} --columns revenue`, { home })).toPrint(
      'revenue\n0.10\n0.10\n0.10\n',
      'warning: --columns selects no column that distinguishes the 3 profiles: add "profile" [windows]\n',
    );
    expect(await runCli(`${ALL} --columns client=profile,revenue`, { home })).toPrint(
      'client,revenue\nacme,0.10\nbrava,0.10\ncoral,0.10\n',
    );
  });

  test('is rejected if the records have such a column', async () => {
    const home = homeOf(await startClients([], () => '{"profile":"theirs"}'));
    expect(await runCli(ALL, { home })).toFail(
      2,
      'error: a report of several profiles adds the column profile, but the records have one already\n' +
        "hint: write one file per profile instead: -o '{profile}.csv'\n",
    );
  });

  test('rejects two profiles of one client, whose records would count twice', async () => {
    const changes = { coral: { clientId: clientIdOf('acme').toUpperCase(), token: tokenOf('acme') } };
    expect(await refuse(ALL, changes)).toFail(
      2,
      'error: profiles acme and coral belong to the same client: its records would count twice\n' +
        "hint: leave one of them out, or write one file per profile: -o '{profile}.csv'\n",
    );
  });

  test.each([
    ['REPORTING_CLIENT_ID', clientIdOf('acme')],
    ['REPORTING_API_TOKEN', tokenOf('acme')],
    ['REPORTING_BASE_URL', 'https://reports.example.com/v2/reporting'],
  ])('rejects credentials that would apply to every profile: %s', async (name, value) => {
    expect(await refuse(`${JANUARY} --profile acme,brava`, {}, { env: { [name]: value } })).toFail(
      2,
      `error: ${name} cannot be combined with several profiles: it would override the value of each\nhint: unset ${name} for this run\n`,
    );
  });

  test('rejects several of them, and names all', async () => {
    const env = { REPORTING_CLIENT_ID: clientIdOf('acme'), REPORTING_API_TOKEN: tokenOf('acme') };
    const { stderr } = await refuse(`${JANUARY} --profile acme,brava`, {}, { env });
    expect(stderr).toContain(`hint: unset ${Object.keys(env).join(' ')} for this run\n`);
  });

  const LETTERS = 'hint: use letters, digits, dots, dashes and underscores: --profile acme-eu\n';
  test.each([
    ['acme,acme', '--profile names "acme" twice\n'],
    ['acme,', '--profile "acme," contains an empty name\nhint: separate the names by commas\n'],
    ['acme,../x', `invalid profile name "../x"\n${LETTERS}`],
  ])('sends no request for --profile %s', async (profiles, problem) => {
    expect(await refuse(`${JANUARY} --profile ${profiles}`)).toFail(2, `error: ${problem}`);
  });

  const ZONES = { acme: { timeZone: 'Pacific/Kiritimati' }, brava: { timeZone: 'Pacific/Pago_Pago' } };

  test('has one range: dates that differ by time zone are rejected without --timezone', async () => {
    const line = 'revenue --period yesterday --profile acme,brava';
    expect(await refuse(line, ZONES)).toFail(
      2,
      'error: yesterday is 2026-06-15 for acme and 2026-06-14 for brava\n' +
        "hint: set --timezone, give dates, or write one file per profile: -o '{profile}.csv'\n",
    );
    expect(await runCli(`${line} --timezone UTC -q`, { home: homeOf(await startClients(), ZONES) })).toPrint(
      'profile,client,revenue\nacme,acme,0.10\nbrava,brava,0.10\n',
    );
  });

  test('but a file for each has its own', async () => {
    const home = homeOf(await startClients(), ZONES);
    const line = 'revenue --period yesterday --profile acme,brava -o {profile}-{from}.csv';
    expect(await runCli(line, { home })).toPrint(
      '',
      'note: profile acme: --period yesterday is 2026-06-15 (today is 2026-06-16 in Pacific/Kiritimati)\n' +
        'note: profile brava: --period yesterday is 2026-06-14 (today is 2026-06-15 in Pacific/Pago_Pago)\n',
    );
    expect(home.list()).toEqual(['acme-2026-06-15.csv', 'brava-2026-06-14.csv']);
  });

  test('has one format: that of the first profile', async () => {
    const changes = { acme: { format: 'json' }, brava: { format: 'csv' } };
    expect(await runCli(`${JANUARY} --profile acme,brava`, { home: homeOf(await startClients(), changes) })).toPrint(
      '[\n{"profile":"acme","client":"acme","revenue":0.10},\n{"profile":"brava","client":"brava","revenue":0.10}\n]\n',
    );
  });

  test('uses the end date setting of each client', async () => {
    const service = await startClients();
    await runCli(`${JANUARY} --profile acme,brava -q`, { home: homeOf(service, { brava: { endDate: 'exclusive' } }) });
    expect(service.windows()).toEqual(['2026-01-01..2026-01-31', '2026-01-01..2026-01-31', '2026-01-31..2026-02-01']);
  });
});

describe('a file for each client', () => {
  test('a failure affects no other file, names its client with --quiet too, and keeps its file', async () => {
    const home = homeOf(await startClients(['brava']));
    const files = () => readdirSync(path.join(home.work, 'out')).sort();
    const [acme, brava, coral] = NAMES.map((name) => `${name}-revenue-2026-01-01-2026-01-31.csv`);
    const outcome = `${refusal('brava')}note: 2 of 3 reports written; failed: brava\n`;
    expect(await runCli(`${ALL} ${TEMPLATE} --columns client,revenue`, { home })).toFail(4, outcome);
    expect(files()).toEqual([acme, coral]);
    expect(home.read(`out/${coral}`)).toBe('client,revenue\ncoral,0.10\n');
    expect(home.strays()).toEqual([]);
    home.write(`out/${brava}`, 'old');
    expect(await runCli(`${ALL} ${TEMPLATE} -q`, { home })).toFail(4, outcome);
    expect(home.read(`out/${brava}`)).toBe('old');
    // Missing directories are created only by a complete report.
    await runCli(`${ALL} -o new/{profile}/{report}.csv`, { home });
    expect(readdirSync(path.join(home.work, 'new')).sort()).toEqual(['acme', 'coral']);
    expect(home.read('new/acme/revenue.csv')).toBe('client,revenue\nacme,0.10\n');
  });

  test('shows a message that all clients share once', async () => {
    const home = homeOf(await startClients());
    expect(await runCli('revenue --period yesterday --all-profiles -o {profile}.csv', { home })).toPrint(
      '',
      'note: --period yesterday is 2026-06-14 (today is 2026-06-15 in UTC)\n',
    );
  });

  test('an invalid profile fails its client only', async () => {
    const home = homeOf(await startClients(), { acme: { token: 'two words' }, brava: { timeZone: 'Mars' } });
    expect(await runCli('revenue --period yesterday --all-profiles -o {profile}.csv', { home })).toFail(
      2,
      'note: --period yesterday is 2026-06-14 (today is 2026-06-15 in UTC)\n' +
        'error: profile acme: the API token from profile acme contains a space, a line break or a non-ASCII character\n' +
        'hint: copy it again; only white space around it is ignored\n' +
        'error: profile brava: timezone (profile brava): unknown time zone "Mars"\n' +
        'hint: a time zone is an IANA name, such as Europe/Berlin, America/New_York or UTC\n' +
        'note: 1 of 3 reports written; failed: acme, brava\n',
    );
    expect(home.list()).toEqual(['coral.csv']);
  });

  test('a usage error is shown once, and no request is sent', async () => {
    expect(await refuse('revenue --period lst-month --all-profiles -o {profile}.csv')).toFail(
      2,
      expect.stringMatching(/^error: --period "lst-month" is not a period\nhint: --period takes .*\n$/),
    );
  });

  test('never more requests at once than --concurrency says', async () => {
    const { service, mostAtOnce } = await startBatchService(2);
    const line = 'revenue --from 2026-01-01 --to 2026-01-04 --windows 1 -q --all-profiles -o {profile}.csv';
    await runCli(`${line} --concurrency 2`, { home: homeOf(service) });
    expect([service.requests.length, mostAtOnce()]).toEqual([12, 2]);
  });

  /** Interrupts a run with the first request that `answer` leaves alone. */
  async function interrupt(answer: (...of: Parameters<Handler>) => boolean, options = '') {
    const stop = new AbortController();
    const service = await startService((...of) => {
      if (!answer(...of)) stop.abort(new ReportingError('E-interrupted', 'interrupted', { signal: 'SIGINT' }));
    });
    const line = `revenue --from 2026-01-01 --to 2026-02-10 -q --allow windows --all-profiles -o {profile}.csv`;
    return runCli(`${line} --concurrency 1 ${options}`, { home: homeOf(service), signal: stop.signal });
  }
  const isOfAcme: Handler = ({ headers }) => headers['client-id'] === clientIdOf('acme');

  test('Ctrl-C ends all of them, and counts the written reports', async () => {
    const result = await interrupt((...of) => {
      if (isOfAcme(...of)) sendJson(of[1], '{"data":[{"n":1}]}');
      return isOfAcme(...of) === true;
    });
    expect(result).toFail(130, 'error: interrupted, 1 of 3 reports written\n');
    expect([result.home.list(), result.home.strays()]).toEqual([['acme.csv'], []]);
  });

  const sameFile = (profiles: string, file: string): string =>
    `error: profiles ${profiles} would write to the same file (upper and lower case may not differ): ${file}\n` +
    'hint: choose other file names, or log in under another name: reporting login --profile <name>\n';

  test('file names that differ only in case are rejected', async () => {
    const service = await startClients();
    const home = createHome();
    storeProfiles(home, { acme: clientProfile(service, 'acme'), ACME: clientProfile(service, 'acme') });
    expect(await runCli(`${ALL} -o {profile}.csv`, { home })).toFail(2, sameFile('acme and ACME', 'ACME.csv'));
  });

  test.each([
    ['{profile}/../x.csv', () => undefined],
    ['{profile}.csv', (work: string) => symlinkSync('brava.csv', path.join(work, 'acme.csv'))],
    [
      '{profile}/x.csv',
      (work: string) => {
        mkdirSync(path.join(work, 'all'));
        for (const name of NAMES) symlinkSync('all', path.join(work, name));
      },
    ],
    ['/dev/{profile}/../stdout', () => undefined],
  ])('%s is rejected if it leads to one file', async (template, prepare) => {
    const home = homeOf(await startClients());
    prepare(home.work);
    expect(await refuse(`${ALL} -o ${template} -f csv`, {}, { home })).toFail(
      2,
      sameFile('acme and brava', template.replace('{profile}', 'brava')),
    );
  });

  test('a failed run resumes for each client with --resume', async () => {
    const refused = ['brava'];
    const service = await startClients(refused);
    const home = homeOf(service);
    const line = `${ALL} --resume --concurrency 1`;
    expect(await runCli(line, { home })).toMatchObject({ exitCode: 4, stdout: '' });
    refused.length = 0;
    expect(service.requests).toHaveLength(2);
    expect(await runCli(line, { home })).toPrint(
      'profile,client,revenue\nacme,acme,0.10\nbrava,brava,0.10\ncoral,coral,0.10\n',
      'note: reused 1 of 3 windows, stored since 2026-06-15 12:00 UTC\n',
    );
    expect(service.requests).toHaveLength(4);
  });
});

describe('placeholders', () => {
  test('are filled in a run of one client too', async () => {
    const home = homeOf(await startClients());
    await runCli(`${JANUARY.replace('revenue', 'domains')} --profile acme -o {report}_{profile}_{to}.ndjson -q`, {
      home,
    });
    expect(home.list()).toEqual(['domains_acme_2026-01-31.ndjson']);
    expect(home.read('domains_acme_2026-01-31.ndjson')).toBe('{"client":"acme","revenue":0.10}\n');
  });

  test.each([
    ['{profle}.csv', 'unknown placeholder {profle}', 'the placeholders are {profile}, {report}, {from}, {to}'],
    ['{}.csv', 'unknown placeholder {}', 'the placeholders are {profile}, {report}, {from}, {to}'],
  ])('%s is an error', async (template, message, hint) => {
    expect(await runCli(`${JANUARY} --sandbox -o ${template}`)).toFail(
      2,
      `error: --output ${JSON.stringify(template)}: ${message}\nhint: ${hint}\n`,
    );
  });

  test.each([
    ['REPORTING_API_TOKEN', tokenOf('brava')],
    ['REPORTING_BASE_URL', 'https://reports.example.com/v2/reporting'],
  ])('{profile} is rejected if the credentials may belong to another client: %s', async (name, value) => {
    expect(await refuse(`${JANUARY} --profile acme -o {profile}.csv`, {}, { env: { [name]: value } })).toFail(
      2,
      `error: --output contains {profile}, but ${name} may belong to another client than profile acme\nhint: remove ${name} or {profile} for this run\n`,
    );
  });

  test('the extension of the filled name selects the format', async () => {
    const service = await startClients();
    const home = createHome();
    storeProfiles(home, { 'acme.json': clientProfile(service, 'acme'), 'brava.com': clientProfile(service, 'brava') });
    await runCli(`${ALL} -o {profile}`, { home, env: { REPORTING_FORMAT: 'csv' } });
    expect(home.list()).toEqual(['acme.json', 'brava.com']);
    expect(home.read('acme.json')).toBe('[\n{"client":"acme","revenue":0.10}\n]\n');
    expect(home.read('brava.com')).toBe('client,revenue\nbrava,0.10\n');
  });

  test.each(['../evil', '..', 'a/b', '.hidden', 'a\nb'])('a stored name %j is rejected in a path', async (name) => {
    const service = await startClients();
    const home = createHome();
    storeProfiles(home, { [name]: clientProfile(service, 'acme') });
    expect((await refuse(`${ALL} -o out/{profile}.csv`, {}, { home })).exitCode).toBe(2);
    expect([service.requests, readdirSync(home.root).includes('evil.csv')]).toEqual([[], false]);
  });
});
