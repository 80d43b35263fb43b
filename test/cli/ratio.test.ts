import { describe, expect, test } from 'vitest';
import { RECORDS } from '../harness/figures.ts';
import { pullJanuary } from '../harness/without-gaps.ts';

function pull(...args: readonly string[]) {
  return pullJanuary(RECORDS, ...args);
}

describe('a ratio with a factor', () => {
  test.each([
    ['0.5*a/b', '{"a":0.000001,"b":1}', '0.000001'],
    ['0.5*a/b', '{"a":-0.000001,"b":1}', '-0.000001'],
    ['.49*a/b', '{"a":0.000001,"b":1}', '0'],
    ['0.000001*a/b', '{"a":1234567890123456789,"b":-1}', '-1234567890123.456789'],
    ['1000*a/b', '{"a":1,"b":0}', 'null'],
    ['1000*a/b', '{"a":null,"b":2}', 'null'],
    ['2*"1*a"/b', '{"1*a":3,"b":2}', '3'],
  ])('%s of %s', async (ratio, record, expected) => {
    const args = ['-q', '--ratio', `r=${ratio}`, '--columns', 'r', '-f', 'ndjson'];
    expect((await pullJanuary([record], ...args)).stdout).toBe(`{"r":${expected}}\n`);
  });
});

test.each([
  ['r=views*1000/clicks', '--ratio "r=views*1000/clicks" is not a ratio'],
  ['r=1000*views', '--ratio "r=1000*views" is not a ratio'],
  ['r=a*views/clicks', '--ratio "r=a*views/clicks" is not a ratio'],
  ['r=views/clicks,', '--ratio "r=views/clicks," is not a ratio'],
  ['r=views/clicks,r=clicks/views', '--ratio defines "r" twice'],
  [
    'revenue=clicks/views',
    '--ratio revenue: the records already have a column "revenue"\nhint: choose another name: --ratio revenue_new=clicks/views',
  ],
  ['r=clicks/view', 'no record has the column "view" (--ratio)\nhint: did you mean "views"?'],
  [`r=1${'0'.repeat(400)}*views/clicks`, '--ratio: the factor 1000'],
])('rejects %s', async (ratio, message) => {
  const result = await pull('--group-by', 'name', '--sum', 'revenue', '--ratio', ratio);
  expect(result).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining(`error: ${message}`),
  });
});
