import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { sortRows } from '../../../src/transform/sort.ts';
import { runs } from '../../harness/property-runs.ts';
import { recordsOf, withSpool } from './rows-of.ts';

interface Options {
  readonly limit?: number;
  readonly memoryBytes?: number;
  /** Receives the number of written files. */
  readonly onFiles?: (count: number) => void;
}

/** Records in the order of `keys`, such as `a,-b`. */
function sorted(records: readonly string[], keys: string, options: Options = {}): Promise<readonly string[]> {
  return withSpool(async ({ recordSetOf, newFile, files }) => {
    const recordSet = await recordSetOf(records);
    const sorted = await sortRows(recordSet, {
      keys: keys.split(',').map((key) => ({
        column: createColumn(key.replace('-', '').split('.')),
        isDescending: key.startsWith('-'),
      })),
      limit: options.limit ?? Number.POSITIVE_INFINITY,
      newFile,
      ...(options.memoryBytes === undefined ? {} : { memoryBytes: options.memoryBytes }),
    });
    expect(sorted.columns).toEqual(recordSet.columns);
    options.onFiles?.(files() - 1);
    const found = await recordsOf(sorted);
    expect(sorted.recordCount).toBe(found.length);
    return found;
  });
}

describe('order', () => {
  const rows = [
    '10',
    '"9"',
    '"b"',
    'null',
    '-1',
    '"a"',
    '""',
    '1e1',
    '9007199254740993',
    '9007199254740992',
    '2.50',
    'true',
  ]
    .map((cell) => `{"a":${cell}}`)
    .concat('{}');
  const cellsOf = (records: readonly string[]): readonly string[] =>
    records.map((record) => (record === '{}' ? 'missing' : record.slice(5, -1)));

  test('numbers by value, then texts, then empty cells', async () => {
    expect(cellsOf(await sorted(rows, 'a'))).toEqual([
      '-1',
      '2.50',
      '"9"',
      '10',
      '1e1',
      '9007199254740992',
      '9007199254740993',
      '"a"',
      '"b"',
      'true',
      'null',
      '""',
      'missing',
    ]);
  });

  test('descending: texts, then numbers, with empty cells still last', async () => {
    expect(cellsOf(await sorted(rows, '-a'))).toEqual([
      'true',
      '"b"',
      '"a"',
      '9007199254740993',
      '9007199254740992',
      '10',
      '1e1',
      '"9"',
      '2.50',
      '-1',
      'null',
      '""',
      'missing',
    ]);
  });

  test('a later key sorts records with equal earlier keys; equal records keep their order', async () => {
    const records = [
      '{"a":1,"b":1,"n":1}',
      '{"a":1.0,"b":2,"n":2}',
      '{"a":0,"b":1,"n":3}',
      '{"a":"1","b":1,"n":4}',
    ];
    expect(await sorted(records, '-a,b')).toEqual([records[0], records[3], records[1], records[2]]);
    expect(await sorted(records, 'a')).toEqual([records[2], records[0], records[1], records[3]]);
  });

  test('a key may be nested and escaped', async () => {
    const records = ['{"a":{"b":2}}', '{"\\u0061":{"b":1}}', '{"a":{"b":"\\u0030"}}'];
    expect(await sorted(records, 'a.b')).toEqual([records[2], records[1], records[0]]);
  });
});

describe('runs that are merged from disk', () => {
  const cell = fc.oneof(
    fc.integer({ min: -3, max: 3 }).map(String),
    fc.constantFrom(
      '1.0',
      '"1"',
      '0.5',
      '"a"',
      '"b"',
      '"é"',
      'null',
      '""',
      '9007199254740993',
      '-9007199254740993.5',
    ),
  );
  const records = fc
    .array(fc.tuple(cell, cell), { maxLength: 60 })
    .map((pairs) => pairs.map(([a, b], index) => `{"a":${a},"b":${b},"n":${index}}`));

  test('give the same result as one sort in memory', async () => {
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.constantFrom('a', '-a', 'a,-b', '-b,a'),
        fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 1, max: 70 })),
        async (rows, keys, limit) => {
          const found = await sorted(rows, keys, { limit, memoryBytes: 1 });
          expect(found.slice(0, limit)).toEqual(plainSort(rows, keys).slice(0, limit));
        },
      ),
      { numRuns: runs(60) },
    );
  });

  test('of many blocks, with and without a limit', async () => {
    const rows = Array.from({ length: 9000 }, (_, index) => {
      const key = (index * 7919) % 1009;
      return `{"k":${key},"n":${index},"fill":"${'x'.repeat(100)}"}`;
    });
    let files = 0;
    const found = await sorted(rows, '-k', {
      memoryBytes: 100_000,
      limit: 20,
      onFiles: (count) => (files = count),
    });
    expect(files).toBeGreaterThan(4);
    expect(found).toEqual(plainSort(rows, '-k').slice(0, 20));
    expect(await sorted(rows, 'k', { memoryBytes: 100_000 })).toEqual(plainSort(rows, 'k'));
    expect(await sorted(rows, 'k')).toEqual(plainSort(rows, 'k'));
  });
});

/** The expected order, computed independently: by rank, then by number or text. Numbers are whole numbers of tenths. */
function plainSort(records: readonly string[], keys: string): readonly string[] {
  const orders = keys
    .split(',')
    .map((key) => ({ name: key.replace('-', ''), sign: key.startsWith('-') ? -1 : 1 }));
  const read = (record: string, name: string): { rank: number; number: bigint; text: string } => {
    const text = new RegExp(`"${name}":("[^"]*"|[^,}]*)`).exec(record)![1]!;
    if (text === 'null' || text === '""') return { rank: 2, number: 0n, text: '' };
    const bare = text.replaceAll('"', '');
    if (!/^-?[\d.]+$/.test(bare)) return { rank: 1, number: 0n, text: bare };
    const [whole, tenths = '0'] = bare.split('.');
    const size = BigInt(whole!.replace('-', '')) * 10n + BigInt(tenths);
    return { rank: 0, number: bare.startsWith('-') ? -size : size, text: '' };
  };
  const rows = records.map((record, index) => ({
    record,
    index,
    cells: orders.map(({ name }) => read(record, name)),
  }));
  rows.sort((left, right) => {
    for (const [index, { sign }] of orders.entries()) {
      const [a, b] = [left.cells[index]!, right.cells[index]!];
      if (a.rank !== b.rank) return a.rank === 2 || b.rank === 2 ? a.rank - b.rank : sign * (a.rank - b.rank);
      if (a.number !== b.number) return sign * (a.number < b.number ? -1 : 1);
      if (a.text !== b.text) return sign * (a.text < b.text ? -1 : 1);
    }
    return left.index - right.index;
  });
  return rows.map(({ record }) => record);
}
