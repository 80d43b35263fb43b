import { expect, test } from 'vitest';
import { type DatasetSchema, formatSchema, parseSchema } from '../../../src/sync/dataset-schema.ts';

const SCHEMA: DatasetSchema = {
  ...{ version: 1, dateColumn: 'day', mainMeasure: 'revenue', measures: ['revenue'], earlier: [] },
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
  '{}',
  '[1]',
  '[{"name":"a"}]',
  '[{"name":"a","path":[],"type":null}]',
  '[{"name":"a","path":["a"],"type":null},{"name":"b","path":[1],"type":null}]',
  '[{"name":"a","path":["a"],"type":"INT32"}]',
  '[{"name":"a","path":["a"]}]',
])('the columns %s are an error', (columns) => {
  const text = TEXT.replace(/"columns":.*\]/s, `"columns":${columns}`);
  expect(() => parseSchema(text, '_schema.json')).toThrow(
    expect.objectContaining({ message: '_schema.json is broken' }),
  );
});
