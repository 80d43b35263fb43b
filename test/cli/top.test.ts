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

  test('is named otherwise if a group has its name', async () => {
    const records = ['(other)', 'a', 'b', 'c'].map(
      (k, index) => `{"day":"2026-01-05","k":"${k}","v":${index}}`,
    );
    for (const format of ['csv', 'ndjson', 'table', 'markdown']) {
      const args = `-q -f ${format} --group-by k --sum v --top 2`.split(' ');
      const { stdout } = await pullJanuary(records, ...args);
      expect(stdout).toMatch(/\(other groups\)[^\n\d]*1\b/);
    }
    const sorted = '-q --group-by k --sum v --top 1 --sort v'.split(' ');
    expect((await pullJanuary(records, ...sorted)).stdout).toBe('k,v\n(other),0\n(other groups),6\n');
    const dropped = '-q --group-by k --sum v --top 1 --having k!=(other)'.split(' ');
    expect((await pullJanuary(records, ...dropped)).stdout).toBe('k,v\nc,3\n(other),3\n');
  });

  describe('within each group of a key', () => {
    const DOMAINS = [
      ...['small,p,1', 'small,q,2', 'big,p,50', 'big,q,-70', 'big,r,10.50', 'big,s,20'],
      ...['loss,p,-90', 'loss,q,-1', 'loss,r,-2.25', ',p,7'],
    ].map((line, index) => {
      const [domain, source, v] = line.split(',');
      return `{"day":"2026-01-0${(index % 2) + 5}","domain":"${domain}","source":"${source}","v":${v},"n":${index}}`;
    });
    const run = async (args: string, records: readonly string[] = DOMAINS) =>
      (await pullJanuary(records, '-q', ...args.split(' '))).stdout;

    test('has the largest rows of each, exact others, and the groups by the size of their totals', async () => {
      expect(await run('-g domain,source --sum v --top 2/domain --totals')).toBe(
        'domain,source,v\nloss,p,-90\nloss,r,-2.25\nloss,q,-1\nbig,q,-70\nbig,p,50\nbig,(other),30.50\n' +
          ',p,7\nsmall,q,2\nsmall,p,1\n',
      );
      // The label is in the first key that is not the one of the groups.
      expect(await run('-g source,domain --sum v --top 1/domain --where domain=big')).toBe(
        'source,domain,v\nq,big,-70\n(other),big,80.50\n',
      );
      expect(await run('-g source,domain --sum v --top 1/source --where domain=big,loss')).not.toContain(
        'other',
      );
    });

    test('the totals count groups, as a row for the others stands for several', async () => {
      const run = async (args: string) => {
        const line = `-g domain,source --sum v --totals ${args}`.split(' ');
        const { stdout, stderr } = await pullJanuary(DOMAINS, ...line);
        return stdout + stderr;
      };
      expect(await run('--top 1/domain -f table')).toMatch(/^total of 10 groups /m);
      expect(await run('--top 1/domain')).toContain('totals of 10 groups: v ');
      expect(await run('--top 9/domain -f table')).toMatch(/^total of 10 rows /m);
      expect(await run('--limit 2 -f table')).toMatch(/^total of 10 rows /m);
    });

    test('with --sort: its order in each, and the groups by the order of their totals', async () => {
      expect(await run('-g domain,source --sum v --sort -v --top 1/domain')).toBe(
        'domain,source,v\nbig,p,50\nbig,(other),-39.50\n,p,7\nsmall,q,2\nsmall,p,1\nloss,q,-1\nloss,(other),-92.25\n',
      );
      expect(await run('-g domain,source --sum v --sort domain,source --top 1/domain --where domain~l')).toBe(
        'domain,source,v\nloss,p,-90\nloss,(other),-3.25\nsmall,p,1\nsmall,q,2\n',
      );
    });

    test('of a unit of time, the units in the order of time', async () => {
      const args = '-g source --by day --sum v --top 1/day';
      expect(await run(args)).toBe(
        'source,day,v\np,2026-01-05,-39\nr,2026-01-05,8.25\nq,2026-01-06,-69\n(other),2026-01-06,27\n',
      );
    });

    test('names the others otherwise if a group has their name, and leaves out amounts of several currencies', async () => {
      const named = ['(other)', 'b', 'c'].map((k, index) => `{"domain":"x","k":"${k}","v":${index}}`);
      expect(await run('-g domain,k --sum v --top 1/domain', named)).toBe(
        'domain,k,v\nx,c,2\nx,(other groups),1\n',
      );
      const money = ['x,EUR,9', 'x,EUR,2', 'x,USD,1', 'y,EUR,5', 'y,EUR,1', 'y,EUR,1'].map((line, index) => {
        const [domain, currency, revenue] = line.split(',');
        return JSON.stringify({ domain, k: `k${index}`, currency, revenue: Number(revenue) });
      });
      const { stdout, stderr } = await pullJanuary(
        money,
        ...'-g domain,k --sum revenue --top 1/domain'.split(' '),
      );
      expect(stdout).toBe('domain,k,revenue\ny,k3,5\ny,(other),2\nx,k0,9\nx,(other),\n');
      expect(stderr).toContain(
        'note: revenue is empty where groups with amounts in EUR and USD would be added',
      );
    });

    test.each([
      [
        '-g name --top 3/kind',
        '--top 3/kind: the rows have no such group\nhint: choose one of: name; or add',
      ],
      [
        '-g name,kind --top 3/knd',
        '--top 3/knd: the rows have no such group\nhint: did you mean "kind"? choose one of: name, kind; or add',
      ],
      ['-g name,kind --pivot kind --top 3/kind', '--top 3/kind: the rows have no such group'],
      ['-g name --top 3/name', '--top 3/name needs another column beside it\nhint: add one to --group-by'],
      ['-g name,kind --pivot kind --top 3/name', '--top 3/name needs another column beside it'],
      ['-g name --by day --compare previous --top 3/day', '--top 3/day cannot be combined with --compare'],
      ['-g name,kind --top 3/name,kind', '--top "3/name,kind" names several columns'],
      ['-g name,kind --top 3/', '--top "" contains an empty name'],
      ['-g name,kind --top x/name', '--top takes a whole number from 1 to 1000000000, not "x"'],
    ])('rejects %s', async (args, message) => {
      expect(await pullJanuary(RECORDS, ...args.split(' '))).toMatchObject({
        exitCode: 2,
        stdout: '',
        stderr: expect.stringContaining(`error: ${message}`),
      });
    });
  });

  test('without a record, no row', async () => {
    expect(await pullJanuary([], '--group-by', 'k', '--top', '1')).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test.each([
    ['--top 3', '--top goes with --group-by or --by\nhint: for example: --group-by campaign --top 10'],
    ['--count --top 3', '--top goes with --group-by or --by\n'],
    [
      '--group-by name --top 3 --limit 2',
      '--top cannot be combined with --limit\nhint: --limit drops the other groups, --top merges them into a last row',
    ],
    ['--group-by name --top 0', '--top takes a whole number from 1'],
    ['--group-by name --sum views --sort clicks --top 1', 'no record has the column "clicks" (--sort)'],
  ])('rejects %s', async (args, message) => {
    expect(await pullJanuary(RECORDS, ...args.split(' '))).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}`),
    });
  });
});
