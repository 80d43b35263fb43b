import { expect, test } from 'vitest';
import { isSpelledNumber, isUnknownNumber } from '../../../src/records/cells.ts';

test.each([
  ...['9,000.00', '10,000.00', '1,234', '1.234,50', "1'234.50", '1 234,50', '1,50', '$2.50', '-$1.00', '€ 5'],
  ...['US$5', '5 EUR', 'EUR 5.00', '(30.00)', '($30.00)', '12 %', '12%', '+5', '−5', '30-', '£1,000', '0,5'],
])('%j looks like a number', (text) => {
  expect(isSpelledNumber(JSON.stringify(text))).toBe(true);
  expect(isUnknownNumber(JSON.stringify(text))).toBe(false);
});

test.each([
  ...['850.00', '-5', '0', '007', '0107', '01.02', '2026-01-02', '2026-01', '12:30', '1/2', '1.2.3', '10.0.0.1'],
  ...['Spring 25', 'ABC', 'A1', 'v2', '3rd', '5 kg', '1e5', '1,23,456', '', ' ', '-', 'N/A', '%', 'EUR', '12 34'],
])('%j does not', (text) => {
  expect(isSpelledNumber(JSON.stringify(text))).toBe(false);
});

test.each(['N/A', 'n/a', 'NaN', 'null', 'NULL', '-', '--'])('%j is an unknown number', (text) => {
  expect(isUnknownNumber(JSON.stringify(text))).toBe(true);
});

test.each(['', 'NA', 'none', '---', 'N / A', 'nullable', '0'])('%j is none', (text) => {
  expect(isUnknownNumber(JSON.stringify(text))).toBe(false);
});
