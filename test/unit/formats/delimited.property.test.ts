import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseColumnList } from '../../../src/core/column-list.ts';
import { csv, tsv } from '../../../src/formats/csv.ts';
import { copyRows } from '../../../src/formats/csv-fast.ts';
import { runs } from '../../harness/property-runs.ts';
import { encode, expectedRows, hasMergedNames, recordSetOf, records } from './datasets.ts';
import { readDelimited } from './read-delimited.ts';

const encoderOf = (delimiter: string) => (delimiter === '\t' ? tsv : csv);

test('an independent reader reads every value back, from any records in blocks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(',', '\t', ';', '|', '~'),
      async (texts, blockRows, delimiter) => {
        const recordSet = recordSetOf(texts, blockRows);
        fc.pre(!hasMergedNames(recordSet));
        const { columns } = recordSet;
        const document = await encode(encoderOf(delimiter), recordSet, { delimiter });
        const names = columns.map(({ name }) => name.toWellFormed());
        const expected = columns.length === 0 ? [] : [names, ...expectedRows(texts, columns)];
        expect(readDelimited(document, delimiter)).toEqual(expected);
      },
    ),
    { numRuns: runs(1000) },
  );
});

test('the document is the one that csv-stringify writes, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (texts) => {
      const recordSet = recordSetOf(texts, 20);
      fc.pre(!hasMergedNames(recordSet));
      const { columns } = recordSet;
      const rows = [columns.map(({ name }) => name), ...expectedRows(texts, columns)];
      const expected = columns.length === 0 ? '' : stringify(rows, { quoted_empty: columns.length === 1 });
      expect(await encode(csv, recordSet)).toBe(expected.toWellFormed());
    }),
    { numRuns: runs(1000) },
  );
});

test('some of the columns, in any order, have the values of the whole document', async () => {
  const some = fc.tuple(records, fc.integer({ min: 1, max: 20 }), fc.infiniteStream(fc.nat({ max: 99 })));
  await fc.assert(
    fc.asyncProperty(some, fc.boolean(), async ([texts, blockRows, ranks], isInOrder) => {
      const recordSet = recordSetOf(texts, blockRows);
      fc.pre(!hasMergedNames(recordSet));
      const ranked = recordSet.columns.map((column) => ({ column, rank: ranks.next().value }));
      const kept = ranked.filter(({ rank }) => rank >= 40);
      if (!isInOrder) kept.sort((one, other) => one.rank - other.rank);
      const columns = kept.map(({ column }) => column);
      fc.pre(columns.length > 0);
      const names = columns.map(({ name }) => name.toWellFormed());
      const rows: Buffer[] = [];
      for await (const block of copyRows(recordSet, columns)) rows.push(Buffer.from(block));
      const header = stringify([names], { quoted_empty: columns.length === 1 });
      expect(readDelimited(header + Buffer.concat(rows).toString(), ',')).toEqual([
        names,
        ...expectedRows(texts, columns),
      ]);
    }),
    { numRuns: runs(1000) },
  );
});

test('like records may hold any value in any place', async () => {
  const values: readonly (readonly [json: string, field: string])[] = [
    ['"plain"', 'plain'],
    ['"a,b"', '"a,b"'],
    ['","', '","'],
    ['"say \\"hi\\""', '"say ""hi"""'],
    ['"line\\nbreak"', '"line\nbreak"'],
    ['"\\u00e9\\ud83d\\ude00"', 'é😀'],
    ['"é, ü"', '"é, ü"'],
    ['""', ''],
    ['0.10', '0.10'],
    ['-0', '-0'],
    ['1e+5', '1e+5'],
    ['9007199254740993', '9007199254740993'],
    ['null', ''],
    ['true', 'true'],
    ['[]', '[]'],
    ['[1,"}"]', '"[1,""}""]"'],
    ['{}', '{}'],
  ];
  const texts = values.flatMap(([first]) => values.map(([second]) => `{"a":${first},"b":{"c":${second}}}`));
  const rows = values.flatMap(([, first]) => values.map(([, second]) => `${first},${second},`));
  const recordSet = recordSetOf([...texts, '{"b":{"d":7}}'], texts.length + 1);
  const document = await encode(csv, recordSet, { chosen: parseColumnList('a,b.c,b.d') });
  expect(document.split(/\n(?!break)/)).toEqual(['a,b.c,b.d', ...rows, ',,7', '']);
});

test('a column that occurs twice has its values twice, in like records, too', async () => {
  const recordSet = recordSetOf(['{"a":1,"b":"x"}', '{"a":2,"b":"y"}'], 2);
  const [a, b] = recordSet.columns;
  const rows: string[] = [];
  for await (const block of copyRows(recordSet, [a!, b!, a!])) rows.push(block.toString());
  expect(rows).toEqual(['1,x,1\n2,y,2\n']);
});

test('a block of short records with many columns is written whole', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `c${index}`);
  const first = `{${names.map((name) => `"${name}":1`).join()}}`;
  const document = await encode(csv, recordSetOf([first, ...Array<string>(5000).fill('{}')], 5001));
  const rest = `${','.repeat(199)}\n`.repeat(5000);
  expect(document === `${names.join()}\n${names.map(() => 1).join()}\n${rest}`).toBe(true);
});
