import { expect, test } from 'vitest';
import { runWithoutCaption } from '../harness/caption.ts';
import { startRecordService } from '../harness/service.ts';

const WEEKS = '--from 2026-01-05 --to 2026-02-01';
const NOW = '2026-02-10T12:00:00Z';

/** The average of a chart with what it divides by, and that of a page; undefined without one. */
async function averages(args: string, days: Readonly<Record<string, string>>, now = NOW) {
  const records = Object.entries(days).map(([day, revenue]) => {
    return `{"day":${day === '' ? 'null' : `"${day}"`},"revenue":${revenue}}`;
  });
  const { env } = await startRecordService(() => records);
  const run = async (format: string) => {
    const line = `revenue ${args} --date-column day -q -f ${format}`;
    const { stdout, exitCode } = await runWithoutCaption(line, { env, now });
    expect(exitCode).toBe(0);
    return stdout;
  };
  return {
    chart: /average (\S+(?: over \d+ \w+)?)/.exec(await run('chart'))?.[1],
    page: /average ([\d.,]+) a day/.exec(await run('html'))?.[1],
  };
}

const FOUR = { '2026-01-05': '100.10', '2026-01-07': '-3', '2026-01-28': '7.05', '2026-02-01': '2' };

test('divides by all days of the range, in charts as on pages', async () => {
  expect(await averages(WEEKS, FOUR)).toEqual({ chart: '3.79 over 28 days', page: '3.79' });
  const whole = { '2026-01-05': '10', '2026-01-06': '5' };
  expect(await averages('--from 2026-01-05 --to 2026-01-06', whole)).toEqual({ chart: '7.5', page: '7.5' });
  const third = await averages('--from 2026-01-05 --to 2026-01-07', { ...whole, '2026-01-07': '5' });
  expect(third).toEqual({ chart: '6.7', page: '6.7' });
});

test('of weeks divides by the complete ones, with or without records', async () => {
  const { chart } = await averages(`${WEEKS} --by week`, FOUR);
  expect(chart).toBe('26.54 over 4 weeks');
  const days = { '2026-01-05': '100.10', '2026-01-07': '-3', '2026-01-26': '50' };
  const cut = await averages('--from 2026-01-05 --to 2026-01-27 --by week', days);
  expect(cut.chart).toBe('32.37 over 3 weeks');
});

test('is not there with today, which is not over', async () => {
  const range = '--from 2026-01-28 --to 2026-02-01';
  const days = { '2026-01-28': '7', '2026-02-01': '2' };
  expect(await averages(range, days, '2026-02-01T12:00:00Z')).toEqual({ chart: undefined, page: undefined });
  expect((await averages(range, days)).chart).toBe('1.8 over 5 days');
});

test('is not in a chart if a condition leaves units out', async () => {
  const week = '--from 2026-01-05 --to 2026-01-06 --by day';
  const days = { '2026-01-05': '100', '2026-01-06': '2' };
  expect(await averages(`${week} --having 'revenue>=2'`, days)).toEqual({ chart: '51', page: '51' });
  // The tiles and charts of a page cover all records.
  expect(await averages(`${week} --having 'revenue>2'`, days)).toEqual({ chart: undefined, page: '51' });
});

test('is not on a page whose line lacks records without a date', async () => {
  const days = { '2026-01-05': '10', '2026-01-06': '5', '': '3' };
  const found = await averages('--from 2026-01-05 --to 2026-01-06', days);
  expect(found).toEqual({ chart: '7.5', page: undefined });
});
