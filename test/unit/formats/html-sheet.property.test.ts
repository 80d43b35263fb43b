import vm from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excelField, excelText } from '../../../src/formats/excel.ts';
import { SHEET_SCRIPT } from '../../../src/formats/html-sheet.ts';
import { runs } from '../../harness/property-runs.ts';

type Field = (text: string, kind: 'name' | 'number' | 'text') => string;

const field: Field = vm.runInNewContext(`(() => {${SHEET_SCRIPT}; return sheetField})()`);

const number = fc.stringMatching(/^-?(?:0|[1-9][0-9]{0,20})(?:\.[0-9]{1,8})?(?:[eE][+-]?[0-9]{1,4})?$/);
const text = fc.oneof(
  number,
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.stringMatching(/^[ \t]?[-=+@#a-z0-9:/. ]{0,12}$/),
  fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d$/),
  fc.constantFrom(
    'true',
    'WAHR',
    ' #N/A',
    '2026-02-30',
    '0000-01-01',
    '2024-02-29',
    '=1+\n2',
    '１２',
    'a\r\nb 1',
  ),
  fc.stringMatching(/^=[a-z1 ]{250,260}$/),
);

test('the script of a page protects each number as --excel does', () => {
  fc.assert(
    fc.property(number, (cell) => {
      expect(field(cell, 'number')).toBe(excelField(cell, (figure) => figure));
    }),
    { numRuns: runs(5000) },
  );
});

test('the script of a page protects each text, and each name of a column, as --excel does', () => {
  fc.assert(
    fc.property(text, (cell) => {
      expect(field(cell, 'text')).toBe(excelField(JSON.stringify(cell), (figure) => figure));
      expect(field(cell, 'name')).toBe(excelText(cell));
    }),
    { numRuns: runs(5000) },
  );
});
