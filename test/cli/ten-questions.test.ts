/**
 * Ten questions of a newcomer. The README and the recipes answer each with one command, which runs here as it stands there.
 * The expected numbers of the analyst's records come from Python's decimal and fractions. The records have gaps, nulls, negative
 * numbers, many scales, and integers of 16 and 19 digits.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { storeAccounts } from '../harness/accounts.ts';
import { daysFrom } from '../harness/daily-service.ts';
import { tilesOf } from '../harness/html-page.ts';
import { needs } from '../harness/needs.ts';
import { blocksOf, readPage } from '../harness/pages.ts';
import { queryDuckdb } from '../harness/parquet-files.ts';
import { clientProfile, storeProfiles } from '../harness/profiles.ts';
import { createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendStatus, startRecordService, startService } from '../harness/service.ts';
import { runShellCommand } from '../harness/shell-commands.ts';
import { readWorkbook, sheetRows, textOfCell } from '../harness/workbook.ts';

const NOW = '2026-06-15T12:00:00Z';

/** The command of the README's recipe that begins with these words. */
function recipe(words: string): string {
  const rows = readPage('README.md').text.matchAll(/^\| (.*) \| `(reporting .*)` \|$/gm);
  const [, , command] = [...rows].find(([, question]) => question!.startsWith(words))!;
  return command!.replaceAll('\\|', '|');
}

const lineOf = (command: string): string => command.replace(/^reporting /, '');

function readRecords(report: string): readonly string[] {
  return readFileSync(`test/fixtures/analyst/${report}.ndjson`, 'utf8').trimEnd().split('\n');
}

/** From 1 April to 14 June 2026. */
const REVENUE = readRecords('revenue');
/** Of one window, without dates. */
const DOMAINS = readRecords('domains');

async function analystEnv() {
  const { env } = await startRecordService(({ path: url, query }) =>
    url.endsWith('/domains')
      ? DOMAINS
      : REVENUE.filter((record) => {
          const day = record.slice(9, 19);
          return day >= query.start_date! && day <= query.end_date!;
        }),
  );
  return env;
}

/** Runs one line on 15 June 2026 for the analyst's records. */
async function ask(line: string, home?: Home) {
  return runCli(line, { env: await analystEnv(), now: NOW, ...(home && { home }) });
}

const CAMPAIGNS: Readonly<Record<string, string>> = {
  'Spring, "Sale"': '9007199254742218.573',
  Retargeting: '1990.756',
  春のキャンペーン: '1350.73',
  'Brand search': '-9007199254739627.73',
};
const LAST_MONTH = 'note: --period last-month is 2026-05-01..2026-05-31 (today is 2026-06-15 in UTC)\n';
const GAPS = 'no records for 3 of 31 days';
const MISSING = '2026-05-09, 2026-05-17..2026-05-18';

describe('the README answers with one command', () => {
  test('1. the total of each campaign, for Excel', async () => {
    const { exitCode, home } = await ask(lineOf(recipe('the total of each campaign, for Excel')));
    expect(exitCode).toBe(0);
    const [sheet] = readWorkbook(readFileSync(path.join(home.work, 'campaigns.xlsx')));
    const rows = sheetRows(sheet!);
    expect(rows[0]).toEqual(['campaign', 'revenue']);
    expect(Object.fromEntries(rows.slice(1, 5))).toEqual(CAMPAIGNS);
    expect(['A7', 'B7'].map((place) => textOfCell(sheet!.cells.get(place)))).toEqual([
      'total of all 4',
      '5932.329',
    ]);
  });

  test('2. what fell most, why, and which days are odd', async () => {
    const line = `${lineOf(recipe('what fell most, why'))} --sandbox`;
    const { exitCode, stdout } = await runCli(line, { now: NOW, tty: true, columns: 100 });
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `revenue fell 4.1 % to 10,623.62; the average day fell 7.2 %
revenue 2026-05-01..2026-05-31 against 2026-04-01..2026-04-30 · sandbox
campaign              revenue     before   change               %         fell │ rose
Summer Sale            990.90     399.76  +591.14         +147.9%              │████████████
Spring Sale                 —     584.15  -584.15  0 since 20 Apr  ████████████│
Newsletter, weekly   2,567.21   2,953.54  -386.33          -13.1%      ████████│
春のキャンペーン     2,796.84   2,994.51  -197.67           -6.6%          ████│
Búsqueda de marca    4,268.67   4,149.03  +119.64           +2.9%              │██▌
────────────────────────────────────────────────────────────────────────────────────────────
total of all 5      10,623.62  11,080.99  -457.37           -4.1%
also -9.4% impressions, -2.8% clicks · --sum shows them
look: in the compared range, Tue 14 Apr 2026 is 92.4 % below other Tuesdays
`,
    });
  });

  describe('3. a CSV of each client that fails loudly, every night', () => {
    const line = lineOf(recipe('a CSV of each client that fails loudly, every night'));

    test('three clients, one of which the service refuses', async () => {
      const home = createHome();
      await storeAccounts(home, ['acme', 'brava', 'corto']);
      const { exitCode, stdout, stderr } = await runCli(line, { home, now: NOW });
      expect({ exitCode, stdout, stderr, files: home.list() }).toEqual({
        exitCode: 4,
        stdout: '',
        stderr: [
          'note: --period last-90-days is 2026-03-17..2026-06-14 (today is 2026-06-15 in Europe/Berlin)',
          'error: profile corto: the service refused revenue 2026-03-17..2026-04-16: 401, the token is missing or invalid',
          'hint: run `reporting login --profile corto`',
          'note: 2 of 3 reports written; failed: corto',
          '',
        ].join('\n'),
        files: ['acme.csv', 'brava.csv'],
      });
    });

    test('three clients without a day', async () => {
      const service = await startRecordService(({ query }) =>
        daysFrom(query.start_date!, query.end_date!).flatMap((day) =>
          day === '2026-05-09' ? [] : [`{"day":"${day}"}`],
        ),
      );
      const home = createHome();
      const names = ['acme', 'brava', 'coral'];
      storeProfiles(home, Object.fromEntries(names.map((name) => [name, clientProfile(service, name)])));
      const { exitCode, stderr } = await runCli(line, { home, now: NOW });
      expect({ exitCode, files: home.list() }).toEqual({ exitCode: 9, files: [] });
      const message = 'revenue 2026-03-17..2026-06-14: no records for 1 of 90 days: 2026-05-09 [gaps]';
      expect(stderr.match(/^error: .*$/gm)).toEqual(
        names.map((name) => `error: profile ${name}: ${message}`),
      );
    });
  });

  test('4. each source by month, as a pivot', async () => {
    const { env } = await startRecordService(({ query }) => {
      const month = Number(query.start_date!.slice(5, 7));
      return [
        `{"domain":"a.example","source":"search","revenue":${month}.10}`,
        `{"domain":"b.example","source":"search","revenue":0.05}`,
        ...(month === 2 ? [] : [`{"domain":"b.example","source":"social","revenue":${10 * month}}`]),
      ];
    });
    const { exitCode, stdout } = await runCli(lineOf(recipe('each source by month, as a pivot')), {
      env,
      now: NOW,
    });
    expect({ exitCode, rows: stdout.split('\n') }).toEqual({
      exitCode: 0,
      rows: ['source,2026-01,2026-02,2026-03,total', 'search,1.15,2.15,3.15,6.45', 'social,10,,30,40', ''],
    });
  });

  needs('duckdb').test(
    '5. is our invoice right? What differs by a hundredth of a cent, and what one side lacks',
    async () => {
      expect(readPage('README.md').text).toContain(
        '[Is our invoice right?](docs/recipes.md#is-our-invoice-right)',
      );
      const block = blocksOf('docs/recipes.md', 'sh').find((each) => each.includes('invoice.csv'))!;
      const [, command, query] = /^reporting (.*) && duckdb -c "(.*)"\n$/s.exec(block)!;
      const home = createHome();
      await ask(command!.replace(' --strict', ''), home);
      const [head, ...campaigns] = home.read('revenue.csv')!.trimEnd().split('\n');
      expect(head).toBe('campaign,revenue');
      const differences = async (lines: readonly string[]) => {
        home.write('invoice.csv', ['campaign,amount', ...lines, ''].join('\n'));
        const inHome = query!.replaceAll(/'(\w+\.csv)'/g, (_, name) => `'${path.join(home.work, name)}'`);
        const { rows } = await queryDuckdb(inHome);
        return Object.fromEntries(rows.map(([name, , , difference]) => [name, difference]));
      };
      expect(await differences(campaigns)).toEqual({});
      const changed = campaigns.flatMap((line) => {
        if (line.startsWith('Retargeting,')) return [`${line}1`];
        return line.startsWith('Brand search,') ? [] : [line];
      });
      expect(await differences([...changed, 'Zoo,5'])).toEqual({
        Retargeting: '0.000100000',
        'Brand search': null,
        Zoo: null,
      });
    },
  );

  test('6. a chart for the boss', async () => {
    const line = `${lineOf(recipe('charts for the boss'))} --sandbox`;
    const { exitCode, home } = await runCli(line, { now: NOW });
    expect(exitCode).toBe(0);
    const page = home.read('last-month.html')!;
    expect(tilesOf(page)[0]).toEqual([
      'revenue',
      '10623.62',
      '▼ -7.2 % a day',
      '-457.37 (-4.1 %) in all, 31 days against 30',
    ]);
    expect(page).toMatch(/<svg[^>]* role="img"/);
    expect(page).not.toContain('<script');
  });

  needs('duckdb').test('7. two years in DuckDB', async () => {
    const home = createHome();
    expect(
      await runCli(`${lineOf(recipe('two years in one file for DuckDB'))} --sandbox`, { home, now: NOW }),
    ).toMatchObject({ exitCode: 0, stdout: '' });
    const { rows } = await queryDuckdb(
      `select min(date), max(date), count(distinct date) from '${home.work}/revenue.parquet'`,
    );
    expect(rows).toEqual([['2024-06-01', '2026-05-31', '730']]);
  });

  needs('bash', 'jq').test('8. the top five domains in jq', async () => {
    const home = createHome();
    const service = await startRecordService(() =>
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
        (name, index) => `{"domain":"${name}.example","revenue":${(index * 3) % 7}.10}`,
      ),
    );
    storeProfiles(home, { default: clientProfile(service, 'acme') });
    const { exitCode, stdout } = await runShellCommand(recipe('the top five domains in jq'), {
      home,
      now: NOW,
      setup: 'set -o pipefail;',
    });
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: 'c.example\ne.example\ng.example\nb.example\nd.example\n',
    });
  });

  test('9. why am I refused?', async () => {
    const { text } = readPage('README.md');
    for (const command of ['`reporting doctor`', '`reporting help E-window-refused`'])
      expect(text).toContain(command);
    const { env } = await startService((_request, response) =>
      sendStatus(response, 403, 'not your client', { date: 'Mon, 15 Jun 2026 12:00:00 GMT' }),
    );
    expect(await runCli('doctor', { env, now: NOW })).toFail(
      4,
      'error: 1 of 16 checks failed: token and client\n',
      expect.stringContaining(`✗  token and client  the service refused revenue 2026-06-14..2026-06-14: 403,
                     the token does not belong to client
                     ${CLIENT_ID}: not your client
                     hint: check the client id, or correct the token, which comes from REPORTING_API_TOKEN
`),
    );
    expect(await runCli('help E-window-refused')).toPrint(
      expect.stringMatching(/^E-window-refused \(exit 5\)\n\nThe service does not accept/),
    );
  });

  test('10. a colleague without Node', () => {
    const [, command] = /without Node.*\n\n```sh\nnpm ci && npm run (.*)\n```/.exec(
      readPage('README.md').text,
    )!;
    const { scripts } = JSON.parse(readPage('package.json').text) as { scripts: object };
    expect(scripts).toHaveProperty([command!]);
  });
});

describe('an analyst asks', () => {
  test.each<readonly [question: string, line: string, rows: readonly string[]]>([
    [
      'which campaigns made the money of last month, and what is the share of each?',
      'revenue --period last-month --group-by campaign --sum revenue --share revenue --sort -revenue',
      [
        'campaign,revenue,revenue_share',
        '"Spring, ""Sale""",9007199254742218.573,151832429636694.434395',
        'Retargeting,1990.756,33.557748',
        '春のキャンペーン,1350.73,22.768966',
        'Brand search,-9007199254739627.73,-151832429636650.761109',
      ],
    ],
    [
      'which three domains earn most, and what do the others earn together?',
      'domains --period last-month --group-by domain --top 3',
      [
        'domain,impressions,revenue',
        'c.example,32087,993.58',
        'd.example,42594,630.58',
        '"shop,""x"".example",12548,268.368',
        '(other),27960,532.471',
      ],
    ],
    [
      'what did the first weekend of May make in the United States and Germany?',
      "revenue --period last-month --where 'country in US,DE' --where 'date in 2026-05-02,2026-05-03' --group-by country --sum revenue --count",
      ['country,revenue,count', 'US,286.26,2', 'DE,127,1'],
    ],
  ])('%s %s', async (_, line, rows) => {
    const { exitCode, stdout } = await ask(line);
    expect({ exitCode, rows: stdout.split('\n') }).toEqual({ exitCode: 0, rows: [...rows, ''] });
  });

  test('which days are missing?', async () => {
    const line = 'revenue --period last-month --sum revenue';
    expect(await ask(line)).toMatchObject({
      exitCode: 0,
      stdout: 'revenue\n5932.329\n',
      stderr: `${LAST_MONTH}warning: ${GAPS}: ${MISSING} [gaps]\n`,
    });
    expect(await ask(`${line} --strict`)).toMatchObject({
      exitCode: 9,
      stdout: '',
      stderr: expect.stringContaining(`error: revenue 2026-05-01..2026-05-31: ${GAPS}: ${MISSING} [gaps]\n`),
    });
  });

  test('what did the money do, day by day?', async () => {
    const { exitCode, stdout } = await ask('revenue --period last-month -f chart');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^revenue by day {3}revenue 2026-05-01/);
    expect(stdout).toMatch(/\n +600 ·[\s\S]*\n-100 ·/);
    expect(stdout).toMatch(/highest 510\.98 Wed 6\nlowest -19\.06 Tue 26/);
  });
});
