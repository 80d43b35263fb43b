import { describe, expect, test } from 'vitest';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import { withoutGaps } from '../harness/without-gaps.ts';
import { wordsOf } from '../harness/words.ts';

const RANGE = ['--from', '2026-01-01', '--to', '2026-01-14'];

/** From Thursday, 1 January, to Wednesday, 14 January. No record is of a Friday, and one has no date. */
const RECORDS = [
  '{"date":"2026-01-01","name":"a","revenue":0.10}',
  '{"date":"2026-01-03","name":"a","revenue":1.20}',
  '{"date":"2026-01-04T23:30:00Z","name":"b","revenue":-3}',
  '{"date":"2026-01-05","name":"b","revenue":4.005}',
  '{"date":null,"name":"a","revenue":7}',
  '{"date":"2026-01-06","name":"a","revenue":9007199254740993}',
  '{"date":"2026-01-08","name":"a","revenue":0.20}',
  '{"date":"2026-01-10","name":"b","revenue":5}',
  '{"date":"2026-01-14","name":"a","revenue":null}',
];

async function pull(records: readonly string[], ...args: readonly string[]) {
  const { env } = await startRecordService(() => [...records]);
  return withoutGaps(await runCli(['revenue', ...RANGE, ...args], { env }));
}

const FROM_MONDAY = [
  ['mon', '4.005'],
  ['tue', '9007199254740993'],
  ['wed', ''],
  ['thu', '0.30'],
  ['sat', '6.20'],
  ['sun', '-3'],
  ['', '7'],
] as const;
const FROM_SUNDAY = [FROM_MONDAY[5], ...FROM_MONDAY.slice(0, 5), FROM_MONDAY[6]];

function csvOf(rows: readonly (readonly string[])[]): string {
  return `weekday,revenue\n${rows.map((row) => `${row.join(',')}\n`).join('')}`;
}

const NO_DATE = 'warning: 1 of 9 records has no date in "date" [undated]\n';

describe('--by weekday', () => {
  test.each([
    ['', FROM_MONDAY],
    ['--week-start sunday', FROM_SUNDAY],
    ['--sort weekday', FROM_MONDAY],
    ['--sort -weekday', [...FROM_MONDAY.slice(0, 6).reverse(), FROM_MONDAY[6]]],
    ['--sort -weekday --week-start sunday --limit 2', [FROM_MONDAY[4], FROM_MONDAY[3]]],
    ["--having 'weekday in sat,sun'", FROM_MONDAY.slice(4, 6)],
  ])('with %j, one row per weekday, in the order of the week', async (args, rows) => {
    const result = await pull(RECORDS, '--by', 'weekday', '--sum', 'revenue', ...wordsOf(args));
    expect(result).toMatchObject({ exitCode: 0, stdout: csvOf(rows), stderr: NO_DATE });
  });

  test('in JSON, the record without a date has the key null', async () => {
    const { stdout } = await pull(RECORDS, '--by', 'weekday', '--sum', 'revenue', '-f', 'ndjson');
    expect(stdout).toBe(
      FROM_MONDAY.map(
        ([day, sum]) => `{"weekday":${day === '' ? 'null' : `"${day}"`},"revenue":${sum || 'null'}}\n`,
      ).join(''),
    );
  });

  test('--trend draws the bars in the order of the week', async () => {
    const args = ['--group-by', 'name', '--by', 'weekday', '--trend', '--sum', 'revenue'];
    const records = RECORDS.slice(0, 2).concat('{"date":"2026-01-04","name":"a","revenue":0.6}');
    expect((await pull(records, ...args)).stdout).toBe('name,revenue,revenue_trend\na,1.90,▂█▅\n');
    expect((await pull(records, ...args, '--week-start', 'sun')).stdout).toBe(
      'name,revenue,revenue_trend\na,1.90,▅▂█\n',
    );
  });

  test('a chart has a bar per weekday, in order', async () => {
    const records = RECORDS.filter((record) => !record.includes('null') && !record.includes('9007'));
    const { stdout } = await pull(records, '--by', 'weekday', '--sum', 'revenue', '-f', 'chart');
    const days = stdout.match(/^\s*(mon|tue|wed|thu|fri|sat|sun)\b/gm)!;
    expect(days.map((day) => day.trim()).join(' ')).toBe('mon thu sat sun');
  });

  test.each([
    ['2026-01-14', undefined],
    ['2026-01-15', 'thu occurs 3 times, each other weekday 2 times'],
    ['2026-01-17', 'thu, fri, sat occur 3 times, each other weekday 2 times'],
    ['2026-01-02', 'thu, fri occur 1 time, each other weekday 0 times'],
  ])('a range from Thursday, 1 January, to %s', async (to, uneven) => {
    const { env } = await startRecordService(({ query }) => [`{"date":"${query.start_date}","revenue":1}`]);
    const { stderr } = await runCli(`revenue --from 2026-01-01 --to ${to} --by weekday`, { env });
    const notes = stderr.split('\n').filter((line) => line.startsWith('note: '));
    expect(notes).toEqual(uneven === undefined ? [] : [`note: not whole weeks: ${uneven}`]);
  });

  test('needs a date column', async () => {
    const records = ['{"name":"a","revenue":1}'];
    expect(await pull(records, '--by', 'weekday')).toMatchObject({
      exitCode: 2,
      stderr:
        "error: --by weekday: no column is known to hold the record's date\nhint: name the column with --date-column, or add --windows 1 --window-columns to group by the day of each window\n",
    });
  });
});

describe('--where weekday', () => {
  const at = (...indexes: readonly number[]): string =>
    indexes.map((index) => `${RECORDS[index]}\n`).join('');

  test.each([
    [['weekday=sat'], at(1, 7)],
    [['weekday = Saturday', 'name=a'], at(1)],
    [['weekday in sat,SUN'], at(1, 2, 7)],
    [['weekday!=thu'], at(1, 2, 3, 4, 5, 7, 8)],
  ])('%j keeps the records of these days', async (conditions, stdout) => {
    const result = await pull(RECORDS, '-f', 'ndjson', ...conditions.flatMap((each) => ['--where', each]));
    expect(result).toMatchObject({ exitCode: 0, stdout });
  });

  test.each([
    ['weekday>fri', '"weekday>fri"'],
    ['weekday=6', '"weekday=6"'],
    ['weekday in sat,holiday', '"weekday in sat,holiday"'],
  ])('rejects %s', async (condition, typed) => {
    expect(await pull(RECORDS, '--where', condition, '-q')).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: `error: --where ${typed} is not a condition on the day of the week\nhint: for example: --where weekday=sat, --where weekday!=sun, --where 'weekday in sat,sun'\n`,
    });
  });

  test('without a date column, a usage error; the windows of --windows 1 --window-columns have a day', async () => {
    const { env } = await startRecordService(() => ['{"domain":"a.example","revenue":1}']);
    const args = ['domains', ...RANGE, '--where', 'weekday=thu', '-q'];
    expect(await runCli(args, { env })).toMatchObject({
      exitCode: 2,
      stderr:
        "error: --where weekday: no column is known to hold the record's date\nhint: name the column with --date-column, or add --windows 1 --window-columns to test the day of each window\n",
    });
    expect(await runCli([...args, '--windows', '1', '--window-columns', '--count'], { env })).toMatchObject({
      exitCode: 0,
      stdout: 'count\n2\n',
    });
  });

  const NOTE = 'note: --where weekday tests the column weekday, not the day of the week of date\n';

  test('a column of that name wins, with a note', async () => {
    const records = [
      '{"date":"2026-01-03","weekday":"sun","revenue":1}',
      '{"date":"2026-01-04","weekday":"sat","revenue":2}',
    ];
    expect(await pull(records, '--where', 'weekday=sat')).toMatchObject({
      exitCode: 0,
      stdout: 'date,weekday,revenue\n2026-01-04,sat,2\n',
      stderr: NOTE,
    });
    const { env } = await startRecordService(() => records);
    const columns = await runCli(['columns', 'revenue', ...RANGE, '--where', 'weekday=sat'], { env });
    expect(columns.stderr).toContain(NOTE);
  });
});
