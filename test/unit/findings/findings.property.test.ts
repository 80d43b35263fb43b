import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  parseDecimal,
  subtractDecimals,
  ZERO,
} from '../../../src/core/decimal.ts';
import { addDays, parseCalendarDate } from '../../../src/dates/date.ts';
import { type DayRow, findFindings } from '../../../src/findings/findings.ts';
import type { GroupRow } from '../../../src/findings/movers.ts';
import { changeOf } from '../../../src/frame/arithmetic.ts';
import { runs } from '../../harness/property-runs.ts';
import { totalOf } from './total-of.ts';

const FROM = parseCalendarDate('2026-03-01')!;
const range = { from: FROM, to: addDays(FROM, 41) };

const number = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => {
    const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
    const point = digits.length - scale;
    return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`;
  });
const cell = fc.option(number, { nil: 'null', freq: 8 });

/** Groups as the transform compares them: one that a range lacks is zero there, another empty sum is unknown. */
const groups = fc.uniqueArray(fc.record({ name: fc.nat(400), now: cell, before: cell, isWhole: fc.boolean() }), {
  selector: ({ name }) => name,
  maxLength: 250,
});

function rowOf({
  name,
  now,
  before,
  isWhole,
}: {
  name: number;
  now: string;
  before: string;
  isWhole: boolean;
}): GroupRow {
  const absent = isWhole ? undefined : ZERO;
  return { key: [`"g${name}"`], now, before, change: changeOf(now, before, absent) };
}

const days = fc.array(
  fc.record({
    name: fc.nat(6),
    offset: fc.nat(41),
    now: fc.oneof(fc.constant('100'), fc.constant('110.5'), fc.constant('2'), cell),
  }),
  { maxLength: 300 },
);

function find(rows: readonly GroupRow[], dayRows: readonly DayRow[]) {
  return findFindings({
    ...{ currencies: [], range, comparedRange: range, days: [42, 41] },
    total: totalOf(rows),
    groups: rows,
    dayRows,
  });
}

test('the changes of the groups add up to the change of the total', async () => {
  await fc.assert(
    fc.asyncProperty(groups, async (given) => {
      const rows = given.map(rowOf);
      const found = await find(rows, []);
      const { total } = found;
      if (total?.change === undefined) return;
      const change = parseDecimal(total.change)!;
      const numberOf = (text: unknown): Decimal => parseDecimal(text === 'null' ? '0' : String(text))!;
      const ofRows = rows.map(({ now, before }) => subtractDecimals(numberOf(now), numberOf(before)));
      expect(compareDecimals(ofRows.reduce(addDecimals, ZERO), change)).toBe(0);
    }),
    { numRuns: runs(300) },
  );
});

test('the order of the rows does not matter', async () => {
  const shuffled = groups.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
  );
  const shuffledDays = days.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
  );
  const toDays = (given: readonly { name: number; offset: number; now: string }[]): DayRow[] =>
    given.map(({ name, offset, now }) => ({ key: [`"g${name}"`], day: addDays(FROM, offset), now }));
  await fc.assert(
    fc.asyncProperty(shuffled, shuffledDays, async ([one, other], [oneDays, otherDays]) => {
      const found = await find(one.map(rowOf), toDays(oneDays));
      expect(await find(other.map(rowOf), toDays(otherDays))).toEqual(found);
    }),
    { numRuns: runs(300) },
  );
});
