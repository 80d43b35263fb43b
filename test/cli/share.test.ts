import { describe, expect, test } from 'vitest';
import { RECORDS } from '../harness/figures.ts';
import { pullJanuary } from '../harness/without-gaps.ts';

describe('--share', () => {
  test.each([
    ['of one group', ['a,-9007199254740993.25', 'a,null'], 'a,-9007199254740993.25,100'],
    ['of an empty sum', ['a,null', 'b,4'], 'a,, b,4,100'],
    ['of a total of zero', ['a,-4', 'b,4'], 'a,-4, b,4,'],
    ['of halves', ['a,1', 'b,-1', 'c,200000000'], 'a,1,0.000001 b,-1,-0.000001 c,200000000,100'],
  ])('%s', async (_, cells, rows) => {
    const records = cells.map((each) => each.replace(/(.),(.*)/, '{"k":"$1","v":$2}'));
    const { stdout } = await pullJanuary(records, '--group-by', 'k', '--share', 'v');
    expect(stdout).toBe(`k,v,v_share\n${rows.replaceAll(' ', '\n')}\n`);
  });

  test('of a column whose name has a comma and a slash', async () => {
    const records = ['{"k":"x","c,d/e":1}', '{"k":"x","c,d/e":4}', '{"k":"y","c,d/e":15}'];
    expect(await pullJanuary(records, '--group-by', 'k', '--share', '"c,d/e"', '--count')).toPrint(
      'k,"c,d/e",count,"c,d/e_share"\nx,5,2,25\ny,15,1,75\n',
    );
  });

  test('for people, is a percent with one decimal', async () => {
    const records = ['{"k":"x","v":2}', '{"k":"y","v":1}'];
    const { stdout } = await pullJanuary(records, '-g', 'k', '--share', 'v', '-f', 'markdown');
    expect(stdout.split('\n').slice(-4)).toEqual([
      '| x | 2 | 66.7% |',
      '| y | 1 | 33.3% |',
      '| **total of all 2** | **3** | **100.0%** |',
      '',
    ]);
  });

  test('without a record, no row', async () => {
    expect(await pullJanuary([], '--group-by', 'k', '--share', 'v')).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test.each([
    ['--share views', '--share goes with --group-by or --by\nhint: for example: --group-by campaign'],
    ['--group-by name --share views/clicks', 'no record has the column "views/clicks" (--share)\n'],
    ['--group-by name --share views,,clicks', '--share "views,,clicks" contains an empty name'],
    ['--group-by name --share views --share views', '--share names "views" twice'],
    ['--sum views --share views', '--share goes with --group-by or --by\n'],
    [
      '--group-by name --share views --compare previous',
      "option '--share <a,b>' cannot be used with option '--compare <range>'\nhint: leave out one of the two",
    ],
    ['--group-by name --share view', 'no record has the column "view" (--share)\nhint: did you mean "views"?'],
    [
      '--group-by name --share name',
      'two columns of the groups would have the name "name"\nhint: choose the columns with --sum, without "name"',
    ],
    ['--group-by day --share name', 'sum name: a record holds "n0", which is not a number'],
    [
      '--group-by name --ratio views_share=views/clicks --share views',
      '--share views: the records already have a column "views_share"',
    ],
  ])('rejects %s', async (args, message) => {
    expect(await pullJanuary(RECORDS, ...args.split(' '))).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`${message.startsWith('sum') ? 'error: --' : 'error: '}${message}`),
    });
  });
});
