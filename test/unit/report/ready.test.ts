import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideReady, describeUnready, nextAnswer } from '../../../src/report/ready.ts';

const answer = (records: number, unchanged = 1) => ({ records, hash: 'a', unchanged });
const decide = (peers: readonly number[], records: number, sharePercent = '80', unchanged = 1) =>
  decideReady(peers, answer(records, unchanged), { sharePercent, stable: 1 });

describe('the records that a day needs', () => {
  test.each([
    ['80 % of the median', [50, 50, 50, 50], '80', 40, '50'],
    ['the mean of the middle two', [10, 40, 60, 900], '80', 40, '50'],
    ['rounded up', [50, 51, 10, 90], '80', 41, '50.5'],
    ['of a share with decimals', [1000, 1000, 1000, 1000], '99.91', 1000, '1000'],
    ['all of them', [50, 50, 50, 50], '100', 50, '50'],
    ['at least one, of few', [1, 1, 1, 1], '10', 1, '1'],
    ['at least one, for 0 %', [50, 50, 50, 50], '0', 1, '50'],
    ['at least one, for a median below 1', [0, 0, 1, 1], '80', 1, '0.5'],
    ['a very exact share', [7, 7, 7, 7], '57.142858', 5, '7'],
    ['of many', [9_007_199_254_740, 9_007_199_254_740, 0, 9e15], '80', 7_205_759_403_792, '9007199254740'],
  ])('%s', (_what, peers, share, needed, median) => {
    expect(decide(peers, needed, share)).toEqual({ kind: 'ready' });
    expect(decide(peers, needed - 1, share)).toEqual({ kind: 'few', needed, median });
  });

  test('are unknown if no earlier day has any, until the day has some', () => {
    expect(decide([0, 0, 0, 0], 0)).toEqual({ kind: 'unknown' });
    expect(decide([0, 0, 0, 0], 3, '80', 0)).toEqual({ kind: 'changing' });
    expect(decide([0, 0, 0, 0], 3)).toEqual({ kind: 'ready' });
  });

  test('are none if most of the earlier days have none', () => {
    expect(decide([0, 0, 0, 60], 0)).toEqual({ kind: 'ready' });
    expect(decide([0, 0, 0, 60], 0, '80', 0)).toEqual({ kind: 'changing' });
  });

  test('are the fewest that reach the share', () => {
    const count = fc.integer({ min: 0, max: 1_000_000 });
    const property = fc.property(
      fc.tuple(count, count, count, count),
      fc.integer({ min: 0, max: 100_000 }),
      (peers, thousandths) => {
        const result = decide(peers, -1, String(thousandths / 1000));
        if (result.kind !== 'few') {
          expect(peers.filter((each) => each > 0).length).toBeLessThan(2);
          return;
        }
        const [, low, high] = [...peers].sort((one, other) => one - other);
        const reaches = (records: number): boolean =>
          BigInt(records) * 200_000n >= BigInt(thousandths) * BigInt(low! + high!) && records > 0;
        expect([reaches(result.needed), reaches(result.needed - 1)]).toEqual([true, false]);
      },
    );
    fc.assert(property, { seed: 7, numRuns: 500 });
  });
});

describe('equal responses', () => {
  const day = (hash: string, records = 5) => ({ records, hash });

  test('count the whole intervals between them', () => {
    const first = nextAnswer(undefined, day('a'), false);
    const second = nextAnswer(first, day('a'), true);
    const third = nextAnswer(second, day('a'), true);
    expect([first, second, third].map(({ unchanged }) => unchanged)).toEqual([0, 1, 2]);
    expect(nextAnswer(third, day('b'), true).unchanged).toBe(0);
    expect(nextAnswer(third, day('a', 6), true).unchanged).toBe(0);
    expect(nextAnswer(first, day('a'), false).unchanged).toBe(0);
  });

  test.each([
    [0, 0, 'ready'],
    [1, 0, 'changing'],
    [1, 1, 'ready'],
    [3, 2, 'changing'],
    [3, 3, 'ready'],
  ])('--wait-stable %d after %d', (stable, unchanged, kind) => {
    const wait = { sharePercent: '80', stable };
    expect(decideReady([5, 5, 5, 5], answer(5, unchanged), wait).kind).toBe(kind);
  });
});

test('the reason has the last count', () => {
  const wait = { sharePercent: '80', stable: 2, everyMs: 600_000, maxMs: 0, until: undefined };
  const few = { kind: 'few', needed: 1200, median: '1500' } as const;
  expect(describeUnready(few, answer(12), wait)).toBe(
    'has 12 records, fewer than 1,200 (80% of the median 1500)',
  );
  expect(describeUnready({ kind: 'changing' }, answer(1), wait)).toBe(
    'has 1 record, not yet the same for 20 min',
  );
});
