import { describe, expect, test } from 'vitest';
import {
  FIGURES,
  fraction,
  isLess,
  jsonOf,
  quotientOf,
  sixDecimals,
  spelledSum,
  sumOf,
  valuesOf,
} from '../harness/figures.ts';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import { pullJanuary } from '../harness/without-gaps.ts';

describe('aggregates without a group are one row', () => {
  const records = FIGURES.map(jsonOf);

  test('of all records, exactly', async () => {
    const revenue = valuesOf(FIGURES, 'revenue');
    const filled = revenue.filter((each) => each !== null);
    const least = filled.reduce((one, other) => (isLess(fraction(other), fraction(one)) ? other : one));
    const most = filled.reduce((one, other) => (isLess(fraction(one), fraction(other)) ? other : one));
    const result = await pullJanuary(
      records,
      ...'--sum revenue,views --min revenue --max revenue --avg views --count'.split(' '),
    );
    const views = valuesOf(FIGURES, 'views').filter((each) => each !== null);
    expect(result).toMatchObject({
      exitCode: 0,
      stdout:
        'revenue,views,revenue_min,revenue_max,views_avg,count\n' +
        `${spelledSum(revenue)},${spelledSum(views)},${least},${most},` +
        `${sixDecimals(quotientOf(sumOf(views), fraction(String(views.length))))},${FIGURES.length}\n`,
      stderr: '',
    });
  });

  test.each([
    [['--count'], 'count\n60\n'],
    [['--max', 'day'], 'day_max\n2026-01-31\n'],
    [['--sum', 'clicks', '--where', 'name=none'], ''],
    [['--sum', 'clicks', '--columns', 'clicks', '--rename', 'clicks=c'], undefined],
  ])('%j', async (args, stdout) => {
    const clicks = spelledSum(valuesOf(FIGURES, 'clicks'));
    expect((await pullJanuary(records, ...args)).stdout).toBe(stdout ?? `c\n${clicks}\n`);
  });

  test('with a condition, of the records that meet it', async () => {
    const kept = FIGURES.filter(({ name }) => name === 'n1');
    const result = await pullJanuary(records, '--sum', 'revenue', '--where', 'name=n1');
    expect(result.stdout).toBe(`revenue\n${spelledSum(valuesOf(kept, 'revenue'))}\n`);
  });

  test('without a number, an empty sum', async () => {
    const result = await pullJanuary(['{"k":"a","v":null}', '{"k":"b","v":""}'], '--sum', 'v', '--count');
    expect(result.stdout).toBe('v,count\n,2\n');
  });

  test('without a record, no row and a note', async () => {
    expect(await pullJanuary([], '--sum', 'revenue', '--count', '-f', 'json')).toMatchObject({
      exitCode: 0,
      stdout: '[]\n',
    });
    expect(await pullJanuary(records, '--count', '--where', 'name=none')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr:
        'note: --where "name=none" matches no record; values of name: "n0", "n1", "n2", "n3", "n4", …\n' +
        'note: no record of revenue 2026-01-01..2026-01-31 matches --where\n',
    });
  });
});

describe('--compare without a group', () => {
  async function compared(now: readonly string[], before: readonly string[], ...args: readonly string[]) {
    const { env } = await startRecordService(({ query }) =>
      query.start_date === '2026-02-01' ? now : before,
    );
    const february = ['revenue', '--from', '2026-02-01', '--to', '2026-02-28', '--compare', 'previous'];
    return runCli([...february, ...args], { env });
  }

  const now = ['{"k":"a","v":1.50,"w":2}', '{"k":"b","v":9007199254740993,"w":null}'];
  const before = ['{"k":"c","v":3,"w":-4}'];

  test('sums all summable columns of each range', async () => {
    expect(await compared(now, before)).toMatchObject({
      exitCode: 0,
      stdout:
        'v,v_before,v_change,v_percent,w,w_before,w_change,w_percent\n' +
        '9007199254740994.50,3,9007199254740991.50,300239975158033050.00,2,-4,6,150.00\n',
    });
  });

  test('has the requested aggregates', async () => {
    expect((await compared(now, before, '--count')).stdout).toBe(
      'count,count_before,count_change,count_percent\n2,1,1,100.00\n',
    );
    expect((await compared(now, before, '--max', 'w')).stdout).toBe(
      'w_max,w_max_before,w_max_change,w_max_percent\n2,-4,6,150.00\n',
    );
  });

  test('with records in one range only', async () => {
    expect((await compared(now.slice(0, 1), [], '--sum', 'v')).stdout).toBe(
      'v,v_before,v_change,v_percent\n1.50,,1.50,\n',
    );
    expect((await compared([], before, '--sum', 'v')).stdout).toBe(
      'v,v_before,v_change,v_percent\n,3,-3,-100.00\n',
    );
  });
});
