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

  describe('within a group', () => {
    const SOURCES = [
      '{"s":"x","k":"a","v":1}',
      '{"s":"x","k":"b","v":3}',
      '{"s":"y","k":"a","v":0.10}',
      '{"s":null,"k":"c","v":5}',
      '{"s":"z","k":"a","v":-4}',
      '{"s":"z","k":"b","v":4}',
    ];

    test('is that of the rows with the same value, also beside the share of all', async () => {
      expect(await pullJanuary(SOURCES, '--group-by', 's,k', '--share', 'v/s,v', '--totals')).toMatchObject({
        exitCode: 0,
        stdout:
          's,k,v,v_share_in_s,v_share\nx,a,1,25,10.989011\nx,b,3,75,32.967033\ny,a,0.10,100,1.098901\n' +
          ',c,5,100,54.945055\nz,a,-4,,-43.956044\nz,b,4,,43.956044\n',
        // The total of several groups has no share within one.
        stderr: 'note: totals of 6 rows: v 9.10, v_share_in_s none, v_share 100\n',
      });
    });

    test('takes names with a slash in double quotation marks', async () => {
      const records = ['{"a/b":"x","c,d":1}', '{"a/b":"x","c,d":4}', '{"a/b":"y","c,d":2}'];
      const { stdout } = await pullJanuary(
        records,
        ...['--group-by', '"a/b"', '--share', '"c,d"/"a/b"', '--count'],
      );
      expect(stdout).toBe('a/b,"c,d",count,"c,d_share_in_a/b"\nx,5,2,100\ny,2,1,100\n');
    });

    test('of amounts in several currencies, is right within the currency, and a warning within others', async () => {
      const records = ['{"currency":"EUR","k":"a","revenue":1}', '{"currency":"USD","k":"a","revenue":3}'];
      const share = ['--group-by', 'k,currency', '--share'];
      expect(await pullJanuary(records, ...share, 'revenue/currency')).toMatchObject({
        stdout: 'k,currency,revenue,revenue_share_in_currency\na,EUR,1,100\na,USD,3,100\n',
        stderr: '',
      });
      expect((await pullJanuary(records, ...share, 'revenue/k')).stderr).toContain(
        'warning: revenue_share_in_k combines amounts in EUR and USD',
      );
    });
  });

  test('without a record, no row', async () => {
    expect(await pullJanuary([], '--group-by', 'k', '--share', 'v')).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
  });

  test.each([
    [
      '--share views',
      '--share goes with --group-by or --by\nhint: for example: --group-by campaign --share revenue',
    ],
    [
      '--group-by name --share views/day',
      '--share views/day: the rows have no such group\nhint: choose one of: name; or add a column',
    ],
    ['--group-by name --share views/', '--share "views/" is not a share\nhint: name columns'],
    ['--group-by name --share views,,clicks', '--share "views,,clicks" is not a share'],
    ['--group-by name --share views --share views', '--share names "views" twice'],
    ['--sum views --share views', '--share goes with --group-by or --by\n'],
    [
      '--group-by name --share views --compare previous',
      '--share cannot be combined with --compare\nhint: run the report once for each range',
    ],
    [
      '--group-by name --share view',
      'no record has the column "view" (--share)\nhint: did you mean "views"?',
    ],
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
