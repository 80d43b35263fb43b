import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { ScannedRows } from '../../../src/records/scanned-rows.ts';
import { runs } from '../../harness/property-runs.ts';
import { leavesOf, parseJson, plainRecord } from '../json/json-documents.ts';

type Path = readonly string[];

function readRows(paths: readonly Path[], records: readonly string[], wholeObjects = false) {
  const rows = new ScannedRows(paths.map(createColumn), { wholeObjects });
  rows.begin(Buffer.from(records.map((record) => `${record}\n`).join('')));
  const all: (string | undefined)[][] = [];
  while (rows.next()) all.push(rows.cells());
  return all;
}

function memberAt(record: string, path: Path): unknown {
  return path.reduce((value, key) => (value as Record<string, unknown>)[key], parseJson(record));
}

describe('the cells of the columns', () => {
  test.each<[what: string, record: string, paths: Path[], cells: (string | undefined)[]]>([
    [
      'in the columns’ order, in their spelling',
      '{"a":0.10,"b":"\\u0041","c":-0}',
      [['c'], ['a'], ['b']],
      ['-0', '0.10', '"\\u0041"'],
    ],
    ['literals', '{"a":null,"b":true,"c":false}', [['a'], ['b'], ['c']], ['null', 'true', 'false']],
    ['missing members', '{"a":1}', [['b'], ['a', 'b'], ['a']], [undefined, undefined, '1']],
    ['of an empty record', '{}', [['a']], [undefined]],
    [
      'nested members',
      '{"a":{"b":{"c":1},"d":2},"e":3}',
      [['a', 'b', 'c'], ['a', 'd'], ['e']],
      ['1', '2', '3'],
    ],
    [
      'arrays and empty objects',
      '{"a":[1,{"b":"]"}],"c":{},"d":[]}',
      [['a'], ['c'], ['d']],
      ['[1,{"b":"]"}]', '{}', '[]'],
    ],
    ['not objects', '{"a":{"b":1}}', [['a'], ['a', 'b']], [undefined, '1']],
    ['a dotted name and a path', '{"a.b":1,"a":{"b":2}}', [['a', 'b'], ['a.b']], ['2', '1']],
    [
      'brackets, commas and quotation marks in strings',
      '{"a":"}],{[\\"","b":"\\\\","c":1}',
      [['a'], ['b'], ['c']],
      ['"}],{[\\""', '"\\\\"', '1'],
    ],
    [
      'quotation marks and backslashes in names',
      '{"\\"":1,"\\\\":2,"\\\\\\"":3}',
      [['"'], ['\\'], ['\\"']],
      ['1', '2', '3'],
    ],
    [
      'names of built-in properties',
      '{"__proto__":{"x":1},"constructor":2,"toString":3}',
      [['__proto__', 'x'], ['constructor'], ['toString'], ['valueOf']],
      ['1', '2', '3', undefined],
    ],
    ['a column twice', '{"a":1,"b":2}', [['b'], ['a'], ['b'], ['b']], ['2', '1', '2', '2']],
    ['an empty name', '{"":{"":1}}', [['', '']], ['1']],
    ['a name that is a prefix of another', '{"ab":1,"a":2}', [['a'], ['ab']], ['2', '1']],
    ['the last value of a repeated member', '{"a":1,"b":2,"\\u0061":3}', [['a'], ['b']], ['3', '2']],
    ['the last value of a repeated nested member', '{"o":{"a":1,"a":2}}', [['o', 'a']], ['2']],
  ])('%s', (_, record, paths, cells) => {
    expect(readRows(paths, [record])).toStrictEqual([cells]);
  });

  test('records with changing members', () => {
    const records = [
      '{"a":1,"b":2}',
      '{"b":3,"a":4}',
      '{"\\u0061":5,"b":6}',
      '{"x":0,"a":7}',
      '{"a":8,"b":9}',
      '{}',
    ];
    expect(readRows([['a'], ['b']], records)).toEqual([
      ['1', '2'],
      ['4', '3'],
      ['5', '6'],
      ['7', undefined],
      ['8', '9'],
      [undefined, undefined],
    ]);
  });

  test('a record of the deepest nesting', () => {
    const path = new Array<string>(997).fill('k');
    const record = `${'{"k":'.repeat(997)}1${'}'.repeat(997)}`;
    expect(readRows([path], [record])).toEqual([['1']]);
  });
});

test.each<[record: string, paths: Path[], cells: (string | undefined)[]]>([
  [
    '{"a":{"b":1},"a":{"c":2}}',
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
    [undefined, '2'],
  ],
  ['{"a":1,"a":{"b":2}}', [['a'], ['a', 'b']], [undefined, '2']],
  ['{"a":{"b":2},"a":1}', [['a'], ['a', 'b']], ['1', undefined]],
])('a repeated object discards the cells of the first: %s', (record, paths, cells) => {
  expect(readRows(paths, [record])).toStrictEqual([cells]);
});

test.each<[record: string, paths: Path[], cells: (string | undefined)[]]>([
  [
    '{"a":{"b":1,"c":{"d":[]}},"e":0}',
    [['a'], ['a', 'c'], ['a', 'b'], ['e']],
    ['{"b":1,"c":{"d":[]}}', '{"d":[]}', '1', '0'],
  ],
  ['{"a":{}}', [['a'], ['a', 'b']], ['{}', undefined]],
  ['{"a":1}', [['a']], ['1']],
  ['{"a":{"b":1},"a":2}', [['a']], ['2']],
  ['{"a":2,"a":{"b":1}}', [['a']], ['{"b":1}']],
])('with whole objects: %s', (record, paths, cells) => {
  expect(readRows(paths, [record], true)).toEqual([cells]);
});

describe('for any records, one reader gives', () => {
  const records = fc.array(plainRecord, { minLength: 1, maxLength: 5 });

  test('each leaf in its column, and no leaf of another record', () => {
    fc.assert(
      fc.property(records, (records) => {
        const paths = uniquePaths(records.flatMap((record) => leavesOf(record).map(({ path }) => path)));
        readRows(paths, records).forEach((cells, index) => {
          const record = records[index]!;
          const leaves = new Map(leavesOf(record).map(({ path, text }) => [JSON.stringify(path), text]));
          expect(cells).toEqual(paths.map((path) => leaves.get(JSON.stringify(path))));
          expectSameValues(record, paths, cells);
        });
      }),
      { numRuns: runs(500) },
    );
  });

  test('with whole objects, each value at each depth', () => {
    fc.assert(
      fc.property(records, (records) => {
        const leaves = records.flatMap((record) => leavesOf(record).map(({ path }) => path));
        const paths = uniquePaths(leaves.flatMap((path) => path.map((_, index) => path.slice(0, index + 1))));
        readRows(paths, records, true).forEach((cells, index) => {
          const own = uniquePaths(
            leavesOf(records[index]!).flatMap(({ path }) => path.map((_, at) => path.slice(0, at + 1))),
          );
          expect(cells.filter((cell) => cell !== undefined)).toHaveLength(own.length);
          expectSameValues(records[index]!, paths, cells);
        });
      }),
      { numRuns: runs(500) },
    );
  });

  function uniquePaths(paths: readonly Path[]): Path[] {
    return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
  }

  function expectSameValues(record: string, paths: readonly Path[], cells: readonly (string | undefined)[]) {
    paths.forEach((path, index) => {
      const cell = cells[index];
      if (cell === undefined) return;
      expect(isDeepStrictEqual(parseJson(cell), memberAt(record, path))).toBe(true);
    });
  }
});
