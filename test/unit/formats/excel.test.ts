import { describe, expect, test } from 'vitest';
import { isMisreadText, isSpreadsheetNumber } from '../../../src/xlsx/excel.ts';

describe('a spreadsheet keeps the digits of an id and the cents of a number', () => {
  test.each([
    ...'0 -0 -12.50 0.10 123456789012345 -123456789012345 9999999999999.99 1234567890123.456789'.split(' '),
    ...'12345678901234.50 123456789012345.000 0.30000000000000004 1e-7 1.5E+300 0e400 0.0e-400'.split(' '),
  ])('of %s', (number) => {
    expect(isSpreadsheetNumber(number)).toBe(true);
  });

  test.each([
    ...'1234567890123456 -9007199254740993 1000000000000000000 12345678901234.56 1234567890123456.0'.split(' '),
    ...'9007199254740993e0 1e308 -1e400 1e-308 1e-400 2.2e400 007 +5 .5 5. 0,10 1_000 ５'.split(' '),
    ...['', ' 5', '5\n'],
  ])('but not of %s', (text) => {
    expect(isSpreadsheetNumber(text)).toBe(false);
  });
});

describe('a text is misread', () => {
  test.each([
    ['as a formula', ['=1+2', '+x', '-x', '-', '@SUM(A1)', '＝x', '＋x', '－x', '＠x', '\u2212x']],
    [
      'as a formula, after characters that a program may skip',
      [' =x', '\t=x', '\n=x', '\r=x', '\u0000=x', '\ufeff=x', '\u200b=x'],
    ],
    ['because of its first character', ['\tx', '\rx']],
    ['as a number', ['007', '1234567890123456', '1E5', '1,234', '0,10', '12 %', '€5', '５', '٣', '½', '12\n']],
    ['as a date or a time', ['1-2', '3/4', 'MARCH1', 'SEPT2', 'Mai 2026', '5 de enero de 2026', '1:30', '2026年']],
    ['as a date, although it is none', ['2026-02-30', '2026-1-5', '2026-01-31T10:00:00Z', ' 2026-01-31']],
    ['as a truth value', ['TRUE', 'false', ' True', 'WAHR', 'Vrai', 'истина']],
    ['as an error', ['#N/A', '#REF!', '#NAME?', '#GETTING_DATA', '#ÜBERLAUF!']],
    ['as a number, of any length', ['9'.repeat(300)]],
  ])('%s', (_, texts) => {
    expect(texts.filter((text) => !isMisreadText(text))).toEqual([]);
  });

  test('unless it is a valid date, or words', () => {
    const texts = ', 2026-01-31, 0001-01-01, Spring Sale, a=b, x-y, truely, \'tis, "=x,  x , # 1st'.split(', ');
    expect(texts.filter((text) => isMisreadText(text))).toEqual(['# 1st']);
  });

  test('unless it has several lines, or is longer than any date', () => {
    expect(isMisreadText('Spring 2026\nSummer 2026')).toBe(false);
    expect(isMisreadText(`day ${'x'.repeat(249)} 1`)).toBe(true);
    expect(isMisreadText(`day ${'x'.repeat(250)} 1`)).toBe(false);
    expect(isMisreadText(`=${'x'.repeat(300)}`)).toBe(true);
    expect(isMisreadText('=1+\n2')).toBe(true);
  });
});
