import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Column, columnKey, createColumn, uniteColumns } from '../../../src/core/column.ts';
import { encodeDelimited } from '../../../src/formats/delimited.ts';
import type { Dataset } from '../../../src/segments/dataset.ts';
import { hasRepeatedNames, leavesOf, parseJson, plainRecord } from '../segments/json-documents.ts';
import { likeRecords } from '../segments/like-records.ts';
import { readDelimited } from './read-delimited.ts';

const columnsOf = (record: string): Column[] => leavesOf(record).map(({ path }) => createColumn(path));

/** Records like each other, and some like none, without repeated members. */
const records = fc
  .tuple(likeRecords, fc.array(plainRecord, { maxLength: 2 }), fc.nat(12))
  .map(([like, others, place]) => {
    const texts = like.map((tokens) => tokens.join(''));
    return [...texts.slice(0, place), ...others, ...texts.slice(place)];
  })
  .filter((texts) => texts.every((text) => !hasRepeatedNames(text)));

function datasetOf(texts: readonly string[], blockRows: number): Dataset {
  return {
    recordCount: texts.length,
    columns: uniteColumns(texts.map(columnsOf)),
    hasMoreColumns: false,
    async *lines() {
      for (let start = 0; start < texts.length; start += blockRows) {
        yield Buffer.from(`${texts.slice(start, start + blockRows).join('\n')}\n`);
      }
    },
    records: () => expect.unreachable('records, one by one'),
  };
}

async function encode(dataset: Dataset, delimiter: string, columnNames?: readonly string[]): Promise<string> {
  const pieces: Buffer[] = [];
  const input = {
    dataset,
    columnNames,
    terminalWidth: undefined,
    color: false,
    maxRows: 0,
    onNote: () => undefined,
  };
  for await (const piece of encodeDelimited(input, delimiter)) pieces.push(Buffer.from(piece as Buffer));
  return Buffer.concat(pieces).toString();
}

/** What a value shows in a field; half a surrogate pair is no character. */
function shown(value: string | undefined): string {
  if (value === undefined || value === 'null') return '';
  return value.startsWith('"') ? String(parseJson(value)).toWellFormed() : value;
}

function expectedRows(texts: readonly string[], columns: readonly Column[]): string[][] {
  return texts.map((text) => {
    const cells = new Map(leavesOf(text).map((leaf) => [columnKey(leaf.path), leaf.text]));
    return columns.map(({ path }) => shown(cells.get(columnKey(path))));
  });
}

test('an independent reader gets each value back, of any records, in blocks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(',', '\t'),
      async (texts, blockRows, delimiter) => {
        const dataset = datasetOf(texts, blockRows);
        const { columns } = dataset;
        const document = await encode(dataset, delimiter);
        const names = columns.map(({ name }) => name.toWellFormed());
        const expected = columns.length === 0 ? [] : [names, ...expectedRows(texts, columns)];
        expect(readDelimited(document, delimiter)).toEqual(expected);
      },
    ),
    { numRuns: 1500 },
  );
});

test('it is what csv-stringify writes, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(records, fc.constantFrom(',', '\t'), async (texts, delimiter) => {
      const dataset = datasetOf(texts, 20);
      const { columns } = dataset;
      const rows = [columns.map(({ name }) => name), ...expectedRows(texts, columns)];
      const expected =
        columns.length === 0 ? '' : stringify(rows, { delimiter, quoted_empty: columns.length === 1 });
      expect(await encode(dataset, delimiter)).toBe(expected.toWellFormed());
    }),
    { numRuns: 1500 },
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
