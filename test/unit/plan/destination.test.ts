import { describe, expect, test } from 'vitest';
import { parseCalendarDate } from '../../../src/dates/date.ts';
import { misleadingName, parseOutput } from '../../../src/plan/destination.ts';

describe('a name with one end of a range', () => {
  const day = parseCalendarDate('2026-06-12')!;
  const days = parseCalendarDate('2026-06-14')!;

  test.each([
    ['{from}.csv', 'first', '{from}-{to}.csv'],
    ['{to}.csv', 'last', '{from}-{to}.csv'],
    ['{from}/{profile}/{from}.csv', 'first', '{from}/{profile}/{from}-{to}.csv'],
  ])('%s is a warning for several days', (template, end, better) => {
    expect(String(misleadingName(parseOutput(template), { from: day, to: days }))).toBe(
      `--output "${template}" names only the ${end} day of 2026-06-12..2026-06-14 (3 days): name both ends, as in "${better}", or pull one day`,
    );
    expect(misleadingName(parseOutput(template), { from: day, to: day })).toBeUndefined();
  });

  test.each(['-', 'x.csv', '{profile}.csv', '{from}..{to}.csv'])('%s is no warning', (template) => {
    expect(misleadingName(parseOutput(template), { from: day, to: days })).toBeUndefined();
  });
});
