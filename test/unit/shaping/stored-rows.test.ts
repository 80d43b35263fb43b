import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storeRows } from '../../../src/shaping/stored-rows.ts';
import { runs } from '../../harness/property-runs.ts';
import { recordsOf, withSpool } from './rows-of.ts';

const PIECE_BYTES = 64 * 1024;

/** Records about as long as what is gathered at once, of characters of one to four bytes. */
const record = fc
  .tuple(
    fc.constantFrom('x', 'é', '春', '😀'),
    fc.oneof(
      fc.nat(40),
      fc.integer({ min: PIECE_BYTES - 12, max: PIECE_BYTES + 3 }),
      fc.constantFrom(PIECE_BYTES / 2, PIECE_BYTES * 2),
    ),
  )
  .map(([character, length]) => `{"a":"${character.repeat(length / character.length)}"}`);

test('come back as they were added, as text or as bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(record, fc.boolean()), { maxLength: 8 }), async (rows) => {
      await withSpool(async ({ newFile }) => {
        const dataset = await storeRows(newFile(), { columns: [] }, async (stored) => {
          for (const [text, isBytes] of rows) {
            const block = Buffer.from(`?${text}?`);
            if (isBytes) stored.add(block, 1, block.length - 1);
            else stored.addText(text);
            block.fill(0);
            await stored.settle();
          }
        });
        expect(dataset.recordCount).toBe(rows.length);
        expect((await recordsOf(dataset)).join('\n') === rows.map(([text]) => text).join('\n')).toBe(true);
      });
    }),
    { numRuns: runs(60) },
  );
});

test('every length around a full piece', async () => {
  for (let length = PIECE_BYTES - 12; length <= PIECE_BYTES; length++) {
    const records = ['{"a":1}', `{"a":"${'x'.repeat(length - 8)}"}`, '{"a":2}'];
    await withSpool(async ({ datasetOf, newFile }) => {
      expect(await recordsOf(await datasetOf(records))).toEqual(records);
      const bytes = await storeRows(newFile(), { columns: [] }, async (stored) => {
        for (const text of records) stored.add(Buffer.from(text), 0, text.length);
      });
      expect(await recordsOf(bytes)).toEqual(records);
    });
  }
});
