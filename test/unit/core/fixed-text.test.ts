import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFixedText, createWordView, isTextAt } from '../../../src/core/fixed-text.ts';
import { runs } from '../../harness/property-runs.ts';

/** Few different bytes, of which many agree with others in some bits. */
const anyByte = fc.constantFrom(0x00, 0x01, 0x22, 0x80, 0xff);
const anyBytes = (minLength: number, maxLength: number) =>
  fc.array(anyByte, { minLength, maxLength }).map((bytes) => Buffer.from(bytes));

test('a text is at each place where a block has its bytes, and nowhere else', () => {
  fc.assert(
    fc.property(
      anyBytes(4, 30),
      anyBytes(1, 13),
      fc.nat({ max: 30 }),
      fc.nat({ max: 4 }),
      (bytes, other, from, offset) => {
        // A view of a part of the bytes, as blocks of a file are.
        const block = Buffer.concat([Buffer.alloc(offset, 0x22), bytes, other]).subarray(
          offset,
          offset + bytes.length,
        );
        for (const text of [other, bytes.subarray(from, from + other.length)]) {
          if (text.length === 0) continue;
          const fixed = createFixedText(text);
          const view = createWordView(block);
          for (let start = Math.max(0, 4 - text.length); start <= block.length + 1; start++) {
            const isThere = block.subarray(start, start + text.length).equals(text);
            expect(isTextAt(view, start, fixed)).toBe(isThere);
          }
        }
      },
    ),
    { numRuns: runs(500) },
  );
});

test.each([1, 2, 3, 4, 5, 7, 8, 9])('a difference in any of %i bytes is found', (length) => {
  const text = Buffer.alloc(length, 'abcdefghi');
  const fixed = createFixedText(text);
  for (let index = 0; index < length; index++) {
    const other = Buffer.from(text);
    other[index]! ^= 0x80;
    const view = createWordView(Buffer.concat([Buffer.from('{{{{'), other]));
    expect(isTextAt(view, 4, fixed)).toBe(false);
  }
  expect(isTextAt(createWordView(Buffer.concat([Buffer.from('{{{{'), text])), 4, fixed)).toBe(true);
});
