import { describe, expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { type CalendarDate, parseCalendarDate } from '../../../src/dates/date.ts';
import { type DateRange, daysOf } from '../../../src/dates/range.ts';
import { comparedFigures, readFindings } from '../../../src/document/read-findings.ts';
import type { Findings } from '../../../src/findings/findings.ts';
import type { TransformInput } from '../../../src/transform/group-step.ts';
import { transformRecords } from '../../../src/transform/transform.ts';
import { IDENTITY, type Transform } from '../../../src/transform/transform-request.ts';
import { withSpool } from '../frame/rows-of.ts';

const rangeOf = (from: string, to: string): DateRange => ({
  from: parseCalendarDate(from)!,
  to: parseCalendarDate(to)!,
});
const OCTOBER = rangeOf('2026-10-01', '2026-10-31');
const SEPTEMBER = rangeOf('2026-09-01', '2026-09-30');
const INPUT = {
  ...{ chosen: undefined, terminalWidth: undefined, color: false, maxRows: 1000 },
  ...{ onNote() {}, onTruncation() {}, onWarning() {} },
};
const DATE = createColumn(['date']);

/** Two records a day of two steady campaigns; one that begins on 20 October, and one that ends on 5 October. */
function recordsOf(range: DateRange, extra = ''): readonly string[] {
  const record = (day: string, campaign: string, cents: number): string =>
    `{"date":"${day}","campaign":"${campaign}","clicks":2,"revenue":${(cents / 100).toFixed(2)}${extra}}`;
  return daysOf(range).flatMap((day, index) => {
    const level = day === '2026-10-14' ? 0.1 : [1, 1.1, 1, 1, 0.9, 0.5, 0.5][index % 7]!;
    return [
      ...[1, 2].map((part) => record(day, 'Brand', Math.round(level * 10_000) + part)),
      record(day, 'Shop', Math.round(level * 5000)),
      ...(day >= '2026-10-20' ? [record(day, 'Black Friday', 2001)] : []),
      ...(day <= '2026-10-05' ? [record(day, 'Old', 1010)] : []),
    ];
  });
}

async function read(
  changes: Partial<Transform> = {},
  { now = recordsOf(OCTOBER), ...facts }: Partial<Omit<TransformInput, 'now'>> & { now?: readonly string[] } = {},
): Promise<Findings | undefined> {
  return withSpool(async ({ newFile, recordSetOf }) => {
    const request: Transform = { ...IDENTITY, groupBy: ['campaign'], isCompared: true, ...changes };
    const isCompared = request.isCompared;
    const rows = await transformRecords(request, {
      now: await recordSetOf(now),
      comparisons: isCompared ? [await recordSetOf(recordsOf(SEPTEMBER))] : [],
      ...{ dateColumns: [DATE], dated: [DATE], dayColumn: DATE },
      ...{ range: OCTOBER, compared: isCompared ? SEPTEMBER : undefined },
      ...{ isForPeople: true, summaries: undefined, findsDays: true, sumsFrom: 1, currency: 'EUR', newFile },
      endTurn: async () => undefined,
      today: () => '2026-11-23' as CalendarDate,
      ...facts,
    });
    const compared = isCompared ? { comparedRange: SEPTEMBER } : {};
    const input = { ...INPUT, ...rows, range: OCTOBER, ...compared };
    const figures = await comparedFigures(input);
    return figures && (await readFindings(input, figures))?.findings;
  });
}

describe('findings of compared groups', () => {
  test('have the total, the movers with their dates, and the odd day', async () => {
    const found = (await read())!;
    expect(found.currencies).toEqual(['EUR']);
    expect(found.total).toMatchObject({
      ...{ now: '6966.55', before: '6828.90', change: '137.65', percent: '2.0' },
      percentADay: '-1.3',
    });
    expect(
      found.movers.map(({ key, change, isNew, hasEnded, days }) => [key[0], change, isNew, hasEnded, days]),
    ).toEqual([
      ['"Old"', '-252.50', false, true, { first: '2026-10-01', last: '2026-10-05' }],
      ['"Black Friday"', '240.12', true, false, { first: '2026-10-20', last: '2026-10-31' }],
      ['"Brand"', '120.03', false, false, { first: '2026-10-01', last: '2026-10-31' }],
      ['"Shop"', '30.00', false, false, { first: '2026-10-01', last: '2026-10-31' }],
    ]);
    // Black Friday began later, and Old had ended.
    expect(found.oddDays.map(({ day, groups }) => [day, groups])).toEqual([
      ['2026-10-14', { kind: 'all', moved: 2, count: 2, hasOthers: true, largest: ['"Brand"'] }],
    ]);
  });

  test('are about the measure that is summed, and a count of clicks has no currency', async () => {
    const found = await read({ aggregations: [{ kind: 'sum', column: 'clicks' }] });
    expect(found).toMatchObject({ currencies: [], total: { now: '220' } });
  });

  test('have no days if conditions leave out groups, or no column has the days', async () => {
    const having = [{ source: 'having', column: 'revenue', operator: '>', values: [{ text: '0', isQuoted: false }] }];
    for (const found of [await read({ having: having as never }), await read({}, { dayColumn: undefined })]) {
      expect(found?.movers).toHaveLength(4);
      expect(found?.movers[0]?.days).toBeUndefined();
      expect(found?.oddDays).toEqual([]);
    }
  });
});

test.each<[string, Partial<Transform>]>([
  ['an average', { aggregations: [{ kind: 'avg', column: 'revenue' }] }],
  ['records', { groupBy: [], isCompared: false }],
])('there are none of %s', async (_, request) => {
  expect(await read(request)).toBeUndefined();
});
