/**
 * The questions of an analyst on an ordinary day: one command line for each. The expected numbers come from Python's decimal
 * and fractions. The records have gaps, nulls, negative numbers, many scales, and integers of 16 and 19 digits.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

function readRecords(report: string): readonly string[] {
  return readFileSync(`test/fixtures/analyst/${report}.ndjson`, 'utf8').trimEnd().split('\n');
}

/** From 1 April to 14 June 2026. */
const REVENUE = readRecords('revenue');
/** Of one window, without dates. */
const DOMAINS = readRecords('domains');

/** Runs one line on 15 June 2026. */
async function ask(line: string) {
  const { env } = await startRecordService(({ path, query }) =>
    path.endsWith('/domains')
      ? DOMAINS
      : REVENUE.filter((record) => {
          const day = record.slice(9, 19);
          return day >= query.start_date! && day <= query.end_date!;
        }),
  );
  return runCli(line, { env, now: '2026-06-15T12:00:00Z' });
}

const LAST_MONTH = 'note: --period last-month is 2026-05-01..2026-05-31 (today is 2026-06-15 in UTC)\n';
const GAPS = 'no records for 3 of 31 days';
const MISSING = '2026-05-09, 2026-05-17..2026-05-18';

test.each<readonly [question: string, line: string, rows: readonly string[]]>([
  [
    'how much money did last month make?',
    'revenue --period last-month --sum revenue',
    ['revenue', '5932.329'],
  ],
  [
    'which campaigns made it, and what is the share of each?',
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
    'how did each campaign change since the month before?',
    'revenue --period last-month --compare previous --group-by campaign --sum revenue',
    [
      'campaign,revenue,revenue_before,revenue_change,revenue_percent',
      '"Spring, ""Sale""",9007199254742218.573,1234567890123458665.763,-1225560690868716447.190,-99.27',
      '春のキャンペーン,1350.73,1552.138,-201.408,-12.98',
      'Retargeting,1990.756,721.369,1269.387,175.97',
      'Brand search,-9007199254739627.73,-1234567890123454868.902,1225560690868715241.172,99.27',
    ],
  ],
  [
    'what did each campaign make in each month?',
    'revenue --period 2026-04..2026-06 --group-by campaign --by month --pivot month --sum revenue',
    [
      'campaign,2026-04,2026-05,2026-06,total',
      '春のキャンペーン,1552.138,1350.73,562.480,3465.348',
      'Retargeting,721.369,1990.756,830.248,3542.373',
      '"Spring, ""Sale""",1234567890123458665.763,9007199254742218.573,152.72,1243575089378201037.056',
      'Brand search,-1234567890123454868.902,-9007199254739627.73,303.27,-1243575089378194193.362',
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
    stderr: `${LAST_MONTH}warning: ${GAPS}: ${MISSING} [gaps]\n`,
  });
  expect(await ask(`${line} --strict`)).toMatchObject({
    exitCode: 9,
    stdout: '',
    stderr: expect.stringContaining(`error: revenue 2026-05-01..2026-05-31: ${GAPS}: ${MISSING} [gaps]\n`),
  });
});

test('the comparison names the days that it compares', async () => {
  expect((await ask('revenue --period mtd --compare previous --sum revenue')).stderr).toContain(
    '2026-05-01..2026-05-14',
  );
});

test('what did the money do, day by day?', async () => {
  const { exitCode, stdout } = await ask('revenue --period last-month -f chart');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^revenue by day {3}revenue 2026-05-01/);
  expect(stdout).toMatch(/\n +600 ·[\s\S]*\n-100 ·/);
  expect(stdout).toMatch(/highest 510\.98 Wed 6\nlowest -19\.06 Tue 26/);
});
