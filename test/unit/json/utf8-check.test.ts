import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/errors.ts';
import { createUtf8Check } from '../../../src/json/body.ts';
import { runs } from '../../harness/property-runs.ts';
import { chunkSizes, cut } from './json-documents.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The checked pieces of the chunks, or the message of the error. */
function checkAll(chunks: readonly Buffer[]): Buffer[] | string {
  const utf8 = createUtf8Check();
  try {
    const pieces = chunks.map((chunk) => utf8.check(chunk));
    utf8.end();
    return pieces;
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind !== 'malformed') throw error;
    return error.message;
  }
}

function isValid(bytes: Buffer): boolean {
  try {
    UTF8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

describe('valid UTF-8', () => {
  test('passes in pieces that are each valid, for any chunks', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(text, chunkSizes, (characters, sizes) => {
        const bytes = Buffer.from(characters);
        const pieces = checkAll(cut(bytes, sizes)) as Buffer[];
        expect(pieces.map((piece) => UTF8.decode(piece)).join('')).toBe(characters);
      }),
    );
  });

  test('passes for the first and last character of each length', () => {
    const characters = '\u0000\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}';
    for (let size = 1; size <= 5; size++) {
      const pieces = checkAll(cut(Buffer.from(characters), [size])) as Buffer[];
      expect(Buffer.concat(pieces).toString()).toBe(characters);
    }
  });
});

test('any bytes are rejected exactly where a strict decoder first rejects them, for any chunks', () => {
  const byte = fc.oneof(
    fc.nat(255),
    fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xe0, 0xe2, 0xed, 0xf0, 0xf4, 0xf5),
  );
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 12 }), chunkSizes, (values, sizes) => {
      const bytes = Buffer.from(values);
      const outcome = checkAll(cut(bytes, sizes));
      let valid = bytes.length;
      while (!isValid(bytes.subarray(0, valid))) valid--;
      if (valid === bytes.length) expect(Buffer.concat(outcome as Buffer[])).toEqual(bytes);
      else expect(outcome).toBe(`the body is not valid UTF-8 at byte ${valid}`);
    }),
    { numRuns: runs(3000) },
  );
});

describe('the error names the byte at which the invalid character begins', () => {
  test.each([
    ['a continuation byte without a lead byte', [0x80]],
    ['a character without its last byte', [0xe2, 0x82, 0x41]],
    ['a lead byte without a continuation byte', [0xc3, 0x22]],
    ['a new character inside another', [0xf0, 0x9f, 0xc3, 0xa9]],
    ['a byte that never occurs in UTF-8', [0xff, 0x41]],
    ['an overlong character of two bytes', [0xc0, 0x80]],
    ['an overlong character of three bytes', [0xe0, 0x80, 0x80]],
    ['an overlong character of four bytes', [0xf0, 0x80, 0x80, 0x80]],
    ['a lone surrogate', [0xed, 0xa0, 0x80]],
    ['a character above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ])('%s', (_, bytes) => {
    const message = 'the body is not valid UTF-8 at byte 4';
    const body = Buffer.from([0x41, 0xc3, 0xa9, 0x41, ...bytes, 0x41]);
    for (const size of [1, 3, 99]) expect(checkAll(cut(body, [size]))).toBe(message);
  });
});

test.each([[[0xc3]], [[0xe2, 0x82]], [[0xf0, 0x9f, 0x98]]])(
  'an end inside the character %j is rejected at its first byte',
  (bytes) => {
    const body = Buffer.from([0x41, 0x42, ...bytes]);
    expect(checkAll([body])).toBe('the body is not valid UTF-8 at byte 2');
    expect(checkAll(cut(body, [1]))).toBe('the body is not valid UTF-8 at byte 2');
  },
);
