import { describe, expect, test } from 'vitest';
import { runWithoutCaption } from '../harness/caption.ts';
import { homeWithWeeks } from '../harness/profiles.ts';
import { createHome } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const FEBRUARY = ['revenue', '--from', '2026-02-01', '--to', '2026-02-28'];
const COMPARED = 'note: compared with 2026-01-01..2026-01-31\n';

/** Sends `now` for February and `before` for January. */
function startMonths(now: readonly string[], before: readonly string[]) {
  return startRecordService(({ query }) => (query.start_date === '2026-02-01' ? now : before));
}

async function compared(now: readonly string[], before: readonly string[], ...args: readonly string[]) {
  const service = await startMonths(now, before);
  const result = await runWithoutCaption([...FEBRUARY, '--compare', 'previous', ...args], { env: service.env });
  expect(service.windows()).toEqual(['2026-01-01..2026-01-31', '2026-02-01..2026-02-28']);
  return result;
}

describe('now, before, change and percent, by key', () => {
  const now = [
    '{"k":"a","v":1.50}',
    '{"k":"new","v":5}',
    '{"k":"zero","v":3}',
    '{"k":"a","v":0.25}',
    '{"k":"fall","v":-1}',
  ];
  const before = [
    '{"k":"gone","v":2}',
    '{"k":"\\u0061","v":3}',
    '{"k":"zero","v":0}',
    '{"k":"fall","v":-3}',
    '{"k":"third","v":3}',
  ];

  test('keys of the range, then those of the earlier range alone; no percentage of zero', async () => {
    expect(await compared(now, before, '--group-by', 'k')).toPrint(
      'k,v,v_before,v_change,v_percent\n' +
        'a,1.75,3,-1.25,-41.67\n' +
        'new,5,,5,\n' +
        'zero,3,0,3,\n' +
        'fall,-1,-3,2,\n' +
        'gone,,2,-2,-100.00\n' +
        'third,,3,-3,-100.00\n',
      COMPARED,
    );
  });

  test('the percent of averages is that of the exact ones', async () => {
    const records = (...values: readonly string[]) => values.map((v) => `{"v":${v}}`);
    const [now, before] = [records('0.0003', '0.0002', '0.0002'), records('0.0003', '0.0003', '0.0002')];
    expect(await compared(now, before, '--avg', 'v')).toPrint(
      'v_avg,v_avg_before,v_avg_change,v_avg_percent\n0.000233,0.000267,-0.000034,-12.50\n',
      COMPARED,
    );
  });

  test('a text has no change', async () => {
    const result = await compared(['{"k":1,"v":"b"}'], ['{"k":1,"v":5}'], '--group-by', 'k', '--max', 'v');
    expect(result.stdout).toBe('k,v_max,v_max_before,v_max_change,v_max_percent\n1,b,5,,\n');
  });
});

describe('a range that is empty, or lacks a column', () => {
  test('the range itself is empty', async () => {
    expect(await compared([], ['{"k":"a","v":2}'], '--group-by', 'k')).toPrint(
      'k,v,v_before,v_change,v_percent\na,,2,-2,-100.00\n',
      `${COMPARED}warning: no records for revenue 2026-02-01..2026-02-28 [empty]\n`,
    );
    expect(await compared([], ['{"k":"a","v":2}'], '--group-by', 'k', '--strict')).toMatchObject({
      exitCode: 9,
      stdout: '',
    });
  });

  test('the earlier range is empty', async () => {
    expect(await compared(['{"k":"a","v":2}'], [], '--group-by', 'k')).toMatchObject({
      stdout: 'k,v,v_before,v_change,v_percent\na,2,,2,\n',
      stderr: `${COMPARED}warning: the compared range has no records [gaps]\n`,
    });
  });

  test('a column with numbers in one range and text in the other is not summed', async () => {
    expect(await compared(['{"k":"a","v":2}'], ['{"k":"a","v":"two"}'], '--group-by', 'k')).toPrint(
      'k,count,count_before,count_change,count_percent\na,1,1,0,0.00\n',
      'note: compared with 2026-01-01..2026-01-31\n' +
        'note: not summed: v (not all values are numbers); use --where to exclude the others\n',
    );
  });
});

/** The notes and warnings about the compared range of a report on 2026-06-15, a Monday. */
async function rangesOf(args: readonly string[], home = createHome()) {
  const service = await startRecordService(({ query }) => [`{"date":"${query.start_date}","k":"a","v":2}`]);
  const line = ['revenue', ...args, '--group-by', 'k'];
  const result = await runWithoutCaption(line, { env: service.env, home });
  expect(result.exitCode).toBe(0);
  const lines = result.stderr.split('\n').filter((line) => /compared with|--compare/.test(line));
  return lines.map((line) => line.replace(/^note: --.*?; (?=compared)/, 'note: '));
}

describe('the note of the compared range', () => {
  test.each([
    ['--period mtd --compare previous', '2026-05-01..2026-05-14'],
    ['--period this-quarter --compare previous', '2026-01-01..2026-03-14'],
    ['--period 2024 --compare year', '2023-01-01..2023-12-31'],
    ['--period last-month --compare 2026-02', '2026-02-01..2026-02-28'],
  ])('%s', async (args, note) => {
    expect(await rangesOf(args.split(' '))).toEqual([`note: compared with ${note}`]);
  });

  test.each([
    ['thursday', '--period wtd --compare previous', '2026-06-04..2026-06-07'],
    ['sunday', '--period 2026-W10 --compare last-week', '2026-06-07..2026-06-13'],
  ])('with weeks that begin on %s: %s', async (day, args, note) => {
    expect(await rangesOf(args.split(' '), homeWithWeeks(day))).toEqual([`note: compared with ${note}`]);
  });
});

describe('a custom comparison range', () => {
  test.each([
    ['2025-01-05..2025-01-09', '2025-01-05..2025-01-09'],
    ['2025-01..2025-02', '2025-01-01..2025-02-28'],
    ['7d..yesterday', '2026-06-08..2026-06-14'],
    ['q1', '2026-01-01..2026-03-31'],
    ['2025-01-05..2025-02-01', '2025-01-05..2025-02-01'],
    ['last-year', '2025-01-01..2025-12-31'],
  ])('%s has a note, and no warning about its length', async (comparison, note) => {
    const service = await startMonths(['{"k":"a","v":2}'], ['{"k":"a","v":3}']);
    const args = [...FEBRUARY, '--compare', comparison, '--group-by', 'k', '--strict'];
    expect(await runWithoutCaption(args, { env: service.env })).toMatchObject({
      exitCode: comparison === 'last-year' ? 9 : 0,
      stderr: expect.stringContaining(`note: compared with ${note}\n`),
    });
  });

  test('needs a time zone only if it depends on today', async () => {
    const service = await startMonths(['{"k":"a","v":2}'], ['{"k":"a","v":3}']);
    const pull = (comparison: string) =>
      runWithoutCaption([...FEBRUARY, '--compare', comparison, '--group-by', 'k'], {
        env: { ...service.env, REPORTING_TIMEZONE: 'Europe/Berln' },
      });
    expect(await pull('2025-01-05..2025-01-09')).toMatchObject({ exitCode: 0 });
    const requestCount = service.requests.length;
    expect(await pull('7d..yesterday')).toFail(
      2,
      'error: --compare 7d..yesterday: timezone (REPORTING_TIMEZONE): unknown time zone "Europe/Berln"\nhint: a time zone is an IANA name, such as Europe/Berlin, America/New_York or UTC\n',
    );
    expect(service.requests).toHaveLength(requestCount);
  });
});

describe('rejects', () => {
  test.each([
    [
      ['--compare', 'last', '--group-by', 'k'],
      '--compare takes previous, previous-weeks, usual, year, a period, or FROM..TO, not "last"\nhint: for example: --compare last-month, or --compare 2025-01-01..2025-01-31',
    ],
    [
      ['--compare', '2025-02-30..2025-03-01', '--group-by', 'k'],
      '--compare 2025-02-30..2025-03-01: --from "2025-02-30" is not a date\nhint: --from takes 2026-01-31, 2026-01, 2026-Q1, 2026-W05, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago; --period takes last-month and the like',
    ],
  ])('%j', async (args, message) => {
    const service = await startMonths([], []);
    expect(await runWithoutCaption([...FEBRUARY, ...args], { env: service.env })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`error: ${message}\n`),
    });
    expect(service.requests).toEqual([]);
  });

  test('a column name that a compared column would repeat', async () => {
    expect(await compared(['{"k":1,"v":2,"v_before":3}'], [], '--group-by', 'k')).toFail(
      2,
      'note: compared with 2026-01-01..2026-01-31\nerror: two columns of the groups would have the name "v_before"\nhint: choose the columns with --sum, without "v_before"\n',
    );
  });
});
