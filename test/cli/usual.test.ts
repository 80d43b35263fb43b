/** `--compare usual`: the median of the same days of the eight weeks before. Each rule stands beside its neighbour. */

import { describe, expect, test } from 'vitest';
import { daysFrom } from '../harness/daily-service.ts';
import { clientIdOf, clientProfile, storeProfiles } from '../harness/profiles.ts';
import { runCli } from '../harness/run-cli.ts';
import { sendJson, startService, type TestService } from '../harness/service.ts';

/** Yesterday for the usual clock, a Sunday. */
const DAY = '2026-06-14';
/** The eight Sundays before it. */
const SUNDAYS = daysFrom('2026-04-19', '2026-06-07').filter((_, index) => index % 7 === 0);
const [, SECOND, THIRD] = SUNDAYS as [string, string, string];
const SATURDAY = '2026-06-13';
const LINE = `revenue -p ${DAY} -g campaign --sum revenue --compare usual -f csv`;

/** The JSON value of each campaign's revenue on a day, one or several; undefined for a day without any record. */
type Sales = (day: string, client: string) => Readonly<Record<string, string | readonly string[]>> | undefined;

/** `isDated` is false for records without a date. */
function startSales(sales: Sales, isDated = true): Promise<TestService> {
  return startService(({ query, headers }, response) => {
    const client = headers['client-id'] === clientIdOf('brava') ? 'brava' : 'acme';
    const records = daysFrom(query.start_date!, query.end_date!).flatMap((date) =>
      Object.entries(sales(date, client) ?? {}).flatMap(([campaign, revenue]) =>
        [revenue]
          .flat()
          .map((each) => `{${isDated ? `"date":"${date}",` : ''}"campaign":"${campaign}","revenue":${each}}`),
      ),
    );
    sendJson(response, `{"data":[${records}]}`);
  });
}

/** The rows without their header, what stderr says, and a failing exit code. */
async function usual(sales: Sales, options = '', line = LINE): Promise<string> {
  const { env } = await startSales(sales);
  const { exitCode, stdout, stderr } = await runCli(`${line} ${options}`, { env });
  return [...stdout.split('\n').slice(1), ...stderr.split('\n'), exitCode || ''].filter(Boolean).join('\n').trim();
}

/** A campaign with these revenues on the eight Sundays, and 10 on the day, beside one that sells 1 each day. */
function onSundays(...values: readonly (string | undefined)[]): Sales {
  return (day) => {
    const value = day === DAY ? '10' : values[SUNDAYS.indexOf(day)];
    return { ...(value !== undefined && { A: value }), B: '1' };
  };
}
const only = (row: string): string => `${row}\nB,1,1,0,0.00`;
const none = undefined;
const EIGHT = ['1', '2', '3', '4', '5', '6', '7', '8'];

describe('the median', () => {
  test.each<[string, Sales, string]>([
    ['of an even number of weeks is exact', onSundays(...EIGHT), 'A,10,4.5,5.5,122.22'],
    [
      'keeps digits',
      onSundays(...Array(8).fill('9007199254740993.02')),
      'A,10,9007199254740993.02,-9007199254740983.02,-100.00',
    ],
    [
      'of two decimals that double each',
      onSundays(none, none, none, none, none, none, '0.1', '0.25'),
      'A,10,0.175,9.825,5614.29',
    ],
    ['is not there for one week', onSundays(none, none, none, none, none, none, none, '8'), 'A,10,,10,'],
  ])('%s', async (_name, sales, row) => expect(await usual(sales)).toBe(only(row)));

  test('needs two amounts, and leaves out an unknown one', async () => {
    const nulls = Array<string>(6).fill('null');
    const warning =
      'warning: in the compared range, 1 of 2 groups has no number in revenue, such as "A" [unknown-amounts]';
    expect(await usual(onSundays(...nulls, 'null', '8'))).toBe(`${only('A,10,,,')}\n${warning}`);
    expect(await usual(onSundays(...nulls, '6', '8'))).toBe(`${only('A,10,7,3,42.86')}\n${warning}`);
  });

  test('of the total is no sum of medians', async () => {
    const sales: Sales = (day) => {
      const isEven = SUNDAYS.indexOf(day) % 2 === 0;
      return day === DAY ? { A: '3', B: '3' } : { A: isEven ? '0' : '10', B: isEven ? '10' : '0' };
    };
    const { env } = await startSales(sales);
    expect(await runCli(LINE.replace('csv', 'table'), { env })).toPrint(`Revenue fell 40.0% to 6
revenue ${DAY} against usual (the median of the 8 weeks before) · client 7d444840-9dc0-11d1-b245-5ffdce74fad2

campaign        revenue  usual  change       %
──────────────  ───────  ─────  ──────  ──────
A                     3      5      -2  -40.0%
B                     3      5      -2  -40.0%
──────────────  ───────  ─────  ──────  ──────
total of all 2        6     10      -4  -40.0%
the total has a median of its own: the usual figures of the rows need not add up to it
`);
  });

  test('of the total has the weeks of groups that a condition leaves out', async () => {
    const { env } = await startSales(onSundays(none, none, none, none, none, none, '6', '8'));
    const { stdout, stderr } = await runCli(`${LINE} --where campaign=A --error-format json`, { env });
    expect([stdout.split('\n')[1], JSON.parse(stderr).result.sums.revenue_before]).toEqual(['A,10,7,3,42.86', '0']);
  });

  test('of a week is that of whole weeks', async () => {
    const sales: Sales = (day) => ({ A: day >= '2026-06-08' ? '1' : day >= '2026-05-18' ? '2' : '4' });
    // Three weeks of 14 and five of 28.
    expect(await usual(sales, '', LINE.replace(DAY, '2026-06-08..2026-06-14'))).toBe('A,7,28,-21,-75.00');
  });
});

describe('a week without any record of the client', () => {
  const steady: Sales = (day) => ({ A: day === DAY ? '5' : '10' });
  const without =
    (...days: readonly string[]): Sales =>
    (day, client) =>
      days.includes(day) ? undefined : steady(day, client);

  test.each<[string, Sales, string]>([
    [
      'is left out, and named',
      without(...SUNDAYS.slice(1, 7)),
      'A,5,10,-5,-50.00\nwarning: in the compared range, no records for 6 of 8 weeks: 2026-04-26, 2026-05-03, 2026-05-10, 2026-05-17, 2026-05-24, 2026-05-31 [gaps]',
    ],
    [
      'is named after the only day with records',
      (day, client) => (day === SUNDAYS[0] || day === DAY ? steady(day, client) : undefined),
      'A,5,,5,\nwarning: in the compared range, no records for 7 of 8 weeks: 2026-04-26, 2026-05-03, 2026-05-10, 2026-05-17, 2026-05-24, 2026-05-31, 2026-06-07 [gaps]',
    ],
    ['is not named on days of no week', without('2026-06-08', '2026-04-20'), 'A,5,10,-5,-50.00'],
    [
      'is not named before the first record',
      (day, client) => (day < '2026-05-27' ? undefined : steady(day, client)),
      'A,5,10,-5,-50.00',
    ],
    [
      'is named after it',
      (day, client) => (day < '2026-05-27' || day === '2026-05-31' ? undefined : steady(day, client)),
      'A,5,,5,\nwarning: in the compared range, no records for 1 of 8 weeks: 2026-05-31 [gaps]',
    ],
    [
      'makes all groups new if there is nothing before',
      (day, client) => (day < DAY ? undefined : steady(day, client)),
      'A,5,,5,\nwarning: the compared range has no records [gaps]',
    ],
  ])('%s', async (_name, sales, expected) => expect(await usual(sales)).toBe(expected));

  test('is silent with --allow, and exit 9 with --strict', async () => {
    expect(await usual(without(SECOND, THIRD), `--strict --allow gaps:${SECOND},gaps:${THIRD}`)).toBe(
      'A,5,10,-5,-50.00',
    );
    expect(await usual(without(SECOND, THIRD), `--strict --allow gaps:${SECOND}`)).toMatch(
      /1 of 8 weeks: 2026-05-03 \[gaps\]\nhint: .*\n9$/s,
    );
  });
});

describe('--alert', () => {
  /** A campaign that sells until a day, beside one that the client always has, but for a `silent` day. */
  const until =
    (last: string, first = '2026-01-01', silent = ''): Sales =>
    (day) =>
      day === silent ? undefined : { ...(first <= day && day <= last && { A: '10' }), B: '1' };
  const GONE =
    /^A,,10,-10,-100\.00\nalert: .*: 1 of 2 groups meets revenue_percent<-30; total revenue 1, usually 11 \(-90\.9%\)\n14$/;

  test.each<[string, Sales, RegExp | '']>([
    ['a group that ended the day before is gone', until(SATURDAY), GONE],
    ['one that ended before is not', until('2026-06-12'), ''],
    ['one that ended on the last day of the client is', until('2026-06-12', '', SATURDAY), GONE],
    ['one that ended before that is not', until('2026-06-11', '', SATURDAY), ''],
    ['one that is usually zero is not', until(SATURDAY, '2026-06-01'), ''],
  ])('%s', async (_name, sales, expected) => {
    const found = await usual(sales, "--alert 'revenue_percent<-30'");
    if (expected === '') expect(found).toBe('');
    else expect(found).toMatch(expected);
  });

  test('asks for an amount that is usually above zero', async () => {
    const sales: Sales = (day) => ({ ...(day < DAY && { A: day < '2026-06-01' ? '0' : '1' }), B: '1' });
    expect(await usual(sales, "--alert 'revenue_change<1'")).toMatch(/^B,1,1,0,0\.00\nalert: /);
    expect(await usual(sales, "--having 'revenue_change<1'")).toBe('B,1,1,0,0.00\nA,,0,0,');
  });
});

describe('requests', () => {
  test.each([
    [LINE, true, ['2026-04-19..2026-05-19', '2026-05-20..2026-06-13', `${DAY}..${DAY}`]],
    [LINE.replace('revenue', 'domains'), true, [...SUNDAYS, SATURDAY, DAY].map((day) => `${day}..${day}`)],
    [LINE.replace('revenue', 'domains'), false, [...SUNDAYS, SATURDAY, DAY].map((day) => `${day}..${day}`)],
    [`${LINE} --date-column none`, false, [...SUNDAYS, SATURDAY, DAY].map((day) => `${day}..${day}`)],
    [
      `${LINE.replace('revenue', 'domains')} --date-column date`,
      true,
      ['2026-04-19..2026-05-19', '2026-05-20..2026-06-13', `${DAY}..${DAY}`],
    ],
  ])('%s', async (line, isDated, windows) => {
    const service = await startSales(onSundays(...EIGHT), isDated);
    const { stdout, stderr } = await runCli(line, { env: service.env });
    expect([stdout.split('\n')[1], stderr]).toEqual(['A,10,4.5,5.5,122.22', '']);
    expect(service.windows()).toEqual(windows);
  });

  test('records without dates are refused', async () => {
    const { env } = await startSales(() => ({ A: '1' }), false);
    expect((await runCli(LINE, { env })).stderr).toContain(
      "error: --compare usual: no column is known to hold the record's date\nhint: name the column with --date-column, or request each day apart with --date-column none\n",
    );
  });
});

describe('several clients', () => {
  const sales: Sales = (day, client) =>
    client === 'acme' && day === SECOND ? undefined : { A: client === 'acme' ? '1' : '2' };

  test('have weeks of their own, and no total', async () => {
    const { home, ...service } = await startSales(sales);
    storeProfiles(home, { acme: clientProfile(service, 'acme'), brava: clientProfile(service, 'brava') });
    const many = await runCli(`${LINE} --all-profiles -g profile -f table`, { home });
    expect(many).toPrint(
      expect.stringContaining('acme'),
      'warning: profile acme: in the compared range, no records for 1 of 8 weeks: 2026-04-26 [gaps]\n',
    );
    expect(many.stdout.split('\n').slice(2).join('\n')).toMatch(/total of all 2 +3 +— +— +—\n$/);
    expect(await runCli(`${LINE} --all-profiles`, { home })).toFail(
      2,
      "error: --compare usual: the weeks of each client are its own, so that several have no common total\nhint: add profile to --group-by, or write one file per profile: -o '{profile}.csv'\n",
    );
  });
});

test.each([
  ['-p 2026-06-01..2026-06-08', '--compare usual compares at most 7 days, and 2026-06-01..2026-06-08 has 8'],
  ['--by day', '--compare usual cannot be combined with --by day'],
  ['-p 0001-02-01', 'the range reaches beyond the years 0001 to 9999'],
])('%s is refused', async (option, message) => {
  const line = option.startsWith('-p') ? LINE.replace(`-p ${DAY}`, option) : `${LINE} ${option}`;
  const { exitCode, stderr, stdout } = await runCli(line);
  expect([exitCode, stdout, stderr.split('\n')[0]]).toEqual([2, '', `error: ${message}`]);
});

test('a chart of days is refused, and pages and charts say usual', async () => {
  const { env, home } = await startSales(onSundays(...EIGHT));
  const chart = await runCli(`revenue -p ${DAY} --compare usual -f chart`, { env });
  expect([chart.exitCode, chart.stderr.split('\n')[0]]).toEqual([
    2,
    'error: a chart of one day, of records without dates, or with --compare usual goes with --group-by',
  ]);
  expect(await runCli(LINE.replace('csv', 'chart'), { env })).toPrint(
    expect.stringMatching(/^campaign {2}revenue {2}usual {2}change +% {2}fell │ rose$/m),
  );
  await runCli(`${LINE.replace('-f csv', '-o out.html')}`, { env, home });
  const page = home.read('out.html')!.replaceAll(/<[^>]*>/g, ' ');
  expect(page).toContain('against usual');
  expect(page).toContain('usual, the median of the 8 weeks before');
});
