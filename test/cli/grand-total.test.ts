import { describe, expect, test } from 'vitest';
import { RECORDS } from '../harness/figures.ts';
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
    expect(await pullJanuary(RECORDS, '--count', '--where', 'name=none')).toPrint(
      '',
      'warning: no record matches --where [empty]\n' +
        'warning: --where "name=none" matches no record; values of name: "n0", "n1", "n2", "n3", "n4", … [unmatched]\n',
    );
  });
});
