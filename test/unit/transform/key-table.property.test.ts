import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { identityOf } from '../../../src/transform/group-key.ts';
import { KeyTable } from '../../../src/transform/key-table.ts';
import { runs } from '../../harness/property-runs.ts';

const KEYS = ['a', 'b'].map((name) => ({ column: createColumn([name]), name }));

/** Spellings of few values: the same key in different bytes, and different keys in similar bytes. */
const cell = fc.constantFrom(
  ...['7', '7.0', '"7"', '"7.0"', '"\\u0037"', '0.10', '"0.1"', '-0', '0', '"0"', '1e1', '10'],
  ...['null', '""', 'true', '"true"', '[1]', '"[1]"', '{}', '"é"', '"\\u00e9"', '"a\\"b"', '"a\\\\b"'],
  ...['"\\u0041"', '"A"', '"B"', '"C"', '"BB"', '"Aa"', '"\\ud800"', undefined],
);

function rowOf(cells: readonly (string | undefined)[]) {
  const block = Buffer.from(
    cells
      .map((each) => `,${each ?? ''}`)
      .join('')
      .concat(','),
  );
  const starts = new Int32Array(cells.length);
  const ends = new Int32Array(cells.length);
  let at = 0;
  cells.forEach((each, index) => {
    starts[index] = at + 1;
    at += 1 + Buffer.byteLength(each ?? '');
    ends[index] = each === undefined ? 0 : at;
  });
  return { block, starts, ends };
}

test.each([1, 2])('rows have the number of the first row with the same %i keys', (count) => {
  const row = fc.tuple(fc.array(cell, { minLength: count, maxLength: count }), fc.nat(1));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const keys = KEYS.slice(0, count);
      const table = new KeyTable(keys);
      for (let time = 0; time < 2; time++) {
        const numbers = new Map<string, number>();
        for (const [cells, side] of rows) {
          const identity = identityOf(cells, { keys, side });
          if (!numbers.has(identity)) numbers.set(identity, numbers.size);
          expect(table.numberOf(rowOf(cells), side)).toBe(numbers.get(identity));
        }
        expect(table.size).toBe(numbers.size);
        table.clear();
      }
    }),
    { numRuns: runs(1500) },
  );
});

test('keys keep their numbers when there is no more room for their bytes', () => {
  const table = new KeyTable(KEYS.slice(0, 1));
  const numbers = Array.from({ length: 70_000 }, (_, index) => table.numberOf(rowOf([`"${index}"`]), 0));
  expect(numbers.at(-1)).toBe(69_999);
  expect([69_999, 3, 65_536].map((index) => table.numberOf(rowOf([String(index)]), 1))).toEqual([
    69_999, 3, 65_536,
  ]);
  expect(table.numberOf(rowOf(['"69999"']), 0)).toBe(69_999);
  expect(table.numberOf(rowOf(['"new"']), 0)).toBe(70_000);
});
