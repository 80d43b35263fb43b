import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storeRows } from '../../../src/records/rows.ts';
import { runs } from '../../harness/property-runs.ts';
import { recordsOf, withSpool } from '../frame/rows-of.ts';

const BUFFER_BYTES = 64 * 1024;

/** Records around the size of the write buffer, with characters of one to four bytes. */
const record = fc
  .tuple(
    fc.constantFrom('x', 'é', '春', '😀'),
    fc.oneof(
      fc.nat(40),
      fc.integer({ min: BUFFER_BYTES - 12, max: BUFFER_BYTES + 3 }),
      fc.constantFrom(BUFFER_BYTES / 2, BUFFER_BYTES * 2),
    ),
  )
  .map(([character, length]) => `{"a":"${character.repeat(length / character.length)}"}`);

test('stored rows come back as they were added, as text or as bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(record, fc.boolean()), { maxLength: 8 }), async (rows) => {
      await withSpool(async ({ newFile }) => {
        const recordSet = await storeRows(newFile(), { columns: [] }, async (stored) => {
          for (const [text, isBytes] of rows) {
            const block = Buffer.from(`?${text}?`);
            if (isBytes) stored.add(block, 1, block.length - 1);
            else stored.addText(text);
            block.fill(0);
            await stored.flush();
          }
        });
        expect(recordSet.recordCount).toBe(rows.length);
        expect((await recordsOf(recordSet)).join('\n') === rows.map(([text]) => text).join('\n')).toBe(true);
      });
    }),
    { numRuns: runs(60) },
  );
});

test('stored rows of every length around a full buffer come back', async () => {
  for (let length = BUFFER_BYTES - 12; length <= BUFFER_BYTES; length++) {
    const records = ['{"a":1}', `{"a":"${'x'.repeat(length - 8)}"}`, '{"a":2}'];
    await withSpool(async ({ recordSetOf, newFile }) => {
      expect(await recordsOf(await recordSetOf(records))).toEqual(records);
      const bytes = await storeRows(newFile(), { columns: [] }, async (stored) => {
        for (const text of records) stored.add(Buffer.from(text), 0, text.length);
      });
      expect(await recordsOf(bytes)).toEqual(records);
    });
  }
});
