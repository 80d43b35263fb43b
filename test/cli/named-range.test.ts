/** Answers that name another range than the requested one, beside the records or in them. */

import { describe, expect, test } from 'vitest';
import { daysFrom } from '../harness/daily-service.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { sendJson, startService, type TestService } from '../harness/service.ts';

const DOMAIN = '"domain":"a.example","revenue":';
const JANUARY = 'domains --period 2026-01 --sum revenue -f csv';
const QUARTER = 'domains --from 2026-01 --to 2026-03 --windows month --sum revenue -f csv';

type Texts = (first: string, last: string) => string;

/** Answers each window with these members, and with two undated records. */
function startAnswers(members: Texts, record: Texts = () => ''): Promise<TestService> {
  return startService(({ query }, response) => {
    const [first, last] = [query.start_date!, query.end_date!];
    const inRecord = record(first, last);
    const rest = inRecord === '' ? '' : `,${inRecord}`;
    // The figures differ between windows.
    const month = Number(first.slice(5, 7));
    const records = [month, month + 0.25].map((revenue) => `{${DOMAIN}${revenue}${rest}}`);
    const beside = members(first, last);
    sendJson(response, `{${beside === '' ? '' : `${beside},`}"data":[${records.join(',')}]}`);
  });
}

const text = (value: string): string => JSON.stringify(value);
const pair = (start: string, end: string): string => `"start_date":${text(start)},"end_date":${text(end)}`;
const DECEMBER = pair('2025-12-01', '2025-12-31');

describe('a range beside the records', () => {
  test.each<[name: string, members: string, range: string]>([
    ['start_date', DECEMBER, '2025-12-01..2025-12-31 ("start_date", "end_date")'],
    ['from', '"from":"2025-12-01","to":"2025-12-31"', '2025-12-01..2025-12-31 ("from", "to")'],
    ['start', '"start":"2027/01/01","end":"2027/01/31"', '2027/01/01..2027/01/31 ("start", "end")'],
    [
      'period_start',
      '"period_start":20251201,"period_end":20251231',
      '20251201..20251231 ("period_start", "period_end")',
    ],
    [
      'windowStart',
      '"windowEnd":"2025-12-31","windowStart":"2025-12-01"',
      '2025-12-01..2025-12-31 ("windowStart", "windowEnd")',
    ],
    ['dateFrom', '"datefrom":"2025-12-01","dateto":"2025-12-31"', '2025-12-01..2025-12-31 ("datefrom", "dateto")'],
    ['meta', `"meta":{${DECEMBER}}`, '2025-12-01..2025-12-31 ("meta.start_date", "meta.end_date")'],
    [
      'meta.period',
      '"meta":{"period":{"start":"2025-12-01","end":"2025-12-31"}}',
      '2025-12-01..2025-12-31 ("meta.period.start", "meta.period.end")',
    ],
    [
      'times',
      pair('2025-12-01T00:00:00Z', '2025-12-31T23:59:59Z'),
      '2025-12-01T00:00:00Z..2025-12-31T23:59:59Z ("start_date", "end_date")',
    ],
  ])('%s without a requested day fails the run', async (_, members, range) => {
    const { env, home } = await startAnswers(() => members);
    const { exitCode, stdout, stderr } = await runCli(`${JANUARY} -o out.csv`, { env, home });
    expect({ exitCode, stdout, files: home.list() }).toEqual({ exitCode: 7, stdout: '', files: [] });
    expect(stderr).toContain(
      `error: domains 2026-01-01..2026-01-31: the response names the range ${range}, outside the requested days\n`,
    );
    const [, option] = /if that is not the range of the records, add (--allow \S+);/.exec(stderr)!;
    expect(await runCli(`${JANUARY} --strict ${option}`, { env })).toPrint('revenue\n2.25\n');
  });

  test('names the first window, and counts the others', async () => {
    const { env } = await startAnswers(() => pair('2026-01-01', '2026-01-31'));
    expect(await runCli(QUARTER, { env })).toFail(
      7,
      'error: domains 2026-02-01..2026-02-28: the response names the range 2026-01-01..2026-01-31 ("start_date", "end_date"), outside the requested days (as in 1 other window)\n' +
        'hint: if that is not the range of the records, add --allow other-range:start_date; `reporting raw domains …` keeps the response for a support ticket\n',
    );
  });

  test('fails in the compared range, with raw, with sync, and in a recording', async () => {
    const { env } = await startAnswers(() => pair('2026-01-01', '2026-01-31'));
    expect(await runCli(`${JANUARY} --group-by domain --compare previous`, { env })).toFail(
      7,
      expect.stringContaining('error: domains 2025-12-01..2025-12-31: the response names the range'),
    );
    const home = createHome();
    const raw = 'raw domains --period 2026-02 -o out';
    expect((await runCli(raw, { env, home })).exitCode).toBe(7);
    expect(home.list()).toEqual(['out.domains_2026-02-01_2026-02-28.json.rejected']);
    expect((await runCli('sync domains data --from 2026-02 --to 2026-02', { env, home })).exitCode).toBe(7);
  });

  test.each<[name: string, members: string, range: string]>([
    ['a part of the window', pair('2026-01-01', '2026-01-20'), '2026-01-01..2026-01-20'],
    ['more than the window', pair('2025-12-01', '2026-02-01'), '2025-12-01..2026-02-01'],
    ['the range before, with an exclusive end', pair('2025-12-01', '2026-01-01'), '2025-12-01..2026-01-01'],
    ['two days more', pair('2026-01-01', '2026-02-02'), '2026-01-01..2026-02-02'],
    [
      'times that no zone explains',
      pair('2025-12-31T05:00:00Z', '2026-01-31T05:00:00Z'),
      '2025-12-31T05:00:00Z..2026-01-31T05:00:00Z',
    ],
  ])('%s is a warning', async (_, members, range) => {
    const { env } = await startAnswers(() => members);
    expect(await runCli(JANUARY, { env })).toPrint(
      'revenue\n2.25\n',
      `warning: the response for domains 2026-01-01..2026-01-31 names the range ${range} ("start_date", "end_date"), which is not the requested one: it may lack days, or have others; if that is normal: --allow other-range:start_date [other-range]\n`,
    );
  });

  test('the warning is an error with --strict, and --allow silences it', async () => {
    const { env } = await startAnswers(() => pair('2026-01-01', '2026-01-20'));
    expect((await runCli(`${JANUARY} --strict`, { env })).exitCode).toBe(9);
    expect(await runCli(`${JANUARY} --strict --allow other-range:end_date`, { env })).toPrint('revenue\n2.25\n');
  });

  test('one day from midnight to midnight is a range', async () => {
    const { env } = await startAnswers(() => pair('2025-12-31T00:00:00Z', '2025-12-31T00:00:00Z'));
    expect((await runCli('domains --from 2026-01-01 --to 2026-01-01 -f csv', { env })).exitCode).toBe(7);
  });

  test('one warning counts the windows', async () => {
    const { env } = await startAnswers((first) => `"meta":{"from":"${first}","to":"${first}"}`);
    expect((await runCli(QUARTER, { env })).stderr).toContain(
      '("meta.from", "meta.to"), which is not the requested one (as in 2 other windows): ',
    );
  });

  test('a month without a requested day is a warning', async () => {
    const { env } = await startAnswers(() => '"month":"2025-12"');
    expect(await runCli(JANUARY, { env })).toPrint(
      'revenue\n2.25\n',
      'warning: the response for domains 2026-01-01..2026-01-31 names the range 2025-12 ("month"), which is not the requested one: it may lack days, or have others; if that is normal: --allow other-range:month [other-range]\n',
    );
  });
});

describe('honest responses cause no warning', () => {
  const nextDay = (day: string): string => daysFrom(day, '2027-01-01')[1]!;

  test.each<[name: string, members: Texts]>([
    ['the window', pair],
    ['an end one day later', (first, last) => pair(first, nextDay(last))],
    ['whole days with times', (first, last) => pair(`${first}T00:00:00Z`, `${last}T23:59:59Z`)],
    ['midnights, with an exclusive end', (first, last) => pair(`${first}T00:00:00`, `${nextDay(last)}T00:00:00`)],
    ['a zone in the east', (first, last) => pair(`${dayBefore(first)}T15:00:00Z`, `${last}T14:59:59Z`)],
    ['a zone in the west', (first, last) => pair(`${first}T08:00:00Z`, `${nextDay(last)}T08:00:00Z`)],
    ['the month', (first) => `"month":"${first.slice(0, 7)}"`],
    ['paging', () => '"from":1,"to":31,"meta":{"from":0,"to":50}'],
    ['times of the job', () => '"start":"2026-06-15T12:00:00Z","end":"2026-06-15T12:00:02Z"'],
    ['a job at midnight', () => '"meta":{"start":"2026-06-15T00:00:00.120Z","end":"2026-06-15T00:00:02Z"}'],
    ['the time of the request', () => '"fetched_at":"2026-06-15T12:00:00Z","generated":"2026-06-15"'],
    ['the flight dates of a campaign', () => `"campaign":{${DECEMBER}},"campaign_start":"2025-01-01"`],
    ['one end alone', () => '"start_date":"2020-01-01","meta":{"to":"2020-01-01"}'],
    ['ends of different ranges', () => '"start_date":"2020-01-01","period_end":"2020-01-31"'],
    ['the range of a comparison', () => `"previous":{${DECEMBER}}`],
    ['empty ends', () => '"start_date":"","end_date":null,"month":"12"'],
    ['a reversed range', () => pair('2025-12-31', '2025-12-01')],
    ['ranges in a list', () => `"periods":[{${DECEMBER}}]`],
  ])('%s', async (_, members) => {
    const { env } = await startAnswers(members);
    expect(await runCli(`${QUARTER} --strict`, { env })).toPrint('revenue\n12.75\n');
  });

  const dayBefore = (day: string): string => daysFrom('2025-01-01', day).at(-2)!;
});

describe('a range in every record', () => {
  const WARNING =
    'outside the requested days: they may be those of another range; if not, add --date-column none [other-range]\n';

  test.each<[name: string, record: string, range: string]>([
    ['start_date', DECEMBER, '2025-12-01..2025-12-31 ("start_date", "end_date")'],
    ['window', `"window":{${DECEMBER}}`, '2025-12-01..2025-12-31 ("window.start_date", "window.end_date")'],
    ['month', '"month":"2025-12"', '2025-12 ("month")'],
    ['a number', '"month":202512', '202512 ("month")'],
  ])('%s without a requested day is a warning', async (_, record, range) => {
    const { env } = await startAnswers(
      () => '',
      () => record,
    );
    expect(await runCli(JANUARY, { env })).toPrint(
      'revenue\n2.25\n',
      `warning: all records of domains 2026-01-01..2026-01-31 have the range ${range}, ${WARNING}`,
    );
  });

  test('the warning is an error with --strict, and --date-column none silences it', async () => {
    const { env } = await startAnswers(
      () => '',
      () => DECEMBER,
    );
    expect((await runCli(`${JANUARY} --strict`, { env })).exitCode).toBe(9);
    expect(await runCli(`${JANUARY} --strict --date-column none`, { env })).toPrint('revenue\n2.25\n');
    expect((await runCli('raw domains --period 2026-01 -o out --strict', { env })).exitCode).toBe(9);
  });

  test('is counted over the windows', async () => {
    const { env } = await startAnswers(
      () => '',
      () => '"month":"2026-01"',
    );
    expect((await runCli(QUARTER, { env })).stderr).toBe(
      'warning: all records of domains 2026-02-01..2026-02-28 have the range 2026-01 ("month"), ' +
        WARNING.replace(':', ' (as in 1 other window):'),
    );
  });

  test.each<[name: string, record: Texts]>([
    ['the window', pair],
    ['its month', (first) => `"month":"${first.slice(0, 7)}"`],
    ['a week that began before', (first) => pair(`${first.slice(0, 7)}-01`, `${first.slice(0, 7)}-04`)],
    ['a part of it', (first) => pair(first, first)],
    ['the flight dates of the campaign', () => '"campaign_start_date":"2025-01-01","campaign_end_date":"2025-01-31"'],
    ['dates of other things', () => '"created_at":"2025-03-04","fetched_at":"2025-06-15T11:59:00Z"'],
    ['the number of a month', () => '"month":12'],
  ])('%s causes no warning', async (_, record) => {
    const { env } = await startAnswers(() => '', record);
    expect(await runCli(`${QUARTER} --strict`, { env })).toPrint('revenue\n12.75\n');
  });

  test('causes no warning if the records differ, or have dates', async () => {
    const start = (records: (first: string) => string) =>
      startService(({ query }, response) => sendJson(response, `{"data":[${records(query.start_date!)}]}`));
    const flights = await start(
      () => `{${DECEMBER},"revenue":1},{${DECEMBER},"revenue":2},{${pair('2025-11-01', '2026-02-28')},"revenue":3}`,
    );
    expect(await runCli(`${JANUARY} --strict`, { env: flights.env })).toPrint('revenue\n6\n');
    const dated = await start((first) =>
      daysFrom(first, '2026-01-31')
        .map((date) => `{"date":"${date}",${DECEMBER},"revenue":1}`)
        .join(','),
    );
    expect(await runCli(`${JANUARY} --strict`, { env: dated.env })).toPrint('revenue\n31\n');
  });
});
