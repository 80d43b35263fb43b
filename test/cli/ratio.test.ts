import { expect, test } from 'vitest';
import { pullJanuary } from '../harness/without-gaps.ts';

test.each([
  ['0.5*a/b', '{"a":0.000001,"b":1}', '0.000001'],
  ['0.5*a/b', '{"a":-0.000001,"b":1}', '-0.000001'],
  ['.49*a/b', '{"a":0.000001,"b":1}', '0'],
  ['0.000001*a/b', '{"a":1234567890123456789,"b":-1}', '-1234567890123.456789'],
  ['1000*a/b', '{"a":1,"b":0}', 'null'],
  ['1000*a/b', '{"a":null,"b":2}', 'null'],
  ['2*"1*a"/b', '{"1*a":3,"b":2}', '3'],
])('a ratio with a factor: %s of %s', async (ratio, record, expected) => {
  const args = ['-q', '--ratio', `r=${ratio}`, '--columns', 'r', '-f', 'ndjson'];
  expect((await pullJanuary([record], ...args)).stdout).toBe(`{"r":${expected}}\n`);
});

test('a table shows the digits of a ratio that data rounds to zero', async () => {
  const args = ['--group-by', 'k', '--sum', 'v', '--ratio', 'rpm=v/n', '-f'];
  const record = '{"k":"a","v":0.000001,"n":3000000}';
  expect((await pullJanuary([record], ...args, 'table')).stdout).toMatch(
    /^a +0\.000001 +3,000,000 +0\.000000000000333$/m,
  );
  expect((await pullJanuary([record], ...args, 'csv')).stdout).toContain('\na,0.000001,3000000,0\n');
});
