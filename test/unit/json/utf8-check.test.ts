import fc from 'fast-check';
import { expect, test } from 'vitest';
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

test('valid UTF-8: passes in pieces that are each valid, for any chunks', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(text, chunkSizes, (characters, sizes) => {
      const bytes = Buffer.from(characters);
      const pieces = checkAll(cut(bytes, sizes)) as Buffer[];
      expect(pieces.map((piece) => UTF8.decode(piece)).join('')).toBe(characters);
    }),
  );
});

test('any bytes are rejected that a strict decoder rejects, for any chunks', () => {
  const byte = fc.oneof(
    fc.nat(255),
    fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xe0, 0xe2, 0xed, 0xf0, 0xf4, 0xf5),
  );
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 12 }), chunkSizes, (values, sizes) => {
      const bytes = Buffer.from(values);
      const outcome = checkAll(cut(bytes, sizes));
      if (isValid(bytes)) expect(Buffer.concat(outcome as Buffer[])).toEqual(bytes);
      else expect(outcome).toBe('the body is not valid UTF-8');
    }),
    { numRuns: runs(3000) },
  );
});
