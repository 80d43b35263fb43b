import { describe, expect, test } from 'vitest';
import { RECORDS } from '../harness/figures.ts';
import { pullJanuary } from '../harness/without-gaps.ts';

describe('--share', () => {
  test('of one group is 100', async () => {
    const records = ['{"k":"a","v":-9007199254740993.25}', '{"k":"a","v":null}'];
    expect((await pullJanuary(records, '--group-by', 'k', '--share', 'v')).stdout).toBe(
      'k,v,v_share\na,-9007199254740993.25,100\n',
    );
  });

  test('is empty for an empty sum, and for a total of zero', async () => {
    expect(
      (await pullJanuary(['{"k":"a","v":null}', '{"k":"b","v":4}'], '--group-by', 'k', '--share', 'v'))
        .stdout,
    ).toBe('k,v,v_share\na,,\nb,4,100\n');
    expect(
      (await pullJanuary(['{"k":"a","v":-4}', '{"k":"b","v":4}'], '--group-by', 'k', '--share', 'v')).stdout,
    ).toBe('k,v,v_share\na,-4,\nb,4,\n');
  });

  test('rounds halves away from zero', async () => {
    const records = ['{"k":"a","v":1}', '{"k":"b","v":-1}', '{"k":"c","v":200000000}'];
    expect(
      (await pullJanuary(records, '--group-by', 'k', '--share', 'v', '--columns', 'k,v_share')).stdout,
    ).toBe('k,v_share\na,0.000001\nb,-0.000001\nc,100\n');
  });

  test('without a record, no row', async () => {
    expect(await pullJanuary([], '--group-by', 'k', '--share', 'v')).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
  });

  test.each([
    [
      ['--share', 'views'],
      '--share goes with --group-by or --by\nhint: for example: --group-by campaign --share revenue',
    ],
    [['--sum', 'views', '--share', 'views'], '--share goes with --group-by or --by\n'],
    [
      ['--group-by', 'name', '--share', 'views', '--compare', 'previous'],
      '--share cannot be combined with --compare\nhint: run the report once for each range',
    ],
    [
      ['--group-by', 'name', '--share', 'view'],
      'no record has the column "view" (--share)\nhint: did you mean "views"?',
    ],
    [
      ['--group-by', 'name', '--share', 'name'],
      'two columns of the groups would have the name "name"\nhint: choose the columns with --sum, without "name"',
    ],
    [['--group-by', 'day', '--share', 'name'], 'sum name: a record holds "n0", which is not a number'],
    [
      ['--group-by', 'name', '--ratio', 'views_share=views/clicks', '--share', 'views'],
      '--share views: the records already have a column "views_share"',
    ],
  ])('rejects %j', async (args, message) => {
    expect(await pullJanuary(RECORDS, ...args)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`${message.startsWith('sum') ? 'error: --' : 'error: '}${message}`),
    });
  });
});
