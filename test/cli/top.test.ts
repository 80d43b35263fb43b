import { describe, expect, test } from 'vitest';
import { RECORDS } from '../harness/figures.ts';
import { pullJanuary } from '../harness/without-gaps.ts';

const WITH_KIND = '--group-by name,kind --sum v --top 1'.split(' ');

describe('--top', () => {
  test.each([
    [
      ['--sum', 'views,revenue'],
      ['c', 'b'],
    ],
    [
      ['--max', 'day', '--ratio', 'r=clicks/views', '--share', 'revenue'],
      ['b', 'a'],
    ],
    [[], ['b', 'a']],
  ])('without --sort, %j chooses the measure', async (args, first) => {
    const records = [
      '{"day":"2026-01-05","name":"a","views":1,"clicks":1,"revenue":30}',
      '{"day":"2026-01-05","name":"b","views":5,"clicks":2,"revenue":-40}',
      '{"day":"2026-01-05","name":"c","views":9,"clicks":3,"revenue":2}',
      '{"day":"2026-01-05","name":"d","views":3,"clicks":9,"revenue":20}',
    ];
    const line = ['--group-by', 'name', ...args, '--top', '2', '--columns', 'name'];
    expect((await pullJanuary(records, ...line)).stdout).toBe(`name\n${first.join('\n')}\n(other)\n`);
  });

  test('has the label in the first key', async () => {
    const records = [
      '{"id":1,"day":"2026-01-05","name":"a","kind":"x","v":1}',
      '{"id":2,"day":"2026-01-06","name":"b","kind":"x","v":5}',
      '{"id":3,"day":"2026-01-07","name":"c","kind":"x","v":2}',
    ];
    const run = async (...args: readonly string[]) =>
      (await pullJanuary(records, '-q', '-f', 'ndjson', '--sum', 'v', '--top', '1', ...args)).stdout;
    expect(await run('--group-by', 'id,name,kind')).toBe(
      '{"id":2,"name":"b","kind":"x","v":5}\n{"id":"(other)","name":null,"kind":null,"v":3}\n',
    );
    expect(await run('--group-by', 'id')).toBe('{"id":2,"v":5}\n{"id":"(other)","v":3}\n');
    expect(await run('--group-by', 'id', '--by', 'month', '--top', '1')).toBe(
      '{"id":2,"month":"2026-01","v":5}\n{"id":"(other)","month":null,"v":3}\n',
    );
    // Some names spell numbers.
    const digits = [7, 8, 9].map((name) => `{"name":"${name}","kind":"x","v":1}`);
    const named = (await pullJanuary([...digits, ...records], '-q', ...WITH_KIND)).stdout;
    expect(named).toBe('name,kind,v\nb,x,5\n(other),,6\n');
  });

  test('without a record, no row', async () => {
    expect(await pullJanuary([], '--group-by', 'k', '--top', '1')).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test.each([
    ['--top 3', '--top goes with --group-by or --by\nhint: for example: --group-by campaign'],
    ['--count --top 3', '--top goes with --group-by or --by\n'],
    [
      '--group-by name --top 3 --limit 2',
      "option '--top <n>' cannot be used with option '-n, --limit <n|all>'\nhint: leave out one of the two",
    ],
    ['--group-by name --top 0', '--top takes a whole number from 1'],
    ['--group-by name,kind --top 3/kind', '--top takes a whole number from 1 to 1000000000, not "3/kind"'],
    ['--group-by name --sum views --sort clicks --top 1', 'no record has the column "clicks" (--sort)'],
  ])('rejects %s', async (args, message) => {
    expect(await pullJanuary(RECORDS, ...args.split(' '))).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}`),
    });
  });
});
