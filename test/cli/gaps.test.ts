import { describe, expect, test } from 'vitest';
import { daysFrom, startDailyService } from '../harness/daily-service.ts';
import { runWithNotes as runCli, runCli as runPlain } from '../harness/run-cli.ts';

const QUARTER = 'revenue --from 2026-01-01 --to 2026-03-31';
const THREE = daysFrom('2026-02-10', '2026-02-12');

describe('days without records', () => {
  test('are not reported without gaps; --quiet does not hide them', async () => {
    const whole = await startDailyService();
    expect((await runCli(QUARTER, { env: whole.env })).stderr).toBe('');
    expect((await runCli(`${QUARTER} --strict`, { env: whole.env })).exitCode).toBe(0);
    const gappy = await startDailyService({ missing: THREE });
    expect(await runCli(`${QUARTER} -q`, { env: gappy.env })).toMatchObject({
      exitCode: 0,
      stderr: 'warning: no records for 3 of 90 days: 2026-02-10..2026-02-12 [gaps]\n',
    });
  });

  test.each<[string, readonly string[], string]>([
    ['one day', ['2026-01-01'], '1 of 90 days: 2026-01-01'],
    ['days on both sides of a window', daysFrom('2026-01-30', '2026-02-02'), '4 of 90 days: 2026-01-30..2026-02-02'],
    [
      'many',
      daysFrom('2026-01-01', '2026-03-31').filter((_day, index) => index % 5 === 0),
      '18 of 90 days: 2026-01-01, 2026-01-06, 2026-01-11, 2026-01-16, 2026-01-21, 2026-01-26, 2026-01-31, ' +
        '2026-02-05, 2026-02-10, 2026-02-15 and 8 more days',
    ],
  ])('%s', async (_name, missing, message) => {
    const service = await startDailyService({ missing });
    const { stderr } = await runCli(QUARTER, { env: service.env });
    expect(stderr).toBe(`warning: no records for ${message} [gaps]\n`);
  });
});

describe('today and later days are not gaps', () => {
  const JUNE = 'revenue --from 2026-06-10 --to 2026-06-20';
  const missing = daysFrom('2026-06-14', '2026-06-30');

  test.each([
    ['2026-06-15T12:00:00Z', 'UTC', '2026-06-15', 5, '1 of 5 days: 2026-06-14'],
    ['2026-06-15T12:00:00Z', 'Pacific/Kiritimati', '2026-06-16', 4, '2 of 6 days: 2026-06-14..2026-06-15'],
    ['2026-06-14T12:00:00Z', 'UTC', '2026-06-14', 6, undefined],
    ['2026-06-30T12:00:00Z', 'UTC', undefined, 0, '7 of 11 days: 2026-06-14..2026-06-20'],
  ])('at %s in %s', async (now, zone, day, later, message) => {
    const service = await startDailyService({ missing });
    const options = { env: { ...service.env, REPORTING_TIMEZONE: zone }, now };
    const { stderr } = await runCli(JUNE, options);
    const unfinished = `warning: the range includes today, ${day} in ${zone}, and ${later} later days [unfinished]\n`;
    const gaps = `warning: no records for ${message} [gaps]\n`;
    expect(stderr).toBe((day === undefined ? '' : unfinished) + (message === undefined ? '' : gaps));
    const strict = await runCli(`${JUNE} --strict --allow unfinished`, options);
    expect(strict.exitCode).toBe(message === undefined ? 0 : 9);
  });
});

test('gaps and transforms: a transform neither hides nor adds gaps', async () => {
  const service = await startDailyService({ missing: THREE });
  const args = `${QUARTER} --where day=2026-01-05 --columns n,day`;
  expect(await runCli(args, { env: service.env })).toPrint(
    'n,day\n1,2026-01-05\n',
    'warning: no records for 3 of 90 days: 2026-02-10..2026-02-12 [gaps]\n',
  );
  expect((await runCli(`${args} --strict`, { env: service.env })).exitCode).toBe(9);
  const whole = await startDailyService();
  expect(await runCli(`${args} --strict`, { env: whole.env })).toPrint('n,day\n1,2026-01-05\n');
});

describe('with --strict', () => {
  test.each([
    [['--windows', '1', '--window-columns'], ['2026-01-02'], '1 of 3 days: 2026-01-02', false],
    [['--windows', '1', '--window-columns'], [], undefined, false],
    [['--windows', '2', '--window-columns'], ['2026-01-01', '2026-01-02'], '2 of 3 days: ', false],
    [['--windows', '2', '--window-columns'], ['2026-01-03'], '1 of 3 days: 2026-01-03', true],
    [['--windows', '2', '--window-columns'], [], undefined, true],
    [['--windows', '2', '--window-columns', '--date-column', 'none'], [], undefined, false],
  ])('without a date column, uses windows without records: %j, %j', async (args, missing, gaps, isNoted) => {
    const service = await startDailyService({ missing, recordsOf: () => ['{"domain":"a.example"}'] });
    const short = ['revenue', '--from', '2026-01-01', '--to', '2026-01-03', ...args, '-v'];
    const { exitCode, stderr } = await runPlain(short, { env: service.env });
    expect(exitCode).toBe(0);
    expect(stderr.includes('[gaps]')).toBe(gaps !== undefined);
    if (gaps !== undefined) expect(stderr).toContain(`warning: no records for ${gaps}`);
    expect(
      stderr.includes('note: records have no dates, so missing days stay unseen: add --windows 1 --window-columns\n'),
    ).toBe(isNoted);
    const strict = await runCli([...short, '--strict'], { env: service.env });
    expect(strict.exitCode).toBe(gaps === undefined ? 0 : 9);
  });
});

test.each([
  ['Saturday or Sunday', '2026-01-01..2026-03-31', [0, 6], ''],
  ['Sunday', '2026-01-01..2026-01-31', [0], ''],
  // Fewer than four of them, or one with records.
  ['', '2026-01-01..2026-01-21', [0], '3 of 21 days: 2026-01-04, 2026-01-11, 2026-01-18'],
  ['', '2026-01-05..2026-02-01', [0, 1, 2, 3, 4, 5, 6], ''],
])('weekdays that never have records are a note: %s, %s', async (names, range, weekdays, gaps) => {
  const missing = daysFrom('2026-01-01', '2026-03-31').filter((day) => weekdays.includes(new Date(day).getUTCDay()));
  const { env } = await startDailyService({ missing });
  const [from, to] = range.split('..');
  const { stderr } = await runCli(`revenue --from ${from} --to ${to} -f csv`, { env });
  const warning = gaps === '' ? '' : `warning: no records for ${gaps} [gaps]\n`;
  const empty = weekdays.length === 7 ? `warning: no records for revenue ${range} [empty]\n` : '';
  expect(stderr).toBe(`${warning}${empty}${names === '' ? '' : `note: no records on any ${names}\n`}`);
});
