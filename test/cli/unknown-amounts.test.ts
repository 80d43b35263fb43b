/** Measures with cells that are no numbers: unknown ones, and numbers in another spelling. */

import { describe, expect, test } from 'vitest';
import { startDailyService } from '../harness/daily-service.ts';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

/** A report of one day. */
async function run(records: readonly object[], args: string, earlier: readonly object[] = []) {
  const service = await startRecordService(({ query }) =>
    (query.start_date! >= '2026-03-01' ? records : earlier).map((record) => JSON.stringify(record)),
  );
  const line = `revenue --from 2026-03-01 --to 2026-03-01 -q ${args}`;
  const { stdout, stderr, exitCode } = await runCli(line, { env: service.env });
  return { exitCode, stdout, stderr };
}

const WORDS = [
  { campaign: 'c0', views: 'N/A', revenue: '1.10' },
  { campaign: 'c1', views: '100', revenue: 'n/a' },
  { campaign: 'c2', views: '--', revenue: '2.20' },
];

describe('words for an unknown number', () => {
  test('are no part of sums, and never change the measure', async () => {
    expect(await run(WORDS, '-g campaign -f csv')).toEqual({
      exitCode: 0,
      stdout: 'campaign,views,revenue\nc0,,1.10\nc1,100,\nc2,,2.20\n',
      stderr:
        'warning: 2 of 3 records have "N/A" in views, which are left out [unknown-amounts]\n' +
        'warning: 1 of 3 records has "n/a" in revenue, which is left out [unknown-amounts]\n' +
        'warning: 1 of 3 groups has no number in revenue, such as "c1" [unknown-amounts]\n',
    });
  });

  test.each(['max', 'min', 'avg'])('are no part of --%s', async (kind) => {
    const expected = { max: '2.20', min: '1.10', avg: '1.65' }[kind];
    expect(await run(WORDS, `--${kind} revenue -f csv`)).toEqual({
      exitCode: 0,
      stdout: `revenue_${kind}\n${expected}\n`,
      stderr: 'warning: 1 of 3 records has "n/a" in revenue, which is left out [unknown-amounts]\n',
    });
  });

  test('sort as empty', async () => {
    expect(await run(WORDS, '--sort -revenue -f csv --columns campaign,revenue')).toEqual({
      exitCode: 0,
      stdout: 'campaign,revenue\nc2,2.20\nc0,1.10\nc1,n/a\n',
      stderr: 'warning: 1 of 3 records has "n/a" in revenue, which is left out [unknown-amounts]\n',
    });
  });

  test('are a reason to fail with --strict, and can be allowed', async () => {
    const strict = await run(WORDS, '--max revenue --strict -f csv');
    expect([strict.exitCode, strict.stdout]).toEqual([9, '']);
    const allowed = await run(WORDS, '--max revenue --strict --allow unknown-amounts:revenue -f csv');
    expect(allowed).toEqual({ exitCode: 0, stdout: 'revenue_max\n2.20\n', stderr: '' });
  });

  test('alone do not make a measure', async () => {
    expect(await run([{ k: 'a', v: 'N/A' }], '-g k -f csv')).toPrint('k,count\na,1\n');
  });
});

describe('empty cells', () => {
  const records = [
    { campaign: 'a', revenue: 1, clicks: 1 },
    { campaign: 'b', revenue: null, clicks: null },
    { campaign: 'c', clicks: 3 },
    { campaign: 'c', revenue: '', clicks: 3 },
  ];

  test('are named if a group has no amount of the main measure, or of one that the user names', async () => {
    const warning = (column: string, count: string) =>
      `warning: ${count} of 3 groups ${count === '1' ? 'has' : 'have'} no number in ${column}, such as "b" [unknown-amounts]\n`;
    expect((await run(records, '-g campaign -f csv')).stderr).toBe(warning('revenue', '2'));
    expect((await run(records, '-g campaign --sum clicks -f csv')).stderr).toBe(warning('clicks', '1'));
    expect((await run(records, '-g campaign --max clicks -f csv')).stderr).toBe(warning('clicks', '1'));
  });

  test('beside others are not', async () => {
    expect((await run(records, '--sum revenue,clicks -f csv')).stderr).toBe('');
    expect((await run([{ revenue: null }], '--sum revenue -f csv')).stderr).toBe(
      'warning: no record has a number in revenue [unknown-amounts]\n',
    );
  });
});

const SPELLED = ['9,000.00', '10,000.00', '850.00'].map((revenue, index) => ({
  campaign: `c${index}`,
  revenue,
  clicks: 1,
}));

describe('numbers in another spelling', () => {
  test.each([
    ['--max revenue', '--max revenue: a record holds "9,000.00", which is not a number'],
    ['--min revenue', '--min revenue: a record holds "9,000.00", which is not a number'],
    ['--sum revenue', '--sum revenue: a record holds "9,000.00", which is not a number'],
    ['--sort -revenue -n 1', '--sort revenue: a record holds "9,000.00", which is not a number'],
  ])('are refused by %s', async (args, message) => {
    const { exitCode, stdout, stderr } = await run(SPELLED, `${args} -f csv`);
    expect([exitCode, stdout, stderr.split('\n')[0]]).toEqual([2, '', `error: ${message}`]);
  });

  test('of a column that would be summed are named', async () => {
    expect(await run(SPELLED, '-g campaign --top 1 -f csv')).toEqual({
      exitCode: 0,
      stdout: 'campaign,clicks\nc0,1\n(other),2\n',
      stderr: 'warning: revenue is not summed: it has texts such as "9,000.00" [text-numbers]\n',
    });
  });

  test('beside a column of numbers are silent', async () => {
    const records = [{ campaign: 'a', revenue_formatted: '$1,000.50', amount: '$1,000.50', revenue: 1000.5 }];
    expect((await run(records, '-g campaign -f csv')).stderr).toBe('');
    const others = [{ campaign: '1,50', size: '12 %', revenue: 1 }];
    expect((await run(others, '-g campaign --sort campaign -f csv')).stderr).toBe('');
  });
});

describe('charts and pages of records draw the money', () => {
  const NOT_SUMMED = 'warning: revenue is not summed: it has texts such as "9,000.00" [text-numbers]\n';
  const LEFT_OUT = 'warning: 1 of 2 records has "N/A" in revenue, which is left out [unknown-amounts]\n';

  test.each([
    ['12.50', 'Revenue is 22.75', ''],
    ['N/A', 'Revenue is 10.25', LEFT_OUT],
    ['9,000.00', 'Clicks is 15', NOT_SUMMED],
  ])('beside a text: %s', async (revenue, headline, stderr) => {
    const records = [
      { date: '2026-03-01', clicks: 7, revenue: 10.25 },
      { date: '2026-03-01', clicks: 8, revenue },
    ];
    const page = await run(records, '-f html');
    expect({ ...page, stdout: /<h1[^>]*>(.*?)<\/h1>/s.exec(page.stdout)![1]!.replaceAll(/<[^>]*>/g, '') }).toEqual({
      ...{ exitCode: 0, stdout: headline, stderr },
    });
    const chart = await run(records, '-f chart -g date');
    const [measure] = headline.toLowerCase().split(' ');
    expect({ ...chart, stdout: chart.stdout.split(' ')[0] }).toEqual({ exitCode: 0, stdout: measure, stderr });
    if (revenue === '9,000.00') {
      const error = '--sum revenue: a record holds "9,000.00", which is not a number';
      expect((await run(records, '-f chart -g date --sum revenue')).stderr).toContain(error);
    }
  });
});

describe('a day without an amount', () => {
  /** A report of three days, the second of which has no `column`. */
  async function ofDays(args: string, range = '--from 2026-03-01 --to 2026-03-03', column = 'revenue') {
    const recordsOf = (day: string) =>
      ['a', 'b'].map((campaign) => {
        const record = { date: day, campaign, clicks: 3, revenue: 2.5 };
        return JSON.stringify(day === '2026-03-02' ? { ...record, [column]: null } : record);
      });
    const { env } = await startDailyService({ recordsOf });
    const { stdout, stderr, exitCode } = await runCli(`revenue ${range} -q ${args}`, { env });
    return { exitCode, stdout, stderr };
  }
  const DAY = 'warning: 1 of 3 days has no number in revenue, such as "2026-03-02" [unknown-amounts]\n';

  test.each(['-g campaign', '--sum revenue', '--avg revenue', '-g campaign -f table', '-f html'])(
    'is named: %s',
    async (args) => expect((await ofDays(args)).stderr).toBe(DAY),
  );

  test('is no day without records', async () => {
    const { stdout } = await ofDays('-g campaign --compare previous -f table');
    expect(stdout).not.toContain('no records on');
  });

  test('is named once beside its group, and not for a measure that nobody named', async () => {
    const ofGroup = 'warning: 1 of 3 groups has no number in revenue, such as "2026-03-02" [unknown-amounts]\n';
    for (const args of ['--by day', '-f chart']) expect((await ofDays(args)).stderr).toBe(ofGroup);
    expect((await ofDays('-g campaign --sum clicks')).stderr).toBe('');
  });

  const ONE = '--from 2026-03-02 --to 2026-03-02';
  test('is named if it is the only one, also beside a compared day', async () => {
    const none = 'no record has a number in revenue [unknown-amounts]\n';
    expect(await ofDays('-g campaign', ONE)).toEqual({
      ...{ exitCode: 0, stdout: 'campaign,clicks\na,3\nb,3\n', stderr: `warning: ${none}` },
    });
    const ofGroups = '2 of 2 groups have no number in revenue, such as "a" [unknown-amounts]\n';
    expect((await ofDays('-g campaign --compare previous', ONE)).stderr).toBe(`warning: ${ofGroups}`);
    const { stderr } = await ofDays('-g campaign --compare previous', '--from 2026-03-03 --to 2026-03-03');
    expect(stderr).toBe(`warning: in the compared range, ${ofGroups}`);
    const alert = await ofDays("-g campaign --compare previous --alert 'revenue_percent<-30'", ONE);
    expect(alert).toMatchObject({ exitCode: 9, stdout: '', stderr: expect.stringContaining(ofGroups) });
  });

  test('of clicks is no reason for an alert on clicks to be silent', async () => {
    const alert = await ofDays("-g campaign --compare previous --alert 'clicks_percent<-30'", ONE, 'clicks');
    expect(alert).toMatchObject({ exitCode: 9, stderr: expect.stringContaining('groups have no number in clicks') });
  });
});
