import { describe, expect, test } from 'vitest';
import { startDailyService } from '../harness/daily-service.ts';
import { createHome, runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

/** A record of the day, for each of these texts after the date. */
type Days = Readonly<Record<string, readonly string[]>>;

/** Serves the records of `days` for the requested range. */
async function pull(days: Days, line: string, home = createHome()) {
  const { env } = await startDailyService({
    recordsOf: (day) => (days[day] ?? []).map((members) => `{"date":"${day}",${members}}`),
  });
  const result = await runCli(`revenue ${line}`, { env, home });
  return { ...result, notes: result.stderr.split('\n').filter((each) => /^note: /.test(each)) };
}

/** Campaign a and b, in months of two years. No record is of March 2026, nor of February 2025. */
const MONTHS: Days = {
  '2025-01-10': ['"k":"a","v":1.10,"n":2', '"k":"b","v":5,"n":5'],
  '2025-03-31': ['"k":"a","v":-3,"n":1'],
  '2025-04-01': ['"k":"b","v":9007199254740993,"n":1'],
  '2026-01-20': ['"k":"a","v":2.20,"n":4'],
  '2026-01-31': ['"k":"a","v":1.10,"n":6'],
  '2026-02-01': ['"k":"a","v":7,"n":7', '"k":"b","v":null,"n":1'],
  '2026-04-30': ['"k":"b","v":9007199254740994.5,"n":3'],
};
const MONTHS_OF_2026 = '--period 2026-01..2026-04 --by month --sum v';

test('--by month --compare year: pairs January with January; a missing month of one range does not move the others', async () => {
  expect(await pull(MONTHS, `${MONTHS_OF_2026} --compare year`)).toMatchObject({
    exitCode: 0,
    stdout:
      'month,month_before,v,v_before,v_change,v_percent\n' +
      '2026-01,2025-01,3.30,6.10,-2.80,-45.90\n' +
      '2026-02,2025-02,7,,7,\n' +
      '2026-04,2025-04,9007199254740994.5,9007199254740993,1.5,0.00\n' +
      '2026-03,2025-03,,-3,3,\n',
    notes: ['note: compared with 2025-01-01..2025-04-30'],
  });
});

describe('--compare previous-weeks', () => {
  /** Friday 2025-10-31 has a counterpart on Friday 2025-09-26, 35 days earlier. 2025-09-30 is in neither range. */
  const DAYS: Days = {
    '2025-08-27': ['"v":1'],
    '2025-09-26': ['"v":2'],
    '2025-09-30': ['"v":1000'],
    '2025-10-01': ['"v":10'],
    '2025-10-31': ['"v":20'],
  };
  const OCTOBER = '--period 2025-10 --compare previous-weeks --sum v';

  test('compares days with the same weekdays, and says how many weeks earlier', async () => {
    const { stdout, notes } = await pull(DAYS, `${OCTOBER} --by day`);
    expect(stdout).toBe(
      'day,day_before,v,v_before,v_change,v_percent\n2025-10-01,2025-08-27,10,1,9,900.00\n2025-10-31,2025-09-26,20,2,18,900.00\n',
    );
    expect(notes).toEqual(['note: compared with 2025-08-27..2025-09-26']);
  });

  test.each(['month', 'quarter', 'year'])('is an error with --by %s', async (unit) => {
    expect(await pull(DAYS, `${OCTOBER} --by ${unit}`)).toFail(
      2,
      `error: --compare previous-weeks cannot be combined with --by ${unit}\nhint: use --compare previous\n`,
    );
  });
});

describe('--by day --compare year pairs by month and day', () => {
  const LEAP: Days = {
    '2024-02-28': ['"v":10'],
    '2024-02-29': ['"v":20'],
    '2024-03-01': ['"v":30'],
    '2025-02-28': ['"v":100'],
    '2025-03-01': ['"v":200'],
  };

  test('29 February has no partner in a shorter year', async () => {
    const line = '--from 2025-02-28 --to 2025-03-01 --compare year --by day --sum v';
    expect((await pull(LEAP, line)).stdout).toBe(
      'day,day_before,v,v_before,v_change,v_percent\n' +
        '2025-02-28,2024-02-28,100,10,90,900.00\n2025-03-01,2024-03-01,200,30,170,566.67\n,2024-02-29,,20,-20,-100.00\n',
    );
  });

  test('a day whose date the compared range lacks has no partner, and nor has one that it has more', async () => {
    const line = '--from 2025-02-28 --to 2025-03-01 --compare 2024-02-28..2024-02-29 --by day --sum v';
    expect((await pull(LEAP, line)).stdout).toBe(
      'day,day_before,v,v_before,v_change,v_percent\n' +
        '2025-02-28,2024-02-28,100,10,90,900.00\n2025-03-01,,200,,200,\n,2024-02-29,,20,-20,-100.00\n',
    );
  });

  test('a chart has 29 February at its own place', async () => {
    const days = { ...LEAP, '2025-03-02': ['"v":1'] };
    const line = '--from 2025-02-27 --to 2025-03-02 --compare year --by day --sum v -f chart';
    const { stdout, stderr } = await pull(days, line);
    expect(stdout.split('\n').slice(-3, -1)).toEqual([
      '──  2025-02-27..2025-03-02  301  +401.7%',
      '┄┄  2024-02-27..2024-03-02   60',
    ]);
    expect(stderr).not.toContain('not in the chart');
  });
});

describe('weeks', () => {
  /** Mondays of January, and a Sunday. 5 January 2026 and 6 January 2025 are Mondays. */
  const DAYS: Days = {
    '2025-01-06': ['"v":1'],
    '2025-01-12': ['"v":2'],
    '2025-01-13': ['"v":4'],
    '2025-01-19': ['"v":8'],
    '2026-01-05': ['"v":10'],
    '2026-01-12': ['"v":20'],
    '2026-01-17': ['"v":40'],
    '2026-01-18': ['"v":80'],
  };

  test('incomplete weeks of either range are notes', async () => {
    const line = '--from 2026-01-05 --to 2026-01-17 --compare 2025-01-07..2025-01-19 --sum v';
    expect((await pull(DAYS, `${line} --by week`)).notes).toEqual([
      'note: compared with 2025-01-07..2025-01-19; ' +
        'incomplete weeks: 2026-W03; in the compared range, incomplete weeks: 2025-W02',
    ]);
  });
});

test('records without a date are one row, without an earlier unit', async () => {
  const { env } = await startRecordService(({ query }) => [
    `{"date":"${query.start_date}","v":1}`,
    `{"date":null,"v":${query.start_date!.slice(0, 4)}}`,
  ]);
  const { stdout } = await runCli('revenue --period 2026-01 --compare year --by month --sum v', { env });
  expect(stdout).toBe(
    'month,month_before,v,v_before,v_change,v_percent\n2026-01,2025-01,1,1,0,0.00\n,,2026,2025,1,0.05\n',
  );
});

test('a measure whose compared column has the name of the earlier unit is an error', async () => {
  const line = '--period 2026-01 --compare year --by month --sum month';
  expect(await pull({ '2026-01-10': ['"month":1'] }, line)).toFail(
    2,
    'note: compared with 2025-01-01..2025-01-31\n' +
      'error: two columns of the groups would have the name "month"\n' +
      'hint: choose the columns with --sum, without "month"\n',
  );
});

describe('the last week of the year 9999', () => {
  const DAYS: Days = { '9999-12-20': ['"v":1'], '9999-12-27': ['"v":2'], '9999-12-31': ['"v":4'] };
  const line = '--from 9999-12-20 --to 9999-12-31 --sum v';

  test.each([
    ['--by week', 'week,v\n9999-W51,1\n9999-W52,6\n'],
    [
      '--by week --compare previous',
      'week,week_before,v,v_before,v_change,v_percent\n9999-W51,9999-W49,1,,1,\n9999-W52,9999-W50,6,,6,\n',
    ],
  ])('%s', async (by, stdout) => {
    expect(await pull(DAYS, `${line} ${by}`)).toMatchObject({ exitCode: 0, stdout });
  });

  test('in a chart', async () => {
    const { stdout, exitCode } = await pull(DAYS, `${line} --by week -f chart`);
    expect([exitCode, stdout.split('\n')[0]]).toEqual([0, 'v by week   revenue 9999-12-20..9999-12-31']);
  });
});
