import { describe, expect, test } from 'vitest';
import { withoutCaption } from '../harness/caption.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { sendJson, startRecordService, startService } from '../harness/service.ts';
import { pullJanuary, withoutGaps } from '../harness/without-gaps.ts';

const RECORDS = [
  '{"campaign":"A","currency":"EUR","revenue":1.50,"clicks":1}',
  '{"campaign":"A","currency":"JPY","revenue":1000,"clicks":2}',
  '{"campaign":"B","currency":"JPY","revenue":2000,"clicks":3}',
];

const pull = (line: string, records: readonly string[] = RECORDS) => pullJanuary(records, ...line.split(' '));

const BY_CURRENCY = 'use --group-by currency, or keep one with --where currency=EUR';

describe('an aggregation of several currencies', () => {
  test.each([
    ['--sum revenue', '3001.50', `revenue combines amounts in EUR and JPY: ${BY_CURRENCY} [currencies]`],
    ['--avg revenue', '1000.5', `revenue_avg combines amounts in EUR and JPY: ${BY_CURRENCY} [currencies]`],
    ['--max revenue', '2000', `revenue_max combines amounts in EUR and JPY: ${BY_CURRENCY} [currencies]`],
    [
      '--group-by campaign --sum revenue',
      'A,1001.50\nB,2000',
      'revenue combines amounts in EUR and JPY: use --group-by campaign,currency, or keep one with --where currency=EUR [currencies]',
    ],
    [
      '--group-by campaign --ratio rpc=revenue/clicks --columns campaign,rpc',
      'A,333.833333\nB,666.666667',
      'revenue combines amounts in EUR and JPY: use --group-by campaign,currency, or keep one with --where currency=EUR [currencies]',
    ],
    [
      '--group-by currency --share revenue --columns currency,revenue_share',
      'EUR,0.049975\nJPY,99.950025',
      'revenue_share combines amounts in EUR and JPY: keep one with --where currency=EUR [currencies]',
    ],
    [
      '--where clicks!=2 --group-by campaign --share revenue --columns campaign,revenue_share',
      'A,0.074944\nB,99.925056',
      'revenue_share combines amounts in EUR and JPY: keep one with --where currency=EUR [currencies]',
    ],
    [
      '--where clicks!=2 --group-by campaign',
      'A,1.50,1\nB,2000,3',
      'revenue: amounts in EUR and JPY, and no column says which: use --group-by campaign,currency, or keep one with --where currency=EUR [currencies]',
    ],
    [
      '--where clicks!=2 --group-by campaign --sum revenue --top 1',
      'B,2000\nA,1.50',
      'revenue: amounts in EUR and JPY, and no column says which: use --group-by campaign,currency, or keep one with --where currency=EUR [currencies]',
    ],
    [
      '--where clicks!=2 --group-by campaign,clicks --pivot clicks --sum revenue --top 1',
      'B,,2000,2000\nA,1.50,,1.50',
      'revenue: amounts in EUR and JPY, and no column says which: use --group-by campaign,clicks,currency, or keep one with --where currency=EUR [currencies]',
    ],
  ])('%s is a warning', async (line, rows, warning) => {
    const { stdout, stderr, exitCode } = await pull(line);
    expect(stdout.slice(stdout.indexOf('\n') + 1)).toBe(`${rows}\n`);
    expect(stderr).toBe(`warning: ${warning}\n`);
    expect(exitCode).toBe(0);
  });

  test('is an error with --strict', async () => {
    expect(await pull('--sum revenue --strict')).toFail(
      9,
      'error: revenue 2026-01-01..2026-01-31: revenue combines amounts in EUR and JPY: use --group-by currency, or keep one with --where currency=EUR [currencies]\n' +
        'hint: --strict makes this warning an error, and this was not written: see `reporting help currencies`\n',
    );
  });

  test.each([
    ['--sum clicks --count', '6,3'],
    ['--where currency=EUR --sum revenue', '1.50'],
    ['--group-by currency', 'EUR,1.50,1\nJPY,3000,5'],
    ['--group-by campaign,currency --sum revenue', 'A,EUR,1.50\nA,JPY,1000\nB,JPY,2000'],
    ['--group-by campaign --where campaign=B', 'B,2000,3'],
  ])('%s has no warning', async (line, rows) => {
    const { stdout, stderr } = await pull(line);
    expect(stdout.slice(stdout.indexOf('\n') + 1)).toBe(`${rows}\n`);
    expect(stderr).toBe('');
  });

  test.each(['USD USN', 'EUR EUX', 'XAF XPF', 'SEK DEK'])('of nearly equal codes is a warning: %s', async (codes) => {
    const records = codes.split(' ').map((code) => `{"currency":"${code}","revenue":1}`);
    const [one, other] = codes.split(' ').toSorted();
    const text = `revenue combines amounts in ${one} and ${other}: ${BY_CURRENCY.replace('EUR', one!)} [currencies]`;
    expect((await pull('--sum revenue', records)).stderr).toBe(`warning: ${text}\n`);
  });

  test('in two compared ranges is a warning', async () => {
    const { env } = await startRecordService(({ query }) =>
      query.start_date === '2026-02-01' ? RECORDS.slice(0, 1) : RECORDS.slice(2),
    );
    const line = 'revenue --from 2026-02 --to 2026-02 --compare previous --sum revenue';
    expect(await runCli(line, { env })).toPrint(
      'revenue,revenue_before,revenue_change,revenue_percent\n1.50,2000,-1998.50,-99.93\n',
      'note: compared with 2026-01-01..2026-01-31\nwarning: revenue combines amounts in EUR and JPY: use --group-by currency, or keep one with --where currency=EUR [currencies]\n',
    );
  });
});

describe('the total of several currencies', () => {
  test('of groups that have one each is empty, without a warning', async () => {
    const { stdout, stderr } = await pull('--group-by currency --ratio rpc=revenue/clicks -f markdown');
    expect(stdout.split('\n').at(-2)).toBe('| **total of all 2** | **EUR and JPY** | **6** | **—** |');
    expect(stderr).toBe('');
  });

  test('of the groups that a condition keeps is a number if these have one', async () => {
    const line = '--group-by campaign,clicks --sum revenue -f table --having';
    expect((await pull(`${line} revenue>900`)).stdout).toMatch(/^total of all 2 {2,}3,000$/m);
    expect((await pull(`${line} revenue>0`)).stdout).toMatch(/^total of all 3 {2,}EUR and JPY$/m);
  });

  test('of a pivot is empty for each row and for all', async () => {
    const { stdout, stderr } = await pull('--group-by campaign,currency --pivot currency --sum revenue -f markdown');
    expect(withoutCaption(stdout).split('\n').slice(2)).toEqual([
      '| A | 1.50 | 1,000 | — |',
      '| B | — | 2,000 | 2,000 |',
      '| **total of all 2** | **1.50** | **3,000** | **EUR and JPY** |',
      '',
    ]);
    expect(stderr).toBe('');
    const byCampaign = await pull('--group-by clicks,campaign --pivot campaign --sum revenue -f markdown');
    expect(byCampaign.stdout).toContain('| **total of all 3** | **EUR and JPY** | **2,000** | **EUR and JPY** |\n');
  });

  test('of all other groups is empty, with a note', async () => {
    expect(await pull('--group-by campaign,currency --top 1 --sum revenue,clicks')).toPrint(
      'campaign,currency,revenue,clicks\nB,JPY,2000,3\n(other),,,3\n',
      'note: revenue is empty where groups with amounts in EUR and JPY would be added\n',
    );
  });
});

describe('the currency of an amount', () => {
  const records = (one: string, other: string): readonly string[] =>
    [one, other].map((members) => `{"k":"a",${members}}`);

  test.each([
    ['one currency', '"currency":"EUR","revenue":1', '"currency":"EUR","revenue":2'],
    ['numbers', '"currency_id":1,"revenue":1', '"currency_id":2,"revenue":2'],
    ['a country', '"country":"DEU","revenue":1', '"country":"JPN","revenue":2'],
    ['a code', '"code":"EUR","revenue":1', '"code":"JPY","revenue":2'],
    ['no code', '"currency":"Euro","revenue":1', '"currency":"Pound","revenue":2'],
    ['no code, and none', '"currency":"Euro","revenue":1', '"currency":null,"revenue":2'],
    ['numbers as texts', '"currency":"978","revenue":1', '"currency":"392","revenue":2'],
    ['nothing', '"a":1,"revenue":1', '"a":2,"revenue":2'],
    ['a name', '"currency":"EUR","revenue_usd":1', '"currency":"JPY","revenue_usd":2'],
    ['a count', '"currency":"EUR","units":1', '"currency":"JPY","units":2'],
    ['another quantity', '"currency":"EUR","watch_hours":1.5', '"currency":"JPY","watch_hours":2'],
    ['zero without one', '"currency":"EUR","revenue":1', '"currency":null,"revenue":0.00'],
    ['a count without one', '"currency":"EUR","clicks":1,"revenue":1', '"currency":null,"clicks":2'],
    ['a code in another column', '"currency":"EUR","revenue":1', '"ccy":"EUR","revenue":2'],
    ['zero', '"currency":"EUR","revenue":1', '"currency":"JPY","revenue":-0.00'],
    [
      'a column of its own',
      '"original_currency":"USD","payout_currency":"EUR","payout":1',
      '"original_currency":"JPY","payout_currency":"EUR","payout":2',
    ],
  ])('%s: no warning', async (_, one, other) => {
    const own = records(one, other);
    expect((await pull('--group-by k', own)).stderr).toBe('');
  });

  test.each([
    ['"currencyCode":"EUR"', '"currencyCode":"JPY"', '"earnings":1', 'currencyCode'],
    ['"ccy":"eur"', '"ccy":"Jpy"', '"earnings":"1.10"', 'ccy'],
    ['"currency":"EUR"', '"currency":"JPY"', '"fee":1.5', 'currency'],
    ['"payout_currency":"EUR"', '"payout_currency":"JPY"', '"currency":"USD","payout":1', 'payout_currency'],
    ['"x":{"currency":"EUR"}', '"x":{"currency":"JPY"}', '"revenue":1', 'x.currency'],
  ])('%s and %s', async (one, other, amount, column) => {
    const { stderr } = await pull('--group-by k', records(`${one},${amount}`, `${other},${amount}`));
    expect(stderr).toContain(`combines amounts in EUR and JPY: use --group-by k,${column}, or`);
  });

  test.each(['"currency":null,', '"currency":"",', '"currency":"Yen!",', ''])(
    'is unknown of a record without a code beside one: %j',
    async (member) => {
      const own = records('"currency":"EUR","revenue":1', `${member}"revenue":2`);
      const { stderr, exitCode } = await pull('--group-by k --strict', own);
      expect(stderr).toContain('k,currency, or keep one with --where currency=EUR [currencies]');
      expect(stderr).toContain('revenue combines amounts in EUR and an unknown currency: use --group-by ');
      expect(exitCode).toBe(9);
      const { stdout } = await pull('--group-by currency -f markdown', own);
      expect(stdout).toContain('| **total of all 2** | **EUR and an unknown currency** |');
    },
  );

  test('in an object with its amount', async () => {
    const own = records(
      '"revenue":{"amount":1,"currency":"EUR"},"currency":"USD"',
      '"revenue":{"amount":2,"currency":"JPY"},"currency":"USD"',
    );
    expect((await pull('--group-by k', own)).stderr).toBe(
      'warning: revenue.amount combines amounts in EUR and JPY: use --group-by k,revenue.currency, or keep one with --where revenue.currency=EUR [currencies]\n',
    );
  });
});

describe('one currency', () => {
  const EUR = [
    '{"campaign":"A","currency":"EUR","revenue":1.50,"clicks":1}',
    '{"campaign":"B","currency":"EUR","revenue":2.50,"clicks":2}',
  ];
  const headOf = (stdout: string): readonly string[] => {
    const [caption, , heading] = stdout.split('\n');
    return [caption!.split(' · ').slice(1, -1).join(), heading!.replace(/ +/g, ' ')];
  };

  test.each([
    ['-f table', 'in EUR', 'campaign revenue clicks'],
    ['-f markdown', 'in EUR', '| campaign | revenue | clicks |'],
    ['-f table --columns campaign,c=currency,revenue,clicks', 'in EUR', 'campaign c revenue clicks'],
    ['-f table --group-by currency', 'in EUR', 'currency revenue clicks'],
    ['-f table --group-by campaign --avg revenue', 'in EUR', 'campaign revenue_avg'],
    ['-f table --group-by campaign --sum clicks', '', 'campaign clicks'],
  ])('%s shows it once', async (line, caption, heading) => {
    expect(headOf((await pull(line, EUR)).stdout)).toEqual([caption, heading]);
  });

  test('stays in each row if some rows have none, or no column is an amount', async () => {
    const some = [...EUR, '{"campaign":"C","currency":"","revenue":3,"clicks":3}'];
    expect(headOf((await pull('-f table', some)).stdout)).toEqual([
      'in EUR and an unknown currency',
      'campaign currency revenue clicks',
    ]);
    const usd = EUR.map((record) => record.replace('revenue', 'revenue_usd'));
    expect(headOf((await pull('-f table', usd)).stdout)).toEqual(['', 'campaign currency revenue_usd clicks']);
  });
});

describe('a member with the currency of a response', () => {
  /** January is in EUR, February in JPY. */
  function start(memberOf: (code: string) => string) {
    return startService(({ query }, response) => {
      const isFirst = query.start_date === '2026-01-01';
      const month = isFirst ? '2026-01' : '2026-02';
      const records = `{"date":"${month}-01","campaign":"A","revenue":${isFirst ? '1.50' : '1000'}}`;
      sendJson(response, `{${memberOf(isFirst ? 'EUR' : 'JPY')},"data":[${records}]}`);
    });
  }

  async function run(line: string, memberOf = (code: string) => `"meta":{"currency":"${code}"}`) {
    const { env } = await start(memberOf);
    return withoutGaps(await runCli(`revenue --from 2026-01 --to 2026-02 --windows month ${line}`, { env }));
  }

  test.each([
    (code: string) => `"currency":"${code}"`,
    (code: string) => `"meta":{"currency":"${code}"}`,
    (code: string) => `"meta":{"currency_code":"${code}"}`,
  ])('%s', async (memberOf) => {
    expect(await run('--sum revenue', memberOf)).toPrint(
      'revenue\n1001.50\n',
      `warning: revenue combines amounts in EUR and JPY: ${BY_CURRENCY} [currencies]\n`,
    );
  });

  test('that only some responses have leaves the others unknown', async () => {
    expect(await run('--sum revenue', (code) => (code === 'EUR' ? '"currency":"EUR"' : '"x":1'))).toPrint(
      'revenue\n1001.50\n',
      `warning: revenue combines amounts in EUR and an unknown currency: ${BY_CURRENCY} [currencies]\n`,
    );
  });

  test.each([
    ['the same', () => '"currency":"EUR"'],
    ['no code', (code: string) => `"currency":{"code":"${code}"}`],
    ['of another thing', (code: string) => `"account":{"currency":"${code}"}`],
  ])('%s: no warning', async (_, memberOf) => {
    expect((await run('--sum revenue', memberOf)).stderr).toBe('');
  });

  test('makes a column for groups, conditions, and rows that the request names', async () => {
    expect(await run('--group-by currency')).toMatchObject({
      stdout: 'currency,revenue\nEUR,1.50\nJPY,1000\n',
      stderr: '',
    });
    expect(await run('--where currency=EUR --sum revenue')).toMatchObject({ stdout: 'revenue\n1.50\n', stderr: '' });
    expect(await run('--columns currency,revenue')).toMatchObject({ stdout: 'currency,revenue\nEUR,1.50\nJPY,1000\n' });
    expect((await run('-f table')).stdout).toMatch(/^EUR {2,}2026-01-01/m);
    expect((await run('-f ndjson --columns date,revenue,currency')).stderr).toBe('');
  });

  test('is missed in rows of data that have no column for it', async () => {
    const lost = (what: string) =>
      `warning: revenue: amounts in EUR and JPY, and no column says which: ${what} [currencies]\n`;
    expect(await run('')).toPrint(
      'date,campaign,revenue\n2026-01-01,A,1.50\n2026-02-01,A,1000\n',
      lost("add --columns 'currency,*'"),
    );
    expect((await run('--columns date,revenue -f ndjson')).stderr).toBe(lost('add currency to --columns'));
    expect((await run('--columns campaign,date')).stderr).toBe('');
    expect((await run('', () => '"currency":"EUR"')).stderr).toBe('');
  });

  test('gives way to a column of the records', async () => {
    const { env } = await startService(({ query }, response) => {
      const code = query.start_date === '2026-01-01' ? 'EUR' : 'JPY';
      sendJson(response, `{"currency":"${code}","data":[{"k":"a","currency":"USD","revenue":1}]}`);
    });
    const line = 'revenue --from 2026-01 --to 2026-02 --windows month --group-by currency';
    expect(await runCli(line, { env })).toPrint('currency,revenue\nUSD,2\n');
  });
});
