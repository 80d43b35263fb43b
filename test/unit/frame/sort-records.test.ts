import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { sortRecords } from '../../../src/frame/sort-records.ts';
import { runs } from '../../harness/property-runs.ts';
import { plainSort } from './plain-sort.ts';
import { recordsOf, withSpool } from './rows-of.ts';

interface Options {
  readonly limit?: number;
  readonly maxBytes?: number;
}

/** Records in the order of `keys`, such as `a,-b`. */
function sorted(records: readonly string[], keys: string, options: Options = {}): Promise<readonly string[]> {
  return withSpool(async ({ recordSetOf }) => {
    const recordSet = await recordSetOf(records);
    const sorted = await sortRecords(recordSet, {
      keys: keys
        .split(',')
        .map((key) => ({ column: createColumn(key.replace('-', '').split('.')), isDescending: key.startsWith('-') })),
      limit: options.limit ?? Number.POSITIVE_INFINITY,
      endTurn: async () => undefined,
      ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
    });
    expect(sorted.columns).toEqual(recordSet.columns);
    const found = await recordsOf(sorted);
    expect(await recordsOf(sorted)).toEqual(found);
    expect(sorted.recordCount).toBe(found.length);
    return found;
  });
}

test('a key may be nested and escaped', async () => {
  const records = ['{"a":{"b":2}}', '{"\\u0061":{"b":1}}', '{"a":{"b":"\\u0030"}}'];
  expect(await sorted(records, 'a.b')).toEqual([records[2], records[1], records[0]]);
});

/** Cells that share digits, characters or doubles, or that only look alike. */
const cell = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('1', '0', '9007199254740', '123456789012345', '123456789012346', '99999999999999'),
      fc.constantFrom('', '0', '1', '993', '00', '9', '678901234567890', '678901234567891'),
      fc.constantFrom('', '0', '1', '000000000000000000000000001'),
      fc.constantFrom('', '.0', '.1', '.10', '.000000000000000000000000000001', '.99999999999999999'),
      fc.constantFrom('', '', '', 'e1', 'E-1', 'e+20', 'e-20', 'e300', 'e-300'),
    )
    .map(([sign, ...parts]) => sign + parts.join('').replace(/^0+(?=\d)/, '')),
  fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -390, max: 390 })).map(([digits, power]) => {
    return `${digits}e${power}`;
  }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.constantFrom(
    ...['0.10', '0.1', '"0.1"', '1e-7', '0.0000001', '-0', '0', '0.0', '0e5', '1e40', '-1e40', '"-0.00"'],
    ...['5e-324', '4.9e-324', '1e308', '1.7976931348623157e308', '1e309', '"007"', '"1e5"', '100000', '1E5'],
    ...['null', '""', 'true', 'false', '[1,2]', '[]', '{}', '{"x":1}', '"true"', '"[]"', '" "', '"-"', '"."'],
    ...['"\\u0031"', '"1"', '"\\u0061b"', '"ab"', '"ab\\u0000"', '"ab\\u0000\\u0000"', '"a\\nb"', '"\\ud800"'],
    ...['"\\ufffd"', '"\\u007f"', '"~"', '"é"', '"z"', '"🚀"', '"﷽"', '"2026-01-02"', '"2026-01-1"'],
  ),
  fc
    .tuple(fc.constantFrom('', 'news-25', 'Newsletter, we', 'é'), fc.constantFrom('', 'a', 'b', 'ekly 1', '\0', '語'))
    .map((parts) => JSON.stringify(parts.join(''))),
  fc.string({ unit: 'binary', maxLength: 16 }).map((text) => JSON.stringify(text)),
);
const members = fc.record({ a: fc.option(cell), b: fc.option(cell) }, { noNullPrototype: true });
const records = fc.array(members, { maxLength: 60 }).map((all) =>
  all.map(({ a, b }, index) => {
    const parts = [a === null ? [] : `"a":${a}`, b === null ? [] : `"b":${b}`, `"n":${index}`];
    return `{${parts.flat().join(',')}}`;
  }),
);

test.each([1, 200, 2000, undefined])(
  'the order of all cells is that of a plain sort: with %s bytes of memory',
  async (maxBytes) => {
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.constantFrom('a', '-a', 'a,-b', '-b,a', 'a,-a,b'),
        fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 1, max: 70 })),
        async (rows, keys, limit) => {
          const found = await sorted(rows, keys, { limit, ...(maxBytes && { maxBytes }) });
          expect(found).toEqual(plainSort(rows, keys).slice(0, limit));
        },
      ),
      { numRuns: runs(500) },
    );
  },
);

test.each(['a', '-a'])('cells that differ in their last digits or characters, by %s', async (keys) => {
  const cells = [
    // One double for several numbers.
    ...'4.9000000000000009e-324 5.0000000000000001e-324 5e-324 0 -0e1 1e-390 -1e-390'.split(' '),
    ...'1e305 1.00000000000000009e305 1.00000000000000002e305 1e390 -1e390 -2e390'.split(' '),
    // More than 15 digits.
    ...'1234567890123451.5 1234567890123452 1234567890123451 1234567890123451.49 123456789012345e1'.split(' '),
    ...'100000000000000000000001 100000000000000000000001e0 100000000000000000000002e0 1e23'.split(' '),
    ...'0.000000000000000000000000000000011 0.00000000000000000000000000000001'.split(' '),
    '0.100000000000000000001',
    // More than 30 digits.
    ...'1234567890123456789012345678901 1234567890123456789012345678902'.split(' '),
    '12345678901234567890123456789011',
    ...['.1', '', '.2'].map((decimals) => `123456789012345678901234567890${decimals}`),
    // More than 14 characters.
    ...['e', '', 'ee', 'ed', 'e\\u0000', 'é', '語', 'é a', '~'].map((end) => `"Newsletter, w${end}"`),
  ];
  const rows = cells
    .flatMap((cell) => (/^[1-9]/.test(cell) ? [cell, `-${cell}`] : [cell]))
    .map((cell, index) => `{"a":${cell},"n":${index}}`);
  expect(await sorted(rows, keys)).toEqual(plainSort(rows, keys));
  expect(await sorted([...rows].reverse(), keys)).toEqual(plainSort([...rows].reverse(), keys));
});

describe('many blocks', () => {
  const rows = Array.from({ length: 1800 }, (_, index) => {
    return `{"k":${(index * 7919) % 1009},"n":${index},"fill":"${'x'.repeat(200)}"}`;
  });
  const maxBytes = 40_000;

  test('are read in parts', async () => {
    expect(await sorted(rows, 'k', { maxBytes })).toEqual(plainSort(rows, 'k'));
    expect(await sorted(rows, 'k')).toEqual(plainSort(rows, 'k'));
  });

  test('with a record that is larger than a block', async () => {
    const large = rows.with(1000, `{"k":300,"n":1000,"fill":"${'x'.repeat(300_000)}"}`);
    expect(await sorted(large, 'k', { maxBytes })).toEqual(plainSort(large, 'k'));
  });

  test.each([1, 20, 600, 1799])('the first %i of them', async (limit) => {
    const texts = rows.map((row) => row.replace(/"k":(\d+)/, '"k":"Newsletter, weekly $1"'));
    for (const keys of ['-k', 'k']) {
      expect(await sorted(texts, keys, { maxBytes, limit })).toEqual(plainSort(texts, keys).slice(0, limit));
    }
  });
});

test('a limit above the records that are held keeps the first ones, too', async () => {
  const records = Array.from({ length: 50_003 }, (_, index) => `{"a":${(index * 7919) % 50_003}}`);
  const found = await sorted(records, 'a', { limit: 50_002 });
  expect(found).toEqual(Array.from({ length: 50_002 }, (_, index) => `{"a":${index}}`));
});
