import { describe, expect, test } from 'vitest';
import { clientProfile, storeProfiles } from '../harness/profiles.ts';
import { createHome, runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, startRecordService, type TestService } from '../harness/service.ts';

const QUARTER = ['--from', '2026-01-01', '--to', '2026-03-31'];

describe('--dry-run', () => {
  test('shows the requests, and sends none', async () => {
    const service = await startRecordService(() => []);
    const { exitCode, stdout, stderr, home } = await runCli(
      ['domains', ...QUARTER, '-o', '{report}-{from}-{to}.csv', '--dry-run'],
      { env: service.env },
    );
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'note: --dry-run: nothing was requested\n',
    });
    const url = `${service.baseUrl}/revenue/domains`;
    expect(stdout).toBe(
      `domains 2026-01-01..2026-03-31 (90 days), csv to domains-2026-01-01-2026-03-31.csv
base URL:  ${service.baseUrl}  (REPORTING_BASE_URL)
client id: ${CLIENT_ID}  (REPORTING_CLIENT_ID)
token:     …rses  (REPORTING_API_TOKEN)
GET ${url}?start_date=2026-01-01&end_date=2026-01-31&format=json
GET ${url}?start_date=2026-02-01&end_date=2026-03-03&format=json
GET ${url}?start_date=2026-03-04&end_date=2026-03-31&format=json
`,
    );
    expect(service.requests).toEqual([]);
    expect(home.list()).toEqual([]);
    expect(home.strays()).toEqual([]);
  });

  describe('shows the requests that the run sends', () => {
    const sentTo = ({ baseUrl, requests }: TestService): readonly string[] => {
      const { origin } = new URL(baseUrl);
      return requests.map(({ path, query }) => `${origin}${path}?${new URLSearchParams(query)}`).sort();
    };
    const shownIn = (stdout: string): readonly string[] =>
      [...stdout.matchAll(/^GET (\S+)$/gm)].map(([, url]) => url!).sort();
    const exclusive = { REPORTING_END_DATE: 'exclusive' };

    test.each<[string, number, readonly string[], Readonly<Record<string, string>>?]>([
      ['revenue', 3, []],
      ['domains', 3, [], exclusive],
      ['revenue', 13, ['--windows', '7'], exclusive],
      ['revenue', 3, ['--windows', 'month']],
      // With an exclusive end date, months of 31 days are two requests.
      ['revenue', 5, ['--windows', 'month'], exclusive],
      ['revenue', 17, ['--windows', '1', '--window-columns', '--from', '2026-03-15']],
      ['revenue', 6, ['--compare', 'previous', '--group-by', 'n']],
      ['revenue', 6, ['--compare', 'year', '--by', 'week'], exclusive],
      ['columns revenue', 3, [], exclusive],
      ['raw revenue', 3, ['-o', 'out'], exclusive],
      ['raw revenue', 3, ['--wire', 'csv', '-o', 'out']],
    ])('%s, %i requests, with %j', async (command, count, args, variables = {}) => {
      const service = await startRecordService(() => ['{"n":1}']);
      const env = { ...service.env, ...variables };
      const all = [...command.split(' '), ...QUARTER, ...args, '-q'];
      const { stdout } = await runCli([...all, '--dry-run'], { env });
      const shown = shownIn(stdout);
      expect(service.requests).toEqual([]);
      await runCli(all, { env });
      expect(sentTo(service)).toEqual(shown);
      expect(shown.length).toBe(count);
    });

    test.each(['', '--windows month'])('to the sandbox: %j', async (args) => {
      const line = `${['revenue', ...QUARTER].join(' ')} --sandbox ${args}`.trim();
      const shown = shownIn((await runCli(`${line} --dry-run`)).stdout);
      const { stderr } = await runCli(`${line} -vv`);
      const sent = [...stderr.matchAll(/> GET http:\/\/\S+?\/reporting(\/\S+) /g)].map(([, url]) => url!);
      expect(sent.sort()).toEqual(shown);
      expect(shown.length).toBe(3);
    });
  });

  test('a client with an error does not hide the others', async () => {
    const home = createHome();
    const service = { baseUrl: 'https://reports.example.com/v2/reporting' };
    storeProfiles(home, { acme: clientProfile(service, 'acme'), brava: { baseUrl: service.baseUrl } });
    const args = 'revenue --period 2026-01 --all-profiles -o {profile}.csv --dry-run';
    const { exitCode, stdout, stderr } = await runCli(args, { home });
    expect(exitCode).toBe(4);
    expect(stdout).toContain('csv to acme.csv');
    expect(stderr).toContain('error: profile brava: not signed in: there is no client id\n');
    expect(stderr).toMatch(/note: 1 of 2 reports planned; failed: brava\n$/);
  });

  test('fails as the run does before its first request', async () => {
    expect(await runCli(['revenue', ...QUARTER, '--dry-run'])).toMatchObject({ exitCode: 4, stdout: '' });
    const args = ['revenue', ...QUARTER, '--sandbox', '--dry-run', '-o', 'nowhere/x.csv'];
    expect(await runCli(args)).toMatchObject({ exitCode: 8, stdout: '' });
  });
});

test.each([
  ['-f table', 'table with a headline'],
  ["-f table --having 'revenue>1'", 'table'],
  ['-f csv', 'csv'],
])('names the document of a comparison: %s', async (args, document) => {
  const line = `revenue --sandbox --period 2026-05 --compare previous -g campaign ${args} --dry-run`;
  expect((await runCli(line)).stdout.split('\n')[0]).toBe(
    `revenue 2026-05-01..2026-05-31 (31 days), compared with 2026-04-01..2026-04-30, ${document} to stdout`,
  );
});
