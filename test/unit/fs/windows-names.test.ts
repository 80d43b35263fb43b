import { expect, test } from 'vitest';
import { assertWindowsNames } from '../../../src/fs/paths.ts';

test.each([
  'report.csv',
  'C:\\Users\\ana\\report.csv',
  'C:report.csv',
  'c:/out/acme/report.csv',
  '\\\\server\\share\\report.csv',
  '..\\out\\.\\report.csv',
  'out/',
  'console.csv',
  'com.csv',
  'nullable',
])('%s is a path of Windows', (file) => expect(() => assertWindowsNames(file)).not.toThrow());

test.each([
  ['acme:2026.csv', 'acme:2026.csv'],
  ['C:\\out\\a:b', 'a:b'],
  ['out/why?.csv', 'why?.csv'],
  ['NUL', 'NUL'],
  ['out\\con.csv', 'con.csv'],
  ['lpt1.2026.csv', 'lpt1.2026.csv'],
  ['acme./report.csv', 'acme.'],
  ['report.csv ', 'report.csv '],
])('%s is not', (file, name) => {
  expect(() => assertWindowsNames(file)).toThrow(`Windows has no file called "${name}"`);
});
