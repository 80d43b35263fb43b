import { expect, test } from 'vitest';
import { type DatasetSchema, formatSchema, parseSchema } from '../../../src/sync/schema-file.ts';

const SCHEMA: DatasetSchema = {
  ...{ version: 1, dateColumn: 'day', measures: ['revenue'], hasMainMeasure: true, earlier: [] },
  columns: [
    { name: 'day', path: ['day'], type: 'DATE' },
    { name: 'campaign.id', path: ['campaign', 'id'], type: 'INT64' },
    { name: 'note', path: ['note'], type: undefined },
  ],
};

const TEXT = `{"version":1,
"dateColumn":"day",
"mainMeasure":"revenue",
"measures":["revenue"],
"columns":[
  {"name":"day","path":["day"],"type":"DATE"},
  {"name":"campaign.id","path":["campaign","id"],"type":"INT64"},
  {"name":"note","path":["note"],"type":null}
]}
`;

test('a schema is JSON with a column a line', () => {
  expect(formatSchema(SCHEMA)).toBe(TEXT);
  expect(parseSchema(TEXT, 'x')).toEqual(SCHEMA);
  expect(parseSchema(formatSchema({ ...SCHEMA, columns: [] }), 'x')).toEqual({ ...SCHEMA, columns: [] });
});

test.each([
  ['{}', 'columns'],
  ['[1]', 'column 1'],
  ['[{"name":"a"}]', 'column 1'],
  ['[{"name":"a","path":[],"type":null}]', 'column 1'],
  ['[{"name":"a","path":["a"],"type":null},{"name":"b","path":[1],"type":null}]', 'column 2'],
  ['[{"name":"a","path":["a"],"type":"INT32"}]', 'column 1'],
  ['[{"name":"a","path":["a"]}]', 'column 1'],
  ['[{"name":"Month","path":["a"],"type":null}]', 'engines would replace the column "Month" by another one'],
  [
    '[{"name":"a","path":["a"],"type":null},{"name":"A","path":["b"],"type":null}]',
    'engines would replace the column "A" by another one',
  ],
  [
    '[{"name":"a","path":["a"],"type":null},{"name":"b","path":["a"],"type":null}]',
    'the column "b" has the path of another one',
  ],
])('the columns %s are an error', (columns, what) => {
  const text = TEXT.replace(/"columns":.*\]/s, `"columns":${columns}`);
  expect(() => parseSchema(text, '_schema.json')).toThrow(
    expect.objectContaining({ message: `_schema.json is broken: ${what}` }),
  );
});
