import { expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const NOW = '2026-02-10T12:00:00Z';

/** The average of a page; undefined without one. */
async function average(args: string, days: Readonly<Record<string, string>>, now = NOW) {
  const records = Object.entries(days).map(([day, revenue]) => {
    return `{"day":${day === '' ? 'null' : `"${day}"`},"revenue":${revenue}}`;
  });
  const { env } = await startRecordService(() => records);
  const { stdout, exitCode } = await runCli(`revenue ${args} --date-column day -q -f html`, { env, now });
  expect(exitCode).toBe(0);
  return /average ([\d.,]+) a day/.exec(stdout)?.[1];
}

test('divides by all days of the range', async () => {
  const four = { '2026-01-05': '100.10', '2026-01-07': '-3', '2026-01-28': '7.05', '2026-02-01': '2' };
  expect(await average('--from 2026-01-05 --to 2026-02-01', four)).toBe('3.79');
  const whole = { '2026-01-05': '10', '2026-01-06': '5' };
  expect(await average('--from 2026-01-05 --to 2026-01-06', whole)).toBe('7.5');
  expect(await average('--from 2026-01-05 --to 2026-01-07', { ...whole, '2026-01-07': '5' })).toBe('6.7');
});

test('is not there with today, which is not over', async () => {
  const days = { '2026-01-28': '7', '2026-02-01': '2' };
  expect(await average('--from 2026-01-28 --to 2026-02-01', days, '2026-02-01T12:00:00Z')).toBeUndefined();
});

test('is that of all records, also with a condition on rows', async () => {
  const days = { '2026-01-05': '100', '2026-01-06': '2' };
  expect(await average("--from 2026-01-05 --to 2026-01-06 --by day --having 'revenue>2'", days)).toBe('51');
});

test('is not on a page whose line lacks records without a date', async () => {
  const days = { '2026-01-05': '10', '2026-01-06': '5', '': '3' };
  expect(await average('--from 2026-01-05 --to 2026-01-06', days)).toBeUndefined();
});
