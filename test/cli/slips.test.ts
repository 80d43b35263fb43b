import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const RECORDS = [
  '{"date":"2026-02-03","name":"a","clicks":4,"revenue":10.50}',
  '{"date":"2026-02-04","name":"b","clicks":5,"revenue":"7.25"}',
];
const MONTH = ['revenue', '--from', '2026-02-01', '--to', '2026-02-28', '-f', 'csv'];

function start() {
  return startRecordService(({ query }) => (query.start_date === '2026-02-01' ? RECORDS : []));
}

async function run(...args: string[]) {
  const { env } = await start();
  return runCli([...MONTH, ...args], { env });
}

describe('what is most likely a slip is refused, not answered', () => {
  test.each([
    ['revenue<1,000', '"1,000" is no number, and revenue holds numbers only'],
    ['clicks=007', '"007" is no number, and clicks holds numbers only'],
    ['revenue!=abc', '"abc" is no number, and revenue holds numbers only'],
    ['revenue>5 and clicks>1', '"5 and clicks>1" is no number, and revenue holds numbers only'],
    ['date<=2026-02', '"2026-02" is no whole date, and date holds dates'],
    ['date>=2026', '"2026" is no whole date, and date holds dates'],
    ['date>yesterday', '"yesterday" is no whole date, and date holds dates'],
  ])('--where %s', async (condition, problem) => {
    const { exitCode, stdout, stderr } = await run('--where', condition);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`error: --where ${JSON.stringify(condition)}: ${problem}\nhint: `);
  });

  test.each([
    'date>=2026-02-04',
    'date~2026-02-04',
    'name>=b',
    'revenue<10',
    'name!=2026',
    'clicks!=4',
    'name~b',
  ])('--where %s means something', async (condition) => {
    const { exitCode, stdout } = await run('--where', condition, '--columns', 'name');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('b\n');
  });

  test('a ratio of texts', async () => {
    const { exitCode, stderr } = await run('--ratio', 'x=revenue/name');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('error: --ratio x: a record holds "a" in name, which is no number\n');
  });

  test('a ratio of what the groups have not', async () => {
    const { exitCode, stderr } = await run(
      '--group-by',
      'name',
      '--sum',
      'revenue',
      '--ratio',
      'x=revenue/clicks',
    );
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      'error: --ratio: the groups have no column "clicks"\nhint: add it to what is made of them: --sum clicks\n',
    );
  });

  test('--max-rows of data', async () => {
    const { exitCode, stderr } = await run('--max-rows', '1');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--max-rows goes with table, markdown, chart, and not with csv\n');
    expect((await run('--max-rows', '0')).exitCode).toBe(0);
  });
});

describe('what would mislead is said', () => {
  test('a comparison with a range without records', async () => {
    const { exitCode, stdout, stderr } = await run(
      '--group-by',
      'name',
      '--sum',
      'revenue',
      '--compare',
      'previous',
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain('a,10.50,,10.50,\n');
    expect(stderr).toContain('warning: there are no records in the range that it is compared with\n');
  });

  test('weeks that the range cuts', async () => {
    const { stderr } = await run('--by', 'week', '--sum', 'revenue');
    expect(stderr).toContain(
      'note: not all of each week is in: the first week begins before the range, on 2026-01-26; the last week ends after it, on 2026-03-01\n',
    );
    expect((await run('--by', 'month', '--sum', 'revenue')).stderr).not.toContain('not all of each');
  });

  test('columns that a chart does not show', async () => {
    const { env } = await start();
    const { stderr } = await runCli([...MONTH.slice(0, -1), 'chart', '--group-by', 'name'], { env });
    expect(stderr).toContain(
      'note: the chart shows one column; not shown: clicks (--columns chooses another)\n',
    );
  });
});
