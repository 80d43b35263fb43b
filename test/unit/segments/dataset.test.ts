import { describe, expect, test } from 'vitest';
import { createDataset } from '../../../src/segments/dataset.ts';
import { MAX_COLUMNS } from '../../../src/segments/record-survey.ts';
import { collect, FEBRUARY, JANUARY, receiveRecords } from './receive.ts';

const PLAIN = { windowColumns: false };
const WITH_WINDOWS = { windowColumns: true };

/** A dataset of two windows. */
async function datasetOf(january: string[], february: string[], options = PLAIN) {
  const segments = [await receiveRecords(january, JANUARY), await receiveRecords(february, FEBRUARY)];
  return createDataset(segments, options);
}

function manyColumns(prefix: string, count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"${prefix}${index}":0`).join(',')}}`;
}

describe('a dataset', () => {
  test('has the columns of all windows, once each, in order of first appearance', async () => {
    const { columns } = await datasetOf(['{"b":1,"o":{"x":1}}'], ['{"a":1,"o":{"y":1,"x":2}}', '{"o.x":1}']);
    expect(columns).toEqual([
      { name: 'b', path: ['b'] },
      { name: 'o.x', path: ['o', 'x'] },
      { name: 'a', path: ['a'] },
      { name: 'o.y', path: ['o', 'y'] },
      { name: 'o.x', path: ['o.x'] },
    ]);
  });

  test('has the records of all windows, in their order, as often as they are asked for', async () => {
    const dataset = await datasetOf(['{"n":2}', '{"n":1.0}'], ['{"n":2}', '{}']);
    expect(dataset.recordCount).toBe(4);
    for (let time = 0; time < 2; time++) {
      expect(await collect(dataset.records())).toEqual(['{"n":2}', '{"n":1.0}', '{"n":2}', '{}']);
    }
  });

  test('of windows without records has none', async () => {
    const dataset = await datasetOf([], []);
    expect(dataset).toMatchObject({ recordCount: 0, columns: [], hasMoreColumns: false });
    expect(await collect(dataset.records())).toEqual([]);
  });

  test('of no windows has nothing', async () => {
    const dataset = createDataset([], PLAIN);
    expect(dataset).toMatchObject({ recordCount: 0, columns: [], hasMoreColumns: false });
    expect(await collect(dataset.records())).toEqual([]);
  });
});

describe('a dataset with the columns of the windows', () => {
  test('has them in front of each record', async () => {
    const dataset = await datasetOf(['{"a":1}', '{}'], ['{"a":{"window_from":2}}'], WITH_WINDOWS);
    expect(dataset.columns.map(({ path }) => path)).toEqual([
      ['window_from'],
      ['window_to'],
      ['a'],
      ['a', 'window_from'],
    ]);
    expect(await collect(dataset.records())).toEqual([
      '{"window_from":"2026-01-01","window_to":"2026-01-31","a":1}',
      '{"window_from":"2026-01-01","window_to":"2026-01-31"}',
      '{"window_from":"2026-02-01","window_to":"2026-02-28","a":{"window_from":2}}',
    ]);
  });

  test.each([
    ['window_from', '{"window_from":1}'],
    ['window_to', '{"a":1,"window_to":null}'],
    ['window_to', '{"window_to":{"x":1}}'],
    ['window_from', '{"\\u0077indow_from":{}}'],
  ])('is refused where a record has %s: %s', async (name, record) => {
    const error = `--window-columns adds the column ${name}, but the records have one already`;
    await expect(datasetOf(['{"a":1}'], [record], WITH_WINDOWS)).rejects.toMatchObject({
      name: 'ReportingError',
      kind: 'usage',
      message: error,
    });
    expect((await datasetOf(['{"a":1}'], [record], PLAIN)).recordCount).toBe(2);
  });

  test('is refused where a record has one, though there are too many columns to list', async () => {
    const records = [manyColumns('c', MAX_COLUMNS + 1), '{"window_from":1}'];
    await expect(datasetOf(records, [], WITH_WINDOWS)).rejects.toMatchObject({ kind: 'usage' });
  });
});

describe('a dataset has more columns than are listed', () => {
  test.each([
    ['if one window has', MAX_COLUMNS + 1, 0, true],
    ['if the last window has', 0, MAX_COLUMNS + 1, true],
    ['if all have together', MAX_COLUMNS, 1, true],
    ['but not if all have so many together', MAX_COLUMNS - 1, 1, false],
  ])('%s', async (_, january, february, hasMoreColumns) => {
    const records = [manyColumns('j', january), manyColumns('f', february)] as const;
    expect((await datasetOf([records[0]], [records[1]])).hasMoreColumns).toBe(hasMoreColumns);
  });
});
