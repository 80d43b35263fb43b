import { describe, expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { groupRows } from '../../../src/transform/group.ts';
import { keyIdentity } from '../../../src/transform/group-key.ts';
import type { Aggregation } from '../../../src/transform/group-table.ts';
import { recordsOf, withSpool } from './rows-of.ts';

const AGGREGATIONS = (['sum', 'min', 'max', 'avg'] as const).map(
  (kind): Aggregation => ({ kind, column: createColumn(['v']), name: kind }),
);

/** The records of the groups by `keys`: all aggregations of `v` for each side, one side after the other. */
function grouped(
  sides: readonly (readonly string[])[],
  keys: readonly string[],
  { maxGroups, onFiles }: { maxGroups?: number; onFiles?: (count: number) => void } = {},
): Promise<readonly unknown[]> {
  return withSpool(async ({ recordSetOf, newFile, files }) => {
    const names = sides.flatMap((_, side) => [
      ...AGGREGATIONS.map(({ name }) => name + side),
      `count${side}`,
    ]);
    const recordSets = await Promise.all(sides.map(recordSetOf));
    const recordSet = await groupRows(
      recordSets,
      {
        keys: keys.map((name) => ({ column: createColumn([name]), name })),
        aggregations: AGGREGATIONS,
        withCount: true,
      },
      {
        newFile,
        columns: [...keys, ...names].map((name) => createColumn([name])),
        valuesOf: (group) => [
          ...group.keys,
          ...sides.flatMap((_, side) => group.sides[side] ?? Array.from({ length: 5 }, () => 'null')),
        ],
        ...(maxGroups === undefined ? {} : { maxGroups }),
      },
    );
    onFiles?.(files() - sides.length);
    const records = await recordsOf(recordSet);
    expect(recordSet.recordCount).toBe(records.length);
    return records;
  });
}

describe('cells of the same key', () => {
  test.each([
    [['1', '1.0', '"1"', '10e-1', '1.00'], 1],
    [['"1"', '"1.0"', '"01"'], 3],
    [['0', '-0', '0.0', '0e5'], 1],
    [['null', undefined, '""'], 1],
    [['"é"', '"\\u00e9"', '"\\u00E9"'], 1],
    [['"a/b"', '"a\\/b"'], 1],
    [['"a"', '"A"', '"a "'], 3],
    [['true', '"true"', 'false'], 2],
    [['9007199254740993', '9007199254740992', '9007199254740993.0'], 2],
    [['[1]', '[1.0]', '{}'], 3],
    [['"null"', 'null'], 2],
    [['1e999', '1e998'], 2],
    [['"\\ud800"', '"\\ud801"'], 2],
    [['"a\\nb"', '"a\\u000ab"', '"a\\\\nb"'], 2],
  ])('%j', (cells, count) => {
    expect(new Set(cells.map(keyIdentity)).size).toBe(count);
  });
});

describe('a sum', () => {
  test.each([
    ['"N/A"', 'sum v: a record holds "N/A", which is not a number'],
    ['"007"', 'sum v: a record holds "007", which is not a number'],
    ['[1]', 'sum v: a record holds [1], which is not a number'],
    ['1e999', 'sum v: a record holds 1e999, which is too large to compute with'],
    [`"${'x'.repeat(90)}"`, `sum v: a record holds "${'x'.repeat(59)}…, which is not a number`],
  ])('reject %s', async (cell, message) => {
    await expect(grouped([[`{"v":1}`, `{"v":${cell}}`]], ['k'])).rejects.toThrow(message);
  });
});

describe('more groups than fit in memory', () => {
  test('are split over files, and the same as in memory', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => `{"k":"${(index * 7919) % 401}","v":${index}}`);
    let files = 0;
    const found = await grouped([rows], ['k'], { maxGroups: 50, onFiles: (count) => (files = count) });
    // Two files for each of ten parts, and one for the merged groups.
    expect(files).toBe(21);
    expect(found).toHaveLength(401);
    expect(found).toEqual(await grouped([rows], ['k']));
  });
});

describe('the numbers of a group', () => {
  const numbersOf = (records: readonly string[], maxGroups?: number) =>
    withSpool(async ({ recordSetOf, newFile }) => {
      const [k, v] = [createColumn(['k']), createColumn(['v'])];
      const aggregations = [
        { kind: 'number', column: v, name: 'sum' },
        { kind: 'onlyNumber', column: v, name: 'only' },
      ] as const;
      const columns = ['k', 'sum', 'only'].map((name) => createColumn([name]));
      const grouping = { keys: [{ column: k, name: 'k' }], aggregations, withCount: false };
      return recordsOf(
        await groupRows([await recordSetOf(records)], grouping, {
          newFile,
          columns,
          valuesOf: ({ keys, sides: [cells] }) => [...keys, ...cells!],
          ...(maxGroups === undefined ? {} : { maxGroups }),
        }),
      );
    });

  test('are those of JSON: one alone keeps its spelling, and the sum of more is exact', async () => {
    const cells = {
      a: ['1e2'],
      b: ['0.10', 'null', '"7"', '"x"'],
      c: ['0.10', '9007199254740993', '1e1', '-1'],
      d: ['null', 'true'],
      e: ['1e999'],
    };
    const records = Object.entries(cells).flatMap(([k, values]) =>
      values.map((v) => `{"k":"${k}","v":${v}}`),
    );
    expect(await numbersOf(records)).toEqual([
      '{"k":"a","sum":1e2,"only":1e2}',
      '{"k":"b","sum":0.10,"only":0.10}',
      '{"k":"c","sum":9007199254741002.10,"only":"several"}',
      '{"k":"d","sum":null,"only":null}',
      '{"k":"e","sum":1e999,"only":1e999}',
    ]);
    await expect(numbersOf([...records, '{"k":"e","v":1}'])).rejects.toThrow('too many digits to add');
  });

  test('are the same for groups that do not fit in memory', async () => {
    const records = Array.from({ length: 180 }, (_, index) => `{"k":${(index * 7) % 100},"v":${index}.10}`);
    expect(await numbersOf(records, 10)).toEqual(await numbersOf(records));
  });
});
