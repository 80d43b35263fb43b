/**
 * The questions of an analyst on an ordinary day: one command line for each. The expected numbers come from Python's decimal
 * and fractions. The records have gaps, nulls, negative numbers, many scales, and integers of 16 and 19 digits.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
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
    'what are RPM and CTR of each campaign?',
    "revenue --period last-month --group-by campaign --ratio 'rpm=1000*revenue/impressions,ctr=100*clicks/impressions'",
    [
      'campaign,impressions,clicks,revenue,rpm,ctr',
      '"Spring, ""Sale""",55214,563,9007199254742218.573,163132525351219.230141,1.019669',
      '春のキャンペーン,52640,584,1350.73,25.659764,1.109422',
      'Retargeting,74902,550,1990.756,26.578142,0.734293',
      'Brand search,55691,249,-9007199254739627.73,-161735275982468.042053,0.44711',
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
    'is this month ahead of the same days of last month?',
    'revenue --period mtd --compare previous --sum revenue',
    ['revenue,revenue_before,revenue_change,revenue_percent', '1848.718,2505.239,-656.521,-26.21'],
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
    'how does the money change from month to month?',
    'revenue --period 2026-04..2026-06 --by month --sum revenue --delta revenue',
    [
      'month,revenue,revenue_delta,revenue_delta_percent',
      '2026-04,6070.368,,',
      '2026-05,5932.329,-138.039,-2.27',
      '2026-06,1848.718,-4083.611,-68.84',
    ],
  ],
  [
    'what is the average of seven days?',
    'revenue --period last-month --by day --sum revenue --moving-avg 7:revenue',
    [
      'day,revenue,revenue_moving_avg_7',
      ...`
2026-05-01,258.16,
2026-05-02,413.26,
2026-05-03,121,
2026-05-04,33.92,
2026-05-05,26.736,
2026-05-06,510.98,
2026-05-07,297.16,237.316571
2026-05-08,44.38,206.776571
2026-05-10,42.76,
2026-05-11,146.95,
2026-05-12,181.743,
2026-05-13,68.87,
2026-05-14,359.32,
2026-05-15,-13.50,
2026-05-16,410.26,170.914714
2026-05-19,255.24,
2026-05-20,202.52,
2026-05-21,412.23,
2026-05-22,0.5,
2026-05-23,409.34,
2026-05-24,239.67,
2026-05-25,471.29,284.398571
2026-05-26,-19.06,245.212857
2026-05-27,227.12,248.727143
2026-05-28,114.23,206.155714
2026-05-29,407.01,264.228571
2026-05-30,324.54,252.114286
2026-05-31,-14.30,215.832857
      `
        .trim()
        .split(/\s+/),
    ],
  ],
  [
    'which weekdays are strong?',
    'revenue --period last-month --by weekday --sum revenue --avg revenue',
    [
      'weekday,revenue,revenue_avg',
      'mon,652.16,130.432',
      'tue,444.659,55.582375',
      'wed,1009.49,168.248333',
      'thu,1182.94,131.437778',
      'fri,696.55,87.06875',
      'sat,1557.40,155.74',
      'sun,389.13,97.2825',
    ],
  ],
  [
    'what do weekends in the United States and Germany make?',
    "revenue --period last-month --where 'country in US,DE' --where 'weekday in sat,sun' --group-by country --sum revenue --count",
    ['country,revenue,count', 'US,1011.84,6', 'DE,352.37,4'],
  ],
])('%s %s', async (_, line, rows) => {
  const { exitCode, stdout } = await ask(line);
  expect({ exitCode, rows: stdout.split('\n') }).toEqual({ exitCode: 0, rows: [...rows, ''] });
});

test('which days are missing?', async () => {
  const line = 'revenue --period last-month --sum revenue';
  expect(await ask(line)).toMatchObject({
    exitCode: 0,
    stderr: `${LAST_MONTH}warning: ${GAPS}: ${MISSING}\n`,
  });
  expect(await ask(`${line} --fail-gaps`)).toMatchObject({
    exitCode: 9,
    stdout: '',
    stderr: `${LAST_MONTH}error: ${GAPS} of revenue 2026-05-01..2026-05-31: ${MISSING}\n`,
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
