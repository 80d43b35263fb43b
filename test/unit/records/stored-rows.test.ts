import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storeRecords } from '../../../src/records/record-set.ts';
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

test('stored records come back as they were added', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 8 }), async (records) => {
      await withSpool(async ({ newFile }) => {
        const recordSet = await storeRecords(newFile(), { columns: [] }, async (add) => {
          for (const text of records) {
            const block = Buffer.from(`?${text}?`);
            add(block, 1, block.length - 1);
            block.fill(0);
          }
        });
        expect(recordSet.recordCount).toBe(records.length);
        expect((await recordsOf(recordSet)).join('\n') === records.join('\n')).toBe(true);
      });
    }),
    { numRuns: runs(60) },
  );
});

test('stored records of every length around a full buffer come back', async () => {
  for (let length = BUFFER_BYTES - 12; length <= BUFFER_BYTES; length++) {
    const records = ['{"a":1}', `{"a":"${'x'.repeat(length - 8)}"}`, '{"a":2}'];
    await withSpool(async ({ recordSetOf, newFile }) => {
      expect(await recordsOf(await recordSetOf(records))).toEqual(records);
      const bytes = await storeRecords(newFile(), { columns: [] }, async (add) => {
        for (const text of records) add(Buffer.from(text));
      });
      expect(await recordsOf(bytes)).toEqual(records);
    });
  }
});
