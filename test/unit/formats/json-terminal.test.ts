import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeForTerminal } from '../../../src/formats/json-terminal.ts';
import { runs } from '../../harness/property-runs.ts';

async function* blocksOf(records: readonly string[], perBlock: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < records.length; at += perBlock) {
    yield Buffer.from(`${records.slice(at, at + perBlock).join('\n')}\n`);
  }
}

test('the text is the JSON that JSON.stringify indents, after the colors are removed', async () => {
  const record = fc.dictionary(fc.string({ unit: 'grapheme-ascii' }), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(fc.array(record), fc.integer({ min: 1, max: 4 }), async (records, perBlock) => {
      const lines = records.map((each) => JSON.stringify(each));
      for (const hasColor of [false, true]) {
        let text = '';
        for await (const piece of encodeForTerminal(blocksOf(lines, perBlock), { isArray: true, hasColor })) {
          text += piece;
        }
        const plain = text.replace(/\u001b\[\d+m/g, '');
        expect(JSON.parse(plain)).toEqual(JSON.parse(JSON.stringify(records)));
        expect(plain).toBe(`${JSON.stringify(JSON.parse(plain), null, 2)}\n`);
      }
    }),
    { numRuns: runs(600) },
  );
});

test('the pieces of a large report are small', async () => {
  const record = JSON.stringify({ list: Array.from({ length: 5000 }, (_, index) => [index]) });
  const pieces: number[] = [];
  for await (const piece of encodeForTerminal(blocksOf([record, record], 2), {
    isArray: true,
    hasColor: true,
  })) {
    pieces.push(piece.length);
  }
  expect(pieces.length).toBeGreaterThan(10);
  expect(Math.max(...pieces)).toBeLessThan(20_000);
});

test('a text of millions of escapes is one token', async () => {
  const record = `{"text":"${'\\n'.repeat(3_000_000)}"}`;
  const pieces: string[] = [];
  for await (const piece of encodeForTerminal(blocksOf([record], 1), { isArray: false, hasColor: false })) {
    pieces.push(piece);
  }
  expect(pieces.join('') === `${record}\n`).toBe(true);
});
