import { describe, expect, test } from 'vitest';
import { runWithoutCaption } from '../harness/caption.ts';
import { startRecordService } from '../harness/service.ts';
import { withoutGaps } from '../harness/without-gaps.ts';

const RANGE = ['--from', '2026-01-01', '--to', '2026-02-15'];

/** Two windows of records with a nested object. Only the second has the column `hits`. */
const RECORDS: Record<string, readonly string[]> = {
  '2026-01-01': [
    '{"date":"2026-01-01","site":{"id":7,"name":"x"},"views":10,"clicks":1,"revenue":0.10}',
    '{"date":"2026-01-02","site":{"id":8,"name":"y"},"views":0,"clicks":0,"revenue":0.25}',
  ],
  '2026-02-01': [
    '{"date":"2026-02-01","site":{"id":7,"name":"x"},"views":3,"clicks":2,"revenue":-5,"hits":4}',
  ],
};

async function transformed(...args: readonly string[]) {
  const service = await startRecordService(({ query }) => RECORDS[query.start_date!] ?? []);
  return withoutGaps(await runWithoutCaption(['revenue', ...RANGE, ...args], { env: service.env }));
}

describe('--sort and --limit', () => {
  test.each([
    [
      ['--sort', '-views'],
      ['2026-01-01', '2026-02-01', '2026-01-02'],
    ],
    [
      ['--sort', 'revenue'],
      ['2026-02-01', '2026-01-01', '2026-01-02'],
    ],
    [
      ['--sort', 'site.id,-revenue'],
      ['2026-01-01', '2026-02-01', '2026-01-02'],
    ],
    [
      ['--sort', '-hits'],
      ['2026-02-01', '2026-01-01', '2026-01-02'],
    ],
    [['--sort=hits', '--limit', '1'], ['2026-02-01']],
    [
      ['--sort', '-date', '--limit', '2'],
      ['2026-02-01', '2026-01-02'],
    ],
    [
      ['--limit', '2'],
      ['2026-01-01', '2026-01-02'],
    ],
    [
      ['--limit', '9'],
      ['2026-01-01', '2026-01-02', '2026-02-01'],
    ],
  ])('%j', async (args, dates) => {
    expect(await transformed('--columns', 'date', ...args)).toMatchObject({
      exitCode: 0,
      stdout: `date\n${dates.join('\n')}\n`,
      stderr: '',
    });
  });

  test('a column name may begin like a short option', async () => {
    const service = await startRecordService(() => ['{"v":1,"quantity":2,"hits":3,"Visits":4,"debug":5}']);
    const day = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01'];
    for (const name of ['v', 'quantity', 'hits', 'Visits']) {
      expect(
        await runWithoutCaption([...day, '--sort', `-${name}`, '--columns', name], { env: service.env }),
      ).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(`^${name}\n\\d\n$`),
        stderr: '',
      });
    }
    expect(
      (await runWithoutCaption([...day, '--columns', '-v', '--columns', '-hits'], { env: service.env }))
        .stdout,
    ).toBe('quantity,Visits,debug\n2,4,5\n');
  });
});

describe('--columns with exclusions and patterns', () => {
  test.each([
    ['csv', '-site,-clicks', 'date,views,revenue,hits\n'],
    ['csv', '-s*', 'date,views,clicks,revenue,hits\n'],
    ['csv', 'date,*s,-hits', 'date,views,clicks\n'],
    ['csv', 'hits,*', 'hits,date,site.id,site.name,views,clicks,revenue\n'],
    ['csv', 'site,-site.id', 'site.name\n'],
    ['csv', '*.name', 'site.name\n'],
  ])('%s %s', async (format, columns, header) => {
    const result = await transformed('-f', format, '--columns', columns, '--where', 'date>=2026-01');
    expect(result.stdout.slice(0, header.length)).toBe(header);
  });

  test('in JSON, an object stays whole if all of its columns are selected', async () => {
    expect((await transformed('-f', 'ndjson', '--columns', '-date,-views', '--limit', '1')).stdout).toBe(
      '{"site":{"id":7,"name":"x"},"clicks":1,"revenue":0.10}\n',
    );
    expect((await transformed('-f', 'ndjson', '--columns', '-site.id,-v*,-c*', '--limit', '1')).stdout).toBe(
      '{"date":"2026-01-01","site.name":"x","revenue":0.10}\n',
    );
  });

  test('selects among thousands of columns quickly', async () => {
    const members = Array.from({ length: 9000 }, (_, index) => `"c${index}":${index}`);
    const service = await startRecordService(() => [`{"deep":{${members.join(',')}}}`]);
    const result = await runWithoutCaption(
      ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '-f', 'ndjson', '--columns', '-deep.c0'],
      { env: service.env },
    );
    expect(Object.keys(JSON.parse(result.stdout) as object)).toHaveLength(8999);
  }, 10_000);

  test.each([
    ['-nothing', 'no record has the column "nothing" (--columns)'],
    ['x*', 'no record has the column "x*" (--columns)'],
    ['-*', '--columns -* leaves no column'],
  ])('rejects %s', async (columns, message) => {
    const result = await transformed('--columns', columns);
    expect(result).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}`),
    });
  });
});

describe('--rename', () => {
  const pick = ['--columns', 'site.id,revenue', '--limit', '1'];
  test.each([
    ['csv', ['site.id=site,revenue=money'], 'site,money\n7,0.10\n'],
    ['csv', ['site.id=revenue,revenue=site.id'], 'revenue,site.id\n7,0.10\n'],
    ['csv', ['revenue=a b', 'site.id=c'], 'c,a b\n7,0.10\n'],
    ['csv', ['revenue="a,b=c ""d"""'], 'site.id,"a,b=c ""d"""\n7,0.10\n'],
    ['ndjson', ['site.id=id'], '{"id":7,"revenue":0.10}\n'],
  ])('%s %j', async (format, renames, stdout) => {
    const result = await transformed('-f', format, ...pick, ...renames.flatMap((each) => ['--rename', each]));
    expect(result).toMatchObject({ exitCode: 0, stdout });
  });

  test('nested JSON stays nested unless a column inside is renamed', async () => {
    expect((await transformed('-f', 'ndjson', '--limit', '1', '--rename', 'views=seen')).stdout).toBe(
      '{"date":"2026-01-01","site":{"id":7,"name":"x"},"seen":10,"clicks":1,"revenue":0.10}\n',
    );
    expect((await transformed('-f', 'ndjson', '--limit', '1', '--rename', 'site=place')).stdout).toBe(
      '{"date":"2026-01-01","place":{"id":7,"name":"x"},"views":10,"clicks":1,"revenue":0.10}\n',
    );
    expect((await transformed('-f', 'ndjson', '--limit', '1', '--rename', 'site.id=id')).stdout).toBe(
      '{"date":"2026-01-01","id":7,"site.name":"x","views":10,"clicks":1,"revenue":0.10}\n',
    );
  });

  test.each([
    ['revenu=x', 'no record has the column "revenu" (--rename)\nhint: did you mean "revenue"?'],
    ['views=x', '--rename "views": --columns leaves that column out'],
    [
      'revenue=site.id',
      '--rename would make two columns called "site.id"\nhint: choose another name, or leave the other column out with --columns',
    ],
    ['revenue', '--rename takes pairs of names, not "revenue"\nhint: give the old name and the new one'],
    ['revenue=', '--rename takes pairs of names, not "revenue="'],
    ['a=b=c', '--rename takes pairs of names, not "a=b=c"'],
    ['revenue=x,revenue=y', '--rename names "revenue" twice'],
  ])('rejects %s', async (rename, message) => {
    const result = await transformed('--columns', 'site.id,revenue', '--rename', rename);
    expect(result).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}`),
    });
  });
});

describe('--ratio', () => {
  test('of each record: six decimals, and empty for a division by zero', async () => {
    expect(await transformed('--ratio', 'ctr=clicks/views', '--columns', 'date,ctr')).toMatchObject({
      exitCode: 0,
      stdout: 'date,ctr\n2026-01-01,0.1\n2026-01-02,\n2026-02-01,0.666667\n',
      stderr: '',
    });
  });

  test('a name with special characters is in quotation marks', async () => {
    const service = await startRecordService(() => ['{"clicks/day":1,"a=b":4}']);
    const args = [
      'revenue',
      '--from',
      '2026-01-01',
      '--to',
      '2026-01-01',
      '--ratio',
      '"r/""1"""="clicks/day"/"a=b"',
    ];
    expect((await runWithoutCaption(args, { env: service.env })).stdout).toBe(
      'clicks/day,a=b,"r/""1"""\n1,4,0.25\n',
    );
  });

  test.each([
    [['views=clicks/views'], '--ratio views: the records already have a column "views"'],
    [['r=clicks/view'], 'no record has the column "view" (--ratio)\nhint: did you mean "views"?'],
    [['r=clicks/site'], '--ratio "site" matches several columns\nhint: choose one: site.id, site.name'],
    [['r=clicks'], '--ratio "r=clicks" is not a ratio'],
    [['r=a/b/c'], '--ratio "r=a/b/c" is not a ratio'],
    [['r=clicks/views', 'r=views/clicks'], '--ratio defines "r" twice'],
  ])('rejects %j', async (ratios, message) => {
    const result = await transformed(...ratios.flatMap((each) => ['--ratio', each]));
    expect(result).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}`),
    });
  });
});

describe('--totals', () => {
  const note = 'note: totals of 3 rows: views 13, clicks 3, revenue -4.65, hits 4\n';

  test.each(['csv', 'tsv', 'json', 'ndjson'])('do not change the rows of %s', async (format) => {
    const args = ['-f', format];
    const [plain, totalled] = [await transformed(...args), await transformed(...args, '--totals')];
    expect(totalled.stdout).toBe(plain.stdout);
    expect(totalled.stderr).toBe(note);
  });

  test('in a table are the last row, with the number of rows', async () => {
    const result = await transformed('-f', 'table', '--columns', '-site', '--totals', '--limit', '2');
    const lines = result.stdout.split('\n').map((line) => line.trimEnd().split(/ {2,}/));
    expect(lines.slice(-2, -1)).toEqual([['total of 3 rows', '13', '3', '-4.65', '4']]);
    expect(lines).toHaveLength(7);
    expect(result.stderr).toBe('');
  });

  test('include the rows after --limit', async () => {
    expect((await transformed('--totals', '--limit', '1', '--sort', '-views')).stderr).toBe(note);
  });

  test('are of the shown columns, with their new names', async () => {
    const result = await transformed('--totals', '--columns', 'date,revenue', '--rename', 'revenue=money');
    expect(result.stderr).toBe('note: totals of 3 rows: money -4.65\n');
    expect((await transformed('--totals', '--columns', 'date')).stderr).toBe(
      'note: totals of 3 rows: no column can be summed\n',
    );
  });

  test('exclude ids and codes, by name or by value', async () => {
    const service = await startRecordService(() => [
      '{"campaignid":1,"order_number":2,"zip":10115,"area":"0221","long":12345678901234567,"born":20010131,"revenue":0.10}',
      '{"campaignid":1,"order_number":2,"zip":10115,"area":"30","long":1,"born":19991231,"revenue":0.25}',
    ]);
    const day = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--totals'];
    expect((await runWithoutCaption(day, { env: service.env })).stderr).toBe(
      'note: totals of 2 rows: revenue 0.35\n',
    );
    expect((await runWithoutCaption([...day, '--verbose'], { env: service.env })).stderr).toContain(
      'no total for: area, long, born (ids, dates or ratios, or not all values are numbers)\n',
    );
  });
});

describe('an unknown or ambiguous column', () => {
  test.each([
    [['--where', 'revenu>1'], 'no record has the column "revenu" (--where)\nhint: did you mean "revenue"?'],
    [['--where', 'site=7'], '--where "site" matches several columns\nhint: choose one: site.id, site.name'],
    [
      ['--group-by', 'sites'],
      'no record has the column "sites" (--group-by)\nhint: the columns are: date, site.id',
    ],
    [
      ['--group-by', 'site.id', '--sum', 'vews'],
      'no record has the column "vews" (--sum)\nhint: did you mean "views"?',
    ],
    [
      ['--group-by', 'site.id', '--sort', '-date'],
      'no record has the column "date" (--sort)\nhint: the columns are: site.id,',
    ],
    [
      ['--group-by', 'site.id', '--columns', 'date'],
      'no record has the column "date" (--columns)\nhint: the columns are: site.id,',
    ],
    [
      ['--group-by', 'site.id', '--sum', 'site.id'],
      'two columns of the groups would have the name "site.id"',
    ],
    [['--limit', '0'], '--limit'],
  ])('%j', async (args, message) => {
    const result = await transformed(...args, '-o', 'out.csv');
    expect(result).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${message}`),
    });
    expect(result.home.list()).toEqual([]);
  });
});

test('with more columns than the limit, listed columns work, and other steps fail', async () => {
  const members = Array.from({ length: 10_001 }, (_, index) => `"c${index}":${index}`);
  const service = await startRecordService(() => [`{${members.join(',')}}`, '{"c1":9}', '{"late":1}']);
  const day = [
    'revenue',
    '--from',
    '2026-01-01',
    '--to',
    '2026-01-01',
    '-f',
    'ndjson',
    '--error-format',
    'text',
  ];
  const run = (...args: readonly string[]) => runWithoutCaption([...day, ...args], { env: service.env });
  expect((await run('--where', 'c1=9')).stdout).toBe('{"c1":9}\n');
  expect((await run('--group-by', 'c1', '--sum', 'c2', '--sort', '-c2')).stdout).toBe(
    '{"c1":1,"c2":2}\n{"c1":9,"c2":null}\n{"c1":null,"c2":null}\n',
  );
  const rest =
    ' needs all columns, but the records have more than 10000 different columns, or 17 MiB of column names\n';
  expect((await run('--where', 'late=1')).stderr).toContain(`error: --where "late"${rest}`);
  expect((await run('--group-by', 'c1')).stderr).toContain(`error: summing every measure${rest}`);
});
