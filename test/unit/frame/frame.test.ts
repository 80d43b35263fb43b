import { expect, test } from 'vitest';
import { type Column, createColumn } from '../../../src/core/columns.ts';
import { recordsOfFrame } from '../../../src/frame/frame.ts';
import { groupRecords } from '../../../src/frame/group-records.ts';
import { aggregationIn, measuresOf } from '../../../src/frame/measures.ts';
import { assertFits } from '../../../src/frame/memory-limits.ts';
import { Sums } from '../../../src/frame/states.ts';
import { recordsOfRows } from '../../../src/records/record-set.ts';

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
  const [group, revenue] = ['group', 'revenue'].map((name) => createColumn([name])) as [Column, Column];
  const cells = Array.from({ length: 6000 }, (_, index) => [`"g${index}"`, '1']);
  const { table } = await groupRecords([recordsOfRows([group, revenue], cells)], {
    keys: [{ column: group, name: 'group' }],
    states: [{ kind: 'sum', column: revenue }],
  });
  const measures = measuresOf(aggregationIn(table, { kind: 'sum', column: revenue, name: 'revenue' }, new Map()));
  const frame = { sides: 1, endTurn: async () => undefined, form: 'rounded', table, measures } as const;
  const records = recordsOfFrame({ ...frame, rows: table.allGroups() });
  const expected = cells.map(([name]) => `{"group":${name},"revenue":1}\n`).join('');
  for (let time = 0; time < 2; time++) {
    const blocks: string[] = [];
    for await (const block of records.lines()) blocks.push(block.toString());
    expect(blocks.length).toBeGreaterThan(2);
    expect(blocks.join('')).toBe(expected);
  }
});
