import { describe, expect, test } from 'vitest';
import { MAX_COLUMNS } from '../../../src/json/record-survey.ts';
import { createRecordSet } from '../../../src/records/record-set.ts';
import type { WindowRecords } from '../../../src/records/window-records.ts';
import { collectLines, FEBRUARY, JANUARY, receiveRecords } from './receive.ts';

const PLAIN = { windowColumns: false };
const WITH_WINDOWS = { windowColumns: true };

/** A record set of two windows. */
async function recordSetOf(january: string[], february: string[], options = PLAIN) {
  const recordsByWindow = [await receiveRecords(january, JANUARY), await receiveRecords(february, FEBRUARY)];
  return createRecordSet(recordsByWindow, options);
}

function manyColumns(prefix: string, count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"${prefix}${index}":0`).join(',')}}`;
}

describe('a record set', () => {
  test('has the distinct columns of all windows, in order of first appearance', async () => {
    const { columns } = await recordSetOf(['{"b":1,"o":{"x":1}}'], ['{"a":1,"o":{"y":1,"x":2}}', '{"o.x":1}']);
    expect(columns).toEqual([
      { name: 'b', path: ['b'] },
      { name: 'o.x', path: ['o', 'x'] },
      { name: 'a', path: ['a'] },
      { name: 'o.y', path: ['o', 'y'] },
      { name: 'o.x', path: ['o.x'] },
    ]);
  });

  test('has the records of all windows, in order, on each call', async () => {
    const recordSet = await recordSetOf(['{"n":2}', '{"n":1.0}'], ['{"n":2}', '{}']);
    expect(recordSet.recordCount).toBe(4);
    for (let time = 0; time < 2; time++) {
      expect(await collectLines(recordSet.lines())).toEqual(['{"n":2}', '{"n":1.0}', '{"n":2}', '{}']);
    }
  });
});

test('a record set has more columns if a window, or all windows together, have too many', async () => {
  const [tooMany, most, two, one, none] = await Promise.all([
    receiveRecords([manyColumns('c', MAX_COLUMNS + 1), '{"window_from":1}']),
    ...[MAX_COLUMNS - 1, 2, 1, 0].map((count) => receiveRecords([manyColumns(`d${count}.`, count)])),
  ]);
  const hasMoreColumns = (...windows: WindowRecords[]) => createRecordSet(windows, PLAIN).hasMoreColumns;
  expect(hasMoreColumns(tooMany!, none!)).toBe(true);
  expect(hasMoreColumns(none!, tooMany!)).toBe(true);
  expect(hasMoreColumns(most!, two!)).toBe(true);
  expect(hasMoreColumns(most!, one!)).toBe(false);
  // No column of a window can be ruled out.
  for (const added of [WITH_WINDOWS, { ...PLAIN, profileColumn: true }]) {
    expect(() => createRecordSet([tooMany!], added)).toThrow('needs records of at most 10000');
  }
});
