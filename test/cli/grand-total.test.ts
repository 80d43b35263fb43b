import { describe, expect, test } from 'vitest';
import { RECORDS } from '../harness/figures.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import { pullJanuary } from '../harness/without-gaps.ts';

describe('aggregates without a group are one row', () => {
  test.each([
    [['--count'], 'count\n60\n'],
    [['--max', 'day'], 'day_max\n2026-01-31\n'],
    [['--sum', 'clicks', '--where', 'name=none'], ''],
  ])('%j', async (args, stdout) => {
    expect((await pullJanuary(RECORDS, ...args)).stdout).toBe(stdout);
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
    expect(await pullJanuary(RECORDS, '--count', '--where', 'name=none')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr:
        'warning: no record matches --where [empty]\n' +
        'note: --where "name=none" matches no record; values of name: "n0", "n1", "n2", "n3", "n4", …\n',
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
        '9007199254740994.50,3,9007199254740991.50,300239975158033050.00,2,-4,6,\n',
    });
  });
});
