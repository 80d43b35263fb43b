import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal, parseDecimal } from '../../../src/core/decimal.ts';
import { withoutMark } from '../../../src/core/rounded-half.ts';
import { round } from '../../../src/formats/display-number.ts';
import { averageText, percentOf, quotientText } from '../../../src/frame/arithmetic.ts';
import { runs } from '../../harness/property-runs.ts';

/** Numbers whose quotients are often near a half of some decimal. */
const numbers = fc.oneof(
  fc.integer({ min: -9999, max: 9999 }).map(String),
  fc.stringMatching(/^-?[1-9]\d{0,12}(\.\d{1,4})?$/),
  fc
    .tuple(fc.integer({ min: -999, max: 999 }), fc.constantFrom('49', '499', '4996', '4999999', '5', '50001'))
    .map(([whole, fraction]) => `${whole}.${fraction}`),
);
const divisors = fc.oneof(fc.constantFrom('1', '100', '1000', '8', '7', '16'), numbers);

/** The exact quotient, rounded once to `decimals` decimals, halves away from zero. */
function roundedOnce(top: string, bottom: string, decimals: number): string {
  const [one, other] = [parseDecimal(top)!, parseDecimal(bottom)!];
  let numerator = BigInt(one.units) * 10n ** BigInt(other.scale + decimals);
  let denominator = BigInt(other.units) * 10n ** BigInt(one.scale);
  if (denominator < 0n) [numerator, denominator] = [-numerator, -denominator];
  const size = numerator < 0n ? -numerator : numerator;
  const half = (size * 2n + denominator) / (denominator * 2n);
  return formatDecimal({ units: numerator < 0n ? -half : half, scale: decimals });
}

const isZero = (text: string): boolean => /^-?[0.]+$/.test(text);

test.each([
  [
    'a quotient',
    6,
    1,
    (top: string, bottom: string, isMarked: boolean) =>
      quotientText(parseDecimal(top), parseDecimal(bottom), { isMarked }),
  ],
  [
    'a percentage',
    2,
    100,
    (top: string, bottom: string, isMarked: boolean) => percentOf(top, bottom.replace('-', ''), isMarked),
  ],
  [
    'an average',
    6,
    1,
    (top: string, bottom: string, isMarked: boolean) =>
      averageText(parseDecimal(top)!, Number(bottom), isMarked),
  ],
] as const)('%s that is rounded again is the exact one rounded once', (name, scale, factor, compute) => {
  const counts = fc.integer({ min: 1, max: 400 }).map(String);
  fc.assert(
    fc.property(
      numbers,
      name === 'an average' ? counts : divisors,
      fc.nat(scale - 1),
      (top, bottom, decimals) => {
        fc.pre(!isZero(bottom));
        const divisor = name === 'a percentage' ? bottom.replace('-', '') : bottom;
        const hundredfold = formatDecimal({
          ...parseDecimal(top)!,
          units: BigInt(parseDecimal(top)!.units) * BigInt(factor),
        });
        const expected = roundedOnce(hundredfold, divisor, decimals);
        const [marked, plain] = [compute(top, bottom, true), compute(top, bottom, false)];
        // A number that is not zero keeps its first digit instead.
        if (!isZero(expected)) expect(round(marked, decimals, true)).toBe(expected);
        expect(withoutMark(marked)).toBe(plain);
      },
    ),
    { numRuns: runs(20_000) },
  );
});

test.each([
  ['-3949', '100000', 1, '-3.9'],
  ['-395', '10000', 1, '-4.0'],
  ['3951', '100000', 1, '4.0'],
  ['12496', '100000', 0, '12'],
])('%s of %s in percent with %i decimals is %s', (change, before, decimals, shown) => {
  expect(round(percentOf(change, before, true), decimals, true)).toBe(shown);
});
