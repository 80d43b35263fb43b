import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactNumber, pullReport } from '../../src/index.ts';
import { parseRecordValues } from '../../src/library/report-record.ts';
import { runs } from '../harness/property-runs.ts';
import { optionsFor } from '../harness/pull.ts';
import { sendJson, startService } from '../harness/service.ts';
import { outermostNames, parseJson, recordTokens } from '../unit/json/json-documents.ts';
import { bodyOf, likeRecords, spacing } from '../unit/json/like-records.ts';

/** A comparable form: tokens for numbers, and members in order. */
function comparable(value: unknown): unknown {
  if (value instanceof ExactNumber) return { number: value.text };
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  if ('isReference' in value) return { number: (value as unknown as Reference).token };
  return [...Object.entries(value).map(([name, each]) => [name, comparable(each)]), 'object'];
}

interface Reference {
  readonly isReference: true;
  readonly token: string;
}

const isReferenceName = (text: string): boolean => text.includes('isReference');

function reference(json: string): unknown {
  const readScalar = (token: string): unknown =>
    /^[-\d]/.test(token) ? { isReference: true, token } : JSON.parse(token);
  return comparable(parseJson(json, readScalar));
}

test('values have every name, string and digit of the text', () => {
  fc.assert(
    fc.property(recordTokens, (tokens) => {
      const json = tokens.join('');
      fc.pre(!isReferenceName(json));
      expect(comparable(parseRecordValues(json))).toEqual(reference(json));
    }),
    { numRuns: runs(2000) },
  );
});

test('a pull gives the same values for any white space', async () => {
  let body = '';
  const service = await startService((_request, response) => sendJson(response, body));
  await fc.assert(
    fc.asyncProperty(likeRecords, spacing, async (records, gaps) => {
      body = bodyOf(records, gaps);
      const expected = records.map((tokens) => tokens.join(''));
      const range = { from: '2026-01-01', to: '2026-01-31', dateColumn: 'none' };
      const seen: string[] = [];
      for await (const { json, values } of pullReport(optionsFor(service, range))) {
        seen.push(json);
        expect(comparable(values)).toEqual(reference(json));
      }
      expect(seen).toEqual(expected);
    }),
    { numRuns: runs(40) },
  );
});

describe('special names of objects', () => {
  test.each(['__proto__', 'constructor', 'toString', '', 'a.b', '\\"', '\\\\', '\\u0061', '\\ud83d'])(
    '%s',
    (name) => {
      const json = `{"${name}":{"${name}":[1.0]}}`;
      const values = parseRecordValues(json);
      expect(Object.keys(values)).toEqual(outermostNames(json));
      expect(comparable(values)).toEqual(reference(json));
    },
  );

  test('are absent unless sent', () => {
    const values = parseRecordValues('{}');
    expect(['toString', 'constructor', '__proto__'].filter((name) => name in values)).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    parseRecordValues('{"__proto__":{"polluted":1}}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

test('the last member of a repeated name counts', () => {
  expect(comparable(parseRecordValues('{"a":{"b":1},"c":2,"\\u0061":3}'))).toEqual(
    comparable({ a: new ExactNumber('3'), c: new ExactNumber('2') }),
  );
});

test('nesting up to the limit of a body', () => {
  const deep = (open: string, close: string) => `{"a":${open.repeat(990)}1${close.repeat(990)}}`;
  for (const json of [deep('[', ']'), deep('{"a":', '}')]) {
    expect(comparable(parseRecordValues(json))).toEqual(reference(json));
  }
});

describe('an exact number', () => {
  const number = new ExactNumber('9007199254740993');

  test('keeps its digits', () => {
    expect([number.text, String(number), `${number}`]).toEqual(Array(3).fill('9007199254740993'));
    expect([number.toNumber(), new ExactNumber('0.10').toNumber()]).toEqual([9007199254740992, 0.1]);
    expect(new ExactNumber('1e400').toNumber()).toBe(Number.POSITIVE_INFINITY);
  });

  test('keeps its digits in JSON, as a string', () => {
    expect(JSON.stringify(parseRecordValues('{"revenue":0.10}'))).toBe('{"revenue":"0.10"}');
  });

  test.each<[string, (value: never) => unknown]>([
    ['added', (value) => value + 1],
    ['joined', (value) => value + value],
    ['multiplied', (value) => value * 2],
    ['compared', (value) => value < 2],
    ['negated', (value) => -value],
  ])('is never silently %s', (_, calculate) => {
    expect(() => calculate(number as never)).toThrow(
      '9007199254740993 is an ExactNumber: use toNumber(), or text for exact decimals',
    );
  });
});
