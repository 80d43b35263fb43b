import { expect, test } from 'vitest';
import { formatTypeList, type PinnedColumn, parseTypeList } from '../../../src/parquet/type-list.ts';

function column(name: string, type: PinnedColumn['type']): PinnedColumn {
  return { name, path: name.split('.'), type };
}

const LIST = [column('day', 'DATE'), column('campaign.id', 'INT64'), column('note', undefined)];

const TEXT = `[
  {"name":"day","path":["day"],"type":"DATE"},
  {"name":"campaign.id","path":["campaign","id"],"type":"INT64"},
  {"name":"note","path":["note"],"type":null}
]
`;

test('a list of types is JSON with a column a line', () => {
  expect(formatTypeList(LIST)).toBe(TEXT);
  expect(parseTypeList(TEXT, 'x')).toEqual(LIST);
  expect(formatTypeList([])).toBe('[]\n');
  expect(parseTypeList('[]', 'x')).toEqual([]);
});

test.each([
  ['{"name"', /^_schema\.json: not JSON: /],
  ['{}', /^_schema\.json: not a list of columns$/],
  ['[1]', /column 1 has no name$/],
  ['[{"name":"a"}]', /column "a" has no path$/],
  ['[{"name":"a","path":[]}]', /column "a" has no path$/],
  ['[{"name":"a","path":["a"],"type":"INT32"}]', /column "a" has the type "INT32"$/],
  ['[{"name":"a","path":["a"]}]', /column "a" has no type$/],
  ['[{"name":"a","path":["a"],"type":null},{"name":"a","path":["b"],"type":null}]', /two columns have the name "a"$/],
  [
    '[{"name":"a","path":["a"],"type":null},{"name":"b","path":["a"],"type":null}]',
    /two columns have the path \["a"\]$/,
  ],
])('%s is an error', (text, message) => {
  expect(() => parseTypeList(text, '_schema.json')).toThrow(message);
});
