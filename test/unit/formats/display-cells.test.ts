import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSeparators, groupThousands } from '../../../src/formats/display-cells.ts';
import { endOfWhole } from '../../../src/formats/number-width.ts';

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

test('no digit changes', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,40})(\.\d{1,20})?([eE][-+]?\d{1,3})?$/);
  fc.assert(fc.property(digits, (token) => groupThousands(token).replaceAll(',', '') === token));
});

test('the commas are counted as they are added, for numbers of any length', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,40})(\.\d{1,20})?([eE][-+]?\d{1,3})?$/);
  const long = fc.nat(500).map((length) => '1'.repeat(length + 1));
  fc.assert(
    fc.property(
      fc.oneof(digits, long),
      (token) => groupThousands(token).length - token.length === countSeparators(token, endOfWhole(token)),
    ),
  );
});

test.each([
  ['12', 2],
  ['-1.50', 2],
  ['1e-7', 1],
  ['-2.5E+10', 2],
  ['1,234.5', 5],
])('the whole part of %s has %i characters', (number, length) => expect(endOfWhole(number)).toBe(length));
