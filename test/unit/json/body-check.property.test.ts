import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runStep, runs } from '../../harness/property-runs.ts';
import { bodyText, chunkSizes, cut, outermostNames, parseJson, tokenize } from './json-documents.ts';
import { outcomeOf, readBody } from './read-body.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

test('a valid body gives the records of JSON.parse, with the tokens of the service, for any chunks', () => {
  fc.assert(
    fc.property(bodyText, chunkSizes, (text, sizes) => {
      const bytes = Buffer.from(text);
      const { isWhole, records, members } = readBody(cut(bytes, sizes));
      const { data } = parseJson(UTF8.decode(bytes)) as { data: unknown };
      expect(isWhole).toBe(true);
      expect(
        isDeepStrictEqual(
          records.map((record) => parseJson(record)),
          data,
        ),
      ).toBe(true);
      expect(tokenize(text).join('')).toContain(`:[${records.join(',')}]`);
      expect(members.map(([name]) => name)).toEqual(outermostNames(text).filter((name) => name !== 'data'));
      expect({ isWhole, records, members }).toEqual(readBody([bytes]));
    }),
    { numRuns: runs(500) },
  );
});

test('a body that is cut off is never whole', () => {
  fc.assert(
    fc.property(bodyText, chunkSizes, fc.double({ min: 0, max: 1, noNaN: true }), (text, sizes, share) => {
      const body = Buffer.from(text.trimEnd());
      const end = Math.floor(share * (body.length - 1));
      expect(outcomeOf(body.subarray(0, end), sizes)).toBeUndefined();
    }),
    { numRuns: runs(1000) },
  );
});

describe('a body with a changed, added or lost byte has the outcome of JSON.parse', () => {
  test('for any byte at any index', () => {
    const body = Buffer.from('\ufeff{"data":[{"a":-1.5e+2,"\\u00e9":["é",true]},{}],"b":{"data":0}}');
    for (let at = 0; at < body.length; at++) {
      const [before, after] = [body.subarray(0, at), body.subarray(at + 1)];
      expectSameReading(Buffer.concat([before, after]), [7]);
      // A reduced run tries a share of the bytes at each index.
      for (let byte = at % runStep(); byte < 256; byte += runStep()) {
        expectSameReading(Buffer.concat([before, Buffer.of(byte), after]), [1000]);
        expectSameReading(Buffer.concat([before, Buffer.of(byte), body.subarray(at)]), [5, 2]);
      }
    }
  });

  test('for any body', () => {
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('{}[]:,"\\ \t09eE+-.ndutf\u0000é')));
    fc.assert(
      fc.property(bodyText, chunkSizes, fc.nat(), byte, (text, sizes, index, replacement) => {
        const bytes = Buffer.from(text);
        bytes[index % bytes.length] = replacement;
        expectSameReading(bytes, sizes);
      }),
      { numRuns: runs(2000) },
    );
  });
});

/** The records of a body, by JSON.parse; undefined if the body breaks the interface. */
function parseRecords(bytes: Buffer): object[] | undefined {
  let text: string;
  let body: unknown;
  try {
    text = UTF8.decode(bytes);
    body = parseJson(text);
  } catch {
    return undefined;
  }
  if (!isObject(body) || outermostNames(text).filter((name) => name === 'data').length !== 1) return undefined;
  const { data } = body as { data: unknown };
  return Array.isArray(data) && data.every(isObject) ? data : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares the outcome with that of JSON.parse. */
function expectSameReading(bytes: Buffer, sizes: readonly number[]): void {
  const outcome = outcomeOf(bytes, sizes);
  const expected = parseRecords(bytes);
  const actual = Array.isArray(outcome) ? outcome.map((record) => parseJson(record)) : undefined;
  if (isDeepStrictEqual(actual, expected)) return;
  expect.fail(`${JSON.stringify(bytes.toString('latin1'))}: ${JSON.stringify({ outcome, expected })}`);
}
