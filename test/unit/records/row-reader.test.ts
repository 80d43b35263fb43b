import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { ScannedRows } from '../../../src/records/scanned-rows.ts';
import { runs } from '../../harness/property-runs.ts';
import { leavesOf, parseJson, plainRecord } from '../json/json-documents.ts';

type Path = readonly string[];

function readRows(paths: readonly Path[], records: readonly string[], wholeObjects = false) {
  const rows = new ScannedRows(paths.map(createColumn), wholeObjects);
  rows.begin(Buffer.from(records.map((record) => `${record}\n`).join('')));
  const all: (string | undefined)[][] = [];
  while (rows.next()) all.push(rows.cells());
  return all;
}

function memberAt(record: string, path: Path): unknown {
  return path.reduce((value, key) => (value as Record<string, unknown>)[key], parseJson(record));
}

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
