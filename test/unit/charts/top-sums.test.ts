import { describe, expect, test } from 'vitest';
import { createTopSums, NumberSum, type TopSums } from '../../../src/charts/top-sums.ts';

type Labelled = readonly [label: string, number: string | undefined];

/** The result of as many passes as necessary, and their count. */
function passesOver(sums: TopSums, numbers: readonly Labelled[]): number {
  let passes = 0;
  do {
    for (const [label, number] of numbers) sums.add(label, number);
    passes++;
  } while (sums.endPass());
  return passes;
}

function topOf(sums: TopSums): readonly Labelled[] {
  return sums.top().map(({ label, number }) => [label, number]);
}

describe('a sum', () => {
  test('of one number keeps its spelling, and of more is exact', () => {
    const sum = new NumberSum();
    expect(sum.result()).toBe(undefined);
    sum.add('1e2');
    expect(sum.result()).toBe('1e2');
    sum.add('0.10');
    sum.add('9007199254740993');
    expect(sum.result()).toBe('9007199254741093.10');
  });

  test('with a number of too many digits is an error', () => {
    const sum = new NumberSum();
    sum.add('1e999');
    expect(() => sum.add('1')).toThrow('too many digits');
  });
});

describe('the largest sums', () => {
  const NUMBERS: readonly Labelled[] = [
    ['a', '1'],
    ['b', '0.1'],
    ['c', '-5'],
    ['b', '2.2'],
    ['d', undefined],
    ['e', '0.3'],
  ];

  test('come first, gains and losses, and the rest is one sum', () => {
    const sums = createTopSums({ limit: 2 });
    expect(passesOver(sums, NUMBERS)).toBe(1);
    expect(topOf(sums)).toEqual([
      ['c', '-5'],
      ['b', '2.3'],
    ]);
    expect(sums.others()).toEqual({ number: '1.3' });
  });

  test.each([true, false])('never leave one label alone in the rest (in order: %j)', (isOrdered) => {
    const labelsOf = (limit: number) => {
      const sums = createTopSums({ limit, isOrdered });
      passesOver(sums, NUMBERS);
      return [sums.top().length, sums.others() === undefined];
    };
    expect([3, 4, 5].map(labelsOf)).toEqual([
      [3, false],
      [5, true],
      [5, true],
    ]);
  });

  test('are all there if they fit, labels without a number last', () => {
    const sums = createTopSums({ limit: 5 });
    passesOver(sums, NUMBERS);
    expect(topOf(sums).map(([label]) => label)).toEqual(['c', 'b', 'a', 'e', 'd']);
    expect(sums.others()).toBe(undefined);
  });

  test('are the first labels if their order has a meaning', () => {
    const sums = createTopSums({ limit: 2, isOrdered: true });
    passesOver(sums, NUMBERS);
    expect(topOf(sums)).toEqual([
      ['a', '1'],
      ['b', '2.3'],
    ]);
    expect(sums.others()).toEqual({ number: '-4.7' });
  });

  test.each([{ maxLabels: 40 }, { maxCharacters: 300 }, { maxLabels: 700 }])(
    'of more labels than memory has room for (%o) take more passes',
    (room) => {
      const numbers = Array.from(
        { length: 3000 },
        (_, index) => [`label ${(index * 7919) % 1000}`, `${index % 997}.01`] as const,
      );
      const expected = new Map<string, bigint>();
      for (const [label, number] of numbers) {
        expected.set(label, (expected.get(label) ?? 0n) + BigInt(number.replace('.', '')));
      }
      const sorted = [...expected.values()].sort((one, other) => (one < other ? 1 : -1));
      const sums = createTopSums({ limit: 10, ...room });
      expect(passesOver(sums, numbers)).toBeGreaterThan(1);
      const units = (number: string | undefined): bigint => BigInt(number!.replace('.', ''));
      expect(sums.top().map(({ number }) => units(number))).toEqual(sorted.slice(0, 10));
      expect(sums.top().every(({ label, number }) => expected.get(label) === units(number))).toBe(true);
      const rest = sorted.slice(10).reduce((sum, each) => sum + each, 0n);
      expect(units(sums.others()!.number)).toBe(rest);
    },
  );

  test('of labels that come once take one pass', () => {
    const numbers = Array.from(
      { length: 5000 },
      (_, index) => [String(index), String((index * 7) % 5000)] as const,
    );
    const sums = createTopSums({ limit: 3, areUnique: true, maxLabels: 10 });
    expect(passesOver(sums, numbers)).toBe(1);
    expect(sums.top().map(({ number }) => number)).toEqual(['4999', '4998', '4997']);
    expect(sums.others()).toEqual({ number: String((4996 * 4997) / 2) });
  });

  test('have no sum of the others, and reject a second number, if sums mean nothing', () => {
    const sumError = (label: string) => new Error(`no sum for ${label}`);
    const sums = createTopSums({ limit: 1, sumError });
    passesOver(sums, [
      ['a', '1'],
      ['b', '2'],
      ['c', '1'],
    ]);
    expect([topOf(sums), sums.others()]).toEqual([[['b', '2']], { number: undefined }]);
    const ordered = createTopSums({ limit: 1, sumError, isOrdered: true });
    passesOver(ordered, [
      ['a', '1'],
      ['b', '2'],
      ['b', '3'],
    ]);
    expect([topOf(ordered), ordered.others()]).toEqual([[['a', '1']], { number: undefined }]);
    const repeated = createTopSums({ limit: 1, sumError });
    repeated.add('a', '1');
    expect(() => repeated.add('a', '1')).toThrow('no sum for a');
  });
});
