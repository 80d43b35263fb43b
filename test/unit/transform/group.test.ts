import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { groupRows } from '../../../src/transform/group.ts';
import { keyIdentity } from '../../../src/transform/group-key.ts';
import type { Aggregation } from '../../../src/transform/group-table.ts';
import { runs } from '../../harness/property-runs.ts';
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

  test('the values of two keys do not run together', async () => {
    const records = ['{"a":"x\\ny","b":"z"}', '{"a":"x","b":"y\\nz"}', '{"a":"x\\u000ay","b":"z"}'];
    expect(await grouped([records], ['a', 'b'])).toHaveLength(2);
  });

  test('a key has the spelling of its first record', async () => {
    const records = [
      '{"k":1.0,"v":1}',
      '{"k":"1","v":2}',
      '{"k":"\\u00e9","v":3}',
      '{"k":"é","v":4}',
      '{"k":null}',
      '{"v":5}',
    ];
    expect(await grouped([records], ['k'])).toEqual([
      '{"k":1.0,"sum0":3,"min0":1,"max0":2,"avg0":1.5,"count0":2}',
      '{"k":"\\u00e9","sum0":7,"min0":3,"max0":4,"avg0":3.5,"count0":2}',
      '{"k":null,"sum0":5,"min0":5,"max0":5,"avg0":5,"count0":2}',
    ]);
  });
});

describe('aggregations', () => {
  test.each([
    ['keep digits', ['0.10', '0.20', '1e-7'], '0.3000001', '1e-7', '0.20', '0.1000000'],
    ['include texts that are plain numbers', ['"12.50"', '1'], '13.50', '1', '"12.50"', '6.75'],
    ['skip empty cells', ['null', '""', '4'], '4', '4', '4', '4'],
    ['of empty cells are null', ['null', '""'], 'null', 'null', 'null', 'null'],
    ['of negative numbers', ['-1.5', '-2.5'], '-4.0', '-2.5', '-1.5', '-2'],
    ['round an average to six decimals', ['1', '1', '0'], '2', '0', '1', '0.666667'],
    [
      'round an average to as many decimals as the cells have',
      ['0.00000001', '0.00000002'],
      '0.00000003',
      '0.00000001',
      '0.00000002',
      '0.00000002',
    ],
    [
      'are exact beyond a double',
      ['9007199254740993', '2'],
      '9007199254740995',
      '2',
      '9007199254740993',
      '4503599627370497.5',
    ],
    ['give the first of equal extremes', ['1.0', '1', '1.00'], '3.00', '1.0', '1.0', '1'],
  ])('%s', async (_, cells, sum, min, max, avg) => {
    const records = cells.map((cell) => `{"k":1,"v":${cell}}`);
    const average = avg.includes('.') ? avg.replace(/\.?0+$/, '') : avg;
    expect(await grouped([records], ['k'])).toEqual([
      `{"k":1,"sum0":${sum},"min0":${min},"max0":${max},"avg0":${average},"count0":${cells.length}}`,
    ]);
  });

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
  const key = fc.constantFrom(
    '1',
    '1.0',
    '"1"',
    '"a"',
    '"\\u0061"',
    'null',
    '""',
    '"b"',
    '2',
    '3',
    '4',
    '"1.0"',
    'true',
  );
  const value = fc.oneof(
    fc.integer({ min: -99, max: 99 }).map((units) => `${units / 4}`),
    fc.constant('null'),
  );
  const records = fc
    .array(fc.tuple(key, key, value), { maxLength: 40 })
    .map((rows) => rows.map(([k, l, v]) => `{"k":${k},"l":${l},"v":${v}}`));

  test('are the same as in memory, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(records, records, fc.boolean(), async (now, before, hasTwoKeys) => {
        const keys = hasTwoKeys ? ['k', 'l'] : ['k'];
        const expected = await grouped([now, before], keys);
        expect(await grouped([now, before], keys, { maxGroups: 2 })).toEqual(expected);
        expect(expected).toEqual(reference([now, before], keys));
      }),
      { numRuns: runs(60) },
    );
  });

  test('are split over files', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `{"k":"${(index * 7919) % 4001}","v":${index}}`);
    let files = 0;
    const found = await grouped([rows], ['k'], { maxGroups: 500, onFiles: (count) => (files = count) });
    // Two files for each of ten parts, and one for the merged groups.
    expect(files).toBe(21);
    expect(found).toHaveLength(4001);
    expect(found).toEqual(reference([rows], ['k']));
  });
});

/** The expected records, computed with plain objects. Values are quarters. */
function reference(sides: readonly (readonly string[])[], keys: readonly string[]): readonly string[] {
  const groups = new Map<string, { keys: string[]; cells: number[][]; counts: number[] }>();
  for (const [side, records] of sides.entries()) {
    for (const record of records) {
      const parsed = JSON.parse(record) as Record<string, unknown>;
      const id = JSON.stringify(keys.map((name) => String(parsed[name] ?? '')));
      const spelled = keys.map((name) => new RegExp(`"${name}":("[^"]*"|[^,}]*)`).exec(record)![1]!);
      const group = groups.get(id) ?? {
        keys: spelled,
        cells: sides.map(() => []),
        counts: sides.map(() => 0),
      };
      groups.set(id, group);
      if (parsed.v !== null) group.cells[side]!.push(parsed.v as number);
      group.counts[side]!++;
    }
  }
  const valuesOf = (cells: readonly number[], count: number): readonly string[] => {
    if (count === 0) return Array.from({ length: 5 }, () => 'null');
    if (cells.length === 0) return ['null', 'null', 'null', 'null', String(count)];
    const decimals = Math.max(...cells.map((cell) => String(cell).split('.')[1]?.length ?? 0));
    const sum = cells.reduce((total, cell) => total + cell, 0);
    const average =
      Number((Math.round((Math.abs(sum) / cells.length) * 1e6) / 1e6).toFixed(6)) * Math.sign(sum);
    const figures = [sum.toFixed(decimals), Math.min(...cells), Math.max(...cells), average || 0];
    return [...figures.map((figure) => (figure === '-0' ? '0' : String(figure))), String(count)];
  };
  return [...groups.values()].map(({ keys: spelled, cells, counts }) => {
    const members = [
      ...spelled.map((text, index) => `"${keys[index]}":${text}`),
      ...sides.flatMap((_, side) =>
        valuesOf(cells[side]!, counts[side]!).map(
          (text, index) => `"${['sum', 'min', 'max', 'avg', 'count'][index]}${side}":${text}`,
        ),
      ),
    ];
    return `{${members.join(',')}}`;
  });
}

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
    const records = Array.from({ length: 900 }, (_, index) => `{"k":${(index * 7) % 500},"v":${index}.10}`);
    expect(await numbersOf(records, 10)).toEqual(await numbersOf(records));
  });
});
