import { expect, test } from 'vitest';
import { partOfRow } from '../../../src/charts/terminal-columns.ts';

const EIGHTHS = [1, 2, 3, 4, 5, 6, 7, 8];

test.each([
  ['that grows up', true, undefined, '▁▂▃▄▅▆▇█'],
  ['that grows down, in halves', false, undefined, ' ▀▀▀▀███'],
  ['with a shade, in whole characters', true, '▒', '   ▒▒▒▒▒'],
  ['with a shade that grows down', false, '▒', '   ▒▒▒▒▒'],
])('the end of a column %s', (_, isUp, shade, expected) => {
  expect(EIGHTHS.map((eighths) => partOfRow(eighths, isUp, shade)).join('')).toBe(expected);
});
