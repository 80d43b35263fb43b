import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  compareNumbers,
  type Decimal,
  divideDecimals,
  formatDecimal,
  parseDecimal,
  readShortDecimal,
  subtractDecimals,
} from '../../../src/core/decimal.ts';
import { runs } from '../../harness/property-runs.ts';

describe('parse and format', () => {
  test.each([
    '',
    '-',
    '.',
    '-.',
    '5.',
    '1.2.3',
    '1,000',
    '0x10',
    'NaN',
    ' 1',
    '1 ',
    '1e',
    'e5',
    '--1',
    '1e999',
    `1${'0'.repeat(400)}`,
    `1.${'0'.repeat(400)}`,
  ])('%j is not a number', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });
});

/** A number as text, units and scale, built without the code under test. */
const number = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
    fc.oneof({ weight: 1, arbitrary: fc.nat(12) }, { weight: 2, arbitrary: fc.constant(2) }),
    fc.boolean(),
  )
  .map(([raw, scale, isSmall]) => {
    const units = isSmall ? raw % 10n ** 9n : raw;
    const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
    const whole = digits.slice(0, digits.length - scale);
    const text = `${units < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
    return { text, units, scale };
  });

const SCALE = 12;
const scaled = ({ units, scale }: Decimal): bigint => BigInt(units) * 10n ** BigInt(SCALE - scale);
/** A bigint only beyond the safe integers, and no minus zero. */
const isCanonical = ({ units }: Decimal): boolean =>
  typeof units === 'bigint'
    ? !Number.isSafeInteger(Number(units))
    : Number.isSafeInteger(units) && !Object.is(units, -0);
const read = ({ text }: { text: string }): Decimal => parseDecimal(text)!;

describe('agrees with whole numbers in units of 1e-12', () => {
  test('parse, add, subtract, compare, format', () => {
    fc.assert(
      fc.property(number, number, (left, right) => {
        expect(scaled(read(left))).toBe(left.units * 10n ** BigInt(SCALE - left.scale));
        for (const each of [read(left), addDecimals(read(left), read(right)), subtractDecimals(read(left), read(left))])
          expect(isCanonical(each)).toBe(true);
        expect(scaled(addDecimals(read(left), read(right)))).toBe(scaled(left) + scaled(right));
        expect(scaled(subtractDecimals(read(left), read(right)))).toBe(scaled(left) - scaled(right));
        expect(Math.sign(compareDecimals(read(left), read(right)))).toBe(
          scaled(left) < scaled(right) ? -1 : scaled(left) > scaled(right) ? 1 : 0,
        );
        if (left.units !== 0n) expect(formatDecimal(read(left))).toBe(left.text);
      }),
      { numRuns: runs(500) },
    );
  });

  test('a quotient is rounded to nearest', () => {
    fc.assert(
      fc.property(number, number, fc.nat(8), (top, bottom, scale) => {
        const quotient = divideDecimals(read(top), read(bottom), scale);
        if (bottom.units === 0n) {
          expect(quotient).toBeUndefined();
          return;
        }
        // |quotient * bottom - top| * 2 is at most one unit of the last place of the quotient, times bottom.
        const abs = (value: bigint): bigint => (value < 0n ? -value : value);
        const unit = 10n ** BigInt(scale);
        const rest = abs(BigInt(quotient!.units) * scaled(bottom) - scaled(top) * unit);
        expect(rest * 2n <= abs(scaled(bottom))).toBe(true);
        // A half is rounded away from zero.
        if (rest * 2n === abs(scaled(bottom))) {
          expect(abs(BigInt(quotient!.units)) * abs(scaled(bottom)) > abs(scaled(top)) * unit).toBe(true);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('a short number in bytes is the number in the text', () => {
    const text = fc.oneof(
      number.map((each) => each.text),
      fc.constantFrom(
        '',
        '-',
        '.',
        '5.',
        '.5',
        '-.5',
        '1e-7',
        '-0',
        '0.10',
        '1.2.3',
        '"1"',
        'null',
        '--1',
        '1-',
        '[1]',
      ),
      fc.constantFrom('999999999999999', '-99999999999999.9', '1000000000000000', '0.00000000000001'),
    );
    fc.assert(
      fc.property(text, (text) => {
        const short = { units: 1, scale: 1 };
        const bytes = Buffer.from(`7${text}7`);
        const isRead = readShortDecimal(bytes, 1, bytes.length - 1, short);
        const digits = text.replace(/\D/g, '').length;
        const isShort = /^-?\d+(?:\.\d+)?$/.test(text) && digits <= 15 && text.length <= 16;
        expect(isRead ? short : undefined).toEqual(isShort ? parseDecimal(text) : undefined);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('numbers of any length by value', () => {
  test.each([
    ['0', '-0', 0],
    ['1', '1.0', 0],
    ['1e3', '1000', 0],
    ['0.001e3', '1', 0],
    ['-0.0', '0e99', 0],
    ['9007199254740993', '9007199254740992', 1],
    ['-9007199254740993', '-9007199254740992', -1],
    ['-1e400', '1e400', -1],
    ['0.1', '0.10000000000000000001', -1],
    ['1e400', '9e399', Number.NaN],
    ['1e-400', '0', Number.NaN],
  ])('%s and %s', (left, right, order) => {
    expect(Math.sign(compareNumbers(left, right))).toBe(order);
    expect(Math.sign(compareNumbers(right, left))).toBe(order === 0 ? 0 : -order);
  });
});
