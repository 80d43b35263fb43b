import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  signOf,
  subtractDecimals,
  trimDecimal,
} from '../../../src/core/decimal.ts';
import { round } from '../../../src/document/display-number.ts';
import { averageOf, divide, percentOf } from '../../../src/frame/arithmetic.ts';
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
  ['a quotient', 6, 1, (top: string, bottom: string) => divide(parseDecimal(top), parseDecimal(bottom))],
  ['a percentage', 2, 100, percentOf],
  ['an average', 6, 1, (top: string, bottom: string) => averageOf(parseDecimal(top)!, Number(bottom))],
] as const)('%s is rounded once, and compares exactly', (name, scale, factor, compute) => {
  const counts = fc.integer({ min: 1, max: 400 }).map(String);
  fc.assert(
    fc.property(
      numbers,
      name === 'an average' ? counts : divisors,
      fc.nat(scale - 1),
      fc.integer({ min: -2, max: 2 }),
      (top, bottom, decimals, step) => {
        fc.pre(!isZero(bottom));
        const divisor = name === 'a percentage' ? bottom.replace('-', '') : bottom;
        const hundredfold = formatDecimal({
          ...parseDecimal(top)!,
          units: BigInt(parseDecimal(top)!.units) * BigInt(factor),
        });
        const quotient = compute(top, divisor);
        const expected = roundedOnce(hundredfold, divisor, decimals);
        // A number that is not zero keeps its first digit instead.
        if (!isZero(expected)) expect(round(quotient.exact, decimals, true)).toBe(expected);
        const least = name === 'a percentage' ? 2 : 0;
        const most = name === 'an average' ? Math.max(scale, parseDecimal(top)!.scale) : scale;
        const wanted = roundedOnce(hundredfold, divisor, most);
        expect(quotient.rounded).toBe(formatDecimal(trimDecimal(parseDecimal(wanted)!, least)));
        // Numbers near the quotient compare with it as with the exact one.
        const near = addDecimals(parseDecimal(expected)!, { units: step, scale: decimals + 3 });
        const difference = subtractDecimals(parseDecimal(hundredfold)!, multiplyDecimals(near, parseDecimal(divisor)!));
        const order = signOf(difference) * signOf(parseDecimal(divisor)!) || 0;
        expect(Math.sign(compareDecimals(parseDecimal(quotient.exact)!, near))).toBe(order);
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
  expect(round(percentOf(change, before).exact, decimals, true)).toBe(shown);
});

test.each(['0', '-5', 'null', undefined])('a change from %s has no percentage', (before) => {
  expect(percentOf('5', before)).toEqual({ exact: 'null', rounded: 'null', shown: 'null' });
});
