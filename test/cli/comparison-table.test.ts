import { expect, test } from 'vitest';
import { type CalendarDate, parseCalendarDate } from '../../src/dates/date.ts';
import { daysOf } from '../../src/dates/range.ts';
import { type CliOptions, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const LONG = 'Brand and Search in all regions';

/** Records of each day. Sale is new on 20 May, Old ends on 5 May, and 14 May is an outage. */
function recordsFrom(from: CalendarDate, to: CalendarDate, currencies: readonly string[]): string[] {
  const record = (date: string, campaign: string, cents: number): string[] =>
    currencies.map(
      (code) =>
        `{"date":"${date}","campaign":"${campaign}","currency":"${code}","clicks":3,"revenue":${(cents / 100).toFixed(2)}}`,
    );
  return daysOf({ from, to }).flatMap((date, index) => {
    const isWeekend = index % 7 > 4;
    const level = date === '2026-05-14' ? 0.1 : isWeekend ? 0.5 : 1;
    return [
      ...record(date, LONG, Math.round(level * 100_000) + (date >= '2026-05-01' ? 7001 : 0)),
      ...record(date, 'Shop', Math.round(level * 50_000)),
      ...(date >= '2026-05-20' ? record(date, 'Sale', 9000) : []),
      ...(date <= '2026-05-05' ? record(date, 'Old', 1010) : []),
    ];
  });
}

const MAY = '--from 2026-05-01 --to 2026-05-31';

async function compared(args = '', options: CliOptions = {}, currencies: readonly string[] = ['EUR'], range = MAY) {
  const service = await startRecordService(({ query }) => {
    const [from, to] = [query.start_date, query.end_date].map((text) => parseCalendarDate(text!)!);
    return recordsFrom(from!, to!, currencies);
  });
  const env = { ...service.env, ...options.env };
  const line = `revenue ${range} --compare previous --group-by campaign ${args}`;
  const result = await runCli(line, { stdoutTty: true, columns: 80, ...options, env });
  expect(result.exitCode).toBe(0);
  return result;
}

const BELOW = 'Thu 14 May was 75.8% below other Thursdays in every campaign that was there';
const HEAD =
  'Revenue rose 9.9% to 43,200.81 EUR (a day: +6.4%)\n' +
  'revenue 2026-05-01..2026-05-31\n' +
  'against 2026-04-01..2026-04-30 (31 days against 30) · in EUR\n' +
  'client 7d444840-9dc0-11d1-b245-5ffdce74fad2\n' +
  '\n';

test('shows what changed, where, and the odd day, in 80 columns', async () => {
  const { stdout } = await compared();
  expect(stdout).toBe(
    `${HEAD}campaign                      revenue     before     change       %  fell │ rose\n` +
      '──────────────────────────  ─────────  ─────────  ─────────  ──────  ───────────\n' +
      'Brand and Search in all     28,770.31  26,000.00  +2,770.31  +10.7%       │█████\n' +
      'regions\n' +
      'Sale (new 20 May)            1,080.00          —  +1,080.00       —       │██\n' +
      'Shop                        13,300.00  13,000.00    +300.00   +2.3%       │▌\n' +
      'Old (ended 5 May)               50.50     303.00    -252.50  -83.3%      ▐│\n' +
      '──────────────────────────  ─────────  ─────────  ─────────  ──────  ───────────\n' +
      'total of all 4              43,200.81  39,303.00  +3,897.81   +9.9%\n' +
      'also -12.2% clicks · --sum clicks shows it\n' +
      `${BELOW}\nthroughout: about -690\n`,
  );
});

const ROWS = (stdout: string): string => stdout.slice(stdout.indexOf('\ncampaign') + 1, stdout.indexOf('\nThu 14') + 1);

test.each([
  [
    'a narrower terminal drops the bars, and breaks names',
    ['', 60],
    'campaign               revenue     before     change       %\n' +
      '───────────────────  ─────────  ─────────  ─────────  ──────\n' +
      'Brand and Search in  28,770.31  26,000.00  +2,770.31  +10.7%\n' +
      'all regions\n' +
      'Sale (new 20 May)     1,080.00          —  +1,080.00       —\n' +
      'Shop                 13,300.00  13,000.00    +300.00   +2.3%\n' +
      'Old (ended 5 May)        50.50     303.00    -252.50  -83.3%\n' +
      '───────────────────  ─────────  ─────────  ─────────  ──────\n' +
      'total of all 4       43,200.81  39,303.00  +3,897.81   +9.9%\n' +
      'also -12.2% clicks · --sum clicks shows it\n',
  ],
  [
    'a wide one says on which days groups began and ended',
    ['--top 3', 120],
    'campaign                           revenue     before     change       %  fell │ rose\n' +
      '───────────────────────────────  ─────────  ─────────  ─────────  ──────  ─────────────────────────\n' +
      'Brand and Search in all regions  28,770.31  26,000.00  +2,770.31  +10.7%              │████████████\n' +
      'Shop                             13,300.00  13,000.00    +300.00   +2.3%              │█▌\n' +
      'Sale (new 20 May)                 1,080.00          —  +1,080.00       —              │████▌\n' +
      'Old (ended 5 May)                    50.50     303.00    -252.50  -83.3%             █│\n' +
      '───────────────────────────────  ─────────  ─────────  ─────────  ──────  ─────────────────────────\n' +
      'total of all 4                   43,200.81  39,303.00  +3,897.81   +9.9%\n' +
      'also -12.2% clicks · --sum clicks shows it\n',
  ],
  [
    '--top has one row for the others, without a bar',
    ['--top 2', 86],
    'campaign                           revenue     before     change        %  fell │ rose\n' +
      '───────────────────────────────  ─────────  ─────────  ─────────  ───────  ───────────\n' +
      'Brand and Search in all regions  28,770.31  26,000.00  +2,770.31   +10.7%       │█████\n' +
      'Shop                             13,300.00  13,000.00    +300.00    +2.3%       │▌\n' +
      '(other)                           1,130.50     303.00    +827.50  +273.1%\n' +
      '───────────────────────────────  ─────────  ─────────  ─────────  ───────  ───────────\n' +
      'total of all 4                   43,200.81  39,303.00  +3,897.81    +9.9%\n' +
      'also -12.2% clicks · --sum clicks shows it\n',
  ],
  [
    '--sort and --columns decide',
    ['--sort campaign --columns campaign,revenue', 80],
    'campaign                           revenue\n' +
      '───────────────────────────────  ─────────\n' +
      'Brand and Search in all regions  28,770.31\n' +
      'Old (ended 5 May)                    50.50\n' +
      'Sale (new 20 May)                 1,080.00\n' +
      'Shop                             13,300.00\n' +
      '───────────────────────────────  ─────────\n' +
      'total of all 4                   43,200.81\n',
  ],
] as const)('%s', async (_, [args, columns], table) => {
  const { stdout } = await compared(args, { columns });
  expect(stdout).toMatch(/^Revenue rose 9\.9% to 43,200\.81 EUR \(a day: \+6\.4%\)\n/);
  expect(ROWS(stdout)).toBe(table);
});

test('a count has no currency, and averages have no answer', async () => {
  expect((await compared('--sum clicks')).stdout).toMatch(/^Clicks fell 12\.2% to 237 \(a day: /);
  expect((await compared('--avg revenue')).stdout).toMatch(/^revenue 2026-05-01/);
});

test('colors rises and falls', async () => {
  const { stdout } = await compared('', { env: { NO_COLOR: '', TERM: 'xterm' }, columns: 86 });
  expect(stdout).toMatch(/^\u001b\[1mRevenue rose .*\u001b\[22m\n\u001b\[2mrevenue 2026/);
  expect(stdout).toMatch(/^Old .*\u001b\[31m-252\.50\u001b\[39m .*\u001b\[31m {4}▐│\u001b\[39m$/m);
});

test('has no bars of several currencies', async () => {
  const { stdout } = await compared('', {}, ['EUR', 'USD']);
  expect(stdout).not.toContain('fell │ rose');
  expect(stdout).toContain('\nShop ');
});

test('conditions on groups have no headline: the totals are not those of all records', async () => {
  const { stdout } = await compared("--having 'revenue>1000'");
  expect(stdout).toMatch(/^revenue 2026-05-01/);
});

test('a page and a table are about the same measure, also if some records have no number', async () => {
  const service = await startRecordService(({ query }) =>
    ['"N/A"', '1.50', '2.50'].map(
      (revenue, index) =>
        `{"date":"${query.start_date}","campaign":"c${index}","clicks":${9 - index},"revenue":${revenue}}`,
    ),
  );
  const line = `revenue ${MAY} --compare previous -g campaign --allow gaps`;
  const { stdout } = await runCli(line, { stdoutTty: true, columns: 80, env: service.env });
  expect(stdout).toMatch(/^Revenue is unchanged at 4\.00 \(a day: -3\.2%\)\n/);
  const { home } = await runCli(`${line} -o page.html`, { env: service.env });
  expect(home.read('page.html')).toContain('<h1>Revenue is unchanged at 4.00 (a day: -3.2%)</h1>');
});

/** Two keys, the last of which ends the name of a group: `b FR` is new. Without `before`, the compared range has no records. */
async function ofTwoKeys(args: string, options: CliOptions = {}, hasBefore = true) {
  const [a, b] = ['"k":"a","c":7,"v":10', '"k":"b","c":12,"v":5'];
  const { env } = await startRecordService(({ query }) => {
    const members = query.start_date! >= '2026-05' ? [a, b] : hasBefore ? [a] : [];
    return members.map((each) => `{"date":"${query.start_date}",${each}}`);
  });
  const line = `revenue --from 2026-05-01 --to 2026-05-01 --compare previous -g k,c --sum v ${args}`;
  const { stdout } = await runCli(line, { ...options, env });
  return stdout;
}

const AT_TERMINAL = { stdoutTty: true, columns: 100 };

test.each([
  ['-f table', AT_TERMINAL, /^b +12 \(new 1 May\) {3}5 /m],
  ['-f markdown', {}, /^\| b \| 12 \(new 1 May\) \| 5 \|/m],
  ['-f html', {}, /<bdi>b<\/bdi><\/th><td>12 \(new 1 May\)<td>5/],
  ['-f table --columns c,k,v', AT_TERMINAL, /^ +12 +b \(new 1 May\) +5$/m],
] as const)('a badge follows the last key of a group: %s', async (args, options, expected) => {
  expect(await ofTwoKeys(args, options)).toMatch(expected);
});

test.each(['table', 'markdown', 'html'])('no group is new against a range without records, as %s', async (format) => {
  const document = await ofTwoKeys(`-f ${format}`, {}, false);
  expect(document).not.toMatch(/[( ]new\b/);
  expect(document).toContain('the compared range has no records');
});
