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
  ['acme:2026.csv', '"acme:2026.csv": it contains ":"'],
  ['C:\\out\\a:b', '"a:b": it contains ":"'],
  ['out/why?.csv', '"why?.csv": it contains "?"'],
  ['NUL', '"NUL": this is the name of a device'],
  ['out\\con.csv', '"con.csv": this is the name of a device'],
  ['lpt1.2026.csv', '"lpt1.2026.csv": this is the name of a device'],
  ['acme./report.csv', '"acme.": it ends in a dot or a space'],
  ['report.csv ', '"report.csv ": it ends in a dot or a space'],
])('%s is not', (file, words) => {
  expect(() => assertWindowsNames(file)).toThrow(`Windows has no file called ${words}`);
});
