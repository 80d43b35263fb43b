import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownBytes } from '../../../src/transform/known-bytes.ts';
import { runs } from '../../harness/property-runs.ts';

/** The numbers that `known` gives for the cells, and how many of them it knew. */
function numbersOf(known: KnownBytes, cells: readonly string[]) {
  const numbers = new Map<string, number>();
  let hits = 0;
  const found = cells.map((cell) => {
    const block = Buffer.from(`,${cell},`);
    const number = known.find(block, 1, block.length - 1);
    if (number !== -1) {
      hits++;
      return number;
    }
    const added = numbers.get(cell) ?? numbers.size;
    numbers.set(cell, added);
    known.remember(block, 1, block.length - 1, added);
    return added;
  });
  return { found, expected: cells.map((cell) => numbers.get(cell)), hits };
}

test('cells have one number, also cells of the same hash', () => {
  // `Aa` and `BB` have the same hash.
  const alike = fc.array(fc.constantFrom('Aa', 'BB'), { maxLength: 7 }).map((parts) => parts.join(''));
  const cell = fc.oneof(alike, fc.nat(2000).map(String), fc.constantFrom('', '"é"', 'x'.repeat(10_000)));
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 400 }), fc.array(cell), (first, second) => {
      const known = new KnownBytes();
      for (const cells of [first, second]) {
        const { found, expected } = numbersOf(known, cells);
        expect(found).toEqual(expected);
        known.clear();
      }
    }),
    { numRuns: runs(500) },
  );
});

test('most cells that repeat are known', () => {
  const cells = Array.from({ length: 20_000 }, (_, index) => `"campaign ${(index * 7919) % 5000}"`);
  expect(numbersOf(new KnownBytes(), cells).hits).toBe(15_000);
});

test('memory does not grow without end', () => {
  const known = new KnownBytes();
  const cells = Array.from({ length: 100_000 }, (_, index) => `${index}`);
  const all = [...cells, ...cells];
  const { found, expected, hits } = numbersOf(known, all);
  expect(found).toEqual(expected);
  expect(hits).toBe(64 * 1024);
});
