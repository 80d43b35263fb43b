import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { cellAt } from '../../../src/records/cells.ts';
import { RowScanner } from '../../../src/records/row-scanner.ts';
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

type Cells = readonly (string | undefined)[];

function cellsOf({ starts, ends }: RowScanner, block: Buffer): Cells {
  return Array.from(ends, (end, column) => cellAt(block, starts[column]!, end));
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
        const scanner = new RowScanner(columns);
        for (let first = 0; first < texts.length; first += blockRows) {
          const own = texts.slice(first, first + blockRows);
          const block = Buffer.from(own.map((text) => `${text}\n`).join(''));
          let start = 0;
          for (const text of own) {
            const line = Buffer.from(`${text}\n`);
            const alone = new RowScanner(columns);
            expect(alone.scan(line, 0)).toBe(line.length);
            expect(scanner.scan(block, start)).toBe(start + line.length);
            expect(cellsOf(scanner, block)).toEqual(cellsOf(alone, line));
            start += line.length;
          }
        }
      },
    ),
    { numRuns: runs(1500) },
  );
});

test.each<[what: string, records: readonly string[], cells: readonly string[]]>([
  ['another order of members', ['{"a":1,"b":2}', '{"b":3,"a":4}', '{"a":5,"b":6}'], ['1 2', '4 3', '5 6']],
  ['a missing member', ['{"a":1,"b":2}', '{"b":3}', '{"a":4}'], ['1 2', '- 3', '4 -']],
  [
    'an object instead of a value',
    ['{"a":1,"b":2}', '{"a":{"b":9},"b":2}', '{"a":{},"b":2}'],
    ['1 2', '- 2', '{} 2'],
  ],
  ['a repeated member', ['{"a":1,"b":2}', '{"a":1,"b":2,"a":3}', '{"a":1,"b":2}'], ['1 2', '3 2', '1 2']],
  ['an escaped name', ['{"a":1,"b":2}', '{"\\u0061":3,"b":4}'], ['1 2', '3 4']],
  [
    'quotation marks and brackets in values',
    ['{"a":1,"b":2}', '{"a":"\\",\\"b\\":","b":["}\\n",{"b":0}]}'],
    ['1 2', '"\\",\\"b\\":" ["}\\n",{"b":0}]'],
  ],
])('%s after like records', (_, texts, expected) => {
  const columns = ['a', 'b'].map((name) => createColumn([name]));
  const scanner = new RowScanner(columns);
  const all = texts.map((text) => Buffer.from(`${text}\n`));
  const found = all.map((block) => {
    scanner.scan(block, 0);
    return cellsOf(scanner, block)
      .map((cell) => cell ?? '-')
      .join(' ');
  });
  expect(found).toEqual(expected);
});

test('whole objects are read after like records, too', () => {
  const scanner = new RowScanner([createColumn(['o']), createColumn(['b'])], { wholeObjects: true });
  for (const object of ['{"a":1}', '{"a":2}', '{"a":{"c":3}}', '{}', '{"a":4}']) {
    const block = Buffer.from(`{"o":${object},"b":5}\n`);
    scanner.scan(block, 0);
    expect(cellsOf(scanner, block)).toEqual([object, '5']);
  }
});

test.each(['{"a":1,"b":2', '{"a":1\n', '{"a":"x\n', '{"a":\n', '{"a":1,"b":2}x\n', '\n'])(
  'a damaged line after like records is an error: %j',
  (damaged) => {
    const scanner = new RowScanner([createColumn(['a'])]);
    scanner.scan(Buffer.from('{"a":1,"b":2}\n'), 0);
    expect(() => scanner.scan(Buffer.from(damaged), 0)).toThrow('damaged');
  },
);
