import { describe, expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { groupRows } from '../../../src/transform/group.ts';
import type { Grouping } from '../../../src/transform/group-table.ts';
import { addTrend } from '../../../src/transform/sparkline.ts';
import { recordsOf, withSpool } from './rows-of.ts';

const keyOf = (name: string) => ({ column: createColumn([name]), name });
const BY_KEY: Grouping = {
  keys: [keyOf('k')],
  aggregations: [{ kind: 'sum', column: createColumn(['v']), name: 'v' }],
  withCount: false,
};
const BY_MONTH: Grouping = { ...BY_KEY, keys: [keyOf('k'), keyOf('month')] };

/** The groups of `now`, then those that only `before` has, with `maxPoints` of their points in memory at once. */
function trends(now: readonly string[], before: readonly string[] = [], maxPoints?: number) {
  return withSpool(async ({ recordSetOf, newFile }) => {
    const sides = [await recordSetOf(now), await recordSetOf(before)];
    const columns = [createColumn(['k']), createColumn(['v'])];
    const groups = await groupRows(sides, BY_KEY, {
      newFile,
      columns,
      valuesOf: ({ keys, sides: [figures] }) => [...keys, ...(figures ?? ['null'])],
    });
    const options = maxPoints === undefined ? { newFile, measure: 0 } : { newFile, measure: 0, maxPoints };
    return recordsOf((await addTrend(groups, sides[0]!, BY_MONTH, options)).recordSet);
  });
}

const NOW = [
  '{"k":1.0,"month":"2026-02","v":2}',
  '{"k":"a","month":"2026-02","v":null}',
  '{"k":null,"month":"2026-01","v":-4}',
  '{"k":1,"month":"2026-01","v":1}',
  '{"k":"","month":"2026-02","v":0}',
  '{"k":"a","month":"","v":9}',
  '{"k":"c","month":"2026-03","v":"0.10"}',
];
const BEFORE = ['{"k":"b","month":"2025-02","v":7}', '{"k":"a","month":"2025-02","v":7}'];

describe('bars', () => {
  const expected = [
    '{"k":1.0,"v":3,"v_trend":"▅█ "}',
    '{"k":"a","v":9,"v_trend":null}',
    '{"k":null,"v":-4,"v_trend":"▁█ "}',
    '{"k":"c","v":0.10,"v_trend":"  █"}',
    '{"k":"b","v":null,"v_trend":null}',
  ];

  test('are in the order of the units, whatever the order of the records', async () => {
    expect(await trends(NOW, BEFORE)).toEqual(expected);
  });

  test.each([1, 8])('are the same with %i points in memory', async (maxPoints) => {
    expect(await trends(NOW, BEFORE, maxPoints)).toEqual(expected);
  });

  test('have the height of a number that no double holds', async () => {
    const records = ['{"k":1,"month":"2026-01","v":1e399}', '{"k":1,"month":"2026-02","v":-1e399}'];
    expect(await trends(records)).toEqual(['{"k":1,"v":0,"v_trend":"█▁"}']);
  });
});
