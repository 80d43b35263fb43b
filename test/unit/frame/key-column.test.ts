import { expect, test } from 'vitest';
import { keyIdentity } from '../../../src/frame/key-column.ts';

test.each([
  [['1', '1.0', '"1"', '10e-1', '1.00'], 1],
  [['"1"', '"1.0"', '"01"'], 3],
  [['0', '-0', '0.0', '0e5'], 1],
  [['null', undefined, '""'], 1],
  [['"é"', '"\\u00e9"', '"\\u00E9"'], 1],
  [['"a/b"', '"a\\/b"'], 1],
  [['"a"', '"A"', '"a "'], 3],
  [['true', '"true"', 'false'], 2],
  [['9007199254740993', '9007199254740992', '9007199254740993.0'], 2],
  [['[1]', '[1.0]', '{}'], 3],
  [['"null"', 'null'], 2],
  [['1e999', '1e998'], 2],
  [['"\\ud800"', '"\\ud801"'], 2],
  [['"a\\nb"', '"a\\u000ab"', '"a\\\\nb"'], 2],
])('cells of the same key: %j', (cells, count) => {
  expect(new Set(cells.map(keyIdentity)).size).toBe(count);
});
