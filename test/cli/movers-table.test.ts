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

test('shows what changed, where, and the odd day, in 80 columns', async () => {
  const { stdout } = await compared();
  expect(stdout.replace(/^client .*\n/m, '')).toBe(
    'revenue rose 9.9% to 43,200.81 EUR; the average day rose 6.4%\n' +
      'revenue 2026-05-01..2026-05-31 against 2026-04-01..2026-04-30 · in EUR\n' +
      'campaign                      revenue     before     change       %  fell │ rose\n' +
      'Brand and Search in all r…  28,770.31  26,000.00  +2,770.31  +10.7%       │█████\n' +
      'Sale                         1,080.00          —  +1,080.00     new       │██\n' +
      'Shop                        13,300.00  13,000.00    +300.00   +2.3%       │▌\n' +
      'Old                             50.50     303.00    -252.50    none      ▐│\n' +
      '────────────────────────────────────────────────────────────────────────────────\n' +
      'total of all 4              43,200.81  39,303.00  +3,897.81   +9.9%\n' +
      'also -12.2% clicks · --sum shows them\n' +
      'look: Thu 14 May is 75.8% below other Thursdays in 2 of 4 groups of campaign\n',
  );
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('says on which days groups began and ended if no name is cut for it', async () => {
  const wide = (await compared('', { columns: 100 })).stdout;
  expect(wide).toMatch(/^Sale +1,080\.00 +— +\+1,080\.00 +new 20 May +│█/m);
  expect(wide).toMatch(/^Old +50\.50 +303\.00 +-252\.50 +0 since 6 May +/m);
  const { stdout } = await compared(`--where 'campaign!="${LONG}"' --where campaign!=Shop`);
  expect(stdout).toMatch(/^Sale .* new 20 May /m);
  const page = (await compared('-o page.html')).home.read('page.html')!;
  expect(page).toContain('<span class="badge">new 20 May</span>');
  expect(page).toContain('<span class="badge">0 since 6 May</span>');
});

test('colors rises and falls', async () => {
  const { stdout } = await compared('', { env: { NO_COLOR: '', TERM: 'xterm' } });
  expect(stdout).toMatch(/^\u001b\[1mrevenue rose .*\u001b\[22m\n/);
  expect(stdout).toMatch(/^Old .*\u001b\[31m-252\.50\u001b\[39m .*\u001b\[31m▐\u001b\[39m│$/m);
  expect(stdout).toContain('\u001b[33mlook:\u001b[39m Thu 14 May');
});

test.each([
  ['in a pipe', '-f table', { stdoutTty: false }],
  ['with --sort', '--sort campaign', {}],
  ['with --limit', '--limit 2', {}],
  ['with --top', '--top 2', {}],
  ['with all rows', '--limit all', {}],
  ['with --columns', '--columns campaign,revenue', {}],
  ['with several sums', '--sum revenue,clicks', {}],
  ['with --wide', '--wide', {}],
  ['without Unicode', '', { env: { LC_ALL: 'C' } }],
  ['on a very narrow terminal', '', { columns: 50 }],
])('keeps the order of the report and all columns: %s', async (_, args, options: CliOptions) => {
  const { stdout } = await compared(args, options);
  expect(stdout).not.toMatch(/rose|look:/);
  expect(stdout).toContain('Shop');
});

test('does not add several currencies', async () => {
  const { stdout } = await compared('', {}, ['EUR', 'USD']);
  expect(stdout).not.toMatch(/rose|look:/);
});

test('of many groups, the largest changes have lines, and the others one', async () => {
  const service = await startRecordService(({ query }) =>
    Array.from({ length: 130 }, (_, index) => {
      const revenue = query.start_date === '2026-05-01' ? index + 0.25 : 0.5;
      return `{"date":"${query.start_date}","campaign":"c${index}","revenue":${revenue}}`;
    }),
  );
  const line = `revenue ${MAY} --compare previous --group-by campaign`;
  const { stdout, stderr } = await runCli(line, { stdoutTty: true, columns: 80, env: service.env });
  expect(stdout).toMatch(/^c129 +129\.25 +0\.50 +\+128\.75 /m);
  expect(stdout).toMatch(/^30 others +442\.50 +15\.00 +\+427\.50$/m);
  expect(stdout).toMatch(/^total of all 130 +8,417\.50 +65\.00 +\+8,352\.50 /m);
  expect(stderr).toContain('30 groups with smaller changes are in one line');
});
