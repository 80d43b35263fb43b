import { describe, expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { selectGroups } from '../../../src/transform/select-groups.ts';
import { recordsOf, withSpool } from './rows-of.ts';

const KEYS = [
  { column: createColumn(['site', 'id']), name: 'site.id' },
  {
    column: createColumn(['day']),
    name: 'month',
    unitOf: (cell: string | undefined) => (cell === undefined ? 'null' : `${cell.slice(0, 8)}"`),
  },
];
const RECORDS = [
  '{"site":{"id":1},"day":"2026-01-05","v":1}',
  '{"site":{"id":"1"},"day":"2026-01-31","v":2}',
  '{"site":{"id":2},"day":"2026-01-05","v":3}',
  '{"site":{"id":1.0},"day":"2026-02-05","v":4}',
  '{"v":5}',
];
const GROUPS = [
  '{"site.id":1,"month":"2026-01","v":3}',
  '{"site.id":null,"month":null,"v":5}',
  '{"site.id":3,"month":"2026-01"}',
];

function selected(
  sides: readonly (readonly string[])[],
  groups: readonly string[],
  options: { readonly maxGroups?: number; readonly isExcluded?: boolean } = {},
) {
  return withSpool(async ({ recordSetOf, newFile }) => {
    const recordSets = await Promise.all(sides.map(recordSetOf));
    const found = await selectGroups(recordSets, KEYS, await recordSetOf(groups), {
      newFile,
      ...options,
    });
    return Promise.all(found.map(recordsOf));
  });
}

describe('the records of some groups', () => {
  const expected = [[RECORDS[0], RECORDS[1], RECORDS[4]], [RECORDS[4]]];

  test('are those with the keys of a group, by value and by unit of time', async () => {
    expect(await selected([RECORDS, RECORDS.slice(2)], GROUPS)).toEqual(expected);
  });

  test('are the same if not all groups fit in memory', async () => {
    const found = await selected([RECORDS, RECORDS.slice(2)], GROUPS, { maxGroups: 1 });
    expect(found.map((records) => [...records].sort())).toEqual(
      expected.map((records) => [...records].sort()),
    );
  });

  test('none of no groups', async () => {
    expect(await selected([RECORDS], [])).toEqual([[]]);
    expect(await selected([RECORDS], [], { isExcluded: true })).toEqual([RECORDS]);
  });

  test.each([1, 8])('are left out on request, with %i keys in memory', async (maxGroups) => {
    const [found] = await selected([RECORDS], GROUPS, { isExcluded: true, maxGroups });
    expect([...found!].sort()).toEqual([RECORDS[3], RECORDS[2]]);
  });
});
