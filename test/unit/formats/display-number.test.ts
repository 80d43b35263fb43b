import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNumbers, type Decimal, parseDecimal } from '../../../src/core/decimal.ts';
import { groupThousands, round } from '../../../src/document/display-number.ts';

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['-1000', '-1,000'],
  ['-100', '-100'],
  ['1234567.1234567', '1,234,567.1234567'],
  ['0.10', '0.10'],
  ['9007199254740993', '9,007,199,254,740,993'],
  ['1e7', '1e7'],
  ['12345e7', '12345e7'],
  ['12345.5E-7', '12345.5E-7'],
])('%s is %s', (token, grouped) => expect(groupThousands(token)).toBe(grouped));

test.each([
  ['12.345', 2, '12.35'],
  ['-12.345', 2, '-12.35'],
  ['12.344', 2, '12.34'],
  ['0.995', 2, '1.00'],
  ['12', 2, '12.00'],
  ['12.5', 2, '12.50'],
  ['0.004', 2, '0.004'],
  ['-0.00049', 2, '-0.0005'],
  ['0.000', 2, '0.00'],
  ['12.5', 0, '13'],
  ['0.4', 0, '0.4'],
  ['1e7', 2, '1e7'],
])('%s with %i decimals is %s', (number, decimals, text) => expect(round(number, decimals, true)).toBe(text));

test('a rounded number differs by at most half of its last decimal, and is zero only for zero', () => {
  const numbers = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?$/);
  fc.assert(
    fc.property(numbers, fc.nat(6), (number, decimals) => {
      const text = round(number, decimals, true);
      const [exact, rounded] = [number, text].map((each) => parseDecimal(each)!);
      const scale = Math.max(exact!.scale, rounded!.scale);
      const unitsOf = ({ units, scale: own }: Decimal) => BigInt(units) * 10n ** BigInt(scale - own);
      const difference = unitsOf(rounded!) - unitsOf(exact!);
      const size = difference < 0n ? -difference : difference;
      const isZero = compareNumbers(text, '0') === 0;
      return 2n * size <= 10n ** BigInt(scale - decimals < 0 ? 0 : scale - decimals) && isZero === (exact!.units === 0);
    }),
  );
});
