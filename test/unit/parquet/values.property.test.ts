/** Any value that a type holds comes back equal; any other value is an error, and never another value. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ColumnType } from '../../../src/parquet/column-types.ts';
import { readWithArrow } from '../../harness/parquet-files.ts';
import { runs } from '../../harness/property-runs.ts';
import { encodeReport, encodeTyped } from './parquet-cases.ts';

const digits = (most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most });

/** JSON numbers, with few and many digits, trailing zeros and exponents. */
const jsonNumber = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(digits(4), digits(12), digits(34)),
    fc.option(fc.oneof(digits(3), digits(20))),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.nat(40))),
  )
  .map(([sign, whole, fraction, exponent]) =>
    [
      sign,
      whole.replace(/^0+(?=\d)/, ''),
      fraction === null ? '' : `.${fraction}`,
      exponent === null ? '' : exponent.join(''),
    ].join(''),
  );

/** A number as a whole number times ten to a power, without trailing zeros: [units, exponent]. */
function spellValue(text: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(text)!;
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const units = all.replace(/0+$/, '');
  return units === '' ? '0' : `${sign}${units}e${Number(exponent) - fraction.length + all.length - units.length}`;
}

/** The digits after and before the point of a value. */
function placesOf(text: string): { readonly decimals: number; readonly whole: number } {
  const value = spellValue(text);
  if (value === '0') return { decimals: 0, whole: 0 };
  const [units, exponent] = value.replace(/^-/, '').split('e') as [string, string];
  return { decimals: Math.max(0, -Number(exponent)), whole: Math.max(0, units.length + Number(exponent)) };
}

const NUMBER_TYPES: readonly (readonly [ColumnType, (text: string) => boolean])[] = [
  ['DECIMAL(38,9)', (text) => placesOf(text).decimals <= 9 && placesOf(text).whole <= 29],
  ['DECIMAL(38,18)', (text) => placesOf(text).decimals <= 18 && placesOf(text).whole <= 20],
  [
    'INT64',
    (text) => {
      const { decimals, whole } = placesOf(text);
      if (decimals > 0 || whole > 19) return false;
      const [units, exponent = '0'] = spellValue(text).split('e') as [string, string?];
      const number = BigInt(units) * 10n ** BigInt(exponent);
      return number === BigInt.asIntN(64, number);
    },
  ],
  ['DOUBLE', (text) => spellValue(String(Number(text))) === spellValue(text)],
];

describe('a number of any spelling', () => {
  test.each(NUMBER_TYPES)('in a column of %s', async (type, isHeld) => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonNumber, { minLength: 1, maxLength: 6 }), async (numbers) => {
        const records = numbers.map((number) => `{"x":${number}}`);
        const unfit = numbers.findIndex((number) => !isHeld(number));
        if (unfit !== -1) {
          await expect(encodeTyped(records, [['x', type]])).rejects.toMatchObject({
            exitCode: 11,
            message: expect.stringContaining(`of record ${unfit + 1}`) as string,
          });
          return;
        }
        const { rows } = readWithArrow(await encodeTyped(records, [['x', type]]));
        expect(rows.map(([cell]) => spellValue(cell!))).toEqual(numbers.map(spellValue));
      }),
      { numRuns: runs(400) },
    );
  });

  test.each(['revenue', 'ctr', 'clicks', 'height'])('in a column named %s, of the type that it needs', async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonNumber, { minLength: 1, maxLength: 6 }), async (numbers) => {
        const { bytes } = await encodeReport(numbers.map((number) => `{"${name}":${number}}`));
        const { columns, rows } = readWithArrow(bytes);
        const cells = rows.map(([cell]) => cell!);
        if (columns[0]![1] === 'VARCHAR') expect(cells).toEqual(numbers);
        else if (columns[0]![1] !== 'DATE') expect(cells.map(spellValue)).toEqual(numbers.map(spellValue));
      }),
      { numRuns: runs(400) },
    );
  });
});

test('a text of any characters comes back, and so does null', async () => {
  const text = fc.option(fc.string({ unit: 'binary', maxLength: 40 }));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 50 }), async (texts) => {
      const records = texts.map((each) => `{"x":${JSON.stringify(each)}}`);
      const { rows } = readWithArrow(await encodeTyped(records, [['x', 'UTF8']]));
      expect(rows.map(([cell]) => cell)).toEqual(texts.map((each) => each?.toWellFormed() ?? null));
    }),
    { numRuns: runs(300) },
  );
});
