import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CellDictionary } from '../../../src/parquet/cell-dictionary.ts';
import { runs } from '../../harness/property-runs.ts';

/** The numbers that the dictionary gives for the cells. */
function numbersOf(dictionary: CellDictionary, cells: readonly string[]) {
  const numbers = new Map<string, number>();
  const found = cells.map((cell) => {
    const block = Buffer.from(`,${cell},`);
    const number = dictionary.find(block, 1, block.length - 1);
    if (number !== -1) return number;
    const added = numbers.get(cell) ?? numbers.size;
    numbers.set(cell, added);
    dictionary.remember(block, 1, block.length - 1, added);
    return added;
  });
  return { found, expected: cells.map((cell) => numbers.get(cell)) };
}

test('cells have one number, also cells of the same slot', () => {
  const alike = fc.array(fc.constantFrom('Aa', 'BB'), { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));
  const cell = fc.oneof(alike, fc.nat(2000).map(String), fc.constantFrom('"é"', 'x'.repeat(8), 'x'.repeat(300)));
  const options = fc.record({ slots: fc.constantFrom(1, 16, 1024), maxBytes: fc.constantFrom(1, 4, 8, 255) });
  fc.assert(
    fc.property(options, fc.array(cell, { maxLength: 400 }), fc.array(cell), (size, first, second) => {
      const dictionary = new CellDictionary(size);
      for (const cells of [first, second]) {
        const { found, expected } = numbersOf(dictionary, cells);
        expect(found).toEqual(expected);
        dictionary.clear();
      }
    }),
    { numRuns: runs(500) },
  );
});
