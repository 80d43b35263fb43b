import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellText, isNumber, isText } from '../../../src/records/cells.ts';
import { runs } from '../../harness/property-runs.ts';
import { numberText, stringText } from '../json/json-documents.ts';

describe('a cell in a text format', () => {
  test.each([
    [undefined, ''],
    ['null', ''],
    ['true', 'true'],
    ['0.10', '0.10'],
    ['[1,"\\u0041"]', '[1,"\\u0041"]'],
    ['{}', '{}'],
    ['""', ''],
    ['"null"', 'null'],
    ['"a, b"', 'a, b'],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'],
    ['"\\u00e9\\ud83d\\ude00"', 'é😀'],
    ['"\\ud83d"', '\ufffd'],
    ['"a\\ude00\\ud83db"', 'a\ufffd\ufffdb'],
  ])('%s is shown as %j', (cell, text) => {
    expect(cellText(cell)).toBe(text);
  });

  test('any string shows its characters, with lone surrogates replaced', () => {
    fc.assert(
      fc.property(stringText, (cell) => {
        // The conversion to UTF-8 and back turns lone surrogates into replacement characters.
        expect(cellText(cell)).toBe(Buffer.from(JSON.parse(cell) as string).toString());
      }),
      { numRuns: runs(1000) },
    );
  });
});

test('isNumber and isText distinguish numbers, strings and other values', () => {
  fc.assert(
    fc.property(numberText, stringText, (number, string) => {
      expect([isNumber(number), isText(number)]).toEqual([true, false]);
      expect([isNumber(string), isText(string)]).toEqual([false, true]);
    }),
  );
  for (const cell of ['null', 'true', 'false', '[1]', '{"1":1}']) {
    expect([cell, isNumber(cell), isText(cell)]).toEqual([cell, false, false]);
  }
});
