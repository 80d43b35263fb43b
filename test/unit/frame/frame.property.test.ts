/** What a frame knows of merged groups, compared with plain evaluations of the records. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { codesIn } from '../../../src/frame/currencies.ts';
import { recordsOfFrame } from '../../../src/frame/frame.ts';
import { groupRecords } from '../../../src/frame/group-records.ts';
import { GroupTable } from '../../../src/frame/group-table.ts';
import { aggregationIn, measuresOf } from '../../../src/frame/measures.ts';
import { assertFits } from '../../../src/frame/memory-limits.ts';
import { Sums } from '../../../src/frame/states.ts';
import { recordsOfRows } from '../../../src/records/record-set.ts';
import { runs } from '../../harness/property-runs.ts';

const COLUMNS = ['group', 'class', 'revenue', 'currency'].map((name) => createColumn([name]));
const [GROUP, CLASS, REVENUE, CURRENCY] = COLUMNS as [
  (typeof COLUMNS)[0],
  (typeof COLUMNS)[0],
  (typeof COLUMNS)[0],
  (typeof COLUMNS)[0],
];

interface Plain {
  readonly group: number;
  readonly class: number;
  readonly revenue: string;
  readonly currency: string;
}

const ONE: Plain = { group: 0, class: 0, revenue: '1', currency: 'null' };
const FRAME = { sides: 1, endTurn: async () => undefined, form: 'rounded' } as const;

const record: fc.Arbitrary<Plain> = fc.record({
  group: fc.nat(5),
  class: fc.nat(2),
  revenue: fc.constantFrom(
    ...['1', '0.25', '-3', '0', '0.00', '-0', '"2.50"', '"0"', '""', 'null', '1e2', '0e9', '90071992547409930'],
  ),
  currency: fc.constantFrom('"EUR"', '"JPY"', '"eur"', '"USD"', '""', '"n/a"', '"EURO"', 'null', '12345'),
});

async function tableOf(sides: readonly (readonly Plain[])[]): Promise<GroupTable> {
  const records = sides.map((side) =>
    recordsOfRows(
      COLUMNS,
      side.map((each) => [`"g${each.group}"`, `"c${each.class}"`, each.revenue, each.currency]),
    ),
  );
  const { table } = await groupRecords(records, {
    keys: [GROUP, CLASS].map((column) => ({ column, name: column.name })),
    states: [{ kind: 'sum', column: REVENUE }],
    named: [CURRENCY],
  });
  return table;
}

/** Four times the number: a whole number. */
const quartersOf = (revenue: string): bigint =>
  revenue.length > 15 ? 4n * BigInt(revenue) : BigInt(4 * numberOf(revenue));
const numberOf = (revenue: string): number => Number(revenue.replaceAll('"', '').replace('null', ''));

test('merged groups have the sums of their records, and the currencies of their amounts other than zero', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(record), { minLength: 1, maxLength: 3 }), async (sides) => {
      const table = await tableOf(sides);
      const rows = table.allGroups();
      const codesOf = (own: readonly Plain[]): readonly string[] =>
        [
          ...new Set(
            own
              .filter(({ revenue }) => numberOf(revenue) !== 0)
              .flatMap(({ currency }) => /^"([a-z]{3})"$/i.exec(currency)?.[1]?.toUpperCase() ?? []),
          ),
        ].toSorted();
      expect(codesIn(table, rows, 0)).toEqual(codesOf(sides.flat()));
      for (const key of [0, 1] as const) {
        const merged = new GroupTable([table.keys[key]!], table.sources);
        for (const row of rows) merged.mergeAll(merged.groupOf([table.numberAt(key, row)]), table, row);
        for (const group of merged.allGroups()) {
          const name = JSON.parse(merged.keyAt(0, group)!) as string;
          const isOwn = (each: Plain): boolean => name === (key === 0 ? `g${each.group}` : `c${each.class}`);
          expect(codesIn(merged, [group], 0), name).toEqual(codesOf(sides.flat().filter(isOwn)));
          for (const [side, records] of sides.entries()) {
            const own = records.filter(isOwn);
            const filled = own.filter(({ revenue }) => !['""', 'null'].includes(revenue));
            const part = merged.parts[side];
            expect(part?.records.countOf(group) ?? 0).toBe(own.length);
            const sums = part?.states[0] as Sums | undefined;
            expect(sums?.countOf(group) ?? 0).toBe(filled.length);
            const expected = filled.reduce((sum, { revenue }) => sum + quartersOf(revenue), 0n);
            const { units, scale } = sums?.sumOf(group) ?? { units: 0, scale: 0 };
            expect(4n * BigInt(units)).toBe(expected * 10n ** BigInt(scale));
          }
        }
      }
    }),
    { numRuns: runs(800) },
  );
});

test('what is too large for memory is refused', () => {
  assertFits(1_000_000, 'groups');
  expect(() => assertFits(1_000_001, 'groups')).toThrow('in memory: more than 1,000,000 groups');
  assertFits(3_000_000, 'sort keys');
  expect(() => assertFits(3_000_001, 'sort keys')).toThrow('in memory: more than 3,000,000 sort keys');
  assertFits(5_000_000, 'cells');
  expect(() => assertFits(5_000_001, 'cells')).toThrow('in memory: more than 5,000,000 cells');
});

test('a sum beyond the safe integers is exact, and may come back', () => {
  const sums = new Sums();
  const add = (text: string): void => sums.addAt(7, Buffer.from(`${text},`), 0, text.length);
  for (let count = 0; count < 1001; count++) add('999999999999999');
  expect(sums.textOf(7)).toBe(String(999999999999999n * 1001n));
  add('0.50');
  for (let count = 0; count < 1002; count++) add('-999999999999999');
  expect([sums.textOf(7), sums.textOf(6), sums.countOf(7)]).toEqual(['-999999999999998.50', 'null', 2004]);
});

test('the lines of many rows are in blocks, each row once, however often they are read', async () => {
  const sides = [Array.from({ length: 6000 }, (_, group) => ({ ...ONE, group }))];
  const table = await tableOf(sides);
  const measures = measuresOf(aggregationIn(table, { kind: 'sum', column: REVENUE, name: 'revenue' }, new Map()));
  const rows = table.allGroups();
  const records = recordsOfFrame({ ...FRAME, table, measures, rows });
  const expected = sides[0]!.map(({ group }) => `{"group":"g${group}","class":"c0","revenue":1}\n`).join('');
  for (let time = 0; time < 2; time++) {
    const blocks: string[] = [];
    for await (const block of records.lines()) blocks.push(block.toString());
    expect(blocks.length).toBeGreaterThan(2);
    expect(blocks.join('')).toBe(expected);
  }
});
