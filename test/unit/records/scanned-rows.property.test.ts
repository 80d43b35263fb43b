import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { ScannedRows } from '../../../src/records/scanned-rows.ts';
import { runs } from '../../harness/property-runs.ts';
import { leavesOf, plainRecord } from '../json/json-documents.ts';
import { likeRecords } from '../json/like-records.ts';

/** Records of one shape, with a few of other shapes among them, which may repeat a member. */
const records = fc
  .tuple(likeRecords, fc.array(plainRecord, { maxLength: 3 }), fc.array(fc.nat(12), { maxLength: 5 }))
  .map(([like, others, places]) => {
    const texts = like.map((tokens) => tokens.join(''));
    places.forEach((place, index) => {
      const other = others[index % Math.max(1, others.length)];
      if (other !== undefined) texts.splice(place, 0, other);
    });
    return texts;
  });

/** The cells of each record of a block. */
function cellsOf(scanner: ScannedRows, block: Buffer): readonly (readonly (string | undefined)[])[] {
  const all = [];
  scanner.begin(block);
  while (scanner.next()) all.push(scanner.cells());
  return all;
}

test('the cells of a record do not depend on the records before it', () => {
  fc.assert(
    fc.property(
      records,
      fc.array(fc.nat(9), { maxLength: 8 }),
      fc.integer({ min: 1, max: 9 }),
      (texts, picks, blockRows) => {
        const paths = [...texts.flatMap(leavesOf).map(({ path }) => path), ['missing'], ['a', 'b']];
        const columns = picks.map((pick) => createColumn(paths[pick % paths.length]!));
        const scanner = new ScannedRows(columns);
        for (let first = 0; first < texts.length; first += blockRows) {
          const own = texts.slice(first, first + blockRows);
          const block = Buffer.from(own.map((text) => `${text}\n`).join(''));
          const alone = own.flatMap((text) => cellsOf(new ScannedRows(columns), Buffer.from(`${text}\n`)));
          expect(cellsOf(scanner, block)).toEqual(alone);
        }
      },
    ),
    { numRuns: runs(1500) },
  );
});

test.each<[what: string, records: readonly string[], cells: readonly string[]]>([
  ['another order of members', ['{"a":1,"b":2}', '{"b":3,"a":4}', '{"a":5,"b":6}'], ['1 2', '4 3', '5 6']],
  ['a missing member', ['{"a":1,"b":2}', '{"b":3}', '{"a":4}'], ['1 2', '- 3', '4 -']],
  ['an object instead of a value', ['{"a":1,"b":2}', '{"a":{"b":9},"b":2}', '{"a":{},"b":2}'], ['1 2', '- 2', '{} 2']],
  ['a repeated member', ['{"a":1,"b":2}', '{"a":1,"b":2,"a":3}', '{"a":1,"b":2}'], ['1 2', '3 2', '1 2']],
  ['an escaped name', ['{"a":1,"b":2}', '{"\\u0061":3,"b":4}'], ['1 2', '3 4']],
  [
    'quotation marks and brackets in values',
    ['{"a":1,"b":2}', '{"a":"\\",\\"b\\":","b":["}\\n",{"b":0}]}'],
    ['1 2', '"\\",\\"b\\":" ["}\\n",{"b":0}]'],
  ],
])('%s after like records', (_, texts, expected) => {
  const columns = ['a', 'b'].map((name) => createColumn([name]));
  const scanner = new ScannedRows(columns);
  const all = texts.map((text) => Buffer.from(`${text}\n`));
  const found = all.map((block) => {
    const [cells] = cellsOf(scanner, block);
    return cells!.map((cell) => cell ?? '-').join(' ');
  });
  expect(found).toEqual(expected);
});

test('whole objects are read after like records, too', () => {
  const scanner = new ScannedRows([createColumn(['o']), createColumn(['b'])], true);
  for (const object of ['{"a":1}', '{"a":2}', '{"a":{"c":3}}', '{}', '{"a":4}']) {
    const block = Buffer.from(`{"o":${object},"b":5}\n`);
    expect(cellsOf(scanner, block)).toEqual([[object, '5']]);
  }
});

test.each(['{"a":1,"b":2', '{"a":1\n', '{"a":"x\n', '{"a":\n', '{"a":1,"b":2}x\n', '\n'])(
  'a damaged line after like records is an error: %j',
  (damaged) => {
    const scanner = new ScannedRows([createColumn(['a'])]);
    cellsOf(scanner, Buffer.from('{"a":1,"b":2}\n'));
    expect(() => cellsOf(scanner, Buffer.from(damaged))).toThrow('damaged');
  },
);
