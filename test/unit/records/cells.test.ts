import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellText } from '../../../src/records/cells.ts';
import { runs } from '../../harness/property-runs.ts';
import { stringText } from '../json/json-documents.ts';

describe('a cell in a text format', () => {
  test('any string shows its characters, with lone surrogates replaced', () => {
    fc.assert(
      fc.property(stringText, (cell) => {
        // The conversion to UTF-8 and back turns lone surrogates into replacement characters.
        expect(cellText(cell)).toBe(Buffer.from(JSON.parse(cell) as string).toString());
      }),
      { numRuns: runs(1000) },
    );
  });
});
