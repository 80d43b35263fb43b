import { describe, expect, test } from 'vitest';
import { daysFrom } from '../harness/daily-service.ts';
import { clientProfile, storeProfiles } from '../harness/profiles.ts';
import { type CliOptions, type CliResult, createHome, runCli } from '../harness/run-cli.ts';
import { sendJson, sendStatus, startService, type TestService } from '../harness/service.ts';

/** Yesterday for the usual clock, a Sunday. */
const DAY = '2026-06-14';
/** The eight Sundays before it. */
const SUNDAYS = [
  ...['2026-04-19', '2026-04-26', '2026-05-03', '2026-05-10'],
  ...['2026-05-17', '2026-05-24', '2026-05-31', '2026-06-07'],
];

/** The revenue of each campaign on a day; undefined for a day without any record. */
type Sales = (day: string) => Readonly<Record<string, string>> | undefined;

/** A service with a record for each campaign and requested day. */
function startSales(sales: Sales): Promise<TestService> {
  return startService(({ query }, response) => {
    const records = daysFrom(query.start_date!, query.end_date!).flatMap((date) =>
      Object.entries(sales(date) ?? {}).map(([campaign, revenue]) =>
        JSON.stringify({ date, campaign }).replace('}', `,"revenue":${revenue}}`),
      ),
    );
    sendJson(response, `{"data":[${records}]}`);
  });
}

async function check(sales: Sales, line: string, options: CliOptions = {}): Promise<CliResult> {
  const { env } = await startSales(sales);
  return runCli(`check revenue -g campaign ${line}`, { env, ...options });
}

const FALL = "--alert 'revenue_percent<-30'";
/** Compared with the last two Sundays: each day is a request. */
const FALLS = `${FALL} --against same-weekday:2`;
const UNMET = "--alert 'revenue_percent<-60' --against same-weekday:2";

describe('a group that falls', () => {
  const sales: Sales = (day) => ({ A: day === DAY ? '50.00' : '100.00', B: '100.00' });

  test('is a line and exit 14, and nothing on stderr', async () => {
    expect(await check(sales, FALLS)).toMatchObject({
      exitCode: 14,
      stdout: 'alert  campaign=A  revenue 50.00, usually 100.00: -50.00 (-50.00 %)  revenue_percent<-30\n',
      stderr: '',
    });
  });

  test('is none if no group meets the condition', async () => {
    expect(await check(sales, UNMET)).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  test.each([
    [
      'json',
      `[\n{"kind":"alert","day":"${DAY}","group":{"campaign":"A"},"alert":"revenue_percent<-30","measure":"revenue","now":50.00,"usual":100.00,"change":-50.00,"percent":-50.00}\n]\n`,
      '[]\n',
    ],
    [
      'csv',
      `kind,day,group.campaign,alert,measure,now,usual,change,percent\nalert,${DAY},A,revenue_percent<-30,revenue,50.00,100.00,-50.00,-50.00\n`,
      '',
    ],
    [
      'markdown',
      expect.stringContaining(`| alert | ${DAY} | A | revenue_percent\\<-30 | revenue | 50.00 | 100.00 |`),
      '',
    ],
  ])('as %s', async (format, alerts, none) => {
    expect(await check(sales, `${FALLS} -f ${format}`)).toMatchObject({ exitCode: 14, stdout: alerts });
    const quiet = await check(sales, `${UNMET} -f ${format}`);
    expect(quiet).toMatchObject({ exitCode: 0, stdout: none });
  });

  test('has a summary on a terminal', async () => {
    const result = await check(sales, FALLS, { stderrTty: true, columns: 200 });
    expect(result.stderr).toContain(`1 alert in 2 groups of revenue ${DAY}, compared with 2026-05-31, `);
    const quiet = await check(sales, UNMET, { stderrTty: true, columns: 200 });
    expect(quiet.stderr).toContain('0 alerts in 2 groups');
  });

  test('requests only the days that it compares, each alone', async () => {
    const service = await startSales(sales);
    await runCli(`check revenue -g campaign ${FALL}`, { env: service.env });
    const asked = service.requests.map(({ query }) => [query.start_date, query.end_date]).sort();
    expect(asked).toEqual([...SUNDAYS, DAY].map((day) => [day, day]));
  });

  test.each([
    ['--against same-weekday:2', SUNDAYS.slice(-2)],
    ['--against previous', ['2026-06-13']],
    ['--against year', ['2025-06-14']],
  ])('%s compares with those days', async (option, days) => {
    const service = await startSales(sales);
    await runCli(`check revenue -g campaign ${FALL} ${option}`, { env: service.env });
    expect(service.requests.map(({ query }) => query.start_date).sort()).toEqual([...days, DAY]);
  });
});

test('the median of an even number of days is the exact mean of the middle two', async () => {
  const values = ['1', '0.10', '900719925474099.3', '0.3', '7', '3.05', '3', '2'];
  const sales: Sales = (day) => ({ A: values[SUNDAYS.indexOf(day)] ?? '0' });
  const { stdout } = await check(sales, "--alert 'revenue_change<0' -f json");
  expect(stdout).toContain('"now":0,"usual":2.5,"change":-2.5,"percent":-100.00');
});

test('a side without records is null in JSON', async () => {
  const sales: Sales = (day) => (day === DAY ? { B: '1' } : { A: '100', B: '1' });
  const { stdout } = await check(sales, `${FALLS} -f json`);
  const gone = '"kind":"gone","day":"2026-06-14","group":{"campaign":"A"},"alert":"gone","measure":"revenue"';
  expect(stdout).toBe(`[\n{${gone},"now":null,"usual":100,"change":-100,"percent":-100.00}\n]\n`);
});

test('large numbers and decimals stay exact', async () => {
  const sales: Sales = (day) => ({ A: day === DAY ? '9007199254740992.01' : '9007199254740993.02' });
  const { stdout } = await check(sales, "--alert 'revenue_change<-1' --against same-weekday:3 -f csv");
  expect(stdout).toContain('9007199254740992.01,9007199254740993.02,-1.01,');
});

test('conditions on any column of a comparison; each row names its own', async () => {
  const sales: Sales = (day) => ({ A: day === DAY ? '50' : '100', B: day === DAY ? '130' : '100' });
  const { stdout } = await check(
    sales,
    "--against previous --alert '%<-30%' --alert 'revenue_change>20' --alert revenue_before=99 --alert 'change<-10'",
  );
  expect(stdout.split('\n')).toEqual([
    'alert  campaign=A  revenue 50, usually 100: -50 (-50.00 %)  %<-30%',
    'alert  campaign=A  revenue 50, usually 100: -50 (-50.00 %)  change<-10',
    'alert  campaign=B  revenue 130, usually 100: 30 (30.00 %)  revenue_change>20',
    '',
  ]);
});

test('without --group-by, all records are one group', async () => {
  const { env } = await startSales((day) => ({ A: day === DAY ? '1' : '5', B: '5' }));
  const { stdout } = await runCli(`check revenue ${FALLS}`, { env });
  expect(stdout).toBe('alert  all records  revenue 6, usually 10: -4 (-40.00 %)  revenue_percent<-30\n');
});

test('--where, --sum and --count choose records and measures', async () => {
  const sales: Sales = (day) => ({ A: day === DAY ? '1' : '5', B: day === DAY ? '1' : '5' });
  const { stdout } = await check(
    sales,
    `${FALLS} --where campaign=B --sum revenue --count --alert 'count<1'`,
  );
  expect(stdout).toBe('alert  campaign=B  revenue 1, usually 5: -4 (-80.00 %)  revenue_percent<-30\n');
});

describe('groups that vanish and start', () => {
  /** A campaign with records on the last `count` of the Sundays, and not on the day. */
  const vanished =
    (count: number): Sales =>
    (day) => ({ B: '10', ...(SUNDAYS.slice(-count).includes(day) && { A: '80.10' }) });

  test('a group with records on half of the days is gone', async () => {
    const { stdout, exitCode } = await check(vanished(8), FALL);
    expect(stdout).toBe('gone   campaign=A  revenue none, usually 80.10: -80.10 (-100.00 %)\n');
    expect(exitCode).toBe(14);
    expect((await check(vanished(4), FALL)).stdout).toContain('gone   campaign=A');
    expect(await check(vanished(3), FALL)).toMatchObject({ stdout: '', exitCode: 0 });
  });

  test('a group is new if none of the days has records of it', async () => {
    const sales: Sales = (day) => ({ B: '10', ...(day === DAY && { A: '12.00' }) });
    expect(await check(sales, `${FALLS} --alert 'revenue_change>1'`)).toMatchObject({
      exitCode: 14,
      stdout: 'new    campaign=A  revenue 12.00, usually none: 12.00\n',
    });
    const rare: Sales = (day) => ({ B: '10', ...([DAY, SUNDAYS[2]].includes(day) && { A: '12.00' }) });
    expect(await check(rare, FALL)).toMatchObject({ stdout: '', exitCode: 0 });
  });

  test('a group of zeros neither starts nor vanishes', async () => {
    expect((await check((day) => (day === DAY ? { B: '1' } : { A: '0', B: '1' }), FALLS)).stdout).toBe('');
    expect((await check((day) => (day === DAY ? { A: '0', B: '1' } : { B: '1' }), FALLS)).stdout).toBe('');
  });

  test('--no-gone and --no-new leave them out; conditions still see them', async () => {
    const sales: Sales = (day) => (day === DAY ? { B: '10', N: '5' } : { B: '10', A: '80' });
    expect((await check(sales, `${FALLS} --no-new`)).stdout).toMatch(/^gone .*A.*\n$/);
    expect((await check(sales, `${FALLS} --no-gone`)).stdout).toBe(
      'alert  campaign=A  revenue none, usually 80: -80 (-100.00 %)  revenue_percent<-30\nnew    campaign=N  revenue 5, usually none: 5\n',
    );
  });

  test('--min holds for all kinds, on the day or usually', async () => {
    const sales: Sales = (day) =>
      day === DAY
        ? { large: '10', small: '1', started: '200', drops: '5' }
        : { large: '150', small: '90', gone: '200', drops: '9' };
    const { stdout } = await check(sales, `${FALLS} --min 'revenue>100'`);
    expect(stdout.match(/campaign=\w+/g)).toEqual(['campaign=started', 'campaign=gone', 'campaign=large']);
    const both = await check(sales, `${FALLS} --min 'revenue>100' --min 'revenue_before>180'`);
    expect(both.stdout.match(/campaign=\w+/g)).toEqual(['campaign=gone']);
  });
});

describe('days without records', () => {
  const steady: Sales = () => ({ A: '100', B: '100' });
  const without =
    (...days: readonly string[]): Sales =>
    (day) =>
      days.includes(day) ? undefined : { A: day === DAY ? '50' : '100' };

  test('among the like days are not compared, and named', async () => {
    expect(await check(without(SUNDAYS[0]!, SUNDAYS[5]!), FALL)).toMatchObject({
      exitCode: 14,
      stdout: expect.stringContaining('usually 100:'),
      stderr: `warning: no records on 2 of 8 days to compare with: 2026-04-19, 2026-05-24 [gaps]\n`,
    });
    // Five days of zero would make the median zero.
    expect((await check(without(...SUNDAYS.slice(0, 5)), FALL)).stdout).toContain('usually 100:');
  });

  test('a day without records is exit 3, and not a drop', async () => {
    expect(await check(without(DAY), FALLS)).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringContaining(`error: no records for revenue ${DAY}..${DAY}`),
    });
  });

  test('nothing to compare with is exit 3', async () => {
    expect(await check(without(...SUNDAYS), FALLS)).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringContaining('error: no records of revenue to compare with: 2026-05-31, '),
    });
  });

  test('a condition that matches no record is exit 3', async () => {
    const { exitCode, stderr } = await check(steady, `${FALLS} --where campaign=C`);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`error: no record of revenue 2026-05-31..${DAY} matches --where`);
  });
});

describe('failures have exit codes of their own', () => {
  test('a failed pull', async () => {
    const { env } = await startService((_request, response) => sendStatus(response, 403));
    const { exitCode, stdout } = await runCli(`check revenue ${FALLS}`, { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
  });

  test('a partial response is exit 9, unless it is allowed', async () => {
    const { env } = await startService(({ query }, response) =>
      sendJson(response, `{"data":[{"date":"${query.start_date}","campaign":"A","revenue":1}],"next":"/2"}`),
    );
    const partial = await runCli(`check revenue ${FALLS}`, { env });
    expect({ exitCode: partial.exitCode, stdout: partial.stdout }).toEqual({ exitCode: 9, stdout: '' });
    expect(partial.stderr).toContain('has "next": "/2": it may be only a part of the data');
    expect(partial.stderr).toContain(
      '[partial:next]\nhint: no alert was printed: check makes this warning an error\n',
    );
    expect(await runCli(`check revenue ${FALLS} --allow partial:next`, { env })).toMatchObject({
      exitCode: 0,
    });
  });

  test('records of other days are exit 7', async () => {
    const { env } = await startService((_request, response) =>
      sendJson(response, '{"data":[{"date":"2026-01-01","campaign":"A","revenue":1}]}'),
    );
    expect(await runCli(`check revenue ${FALLS}`, { env })).toMatchObject({ exitCode: 7, stdout: '' });
  });

  test('a currency that appears is exit 9, unless it has groups of its own', async () => {
    const { env } = await startService(({ query: { start_date: date } }, response) => {
      const record = (currency: string) => JSON.stringify({ date, campaign: 'A', currency, revenue: 10 });
      sendJson(response, `{"data":[${[record('EUR'), ...(date === DAY ? [record('USD')] : [])]}]}`);
    });
    const mixed = await runCli(`check revenue -g campaign ${FALLS}`, { env });
    expect({ exitCode: mixed.exitCode, stdout: mixed.stdout }).toEqual({ exitCode: 9, stdout: '' });
    expect(mixed.stderr).toContain(
      'revenue combines amounts in EUR and USD: use --group-by campaign,currency',
    );
    expect(await runCli(`check revenue -g campaign,currency ${FALLS}`, { env })).toMatchObject({
      exitCode: 14,
      stdout: 'new    campaign=A, currency=USD  revenue 10, usually none: 10\n',
    });
  });

  test.each([
    ['-p today', 'check compares whole days, and 2026-06-15 is not over: today is 2026-06-15'],
    ['-p 2027-01-01', 'check compares whole days, and 2027-01-01 is not over'],
    ['-p last-week', 'check compares one day, and 2026-06-08..2026-06-14 has 7: choose one with --period'],
    ['-p 0001-01-05', '--against: the days before 0001-01-05 would start before the year 0001'],
    [
      '--against same-weekday:53',
      '--against takes same-weekday:1 to same-weekday:52, previous or year, not "same-weekday:53"',
    ],
    ['--against previus', 'did you mean previous?'],
    ["--alert 'revenue<1' --alert 'revenue<1'", '--alert "revenue<1" is given twice'],
    ["--alert 'revenue_pct<1'", 'no record has the column "revenue_pct" (--alert)'],
    ["--min 'revnue>1'", 'no record has the column "revnue" (--min)'],
    ['--alert nothing', '--alert "nothing" is not a condition'],
    ['-g date', '--group-by date: no two days have a group in common'],
  ])('%s is refused', async (line, message) => {
    const { exitCode, stdout, stderr } = await check(
      () => ({ A: '1' }),
      `${line.includes('--against') ? FALL : FALLS} ${line}`,
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('without a condition, nothing is checked', async () => {
    const { exitCode, stderr } = await check(() => ({ A: '1' }), '');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      "check needs --alert: a condition that a group should not meet\nhint: for example: --alert 'revenue_percent<-30'",
    );
  });
});

describe('several clients', () => {
  async function startClients(sales: Readonly<Record<string, Sales>>) {
    const home = createHome();
    const service = await startService(({ query: { start_date: date }, headers }, response) => {
      const name = Object.keys(sales).find(
        (each) => headers['client-id'] === clientProfile({ baseUrl: '' }, each).clientId,
      )!;
      const records = Object.entries(sales[name]!(date!) ?? {}).map(([campaign, revenue]) => ({
        date,
        campaign,
        revenue: Number(revenue),
      }));
      sendJson(response, JSON.stringify({ data: records }));
    });
    storeProfiles(
      home,
      Object.fromEntries(Object.keys(sales).map((name) => [name, clientProfile(service, name)])),
    );
    return home;
  }

  test('are compared each by itself, and named', async () => {
    const home = await startClients({
      acme: (day) => ({ A: day === DAY ? '5' : '10' }),
      brava: (day) => (day < '2026-06-01' ? undefined : { A: day === DAY ? '1' : '10' }),
    });
    const line = `check revenue -g campaign --all-profiles ${FALL}`;
    expect(await runCli(line, { home })).toMatchObject({
      exitCode: 14,
      stdout:
        'alert  acme  campaign=A  revenue 5, usually 10: -5 (-50.00 %)  revenue_percent<-30\n' +
        'alert  brava  campaign=A  revenue 1, usually 10: -9 (-90.00 %)  revenue_percent<-30\n',
      stderr: expect.stringContaining(
        'warning: profile brava: no records on 7 of 8 days to compare with: 2026-04-19',
      ),
    });
    const { stdout } = await runCli(`${line} -f json`, { home });
    expect(JSON.parse(stdout).map(({ profile }: { profile: string }) => profile)).toEqual(['acme', 'brava']);
  });

  test('one without records on the day fails the check', async () => {
    const home = await startClients({
      acme: () => ({ A: '1' }),
      brava: (day) => (day === DAY ? undefined : { A: '1' }),
    });
    const { exitCode, stderr } = await runCli(`check revenue -g campaign --all-profiles ${FALLS}`, { home });
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`error: profile brava: no records for revenue ${DAY}..${DAY}`);
  });
});

describe('--input', () => {
  test.each(['parquet', 'csv'])('%s: the same alerts without a request', async (format) => {
    const home = createHome();
    const env = { REPORTING_SANDBOX: '--seed 3' };
    await runCli(`sync revenue sales --sandbox --from 2026-05 --format ${format}`, { home, env });
    const line =
      "-g campaign --against same-weekday:4 --alert 'revenue_percent<-5' --alert 'revenue_percent>5' -f json";
    const live = await runCli(`check revenue --sandbox ${line}`, { env });
    expect(live.exitCode).toBe(14);
    const stored = await runCli(`check revenue --input sales ${line}`, { home });
    expect(stored).toMatchObject({ exitCode: 14, stdout: live.stdout });
    expect((await runCli(`check revenue --input sales ${line} -p 2026-05-20`, { home })).stderr).toContain(
      'error: sales lacks days of revenue: 2026-04-22',
    );
  });

  test('refuses options of requests', async () => {
    const { exitCode, stderr } = await runCli(`check revenue --input sales ${FALLS} --retry-for 9s`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--input cannot be combined with --retry-for');
  });
});

describe('--state', () => {
  const DAILY = `${FALL} --against previous --state told.json`;

  /** Checks the days after 1 June, one each night, and gives the exit code and the start of each line. */
  async function nights(revenues: readonly (string | undefined)[], line = DAILY, home = createHome()) {
    const sales: Sales = (day) => {
      const revenue = revenues[Number(day.slice(-2)) - 1];
      return { B: '10', ...(revenue !== undefined && { A: revenue }) };
    };
    const results: string[] = [];
    for (let day = 2; day <= revenues.length; day++) {
      const now = `2026-06-${String(day + 1).padStart(2, '0')}T12:00:00Z`;
      const { stdout, exitCode } = await check(sales, line, { home, now });
      results.push([exitCode, ...stdout.matchAll(/^\w+ .*?campaign=\w+/gm)].join(' ').replace(/ +/g, ' '));
    }
    return results;
  }

  test('tells an alert once, and once when it ends', async () => {
    const line = `${DAILY} --alert 'revenue<20' --where campaign=A`;
    expect(await nights(['100', '100', '50', '15', '14', '90', '90'], line)).toEqual([
      '0',
      '14 alert campaign=A',
      '14 alert campaign=A',
      '14 ended campaign=A',
      '14 ended campaign=A',
      '0',
    ]);
  });

  test('an ended alert has the values of its group', async () => {
    const home = createHome();
    await nights(['100', '50'], DAILY, home);
    const sales: Sales = (day) => ({ A: day === '2026-06-03' ? '60' : '50' });
    const run = { home, now: '2026-06-04T12:00:00Z' };
    expect((await check(sales, `${DAILY} -f csv`, run)).stdout).toContain(
      'ended,2026-06-03,A,revenue_percent<-30,revenue,60,50,10,20.00\n',
    );
    expect(home.list()).toEqual(['told.json']);
  });

  test('a fall does not end when the group vanishes, and a new group has no end', async () => {
    const after = (each: string | undefined): readonly (string | undefined)[] => [
      '100',
      '50',
      each,
      '50',
      '49',
    ];
    expect(await nights(after(undefined))).toEqual([
      '14 alert campaign=A',
      '14 gone campaign=A',
      '14 new campaign=A ended campaign=A ended campaign=A',
      '0',
    ]);
    expect(await nights([undefined, '5', '5', undefined, '5'], `${DAILY} --no-gone`)).toEqual([
      '14 new campaign=A',
      '0',
      '14 alert campaign=A',
      '14 new campaign=A ended campaign=A',
    ]);
  });

  test('alerts of a group end when no day has records of it any more', async () => {
    expect(await nights(['100', '50', undefined, undefined])).toEqual([
      '14 alert campaign=A',
      '14 gone campaign=A',
      '14 ended campaign=A ended campaign=A',
    ]);
  });

  test('a new group with few records is told once while a like day may lack it', async () => {
    const home = createHome();
    const days = ['2026-06-02', '2026-06-03', '2026-06-05'];
    for (const day of days) {
      const sales: Sales = (each) => ({ B: '10', ...(days.includes(each) && { A: '5' }) });
      const now = new Date(Date.parse(day) + 86_400_000).toISOString();
      const { exitCode } = await check(sales, `${FALL} --state told.json`, { home, now });
      expect([day, exitCode]).toEqual([day, day === days[0] ? 14 : 0]);
    }
  });

  test('checks with other arguments share a file without mixing their alerts', async () => {
    const home = createHome();
    const fall = ['100', '50'];
    expect(await nights(fall, DAILY, home)).toEqual(['14 alert campaign=A']);
    expect(await nights(fall, `${DAILY} --alert 'revenue<1'`, home)).toEqual(['14 alert campaign=A']);
    expect(await nights(fall, DAILY, home)).toEqual(['0']);
    expect(JSON.parse(home.read('told.json')!).checks).toHaveLength(2);
  });

  test.each([
    ['not JSON', 'it is no state of a check'],
    ['{"version":2,"checks":[]}', 'it is broken, or of another version'],
    ['{"version":1,"checks":[{"check":{},"day":"2026-06-01","alerts":[{"alert":1}]}]}', 'it is broken'],
  ])('%s is exit 2 before any request, and kept', async (text, why) => {
    const home = createHome();
    home.write('told.json', text);
    const service = await startSales(() => ({ A: '1' }));
    const { exitCode, stderr } = await runCli(`check revenue ${DAILY}`, { env: service.env, home });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`error: cannot use told.json as --state: ${why}`);
    expect(service.requests).toEqual([]);
    expect({ text: home.read('told.json'), files: home.list() }).toEqual({ text, files: ['told.json'] });
  });

  test('a run that fails, or that nobody reads, changes nothing', async () => {
    const home = createHome();
    const fall: Sales = (day) => ({ A: day === DAY ? '50' : '100' });
    await check(() => ({ A: '1' }), DAILY, { home, now: '2026-06-14T12:00:00Z' });
    const before = home.read('told.json');
    expect((await check((day) => (day === DAY ? undefined : { A: '1' }), DAILY, { home })).exitCode).toBe(3);
    expect(await check(fall, DAILY, { home, isReaderGone: true })).toMatchObject({ exitCode: 14 });
    expect(home.read('told.json')).toBe(before);
    expect((await check(fall, DAILY, { home })).stdout).toContain('alert  campaign=A');
    expect(home.read('told.json')).not.toBe(before);
  });

  test('an earlier day is refused: it cannot end alerts', async () => {
    const home = createHome();
    await check(() => ({ A: '1' }), DAILY, { home });
    const { exitCode, stderr } = await check(() => ({ A: '1' }), `${DAILY} -p 2026-06-10`, { home });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`error: told.json has the alerts of ${DAY}, and 2026-06-10 is earlier`);
  });

  test('a second check waits for the first one', async () => {
    const home = createHome();
    let other: CliResult | undefined;
    const { env } = await startService(async ({ query: { start_date: date } }, response) => {
      if (date === DAY) other = await runCli(`check revenue ${DAILY}`, { env, home });
      sendJson(response, `{"data":[{"date":"${date}","revenue":1}]}`);
    });
    expect((await runCli(`check revenue ${DAILY}`, { env, home })).exitCode).toBe(0);
    expect(other).toMatchObject({
      exitCode: 12,
      stderr: expect.stringContaining('error: another check uses told.json'),
    });
  });

  test('a directory that does not exist is exit 8, and no alert is printed', async () => {
    const { exitCode, stdout } = await check(
      (day) => ({ A: day === DAY ? '1' : '9' }),
      `${FALLS} --state none/told.json`,
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 8, stdout: '' });
  });
});
