import { describe, expect, test } from 'vitest';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
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

describe('rejects a likely mistake', () => {
  test.each([
    ['revenue<1,000', '"1,000" is not a number, but revenue holds only numbers'],
    ['clicks=007', '"007" is not a number, but clicks holds only numbers'],
    ['revenue!=abc', '"abc" is not a number, but revenue holds only numbers'],
    ['clicks in 4,x', '"x" is not a number, but clicks holds only numbers'],
    ['revenue in 1,000', '"000" is not a number, but revenue holds only numbers'],
    ['name<date', '"date" is a column: a condition compares with a value'],
  ])('--where %s', async (condition, problem) => {
    const { exitCode, stdout, stderr } = await run('--where', condition);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`error: --where ${JSON.stringify(condition)}: ${problem}\nhint: `);
  });

  test.each([
    ...['date>=2026-02-04', 'date~2026-02-04', 'name>=b', 'revenue<10', 'name!=2026', 'clicks!=4', 'name~b'],
    ...['name!~A', 'name in 1,b', 'clicks in 5.0,6', 'date in 2026-02-04,2026-02-05'],
  ])('accepts --where %s', async (condition) => {
    const { exitCode, stdout } = await run('--where', condition, '--columns', 'name');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('b\n');
  });

  test('a ratio of texts', async () => {
    expect(await run('--ratio', 'x=revenue/name')).toFail(
      2,
      'error: --ratio x: a record holds "a" in name, which is not a number\n' +
        'hint: exclude such records with --where, or choose another column\n',
    );
  });
});

describe('a comparison with a number leaves out texts, and says so', () => {
  const records = (...values: readonly string[]): readonly string[] =>
    values.map((value, index) => `{"date":"2026-02-01","name":"${'abcdef'[index]}","m":${value}}`);
  const pull = async (values: readonly string[], ...args: readonly string[]) => {
    const { env } = await startRecordService(() => records(...values));
    return runCli(['revenue', '--from', '2026-02-01', '--to', '2026-02-01', '-f', 'csv', ...args], { env });
  };

  test.each([
    [
      'm>6',
      ['7', '"7,5"', '"n/a"', 'null'],
      'warning',
      '2 of 4 records, because m is not a number: "7,5" [text-numbers]',
    ],
    ['m<=6', ['5', '"n/a"', '"7"', '""'], 'note', '1 of 4 records, because m is not a number: "n/a"'],
    ['m>=6', ['7', 'true', '"007"'], 'warning', '2 of 3 records, because m is not a number: "007" [text-numbers]'],
    ['m>b', ['7', '"c"'], undefined, ''],
    ['m!=6', ['7', '"7,5"'], undefined, ''],
    ['m in 7,8', ['7', '"7,5"'], undefined, ''],
    ['m~7', ['7', '"7,5"'], undefined, ''],
    ['m>6', ['7', '"8.5"', 'null'], undefined, ''],
  ])('%s on %j', async (condition, values, tone, rest) => {
    const { exitCode, stdout, stderr } = await pull(values, '--where', condition);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: tone === undefined ? '' : `${tone}: --where "${condition}" leaves out ${rest}\n`,
    });
    expect(stdout).toMatch(/^date,name,m\n.*(a|c|"7,5")/s);
    const strict = await pull(values, '--where', condition, '--strict');
    expect(strict.exitCode).toBe(tone === 'warning' ? 9 : 0);
  });

  test('whatever the other conditions keep', async () => {
    expect(await pull(['7', '"7,5"'], '--where', 'name=a', '--where', 'm>6')).toPrint(
      'date,name,m\n2026-02-01,a,7\n',
      'warning: --where "m>6" leaves out 1 of 2 records, because m is not a number: "7,5" [text-numbers]\n',
    );
  });

  test('in groups', async () => {
    const args = '--group-by name --max m --having m_max>6'.split(' ');
    expect((await pull(['7', '"7.5a"'], ...args)).stderr).toBe(
      'warning: --having "m_max>6" leaves out 1 of 2 groups, because m_max is not a number: "7.5a" [text-numbers]\n',
    );
  });
});

test.each([
  [
    ['1', '"1.00"', '2', '"2"', '"3.0"'],
    'warning: --group-by m: 1 number is sent as a number and as a text, in separate groups: 1 and "1.00" [spellings]\n',
  ],
  [
    ['"1.0"', '1e0', '"2.50"', '2.5'],
    'warning: --group-by m: 2 numbers are sent as a number and as a text, in separate groups: 1e0 and "1.0" [spellings]\n',
  ],
  [['7', '"007"', '"7"'], ''],
  [['"1.0"', '"1.00"', '"1"'], ''],
  [['1.0', '1', '1.00'], ''],
  [['1', '"2.0"', '"n/a"', 'null'], ''],
])('warns of a misleading result: groups of %j', async (values, stderr) => {
  const records = values.map((value) => `{"date":"2026-02-01","m":${value},"name":"${value.length}"}`);
  const { env } = await startRecordService(() => records);
  const range = ['revenue', '--from', '2026-02-01', '--to', '2026-02-01', '--count', '-f', 'csv'];
  for (const keys of ['m', 'm,name']) {
    const args = [...range, '--group-by', keys];
    expect(await runCli(args, { env })).toMatchObject({ exitCode: 0, stderr: stderr });
  }
  const strict = await runCli([...range, '--group-by', 'm', '--strict'], { env });
  expect(strict.exitCode).toBe(stderr === '' ? 0 : 9);
});
