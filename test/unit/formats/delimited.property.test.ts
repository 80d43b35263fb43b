import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeDelimited } from '../../../src/formats/delimited.ts';
import type { Dataset } from '../../../src/segments/dataset.ts';
import { runs } from '../../harness/property-runs.ts';
import { datasetOf, expectedRows, hasMergedNames, records } from './datasets.ts';
import { readDelimited } from './read-delimited.ts';

async function encode(dataset: Dataset, delimiter: string, columnNames?: readonly string[]): Promise<string> {
  const pieces: Buffer[] = [];
  const input = {
    dataset,
    columnNames,
    terminalWidth: undefined,
    color: false,
    maxRows: 0,
    onNote: () => undefined,
    onOmission: () => undefined,
  };
  for await (const piece of encodeDelimited(input, delimiter)) pieces.push(Buffer.from(piece as Buffer));
  return Buffer.concat(pieces).toString();
}

test('an independent reader gets each value back, of any records, in blocks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(',', '\t'),
      async (texts, blockRows, delimiter) => {
        const dataset = datasetOf(texts, blockRows);
        fc.pre(!hasMergedNames(dataset));
        const { columns } = dataset;
        const document = await encode(dataset, delimiter);
        const names = columns.map(({ name }) => name.toWellFormed());
        const expected = columns.length === 0 ? [] : [names, ...expectedRows(texts, columns)];
        expect(readDelimited(document, delimiter)).toEqual(expected);
      },
    ),
    { numRuns: runs(1500) },
  );
});

test('it is what csv-stringify writes, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(records, fc.constantFrom(',', '\t'), async (texts, delimiter) => {
      const dataset = datasetOf(texts, 20);
      fc.pre(!hasMergedNames(dataset));
      const { columns } = dataset;
      const rows = [columns.map(({ name }) => name), ...expectedRows(texts, columns)];
      const expected =
        columns.length === 0 ? '' : stringify(rows, { delimiter, quoted_empty: columns.length === 1 });
      expect(await encode(dataset, delimiter)).toBe(expected.toWellFormed());
    }),
    { numRuns: runs(1500) },
  );
});

test('columns that are asked for come in that order, of records of any shape', async () => {
  const texts = [
    '{"a":1,"b":{"c":"x","d":[1,"y"]},"e":null}',
    '{"b":{"d":2},"a":"1,\\"2\\""}',
    '{}',
    '{"a":3,"b":{"c":"z","d":0},"e":4}',
  ];
  const all = [...texts, ...texts, ...texts];
  const lines = ['"[1,""y""]",,1,x', '2,,"1,""2""",', ',,,', '0,4,3,z'];
  expect(await encode(datasetOf(all, 5), ',', ['b.d', 'e', 'a', 'b.c'])).toBe(
    ['b.d,e,a,b.c', ...lines, ...lines, ...lines, ''].join('\n'),
  );
});
