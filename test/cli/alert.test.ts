/** `--alert` on reports: the groups that meet it, exit 14, and a line on stderr. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../src/formats/registry.ts';
import { daysFrom } from '../harness/daily-service.ts';
import { readPage } from '../harness/pages.ts';
import { clientIdOf, clientProfile, storeProfiles } from '../harness/profiles.ts';
import { type CliOptions, createHome, type Home, runCli, runWithNotes } from '../harness/run-cli.ts';
import { sendJson, sendStatus, startService, type TestService } from '../harness/service.ts';

/** The revenue of each campaign on a day. */
type Sales = (day: string, client: string) => Readonly<Record<string, string>>;

const CLIENTS = ['acme', 'brava', 'coral'];

/** A service with a record for each campaign and requested day. It refuses a client without sales on all days. */
function startSales(sales: Sales, refused?: string): Promise<TestService> {
  return startService(({ query, headers }, response) => {
    const client = CLIENTS.find((name) => headers['client-id'] === clientIdOf(name)) ?? '';
    if (client === refused) return sendStatus(response, 403);
    const records = daysFrom(query.start_date!, query.end_date!).flatMap((date) =>
      Object.entries(sales(date, client)).map(
        ([campaign, revenue]) =>
          `{"date":"${date}","campaign":"${campaign}","revenue":${revenue},"clicks":10,"owner":"${client}"}`,
      ),
    );
    sendJson(response, `{"data":[${records}]}`);
  });
}

const DAY = '2026-06-14';
const LINE = `revenue --from ${DAY} --to ${DAY} -g campaign --sum revenue --compare previous`;
const FALL = "--alert 'revenue_percent<-30'";
const UNMET = "--alert 'revenue_percent<-60'";

/** A falls by half, B keeps its revenue, and C rises. */
const FALLING: Sales = (day) =>
  day === DAY ? { A: '50.00', B: '100.00', C: '20.10' } : { A: '100.00', B: '100.00', C: '10.05' };
const OF_CLIENT = 'client 7d444840-9dc0-11d1-b245-5ffdce74fad2';
const FOUND = `alert: ${OF_CLIENT}, revenue ${DAY}: 1 of 3 groups meets revenue_percent<-30; total revenue 170.10, before 210.05 (-19.0%)\n`;

async function run(line: string, options: CliOptions & { readonly sales?: Sales } = {}) {
  const { sales = FALLING, ...others } = options;
  const { env } = await startSales(sales);
  return runCli(line, { ...others, env: { ...env, ...others.env } });
}

describe('rows', () => {
  test('are those that meet it, and the run exits 14 with one line on stderr', async () => {
    expect(await run(`${LINE} ${FALL}`)).toFail(
      14,
      FOUND,
      'campaign,revenue,revenue_before,revenue_change,revenue_percent\nA,50.00,100.00,-50.00,-50.00\n',
    );
  });

  test('are none otherwise, and the run exits 0 without a word', async () => {
    expect(await run(`${LINE} ${UNMET}`)).toPrint();
    expect(await run(`${LINE} ${UNMET} -f json`)).toPrint('[]\n');
    expect(await run(`${LINE} ${UNMET} --columns revenue,name=campaign`)).toPrint('revenue,name\n');
  });

  test.each([
    ['table', `${UNMET}`, /^no group meets revenue_percent<-60\n$/],
    ['markdown', `${UNMET}`, /^no group meets revenue_percent<-60\n$/],
    ['chart', `${UNMET}`, /^no group meets revenue_percent<-60\n$/],
    ['html', `${UNMET}`, /<p>No group meets revenue_percent&lt;-60\.<\/p>/],
    ['table', "--having 'revenue>900' --where campaign=A", /^no group meets campaign=A, revenue>900\n$/],
    ['table', '--where campaign=Nobody', /^no records\n$/],
  ])('a %s of none says which condition they do not meet: %s', async (format, conditions, expected) => {
    expect((await run(`${LINE} ${conditions} -f ${format}`)).stdout).toMatch(expected);
  });

  test('are sorted, limited and counted before the limit', async () => {
    expect(await run(`${LINE} --alert 'revenue>1' --sort revenue -n 1 -f csv`)).toFail(
      14,
      'alert: client 7d444840-9dc0-11d1-b245-5ffdce74fad2, revenue 2026-06-14: 3 of 3 groups meet revenue>1; total revenue 170.10, before 210.05 (-19.0%)\n',
      'campaign,revenue,revenue_before,revenue_change,revenue_percent\nC,20.10,10.05,10.05,100.00\n',
    );
  });

  test.each([
    // A workbook names its condition in a compressed sheet.
    ...FORMAT_NAMES.filter((name) => name !== 'xlsx').map(
      (format) => `--from 2026-05-01 --to 2026-06-14 -g campaign -o out -f ${format}`,
    ),
    '--from 2026-05-01 --to 2026-06-14 -g campaign --compare previous -o out -f html',
    '--from 2026-05-01 --to 2026-05-31 --by week --compare 2026-04 -o out -f html',
    '--from 2026-05-01 --to 2026-05-31 --by week --compare 2026-04 -o out -f table',
    '--from 2026-05-01 --to 2026-05-31 -g campaign --by week --pivot week -o out -f table',
    '--from 2026-05-01 --to 2026-05-31 -g campaign --top 1 -o out -f markdown',
  ])('and all that belongs to them are as with --having: %s', async (options) => {
    const sales: Sales = (day) => ({ A: day === '2026-05-20' ? '900' : '100', B: '100', C: '10.05' });
    const [alert, having] = await Promise.all(
      ['--alert', '--having'].map(async (option) => {
        const home = createHome();
        await run(`revenue ${options} --sum revenue ${option} 'revenue>1000'`, { home, sales });
        return home.read('out')!.replaceAll('--alert', '--having');
      }),
    );
    expect(alert).toBe(having);
  });
});

describe('the line', () => {
  test('is there with -q, on a terminal after the rows, and once', async () => {
    expect((await run(`${LINE} ${FALL} -q`)).stderr).toBe(FOUND);
    const { stdout } = await run(`${LINE} ${FALL}`, { tty: true, isJoined: true, columns: 300 });
    expect(stdout.split('alert:')).toHaveLength(2);
    expect(stdout).toMatch(/\nA [^\n]*-50\.0%\nalert: client /);
  });

  test('has the total of the measure that the condition tests', async () => {
    const line = LINE.replace('--sum revenue', '--sum revenue,clicks');
    const sales: Sales = (day) => (day === DAY ? { A: '1', B: '1' } : { A: '1', B: '1', C: '1' });
    expect(await run(`${line} --alert 'clicks_change<0'`, { sales })).toFail(
      14,
      'alert: client 7d444840-9dc0-11d1-b245-5ffdce74fad2, revenue 2026-06-14: 1 of 3 groups meets clicks_change<0; total clicks 20, before 30 (-33.3%)\n',
      'campaign,revenue,revenue_before,revenue_change,revenue_percent,clicks,clicks_before,clicks_change,clicks_percent\n' +
        'C,,1,-1,-100.00,,10,-10,-100.00\n',
    );
    expect(await run(`${line} --alert 'campaign=C'`, { sales })).toFail(
      14,
      'alert: client 7d444840-9dc0-11d1-b245-5ffdce74fad2, revenue 2026-06-14: 1 of 3 groups meets campaign=C; total revenue 2, before 3 (-33.3%)\n',
      'campaign,revenue,revenue_before,revenue_change,revenue_percent,clicks,clicks_before,clicks_change,clicks_percent\n' +
        'C,,1,-1,-100.00,,10,-10,-100.00\n',
    );
  });

  test('has the change a day if the ranges have different numbers of days', async () => {
    const { stderr } = await run(
      `revenue --from 2026-05-01 --to 2026-05-31 --compare 2026-04 -g campaign --sum revenue --alert 'revenue_change>0' -f csv`,
      { sales: () => ({ A: '10' }) },
    );
    expect(stderr).toBe(
      `alert: ${OF_CLIENT}, revenue 2026-05-01..2026-05-31: 1 of 1 group meets revenue_change>0; total revenue 310, before 300 (+3.3%, a day: 0.0%)\n`,
    );
  });

  test('rounds the percent of its total once', async () => {
    const sales: Sales = (day) => (day === DAY ? { A: '84.503' } : { A: '1000' });
    // -91.5497 %, and -91.55 in the row.
    expect(await run(`${LINE} ${FALL}`, { sales })).toFail(
      14,
      `alert: ${OF_CLIENT}, revenue ${DAY}: 1 of 1 group meets revenue_percent<-30; total revenue 84.50, before 1,000.00 (-91.5%)\n`,
      'campaign,revenue,revenue_before,revenue_change,revenue_percent\nA,84.503,1000,-915.497,-91.55\n',
    );
  });

  test('has no total of several currencies', async () => {
    const service = await startService((_, response) =>
      sendJson(
        response,
        '{"data":[{"campaign":"A","currency":"EUR","revenue":1},{"campaign":"B","currency":"JPY","revenue":500}]}',
      ),
    );
    expect(await runCli(`${LINE} --alert 'revenue>100' --allow gaps -q`, { env: service.env })).toFail(
      14,
      'alert: client 7d444840-9dc0-11d1-b245-5ffdce74fad2, revenue 2026-06-14: 1 of 2 groups meets revenue>100\n',
      'campaign,revenue,revenue_before,revenue_change,revenue_percent\nB,500,500,0,0.00\n',
    );
  });

  test('is an object of its own kind as JSON, after which the document has its facts', async () => {
    const validate = new Ajv2020({ validateFormats: false }).compile(
      JSON.parse(readPage('docs/schemas/message.json').text),
    );
    const { stderr } = await run(`${LINE} ${FALL} --error-format json`);
    const messages = stderr
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text));
    for (const message of messages)
      expect([message, validate(message), validate.errors]).toEqual([message, true, null]);
    expect(messages).toEqual([
      {
        alert: {
          report: 'revenue',
          profile: null,
          range: { from: DAY, to: DAY },
          groups: { alerted: 1, all: 3 },
          total: {
            measure: 'revenue',
            now: '170.10',
            before: '210.05',
            change: '-39.95',
            percent: '-19.02',
          },
          message: FOUND.slice('alert: '.length, -1),
        },
      },
      { result: expect.objectContaining({ rows: 1, records: 3, file: null }) },
    ]);
  });
});

describe('doubtful data', () => {
  const GAPS: Sales = (day) => (['2026-05-07', '2026-05-08'].includes(day) ? {} : FALLING(day, ''));
  const MAY = 'revenue --from 2026-05-01 --to 2026-05-31 -g campaign --sum revenue -f csv';
  const WARNING = 'no records for 2 of 31 days: 2026-05-07..2026-05-08 [gaps]';
  const LINE_OF_C = `alert: ${OF_CLIENT}, revenue 2026-05-01..2026-05-31: 1 of 3 groups meets revenue<1000\n`;
  const errorBy = (option: string): string =>
    `error: revenue 2026-05-01..2026-05-31: ${WARNING}\nhint: ${option} makes this warning an error, and this was not written: see \`reporting help gaps\`\n`;

  test.each([
    ["--alert 'revenue<1'", 9, '', errorBy('--alert')],
    ["--alert 'revenue<1' --allow gaps", 0, '', ''],
    ["--alert 'revenue<1000'", 14, 'campaign,revenue\nC,291.45\n', `warning: ${WARNING}\n${LINE_OF_C}`],
    ["--alert 'revenue<1000' --strict", 9, '', `${LINE_OF_C}${errorBy('--strict')}`],
  ])('with %s is exit %i', async (options, exitCode, stdout, stderr) => {
    expect(await run(`${MAY} ${options}`, { sales: GAPS })).toMatchObject({ exitCode, stdout, stderr });
  });

  test('that only the format finds is exit 9 with --strict, and the line is still there', async () => {
    const sales: Sales = () => ({ A: '1e40' });
    const line = `revenue --from ${DAY} --to ${DAY} -g campaign --sum revenue --alert 'revenue>1' -f parquet --strict`;
    expect(await run(line, { sales })).toFail(
      9,
      'alert: client 7d444840-9dc0-11d1-b245-5ffdce74fad2, revenue 2026-06-14: 1 of 1 group meets revenue>1\n' +
        'error: revenue 2026-06-14: column "revenue" has numbers that no DECIMAL of 38 digits holds: it is text in Parquet, with the exact digits [encoding]\n' +
        'hint: --strict makes this warning an error, and this was not written: see `reporting help encoding`\n',
    );
  });

  test('a comparison without records is exit 9 without a row', async () => {
    const sales: Sales = (day) => (day === DAY ? { A: '1' } : {});
    expect(await run(`${LINE} ${FALL}`, { sales })).toFail(
      9,
      'error: revenue 2026-06-14: the compared range has no records [gaps]\n' +
        'hint: --alert makes this warning an error, and this was not written: see `reporting help gaps`\n',
    );
  });
});

describe('a client without any record', () => {
  const GONE: Sales = (day) => (day === DAY ? {} : { A: '100', B: '100' });

  test('is exit 9 and no alert, although all groups fell', async () => {
    expect(await run(`${LINE} ${FALL}`, { sales: GONE })).toFail(
      9,
      'error: no records for revenue 2026-06-14 [empty]\n' +
        'hint: --alert makes this warning an error, and this was not written: see `reporting help empty`\n',
    );
  });

  test('and without one that matches --where is exit 9', async () => {
    expect(await run(`${LINE} ${FALL} --where 'campaign=Z'`)).toFail(
      9,
      'warning: --where "campaign=Z" matches no record; values of campaign: "A", "B", "C" [unmatched]\n' +
        'error: revenue 2026-06-14: no record matches --where [empty]\n' +
        'hint: --alert makes this warning an error, and this was not written: see `reporting help empty`\n',
    );
  });
});

test.each([
  [UNMET, '--alert'],
  [`${FALL} --having 'revenue>999'`, '--having'],
])('groups that --having or --alert leave out: with %s are no [empty], and a note says so', async (options, option) => {
  const { env } = await startSales(FALLING);
  const { exitCode, stderr } = await runWithNotes(`${LINE} ${options} --strict -f csv`, { env });
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`note: no group of revenue ${DAY} matches ${option}\n`);
  // A table on the screen says it itself.
  const seen = await runCli(`${LINE} ${options}`, { env, tty: true });
  expect(seen.stdout).toMatch(/^no group meets /);
  expect(seen.stderr).not.toContain('no group of');
});

test.each([
  ["--alert 'revenue<100'", '--alert goes with --group-by or --by\nhint: for example: --group-by campaign\n'],
  [
    '-g campaign --sum revenue --alert "revenu_percent<-30"',
    'no record has the column "revenu_percent" (--alert)\nhint: the columns are: campaign, revenue\n',
  ],
  [
    '-g campaign --sum revenue --alert "revenue_percent<-30"',
    'no record has the column "revenue_percent" (--alert)\nhint: --compare adds it, for all options but --where\n',
  ],
  [
    `-g campaign --sum revenue --columns campaign,nope --alert "revenue<0"`,
    'no record has the column "nope" (--columns)\nhint: the columns are: campaign, revenue\n',
  ],
])('refuses: %s', async (options, message) => {
  expect(await run(`revenue --from ${DAY} --to ${DAY} ${options}`)).toFail(2, `error: ${message}`);
});

function homeOf(service: TestService): Home {
  const home = createHome();
  storeProfiles(home, Object.fromEntries(CLIENTS.map((name) => [name, clientProfile(service, name)])));
  return home;
}

describe('one file for each client', () => {
  /** Only acme and coral have a campaign that falls. */
  const SALES: Sales = (day, client) => FALLING(client === 'brava' ? '2026-01-01' : day, client);
  const FILES = `${LINE} ${FALL} --all-profiles -o '{profile}.csv'`;
  const lineOf = (client: string): string => FOUND.replace(OF_CLIENT, `profile ${client}`);
  const sorted = (text: string): string[] => text.split('\n').slice(0, -1).sort();

  test('exits 14 if any has rows, each with its own line and its file', async () => {
    const home = homeOf(await startSales(SALES));
    const { exitCode, stderr } = await runCli(FILES, { home });
    expect({ exitCode, lines: sorted(stderr) }).toEqual({
      exitCode: 14,
      lines: sorted(lineOf('acme') + lineOf('coral')),
    });
    expect(home.list()).toEqual(['acme.csv', 'brava.csv', 'coral.csv']);
    expect(home.read('acme.csv')).toContain('\nA,50.00,');
    expect(home.read('brava.csv')).toBe('');
    expect(await runCli(FILES.replace('-30', '-60'), { home })).toPrint();
  });

  test('exits as the failure of another client, and shows the alerts', async () => {
    const home = homeOf(await startSales(SALES, 'brava'));
    const { exitCode, stderr } = await runCli(FILES, { home });
    expect(exitCode).toBe(4);
    expect(sorted(stderr)).toEqual(expect.arrayContaining(sorted(lineOf('acme') + lineOf('coral'))));
    expect(stderr).toContain('note: 2 of 3 reports written; failed: brava\n');
    expect(home.list()).toEqual(['acme.csv', 'coral.csv']);
  });
});
