import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withoutCaption } from '../harness/caption.ts';
import { type CliOptions, createHome, runCli } from '../harness/run-cli.ts';
import { type SeenRequest, sendStatus, startRecordService, startService } from '../harness/service.ts';

type RecordsOf = (request: SeenRequest) => readonly string[];

/** Runs `reconcile` against a service that answers with `recordsOf`, with paid.csv in the directory. */
async function reconcile(
  line: string,
  recordsOf: RecordsOf,
  { paid = '', ...options }: CliOptions & { readonly paid?: string } = {},
) {
  const service = await startRecordService(recordsOf);
  const home = options.home ?? createHome();
  home.write('paid.csv', paid);
  const result = await runCli(`reconcile ${line}`, {
    ...options,
    home,
    env: { ...service.env, ...options.env },
  });
  return { ...result, service };
}

const isDomains = ({ path: at }: SeenRequest): boolean => at.endsWith('/domains');

/** Revenue with a record a day, and domains with one a window, by the first day of the window. */
function bothReports(
  revenue: Readonly<Record<string, string>>,
  domains: Readonly<Record<string, string>>,
): RecordsOf {
  return (request) => {
    const { start_date: from, end_date: to } = request.query as Record<string, string>;
    if (isDomains(request)) {
      return Object.entries(domains).flatMap(([day, amount]) =>
        day >= from! && day <= to! ? [`{"domain":"a.example","revenue":${amount}}`] : [],
      );
    }
    return Object.entries(revenue).flatMap(([date, amount]) =>
      date >= from! && date <= to! ? [`{"date":"${date}","campaign":"A","revenue":${amount}}`] : [],
    );
  };
}

/** Revenue of each month on its first day. */
const months = (amounts: Readonly<Record<string, string>>): RecordsOf =>
  bothReports(
    Object.fromEntries(Object.entries(amounts).map(([month, amount]) => [`${month}-01`, amount])),
    {},
  );

const JANUARY = months({ '2026-01': '10.10' });
/** Messages have one line each, and the summary is among them. */
const ON_TERMINAL = { stderrTty: true, columns: 300 };
const WITH = 'revenue --with paid.csv --on month --column amount';

describe('two reports', () => {
  test('the dates of a relative range are told once', async () => {
    const day = { '2026-06-14': '1' };
    const { stderr } = await reconcile('--by total -p yesterday', bothReports(day, day));
    expect(stderr).toBe('note: --period yesterday is 2026-06-14..2026-06-14 (today is 2026-06-15 in UTC)\n');
  });

  test('the months that differ are rows, with exit code 15', async () => {
    const records = bothReports(
      { '2026-01-01': '10.10', '2026-02-01': '5', '2026-03-01': '7' },
      { '2026-01-05': '10.1', '2026-02-05': '4.90', '2026-03-05': '7.00' },
    );
    const { stdout, stderr, exitCode, service } = await reconcile('-p q1', records);
    expect(stdout).toBe(
      'month,revenue_revenue,domains_revenue,difference,status\n2026-02,5.00,4.90,0.10,differs\n',
    );
    expect(stderr).not.toContain('error');
    expect(exitCode).toBe(15);
    expect(service.requests).toHaveLength(6);
  });

  test('a difference is an error message only if stdout does not have the rows', async () => {
    const records = bothReports({ '2026-01-01': '5' }, { '2026-01-05': '4.90' });
    const sentence = '1 of 1 month differs: revenue 5, domains 4.90, difference 0.10';
    const run = (args: string, options: CliOptions = {}) =>
      reconcile(`-p 2026-01 --date-column none ${args}`, records, { columns: 200, ...options });
    const json = await run('--error-format json');
    expect({ exitCode: json.exitCode, said: json.stderr.includes('differs') }).toEqual({
      exitCode: 15,
      said: false,
    });
    expect((await run('', { stderrTty: true })).stderr).toBe(`${sentence}\n`);
    const file = await run('-o differences.csv -q');
    expect(file).toMatchObject({ exitCode: 15, stdout: '', stderr: `error: ${sentence}\n` });
    expect((await run('-o differences.csv --error-format json')).stderr).toContain('"code":"E-differs"');
  });

  test('with --by day, each day of both reports is a window', async () => {
    const records = bothReports(
      { '2026-01-01': '1', '2026-01-02': '2' },
      { '2026-01-01': '1', '2026-01-02': '3' },
    );
    const { stdout, service } = await reconcile(
      '--from 2026-01-01 --to 2026-01-02 --by day -f json',
      records,
    );
    expect(stdout).toBe(
      '[\n{"day":"2026-01-02","revenue_revenue":2,"domains_revenue":3,"difference":-1,"status":"differs"}\n]\n',
    );
    expect(service.windows()).toEqual([
      ...Array.from({ length: 2 }, () => '2026-01-01..2026-01-01'),
      ...Array.from({ length: 2 }, () => '2026-01-02..2026-01-02'),
    ]);
  });

  test('with --by total, one row has the sums of the range', async () => {
    const records = bothReports(
      { '2026-01-31': '1', '2026-02-01': '2.5' },
      { '2026-01-15': '3.5', '2026-02-02': '1' },
    );
    const { stdout, stderr } = await reconcile('--from 2026-01 --to 2026-02-10 --by total', records);
    expect(stdout).toBe('revenue_revenue,domains_revenue,difference,status\n3.5,4.5,-1.0,differs\n');
    expect(stderr).not.toContain('incomplete');
    expect(stderr).not.toContain('distinguishes');
  });

  test('a month that only one report has differs, also with an amount of 0', async () => {
    const records = bothReports(
      { '2026-01-01': '1', '2026-02-01': '0.00' },
      { '2026-01-01': '1', '2026-03-01': '-4' },
    );
    const { stdout, stderr } = await reconcile('-p q1 --tolerance 100', records, ON_TERMINAL);
    expect(stdout).toBe(
      [
        'month,revenue_revenue,domains_revenue,difference,status',
        '2026-02,0.00,,0.00,only_in_revenue',
        '2026-03,,-4.00,4.00,only_in_domains\n',
      ].join('\n'),
    );
    expect(stderr).toContain(
      '2 of 3 months differ (1 only in revenue, 1 only in domains): revenue 1.00, domains -3, difference 4.00',
    );
  });

  test('nothing on either side is exit 3, not agreement', async () => {
    const { stdout, stderr, exitCode } = await reconcile('-p 2026-01', () => []);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 3 });
    expect(stderr).toContain(
      'error: nothing to compare: neither revenue nor domains has amounts for 2026-01-01..2026-01-31',
    );
  });

  test('--on profile compares each client', async () => {
    const home = createHome();
    const service = await startService((request, response) => {
      const amount = isDomains(request) || request.headers['client-id']!.toString().startsWith('1') ? 2 : 3;
      response.end(`{"data":[{"domain":"x","revenue":${amount}}]}`);
    });
    for (const [index, name] of ['acme', 'brava'].entries()) {
      const id = `${index}d444840-9dc0-11d1-b245-5ffdce74fad2`;
      await runCli(
        `login --profile ${name} --base-url ${service.baseUrl} --client-id ${id} --token-stdin --no-verify`,
        { home, stdin: `token-${name}` },
      );
    }
    const { stdout } = await runCli('reconcile -p 2026-01 --all-profiles --on profile', { home });
    expect(stdout).toBe(
      'month,profile,revenue_revenue,domains_revenue,difference,status\n2026-01,acme,3,2,1,differs\n',
    );
    const { stderr, exitCode } = await runCli("reconcile -p 2026-01 --all-profiles -o '{profile}.csv'", {
      home,
    });
    expect(stderr).toContain('error: --output contains {profile}, but reconcile writes one file');
    expect(exitCode).toBe(2);
  });

  test('--sum names a column for each report', async () => {
    const records: RecordsOf = (request) =>
      isDomains(request) ? ['{"revenue":1,"paid":"2.50"}'] : ['{"revenue":1,"net":2.5}'];
    const { stdout, exitCode } = await reconcile('-p 2026-01 --sum revenue=net,domains=paid --all', records);
    expect(stdout).toBe(
      'month,revenue_net,domains_paid,difference,status\n2026-01,2.5,2.50,0.00,agrees\n'.replace(
        '2.5,',
        '2.50,',
      ),
    );
    expect(exitCode).toBe(0);
    expect((await reconcile('-p 2026-01 --sum revenue=nett', records)).stderr).toContain(
      'no record has the column "nett" (--sum)\nhint: did you mean "net"?',
    );
    expect((await reconcile('-p 2026-01 --sum revnue=net,revenue=x', records)).stderr).toContain('--sum');
  });
});

describe('tolerance', () => {
  const compare = (one: string, other: string, tolerance: string) =>
    reconcile(
      `-p 2026-01 --tolerance ${tolerance}`,
      bothReports({ '2026-01-01': one }, { '2026-01-01': other }),
    );

  test.each([
    ['10.00', '10.05', '0.05', 0],
    ['10.00', '10.06', '0.05', 15],
    ['10.00', '10.0500000000000000000001', '0.05', 15],
    ['-10.05', '-10', '0.05', 0],
    ['199', '200', '0.5%', 0],
    ['198.99', '200', '0.5%', 15],
    ['-199', '-200', '0.5%', 0],
    ['0', '0', '0%', 0],
    ['0', '0.01', '99.9%', 15],
    ['-1', '1', '99%', 15],
    ['9007199254740993', '9007199254740992', '0', 15],
    ['9007199254740993.1', '9007199254740993.10', '0', 0],
  ])('%s and %s with %s: exit %d, also if swapped', async (one, other, tolerance, exitCode) => {
    expect((await compare(one, other, tolerance)).exitCode).toBe(exitCode);
    expect((await compare(other, one, tolerance)).exitCode).toBe(exitCode);
  });

  test('an agreement that is not exact says so, with the difference', async () => {
    const { stdout } = await reconcile(
      '--from 2026-01-01 --to 2026-01-01 --by day --tolerance 1% -f table',
      bothReports({ '2026-01-01': '199' }, { '2026-01-01': '200' }),
    );
    expect(stdout).toBe('1 day agrees within the tolerance: revenue 199, domains 200, difference -1\n');
  });

  test.each(['100%', '1,5', '-1', 'x', '', '0.5 %'])('refuses %j', async (tolerance) => {
    const { stderr, exitCode } = await runCli(['reconcile', '-p', '2026-01', `--tolerance=${tolerance}`]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('error: --tolerance takes an amount such as 0.05, or a percentage below 100%');
  });
});

describe('a report and a file', () => {
  test('keys, amounts and the difference are exact', async () => {
    const paid = '\ufeffmonth,amount,note\r\n2026-01,10.10,"a, ""b"""\r\n\r\n2026-02-28,-3.5,\r\n';
    const { stdout, stderr, exitCode } = await reconcile(
      `${WITH} -p 2026-01..2026-02`,
      months({ '2026-01': '10.1', '2026-02': '-3.25' }),
      { paid, ...ON_TERMINAL },
    );
    expect(stdout).toBe(
      'month,revenue_revenue,file_amount,difference,status\n2026-02,-3.25,-3.50,0.25,differs\n',
    );
    expect(stderr).toContain(
      '1 of 2 months differs: revenue 6.85, paid.csv 6.60, difference 0.25; 1 warning above',
    );
    expect(exitCode).toBe(15);
  });

  test.each([
    ['2026-01,1.234', '', 'the point in 1.234 is a decimal sign; if it separates thousands, write 1234'],
    ['2026-01;-1,234', ' --decimal-comma', undefined],
    [
      '2026-01;1,234',
      ' --decimal-comma',
      'the comma in 1,234 is a decimal sign; if it separates thousands, write 1234',
    ],
    ['2026-01,1234.000', '', undefined],
    ['2026-01,1.23', '', undefined],
    ['2026-01,1200.500', '', undefined],
  ])('%s%s: three decimals that may be thousands', async (line, args, note) => {
    const paid = `${line.includes(';') ? 'month;amount' : 'month,amount'}\n${line}\n`;
    const { stderr } = await reconcile(`${WITH} -p 2026-01${args}`, months({ '2026-01': '1234' }), { paid });
    const expected = note === undefined ? undefined : `note: paid.csv, 2026-01: ${note}`;
    expect(stderr.split('\n').find((each) => each.includes('decimal sign'))).toBe(expected);
  });

  test('if all agree, a pipe gets an empty document, and nothing is said', async () => {
    const paid = 'month,amount\n2026-01,10.10\n';
    const undated: RecordsOf = () => ['{"campaign":"A","revenue":10.10}'];
    const run = (format: string, options = {}) =>
      reconcile(`${WITH} -p 2026-01 -f ${format}`, undated, { paid, ...options });
    const sentence = '1 month agrees: revenue 10.10, paid.csv 10.10, difference 0.00';
    for (const [format, document] of Object.entries({
      csv: '',
      json: '[]\n',
      ndjson: '',
      table: `${sentence}\n`,
      markdown: `${sentence}\n`,
    })) {
      const { stdout, stderr, exitCode } = await run(format);
      expect({ stdout, stderr, exitCode }).toEqual({ stdout: document, stderr: '', exitCode: 0 });
    }
    expect((await run('csv', { stderrTty: true })).stderr).toContain(`${sentence}\n`);
    // A terminal shows it once.
    const onTerminal = await run('table', { tty: true });
    expect({ stdout: onTerminal.stdout, stderr: onTerminal.stderr }).toEqual({
      stdout: `${sentence}\n`,
      stderr: '',
    });
    const doubtful = await reconcile(`${WITH} -p 2026-01 -f table`, JANUARY, { paid });
    expect(doubtful.stdout).toBe(`${sentence}; 1 warning may hide a difference\n`);
  });

  test('a key with the same value in all rows stays a column of a narrow table', async () => {
    const paid = 'month,campaign,amount\n2026-01,A,1\n2026-02,A,2\n';
    const { stdout, exitCode } = await reconcile(
      'revenue --with paid.csv --on month,campaign --column amount -p 2026-01..2026-02',
      months({ '2026-01': '10.10', '2026-02': '20.20' }),
      { paid, tty: true, columns: 36 },
    );
    expect(exitCode).toBe(15);
    expect(stdout).toMatch(/^month +campaign /m);
  });

  test('lines outside the range are counted, also with --quiet', async () => {
    const paid = 'month,amount\n2025-12,1.5\n2026-01,10.10\n2026-02,2\n';
    const { stderr, exitCode } = await reconcile(`${WITH} -p 2026-01 --quiet`, JANUARY, { paid });
    expect(exitCode).toBe(0);
    expect(stderr).toBe(
      'note: paid.csv: 2 lines outside 2026-01-01..2026-01-31, not compared: 3.5 in all, first line 2\n',
    );
  });

  test('a file of other years does not agree', async () => {
    const paid = 'month,amount\n2025-01,10.10\n';
    expect((await reconcile(`${WITH} -p 2026-01`, JANUARY, { paid })).exitCode).toBe(15);
    expect((await reconcile(`${WITH} -p 2026-01`, () => [], { paid })).exitCode).toBe(3);
  });

  test('a month that is partly in the range is a warning', async () => {
    const paid = 'month,amount\n2026-01,10.10\n';
    const line = `${WITH} --from 2026-01-01 --to 2026-01-30`;
    const { stderr, exitCode } = await reconcile(line, JANUARY, { paid });
    expect(stderr).toContain(
      'warning: paid.csv, line 2: 2026-01-01..2026-01-31 is only partly in the range 2026-01-01..2026-01-30\n',
    );
    expect(exitCode).toBe(0);
    const strict = await reconcile(`${line} --strict`, JANUARY, { paid });
    expect({ stdout: strict.stdout, exitCode: strict.exitCode }).toEqual({ stdout: '', exitCode: 9 });
  });

  test('several keys, by the names of the report and those of the file', async () => {
    const records: RecordsOf = () => [
      '{"date":"2026-01-01","campaign":"A","no":7,"revenue":1}',
      '{"date":"2026-01-01","campaign":"Ä, \\"b\\"","no":8,"revenue":2}',
      '{"date":"2026-01-01","campaign":null,"no":9,"revenue":3}',
    ];
    const paid =
      'Monat;campaign;no;Betrag\n2026-01;A;7;1,0\n2026-01;"Ä, ""b""";8;2\n2026-01;;9;3,00\n2026-01;B;7;-4\n';
    const { stdout, exitCode } = await reconcile(
      'revenue --with paid.csv --on month=Monat,campaign,no --column Betrag --decimal-comma -p 2026-01 -f json',
      records,
      { paid },
    );
    expect(JSON.parse(stdout)).toEqual([
      {
        month: '2026-01',
        campaign: 'B',
        no: '7',
        revenue_revenue: null,
        file_Betrag: -4,
        difference: 4,
        status: 'only_in_file',
      },
    ]);
    expect(exitCode).toBe(15);
  });

  test('without a unit of time, keys are compared over the whole range', async () => {
    const paid = 'campaign,amount\nA,3\n';
    const records = bothReports({ '2026-01-01': '1', '2026-02-01': '2' }, {});
    const line = 'revenue --with paid.csv --on campaign --column amount -p 2026-01..2026-02';
    expect((await reconcile(line, records, { paid })).exitCode).toBe(0);
  });

  test('stdin is a file', async () => {
    const { exitCode } = await reconcile('revenue --with - --on month --column amount -p 2026-01', JANUARY, {
      stdin: 'month,amount\n2026-01,10.10',
    });
    expect(exitCode).toBe(0);
  });

  test.each([
    [
      'a thousands separator',
      'month,amount\n2026-01,"1,234.50"\n',
      'line 2, column "amount": "1,234.50" is not a plain number',
    ],
    [
      'a decimal comma',
      'month,amount\n2026-01,"1.234,50"\n',
      '"1.234,50" is not a plain number\nhint: write amounts as -1234.50, without separators of thousands or a currency; for amounts such as 1234,50 use --decimal-comma',
    ],
    ['an exponent', 'month,amount\n2026-01,1e3\n', '"1e3" is not a plain number'],
    ['a currency', 'month,amount\n2026-01,€5\n', '"€5" is not a plain number'],
    ['a space', 'month,amount\n2026-01, 5\n', '" 5" is not a plain number'],
    ['an empty amount', 'month,amount\n2026-01,\n', 'line 2, column "amount": there is no amount'],
    [
      'a line of totals',
      'month,amount\n2026-01,5\nTotal,5\n',
      'line 3, column "month": "Total" is not a month',
    ],
    ['an ambiguous date', 'month,amount\n01/02/2026,5\n', '"01/02/2026" is not a month'],
    ['a day that does not exist', 'month,amount\n2026-02-30,5\n', '"2026-02-30" is not a month'],
    ['a week of no year', 'month,amount\n9999-W52,5\n', '"9999-W52" is not a month'],
    ['a longer span', 'month,amount\n2026-Q1,5\n', '"2026-Q1" is longer than one month'],
    [
      'a key that occurs twice',
      'month,amount\n2026-01,5\n2026-02,5\n2026-01-31,5\n2026-01,6\n',
      'paid.csv, lines 2, 4 and 5: "2026-01" occurs more than once',
    ],
    [
      'a missing column',
      'month,amuont\n2026-01,5\n',
      'has no column "amount" (--column)\nhint: did you mean "amuont"? the columns are: month, amuont',
    ],
    [
      'another delimiter',
      'month;amount\n2026-01;5\n',
      'has no column "month" (--on)\nhint: its first line has no ",": use --delimiter ";"',
    ],
    ['two columns of one name', 'month,amount,amount\n2026-01,5,6\n', 'has several columns called "amount"'],
    [
      'another number of fields',
      'month,amount\n2026-01,5,6\n2026-02,1\n',
      'line 2: it has 3 fields, and the header 2\nhint: put quotation marks around a field with "," in it, or name another delimiter with --delimiter',
    ],
    [
      'too few fields',
      'month,amount,note\n2026-01,5\n2026-02,1,a\n',
      'line 2: it has 2 fields, and the header 3\nhint: remove lines that are titles or totals',
    ],
    [
      'a decimal comma without quotation marks',
      'month,amount\n2026-01,1.234,50\n',
      'line 2: it has 3 fields, and the header 2\nhint: write 1.234,50 as 1234.50; or write all amounts as 1234,50 in a file with semicolons, and use --decimal-comma',
    ],
    ['a last line that is cut off', 'month,amount\n2026-01,5\n2026', 'line 3, the last one, has 1 field'],
    ['an open quotation mark', 'month,amount\n"2026-01,5\n', 'line 2 opens a quoted field that never ends'],
    ['invalid UTF-8', 'month,amount\n2026-01,5\n\ufffd,6\n', 'line 3: it is not valid UTF-8'],
    ['a header alone', 'month,amount\n', 'paid.csv has no line below its header'],
    ['nothing', '', 'paid.csv has no line below its header'],
    ['JSON', '[{"a":1}]', 'paid.csv cannot be read as CSV'],
  ])('%s is refused before the first request', async (_what, paid, message) => {
    const { stdout, stderr, exitCode, service } = await reconcile(`${WITH} -p 2026-01..2026-02`, JANUARY, {
      paid,
    });
    expect(stderr).toContain(message);
    expect({ stdout, exitCode, requests: service.requests.length }).toEqual({
      stdout: '',
      exitCode: 2,
      requests: 0,
    });
  });
});

describe('currencies', () => {
  const MIXED: RecordsOf = () => [
    '{"date":"2026-01-01","currency":"EUR","revenue":1}',
    '{"date":"2026-01-01","currency":"USD","revenue":2}',
  ];
  const EUROS: RecordsOf = ({ query }) =>
    query.start_date === '2026-01-01' ? ['{"date":"2026-01-01","currency":"EUR","revenue":1}'] : [];

  test('several are refused, with the way out, which has no totals', async () => {
    const { stdout, stderr, exitCode } = await reconcile('-p 2026-01', MIXED);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toBe(
      'error: amounts of different currencies: revenue in EUR and USD\n' +
        'hint: compare each currency by its column: --on month,currency; or keep one: --where currency=EUR\n',
    );
    const strict = await reconcile('-p 2026-01 --strict', MIXED);
    expect(strict).toMatchObject({ exitCode: 9, stdout: '' });
    expect(strict.stderr).toContain('use --on month,currency, or keep one with --where currency=EUR\n');
    const inTotal = await reconcile('-p 2026-01 --strict --by total', MIXED);
    expect(inTotal.stderr).toContain('use --on currency, or keep one with --where currency=EUR\n');
    const each = await reconcile('-p 2026-01 --by month --on currency --all -f table', MIXED);
    expect(withoutCaption(each.stdout)).not.toContain('total');
    expect(each.exitCode).toBe(0);
    expect((await reconcile('-p 2026-01 --by total --on currency', MIXED)).exitCode).toBe(0);
    expect((await reconcile('-p 2026-01 --by total', MIXED)).exitCode).toBe(2);
    expect((await reconcile('-p 2026-01 --where currency=EUR', MIXED)).exitCode).toBe(0);
  });

  test.each([
    ['month,amount,currency\n2026-01,1,USD\n', 2],
    ['month,amount,currency\n2026-01,1,EUR\n', 0],
    ['month,amount,currency\n2026-01,1,EUR\n2026-02,1,USD\n', 2],
  ])('a file in %j', async (paid, exitCode) => {
    const result = await reconcile(`${WITH} -p 2026-01..2026-02`, EUROS, { paid });
    expect(result.exitCode).toBe(exitCode);
    if (exitCode === 2) expect(result.stderr).toMatch(/different currencies: revenue in EUR, paid\.csv in/);
  });
});

describe('doubts', () => {
  test('an amount that every record lacks is a warning, and not 0', async () => {
    const records: RecordsOf = ({ query }) => [
      `{"date":"${query.start_date}","revenue":${query.start_date === '2026-02-01' ? null : 10.1}}`,
    ];
    const paid = 'month,amount\n2026-01,10.10\n2026-02,0\n';
    const { stdout, stderr } = await reconcile(`${WITH} -p 2026-01..2026-02`, records, {
      ...{ paid, ...ON_TERMINAL },
    });
    expect(stdout).toContain('2026-02,,0.00,0.00,only_in_file');
    expect(stderr).toContain('warning: revenue has no revenue in 1 row, such as 2026-02\n');
    expect(stderr).toMatch(/differs .*; 2 warnings above may be the reason\n/);
  });

  test('a day that is not over is a warning, and an error with --strict', async () => {
    const records = bothReports({ '2026-06-15': '1' }, { '2026-06-15': '1' });
    const line = '--from today --by day';
    const { stderr, exitCode } = await reconcile(line, records);
    expect(stderr).toContain('warning: 2026-06-15 is not over: its amounts may still change\n');
    expect(exitCode).toBe(0);
    expect((await reconcile(`${line} --strict`, records)).exitCode).toBe(9);
  });

  test('a partial answer is a warning beside the result', async () => {
    const service = await startService((_request, response) =>
      response.end('{"data":[{"revenue":1}],"next":"/page2"}'),
    );
    const { stderr, exitCode } = await runCli('reconcile -p 2026-01', { env: service.env });
    expect(stderr).toContain('has "next"');
    expect(exitCode).toBe(0);
    expect((await runCli('reconcile -p 2026-01 --strict', { env: service.env })).exitCode).toBe(9);
  });

  test('a report without a column to add up is refused', async () => {
    const { stderr, exitCode } = await reconcile('-p 2026-01', () => ['{"domain":"x"}']);
    expect(stderr).toContain('error: revenue has no column to add up\n');
    expect(exitCode).toBe(2);
  });

  test('a failed request writes nothing', async () => {
    const service = await startService((request, response) =>
      isDomains(request) ? sendStatus(response, 400) : response.end('{"data":[{"revenue":1}]}'),
    );
    const home = createHome();
    home.write('out.csv', 'old');
    const { exitCode } = await runCli('reconcile -p 2026-01 -o out.csv', { home, env: service.env });
    expect(exitCode).toBe(5);
    expect(home.read('out.csv')).toBe('old');
  });
});

describe('a dataset', () => {
  test('gives both reports without a request', async () => {
    const records = bothReports(
      { '2026-01-01': '1', '2026-02-01': '2' },
      { '2026-01-01': '1', '2026-02-01': '3' },
    );
    const service = await startRecordService(records);
    const home = createHome();
    await runCli('sync revenue,domains sales --from 2026-01 --to 2026-02', { home, env: service.env });
    const before = service.requests.length;
    const line = 'reconcile --from-dataset sales -p 2026-01..2026-02';
    const { stdout, exitCode } = await runCli(line, { home });
    expect(stdout).toBe((await runCli('reconcile -p 2026-01..2026-02', { home, env: service.env })).stdout);
    expect(stdout).toContain('2026-02,2,3,-1,differs\n');
    expect(exitCode).toBe(15);
    expect(service.requests).toHaveLength(before + 4);
    // Domains without dates have no days.
    expect((await runCli(`${line} --by day`, { home })).exitCode).toBe(2);
    home.write('paid.csv', 'day,amount\n2026-01-01,1\n2026-02-01,2.0\n');
    const file = 'revenue --with paid.csv --on day --column amount';
    expect((await runCli(line.replace('reconcile', `reconcile ${file}`), { home })).exitCode).toBe(0);
    expect((await runCli(`${line} --timeout 3`, { home })).stderr).toContain(
      'error: --from-dataset cannot be combined with --timeout',
    );
  });
});

describe('output', () => {
  const DIFFERENT = bothReports({ '2026-01-01': '1234.5' }, { '2026-01-01': '1234.504' });

  test('a terminal shows all digits of the amounts, the sides, and the totals', async () => {
    const { stdout } = await reconcile('-p 2026-01', DIFFERENT, { stdoutTty: true });
    expect(stdout).toContain('revenue and domains 2026-01-01..2026-01-31');
    expect(stdout).toContain('1,234.500');
    expect(stdout).toContain('-0.004');
    expect(stdout).toMatch(/^total .* -0\.004/m);
  });

  test('files have the format of their extension', async () => {
    const home = createHome();
    await reconcile('-p 2026-01 -o out.csv.gz', DIFFERENT, { home });
    expect(gunzipSync(readFileSync(path.join(home.work, 'out.csv.gz'))).toString()).toContain(
      '1234.500,1234.504,-0.004',
    );
    const { stderr, exitCode } = await reconcile('-p 2026-01 -o out.xlsx', DIFFERENT, { home });
    expect(stderr).toContain('error: reconcile does not write xlsx');
    expect(exitCode).toBe(2);
  });

  test('--dry-run prints the requests of both reports', async () => {
    const { stdout, service } = await reconcile('-p 2026-01 --dry-run', DIFFERENT);
    expect(stdout).toMatch(/\/revenue\?.*\/revenue\/domains\?/s);
    expect(service.requests).toEqual([]);
  });
});

test.each([
  ['revenue -p 2026-01', 'reconcile revenue needs --with and a file to compare it with'],
  ['--with a.csv -p 2026-01', '--with needs a report to compare the file with'],
  ['revenue --with a.csv --column x -p 2026-01', '--with a.csv needs --on: the keys that both sides have'],
  ['revenue --with a.csv --on month -p 2026-01', '--with a.csv needs --column: its column with the amounts'],
  ['--column x -p 2026-01', '--column goes with --with'],
  ['--decimal-comma -p 2026-01', '--decimal-comma goes with --with'],
  ['--on day,month -p 2026-01', '--on day and month: choose one unit of time'],
  ['--by day --on month -p 2026-01', '--on month: choose one unit of time'],
  [
    'revenue --with a.csv --on month --column x --decimal-comma --delimiter , -p 2026-01',
    '--decimal-comma needs a delimiter other than the comma',
  ],
])('refuses: reporting reconcile %s', async (line, message) => {
  const { stderr, exitCode } = await runCli(`reconcile ${line}`);
  expect(stderr).toContain(`error: ${message}`);
  expect(exitCode).toBe(2);
});
