import { describe, expect, test } from 'vitest';
import { runStep } from '../harness/property-runs.ts';
import { runCli } from '../harness/run-cli.ts';
import { sendJson, startDatedService, startService } from '../harness/service.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03'];
const RANGE = 'revenue --from 2026-03-01 --to 2026-03-03';
const OTHERS = ['empty', 'gaps', 'undated', 'bad-dates'].join(',');

/** The names of the warnings about these records, and the run. */
async function warningsOf(rows: Rows | string, line = RANGE) {
  const records = typeof rows === 'string' ? rows : rows.map((row) => JSON.stringify(row)).join();
  const service = await startService((_request, response) => sendJson(response, `{"data":[${records}]}`));
  const { stderr, exitCode } = await runCli(`${line} -f csv --allow ${OTHERS}`, service);
  return {
    stderr,
    exitCode,
    service,
    names: [...stderr.matchAll(/\[([\w-]+)\]$/gm)].map(([, name]) => name),
  };
}

const day = (at: number) => DAYS[at % 3]!;
const sales = DAYS.flatMap((date, at) => [
  { date, campaign: 'Alpha', clicks: 1010 + at, revenue: 1.25 },
  { date, campaign: 'Beta', clicks: 1011 + at, revenue: 2.25 },
]);
const small = DAYS.map((date, at) => ({ date, campaign: 'Alpha', clicks: at, revenue: 0.5 * at }));
const zero = DAYS.map((date) => ({ date, campaign: 'Alpha', clicks: 0, revenue: 0 }));
const other = { date: day(0), campaign: 'Beta', clicks: 7, revenue: 0.7 };
const twice = (row: Rows[number]): Rows => [row, row];
/** The rows with other ones between them. */
const apart = (rows: Rows): Rows => rows.flatMap((row, at) => [row, { ...other, campaign: `Gamma ${at}` }]);
/** Two devices, which the records do not name, and a few clicks. */
const hidden = Array.from({ length: 90 }, (_, at) => ({
  date: day(at),
  campaign: `c${at % 5}`,
  clicks: at % 7 === 0 ? 2 : 1,
  revenue: 123.45,
}));

describe('[duplicates]', () => {
  test.each<[what: string, rows: Rows]>([
    ['every record twice', [...sales, ...sales]],
    ['every record twice, one after the other', small.flatMap((row) => [row, row])],
    ['the only record twice', [small[1]!, small[1]!]],
    ['a block twice', [...small, other, ...small]],
    ['a single one with six digits', [...sales, sales[3]!]],
    [
      'a single one, and numeric ids',
      sales
        .map((row, at) => ({ ...row, campaign: undefined, campaign_id: at % 2 }))
        .flatMap((row, at) => (at === 2 ? [row, row] : [row])),
    ],
  ])('%s', async (_, rows) => {
    const { names, service } = await warningsOf(rows);
    expect(names).toEqual(['duplicates']);
    expect((await runCli(`${RANGE} --strict --allow ${OTHERS}`, service)).exitCode).toBe(9);
    expect((await runCli(`${RANGE} --strict --allow ${OTHERS},duplicates`, service)).exitCode).toBe(0);
  });

  test.each<[what: string, rows: Rows]>([
    ['days without revenue', [...zero, ...zero]],
    ['a hidden dimension', hidden],
    ['a correction of a record', [...sales, { ...sales[0]!, revenue: -1.25 }, { ...sales[0]!, revenue: -1.25 }]],
    ['a single one with few digits', [...small, other, other]],
    [
      'equal ratios, and an equal rate of exchange',
      [...small, other, other].map((row) => ({ ...row, ctr: 0.123456, fx: 1.084512 })),
    ],
    [
      'fees equal every month',
      [
        { date: '2026-03-01', type: 'fee', amount: 1499 },
        { date: '2026-03-02', type: 'fee', amount: 1499 },
      ],
    ],
    [
      'a hidden dimension, and its ratio',
      [
        ...twice({ ...other, clicks: 3, revenue: 123.45, ctr: 0.1 }),
        { ...other, clicks: 4, revenue: 234.56, ctr: 0.2 },
      ],
    ],
    ['a single one of a small amount', [...small, ...twice({ ...other, clicks: 12, revenue: 0.001 })]],
    ['a single one of round amounts', [...small, ...twice({ ...other, clicks: 1000, revenue: 100 })]],
    ['two in the same order', [small[1]!, small[2]!, other, small[1]!, small[2]!]],
    ['three in the same order, with others between', [...apart(small), ...small]],
    ['three in the same order, with others between the second time', [...small, ...apart(small)]],
    ['four equal ones in a row', [...small, other, other, other, other]],
    ['a block without figures', [...zero, other, ...zero]],
    ['equal ones without a date', [...small, ...twice({ ...sales[0]!, date: null })]],
    ['no date', [...sales, ...sales].map(({ date: _date, ...row }) => row)],
  ])('none: %s', async (_, rows) => {
    expect((await warningsOf(rows)).names).not.toContain('duplicates');
  });

  test('says how many', async () => {
    expect((await warningsOf([...sales, ...sales])).stderr).toBe(
      'warning: 6 of 12 records for revenue 2026-03-01..2026-03-03 repeat another record in every column: the service may have sent them twice [duplicates]\n',
    );
    const { env } = await startDatedService([...sales, ...sales].map((row) => JSON.stringify(row)));
    expect((await runCli(`${RANGE} --windows 1 --allow ${OTHERS} -o out.csv`, { env })).stderr).toBe(
      'warning: 2 of 4 records for revenue 2026-03-01 repeat another record in every column (as in 2 other windows): the service may have sent them twice [duplicates]\n',
    );
  });

  test('in one of several windows only, in raw, and in a sync', async () => {
    const { service } = await warningsOf(sales);
    const apart = await runCli('revenue --from 2026-01-01 --to 2026-06-30 --date-column none -f csv', service);
    expect(apart.stderr).not.toContain('[duplicates]');
    const twice = await warningsOf([...sales, ...sales]);
    const names = (line: string) => runCli(`${line} --allow ${OTHERS} --strict`, twice.service);
    expect(await names(`raw ${RANGE} -o out`)).toMatchObject({ exitCode: 9 });
    expect(await runCli(`sync revenue D --from 2026-03 --to 2026-03 --allow ${OTHERS}`, twice.service)).toPrint(
      '',
      'warning: default revenue 2026-03: 6 of 12 records for revenue 2026-03-01..2026-03-31 repeat another record in every column: the service may have sent them twice [duplicates]\n',
    );
  });

  test.runIf(runStep() === 1)('of many records, in a sample', async () => {
    const record = (at: number) => `{"date":"${day(at)}","campaign":"c${at}","revenue":${at / 100}}`;
    const rows = Array.from({ length: 120_000 }, (_, at) => record(at));
    expect((await warningsOf(rows.join())).names).toEqual([]);
    const end = rows.slice(100_000).join();
    const { stderr } = await warningsOf(`${rows.join()},${end}`);
    expect(stderr).toMatch(/^warning: \d{4} in a sample of \d{5} for revenue .* \[duplicates\]\n$/);
  });
});

const byDay = (records: Rows) => startDatedService(records.map((row) => JSON.stringify(row)));
const twiceWithTotals = (dates: readonly string[]): Rows =>
  dates.flatMap((date) => [
    ...twice({ ...sales[0]!, date }),
    ...twice({ ...sales[1]!, date }),
    { date, campaign: '(total)', clicks: 4042, revenue: 7 },
  ]);

const warningsFor = (days: string): string =>
  `warning: 6 of 15 records for revenue ${days} repeat another record in every column: the service may have sent them twice [duplicates]\n` +
  'warning: on 3 days the record of "(total)" is the sum of the other records: sums count everything twice [subtotals]\n';

test('both in the compared range only', async () => {
  const service = await byDay([...sales, ...twiceWithTotals(['2026-02-26', '2026-02-27', '2026-02-28'])]);
  expect(await runCli(`${RANGE} --compare previous --allow ${OTHERS}`, service)).toPrint(
    'clicks,clicks_before,clicks_change,clicks_percent,revenue,revenue_before,revenue_change,revenue_percent\n' +
      '6069,24252,-18183,-74.98,10.50,42.00,-31.50,-75.00\n',
    warningsFor('2026-02-26..2026-02-28'),
  );
});

test('subtotals are not searched in more than 100,000 records', async () => {
  const rows = Array.from({ length: 99_999 }, (_, at) => ({ ...sales[0]!, campaign: `c${at}` }));
  const service = await byDay([...rows, ...twiceWithTotals(['2026-03-02', '2026-03-03', '2026-03-04'])]);
  const line = (from: string) =>
    `revenue --from ${from} --to 2026-03-04 --windows 3 --count --allow ${OTHERS},duplicates`;
  expect(await runCli(line('2026-02-27'), service)).toPrint('count\n100014\n');
  expect((await runCli(line('2026-03-02'), service)).stderr).toMatch(/^warning: .* \[subtotals\]\n$/);
});

describe('[subtotals]', () => {
  const days = (total: (date: string, at: number) => object | undefined, from = sales): Rows =>
    DAYS.flatMap((date, at) => [
      ...from.filter((row) => row.date === date),
      ...[total(date, at)].filter((row) => row !== undefined),
    ]) as Rows;
  const sum = (date: string, at: number) => ({
    date,
    campaign: '(total)',
    clicks: 2021 + 2 * at,
    revenue: 3.5,
  });

  test.each<[what: string, rows: Rows]>([
    ['a total a day', days(sum)],
    ['one with another name', days((date, at) => ({ ...sum(date, at), campaign: 'Gesamt' }))],
    ['one without a name', days((date, at) => ({ ...sum(date, at), campaign: null }))],
    ['one of a single column', days(sum).map(({ clicks: _, ...row }) => row)],
    ['a rounded one', days((date, at) => ({ ...sum(date, at), revenue: 3.51 }))],
    ['one beside ratios', days(sum).map((row, at) => ({ ...row, ctr: 0.1 + at / 1e3 }))],
    [
      'one of a campaign whose name is a number',
      days(sum).map((row) => (row.campaign === 'Beta' ? { ...row, campaign: 360 } : row)),
    ],
    [
      'one of floating-point numbers',
      days(
        (date) => ({ date, campaign: 'All', clicks: 3, revenue: 300.2234567891 }),
        DAYS.flatMap((date) => [
          { date, campaign: 'Alpha', clicks: 1, revenue: 100.123456789012 },
          { date, campaign: 'Beta', clicks: 2, revenue: 200.1 },
        ]),
      ),
    ],
  ])('%s', async (_, rows) => {
    const { names, service } = await warningsOf(rows);
    expect(names).toEqual(['subtotals']);
    const allowed = `--strict --allow ${OTHERS},subtotals`;
    expect((await runCli(`${RANGE} ${allowed}`, service)).exitCode).toBe(0);
  });

  test.each<[what: string, rows: Rows]>([
    ['a record of one day only', days((date, at) => (at === 0 ? sum(date, at) : undefined))],
    ['a total on two of three days', days((date, at) => (at < 2 ? sum(date, at) : undefined))],
    [
      'two equal records a day',
      days(
        (date) => ({ ...other, date }),
        DAYS.map((date) => ({ ...other, date, campaign: 'A' })),
      ),
    ],
    ['a count that differs by one', days((date, at) => ({ ...sum(date, at), clicks: 2022 + 2 * at }))],
    ['another name each day', days((date, at) => ({ ...sum(date, at), campaign: `t${at}` }))],
    ['one column by chance, and no total', days((date, at) => ({ ...sum(date, at), clicks: 1 }))],
    ['a column that differs, of a total', days((date, at) => ({ ...sum(date, at), clicks: 1 + at }))],
    [
      'days without revenue',
      days(
        (date) => ({ date, campaign: 'total', clicks: 0, revenue: 0 }),
        zero.flatMap((row) => [row, { ...row, campaign: 'Beta' }]),
      ),
    ],
    [
      'fixed deals of one column',
      days((date) => ({ date, campaign: 'Deal', revenue: 3.5 })).map(({ clicks: _, ...row }) => row),
    ],
    [
      'a day on which it is no sum',
      [
        ...days(sum),
        ...['A', 'B', '(total)'].map((campaign) => ({ date: '2026-03-04', campaign, clicks: 5, revenue: 5 })),
      ],
    ],
  ])('none: %s', async (what, rows) => {
    const line = what.startsWith('a day') ? RANGE.replace('03-03', '03-04') : RANGE;
    expect((await warningsOf(rows, line)).names).toEqual([]);
  });

  test('names the key', async () => {
    expect((await warningsOf(days(sum))).stderr).toBe(
      'warning: on 3 days the record of "(total)" is the sum of the other records: sums count everything twice [subtotals]\n',
    );
  });
});
