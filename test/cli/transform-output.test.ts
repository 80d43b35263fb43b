import { describe, expect, test } from 'vitest';
import { runWithoutCaption } from '../harness/caption.ts';
import { totalsOf } from '../harness/html-page.ts';
import { startRecordService } from '../harness/service.ts';
import { withoutGaps } from '../harness/without-gaps.ts';
import { wordsOf } from '../harness/words.ts';

const RANGE = ['--from', '2026-01-01', '--to', '2026-02-15'];

/** Two windows of records with a nested object. Only the second has the column `hits`. */
const RECORDS: Record<string, readonly string[]> = {
  '2026-01-01': [
    '{"date":"2026-01-01","site":{"id":7,"name":"x"},"views":10,"clicks":1,"revenue":0.10}',
    '{"date":"2026-01-02","site":{"id":8,"name":"y"},"views":0,"clicks":0,"revenue":0.25}',
  ],
  '2026-02-01': ['{"date":"2026-02-01","site":{"id":7,"name":"x"},"views":3,"clicks":2,"revenue":-5,"hits":4}'],
};

async function transformed(line: string) {
  const service = await startRecordService(({ query }) => RECORDS[query.start_date!] ?? []);
  const words = [...RANGE, ...wordsOf(line)];
  return withoutGaps(await runWithoutCaption(['revenue', ...words], { env: service.env }));
}

/** The report of a day with these records. */
async function ofDay(records: readonly string[], line: string) {
  const { env } = await startRecordService(() => records);
  return runWithoutCaption(`revenue --from 2026-01-01 --to 2026-01-01 ${line}`, { env });
}

/** The error of a line that fails before it writes anything. */
async function errorOf(line: string): Promise<string> {
  const { exitCode, stdout, stderr, home } = await ofDay(RECORDS['2026-01-01']!.slice(0, 1), `${line} -o out.csv`);
  expect({ exitCode, stdout, files: home.list() }).toEqual({ exitCode: 2, stdout: '', files: [] });
  return stderr;
}

test.each([
  ['--sort -views', '2026-01-01 2026-02-01 2026-01-02'],
  ['--sort revenue', '2026-02-01 2026-01-01 2026-01-02'],
  ['--sort site.id,-revenue', '2026-01-01 2026-02-01 2026-01-02'],
  ['--sort -hits', '2026-02-01 2026-01-01 2026-01-02'],
  ['--sort=hits --limit 1', '2026-02-01'],
  ['--sort -date --limit 2', '2026-02-01 2026-01-02'],
  ['--limit 2', '2026-01-01 2026-01-02'],
  ['--limit 9', '2026-01-01 2026-01-02 2026-02-01'],
])('--sort and --limit: %s', async (line, dates) => {
  expect(await transformed(`--columns date ${line}`)).toPrint(`date\n${dates.replaceAll(' ', '\n')}\n`);
});

describe('--columns with exclusions and patterns', () => {
  test.each([
    ['-site,-clicks', 'date,views,revenue,hits\n'],
    ['-s*', 'date,views,clicks,revenue,hits\n'],
    ['date,*s,-hits', 'date,views,clicks\n'],
    ['hits,*', 'hits,date,site.id,site.name,views,clicks,revenue\n'],
    ['site,-site.id', 'site.name\n'],
    ['*.name', 'site.name\n'],
  ])('%s', async (columns, header) => {
    const { stdout } = await transformed(`-f csv --columns ${columns} --where 'date>=2026-01'`);
    expect(stdout.slice(0, header.length)).toBe(header);
  });

  test('selects among thousands of columns quickly', async () => {
    const members = Array.from({ length: 9000 }, (_, index) => `"c${index}":${index}`);
    const before = process.cpuUsage();
    const { stdout } = await ofDay([`{"deep":{${members.join(',')}}}`], '-f ndjson --columns -deep.c0');
    expect(Object.keys(JSON.parse(stdout) as object)).toHaveLength(8999);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });
});

describe('--columns with new names', () => {
  test.each([
    ['csv', 'site=site.id,money=revenue', 'site,money\n7,0.10\n'],
    ['csv', 'revenue=site.id,site.id=revenue', 'revenue,site.id\n7,0.10\n'],
    ['csv', "c=site.id --columns 'a b=revenue'", 'c,a b\n7,0.10\n'],
    ['csv', `'site.id,"a,b=c ""d"""=revenue'`, 'site.id,"a,b=c ""d"""\n7,0.10\n'],
    ['csv', 'place=site', 'place.id,place.name\n7,x\n'],
    ['tsv', 'money=revenue,hits', 'money\thits\n0.10\t\n'],
    ['ndjson', 'id=site.id,revenue', '{"id":7,"revenue":0.10}\n'],
    ['ndjson', 'place=site', '{"place":{"id":7,"name":"x"}}\n'],
    ['ndjson', 'id=site.id,site,views', '{"id":7,"site.name":"x","views":10}\n'],
    ['markdown', 'money=revenue,clicks', '| money | clicks |\n| ---: | ---: |\n| 0.10 | 1 |\n'],
  ])('%s %s', async (format, columns, stdout) => {
    const line = `-f ${format} --limit 1 --columns ${columns}`;
    expect(await transformed(line)).toMatchObject({ exitCode: 0, stdout });
  });

  test('after conditions and sort keys, which use the names of the service', async () => {
    const line = `-g date --sum revenue --where 'clicks>0' --having 'revenue<1' --sort -revenue`;
    expect(await transformed(`${line} --columns day=date,clicks=revenue`)).toPrint(
      'day,clicks\n2026-01-01,0.10\n2026-02-01,-5\n',
    );
  });
});

test.each([
  ['--columns -date,-views', '{"site":{"id":7,"name":"x"},"clicks":1,"revenue":0.10}'],
  ['--columns -site.id,-v*,-c*', '{"date":"2026-01-01","site.name":"x","revenue":0.10}'],
])('an object of JSON stays whole if no column of it is left out: %s', async (line, record) => {
  expect((await transformed(`-f ndjson --limit 1 ${line}`)).stdout).toBe(`${record}\n`);
});

describe('a column that the report lacks', () => {
  const FORMATS = ['csv', 'ndjson', 'json', 'table', 'markdown', 'html', 'chart', 'xlsx', 'parquet'];

  test.each(FORMATS)('is an error in %s, also if no record meets the conditions', async (format) => {
    for (const condition of ['views>0', 'views<0']) {
      const group = format === 'chart' ? '-g date' : '';
      const line = `${group} --columns date,revenue,veiws --where '${condition}' -f ${format}`;
      expect(await errorOf(line)).toContain(
        'no record has the column "veiws" (--columns)\nhint: did you mean "views"? the columns are: ',
      );
    }
  });

  test.each([
    ['-g date --sum revenue --columns date,revenue,clicks', '"clicks"'],
    ["-g date --sum revenue --having 'revenue>999' --columns date,revenue,clicks", '"clicks"'],
    ['--sum revenue --columns views,revenue', '"views"'],
  ])('is an error of groups: %s', async (line, name) => {
    expect(await errorOf(line)).toContain(`no record has the column ${name} (--columns)\n`);
  });
});

test.each([
  ['csv', '--columns date,clicks,revenue', 'date,clicks,revenue\n'],
  ['tsv', '--columns date,revenue', 'date\trevenue\n'],
  ['csv', `--columns 'day=date,"a,b",*,-clicks,x*'`, 'day,"a,b"\n'],
  ['csv', '-g date --sum revenue --columns date,money=revenue', 'date,money\n'],
  ['csv', '-g date,site --pivot site --columns date,x', 'date,x\n'],
  ['csv', '--columns -clicks', ''],
  ['csv', '', ''],
  ['json', '--columns date,revenue', '[]\n'],
  ['ndjson', '--columns date,revenue', ''],
  ['table', '--columns date,revenue', 'no records\n'],
])('an empty answer has the header of --columns: %s %s', async (format, line, stdout) => {
  expect(await ofDay([], `-f ${format} ${line}`)).toMatchObject({ exitCode: 0, stdout });
});

describe('--ratio', () => {
  test('of each record: six decimals, and empty for a division by zero', async () => {
    expect(await transformed('--ratio ctr=clicks/views --columns date,ctr')).toPrint(
      'date,ctr\n2026-01-01,0.1\n2026-01-02,\n2026-02-01,0.666667\n',
    );
  });

  test('a name with special characters is in quotation marks', async () => {
    const line = `--ratio '"r/""1"""="clicks/day"/"a=b"'`;
    expect((await ofDay(['{"clicks/day":1,"a=b":4}'], line)).stdout).toBe('clicks/day,a=b,"r/""1"""\n1,4,0.25\n');
  });
});

describe('totals of groups', () => {
  const GROUPS = '-g date --sum views,revenue';

  test.each([
    ['table', 'total of all 3     13    -4.65'],
    ['markdown', '| **total of all 3** | **13** | **-4.65** |'],
  ])('are the last row of a %s, also on stdout and above a limit', async (format, last) => {
    for (const limit of ['', '--limit 1']) {
      const { stdout } = await transformed(`${GROUPS} -f ${format} ${limit}`);
      expect(stdout.split('\n').at(-2)).toBe(last);
    }
  });

  test.each(['csv', 'tsv', 'json', 'ndjson'])('are not in %s, and not on stderr', async (format) => {
    const { stdout, stderr } = await transformed(`${GROUPS} -f ${format}`);
    expect(stdout + stderr).not.toMatch(/total|-4\.65/);
  });

  test.each([
    ['records', ''],
    ['one group', "-g date --where 'views>5'"],
    ['all records', '--sum views'],
    ['averages', '-g date --avg views'],
  ])('are not there for %s', async (_, args) => {
    expect((await transformed(`${args} -f table`)).stdout).not.toContain('total');
    expect(totalsOf((await transformed(`${args} -f html`)).stdout)).toBeUndefined();
  });

  test('have the sums of ids and codes that the user names', async () => {
    const records = ['{"k":"a","order_id":12345678901234567}', '{"k":"b","order_id":1}'];
    const { stdout } = await ofDay(records, '-g k --sum order_id -f table');
    expect(stdout).toContain('total of all 2  12345678901234568\n');
  });
});

const GROUPED = '--group-by site.id';

test.each([
  ['--columns -nothing', 'no record has the column "nothing" (--columns)'],
  ['--columns -*', '--columns leaves no column'],
  [
    '--columns site.id=revenue,*',
    '--columns would make two columns called "site.id"\nhint: choose another name, or leave out the other column',
  ],
  ['--columns revenue=', '--columns "revenue=" is not a list of columns\nhint: for example: '],
  ['--columns x=revenue,y=revenue', '--columns names "revenue" twice'],
  ['--ratio views=clicks/views', '--ratio views: the records already have a column "views"'],
  [
    `${GROUPED} --sum revenue --ratio revenue=clicks/views`,
    '--ratio revenue: the records already have a column "revenue"\nhint: choose another name: --ratio revenue_new=clicks/views',
  ],
  ['--ratio r=clicks/view', 'no record has the column "view" (--ratio)\nhint: did you mean "views"?'],
  ['--ratio r=clicks/site', '--ratio "site" matches several columns\nhint: choose one: site.id, site.name'],
  ...['r=clicks', 'r=a/b/c', 'r=views*1000/clicks', 'r=1000*views', 'r=a*views/clicks', 'r=views/clicks,'].map(
    (ratio): [string, string] => [`--ratio ${ratio}`, `--ratio "${ratio}" is not a ratio`],
  ),
  ['--ratio r=clicks/views --ratio r=views/clicks', '--ratio defines "r" twice'],
  [`--ratio r=1${'0'.repeat(400)}*views/clicks`, '--ratio "r=1000'],
  ["--where 'revenu>1'", 'no record has the column "revenu" (--where)\nhint: did you mean "revenue"?'],
  ['--group-by sites', 'no record has the column "sites" (--group-by)\nhint: the columns are: date, site.id'],
  [`${GROUPED} --sort -date`, 'no record has the column "date" (--sort)\nhint: the columns are: site.id,'],
  [`${GROUPED} --columns date`, 'no record has the column "date" (--columns)\nhint: the columns are: site.id,'],
  [`${GROUPED} --sum site.id`, 'two columns of the groups would have the name "site.id"'],
  ['--limit 0', '--limit'],
])('rejects %s', async (line, message) => {
  expect(await errorOf(line)).toContain(`error: ${message}`);
});

test('with more columns than the limit, listed columns work, and other steps fail', async () => {
  const members = Array.from({ length: 10_001 }, (_, index) => `"c${index}":${index}`);
  const records = [`{${members.join(',')}}`, '{"c1":9}', '{"late":1}'];
  const run = (line: string) => ofDay(records, `-f ndjson --error-format text ${line}`);
  expect((await run("--where 'c1>0' --group-by c1 --sum c2 --sort -c2")).stdout).toBe(
    '{"c1":1,"c2":2}\n{"c1":9,"c2":null}\n',
  );
  const rest =
    ' needs all columns, but the records have more than 10000 different columns, or 17 MiB of column names\n';
  expect((await run('--where late=1')).stderr).toContain(`error: --where "late"${rest}`);
  expect((await run('--group-by c1')).stderr).toContain(`error: summing every measure${rest}`);
});
